"""One try at a page: the redirects, each hop checked, and the body within its limits."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urljoin, urlsplit

from lineage_verify._version import __version__
from lineage_verify.pages.coding import (
    BodyTooLargeError,
    BrokenCodingError,
    CutShortError,
    codings,
    decoded,
)
from lineage_verify.pages.credentials import authorization, kept_headers, without_secrets
from lineage_verify.pages.faults import (
    Failure,
    NetworkFaultError,
    fault_of,
    guarded_stack,
    readable_size,
)
from lineage_verify.pages.freshness import Revalidate
from lineage_verify.pages.hosts import Hosts
from lineage_verify.pages.permit import check_url
from lineage_verify.pages.retry import retry_after
from lineage_verify.pages.snapshot import ErrorKind, Redirect, Unreachable
from lineage_verify.settings import Settings

if TYPE_CHECKING:
    import httpx

__all__ = ["Budget", "Exchange", "NotModified", "Page"]

_REDIRECTS = frozenset({301, 302, 303, 307, 308})

_OURS = {
    "user-agent": f"lineage-verify/{__version__}",
    "accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "accept-encoding": "gzip, deflate, br, zstd",
    "accept-language": "en, *;q=0.5",
}

Headers = tuple[tuple[str, str], ...]


class Budget:
    """Seconds that may be spent on one thing; only what happens inside `spending` counts."""

    def __init__(self, seconds: float) -> None:
        """Begin with all of them left."""
        self.seconds = seconds
        self.left = seconds

    @asynccontextmanager
    async def spending(self) -> AsyncIterator[None]:
        """Count what happens inside, and cancel it when the seconds are spent.

        Raises:
            TimeoutError: they are.
        """
        loop = asyncio.get_running_loop()
        begun = loop.time()
        try:
            async with asyncio.timeout(self.left):
                yield
        finally:
            self.left = max(0.0, self.left - (loop.time() - begun))


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A 200, whole: `encoded` is the body as sent, `None` where it had no content coding."""

    url: str
    headers: Headers
    body: bytes
    encoded: bytes | None
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NotModified:
    """A 304 to a conditional request."""

    headers: Headers
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class _Moved:
    """A redirect: its status, and where it leads, without a fragment."""

    status: int
    to: str


class Exchange:
    """Asks for a page, once."""

    def __init__(
        self,
        transport: "httpx.AsyncBaseTransport",
        hosts: Hosts,
        settings: Settings,
        *,
        now: Callable[[], datetime],
        environ: Mapping[str, str],
    ) -> None:
        """Ask through `transport` itself: no client's cookies, redirects or environment."""
        self._transport = transport
        self._hosts = hosts
        self._limits = settings.limits
        self._allow_private = settings.policy.allow_private_network
        self._now = now
        self._environ = environ

    async def ask(
        self, address: str, condition: Revalidate | None, budget: Budget
    ) -> Page | NotModified | Failure:
        """Follow the redirects from an address to a page, or to what stands in the way."""
        hops: list[Redirect] = []
        seen = {address}
        url = address
        while True:
            answer = await self._hop(url, condition, budget)
            if isinstance(answer, Failure):
                return answer
            if not isinstance(answer, _Moved):
                return replace(answer, redirects=tuple(hops))
            hops.append(_redirect(url, answer, first=not hops))
            url = answer.to
            if url in seen:
                return _looping(f"the redirects lead back to {without_secrets(url)}", url)
            if len(hops) > self._limits.redirects:
                return _looping(f"there are more than {self._limits.redirects} redirects", url)
            seen.add(url)

    async def _hop(
        self, url: str, condition: Revalidate | None, budget: Budget
    ) -> Page | NotModified | _Moved | Failure:
        shown = without_secrets(url)
        try:
            host = check_url(url, allow_private=self._allow_private)
            async with self._hosts.place(host), budget.spending():
                return await self._send(url, shown, condition)
        except NetworkFaultError as error:
            return fault_of(error, url=shown, reading=False)
        except TimeoutError:
            message = f"not done within {budget.seconds:g} s"
            return Failure(Unreachable(ErrorKind.TIMEOUT, message, url=shown))

    async def _send(
        self, url: str, shown: str, condition: Revalidate | None
    ) -> Page | NotModified | _Moved | Failure:
        import httpx

        conditional = condition.headers if condition and condition.held.url == url else {}
        reading = False
        try:
            request = httpx.Request(
                "GET",
                url,
                headers=self._headers(url, conditional),
                extensions={"timeout": self._timeouts()},
            )
            with guarded_stack():
                response = await self._transport.handle_async_request(request)
            try:
                answer = self._judged(response, url, conditional=bool(conditional))
                if answer is not None:
                    return answer
                reading = True
                sent = await self._body(response)
                if await _overlong(response, sent):
                    return _truncated("the server sent more than its Content-Length says", shown)
                return _whole(response, shown, sent, self._limits.body_bytes)
            finally:
                await response.aclose()
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, NetworkFaultError) as error:
            return fault_of(error, url=shown, reading=reading)

    def _headers(self, url: str, conditional: Mapping[str, str]) -> dict[bytes, bytes]:
        secret = authorization(url, self._environ)
        headers = {**_OURS, **conditional, **({"authorization": secret} if secret else {})}
        return {name.encode(): value.encode("latin-1") for name, value in headers.items()}

    def _timeouts(self) -> dict[str, float | None]:
        """Seconds, in httpcore's words; waiting for a place is counted by the gates instead."""
        silence = self._limits.silence_s
        connect = self._limits.connect_s
        return {"connect": connect, "read": silence, "write": silence, "pool": None}

    def _judged(
        self, response: "httpx.Response", url: str, *, conditional: bool
    ) -> NotModified | _Moved | Failure | None:
        """What an answer's head says; `None` where it is a page whose body is to be read."""
        shown = without_secrets(url)
        headers = _headers_of(response)
        if sum(len(name) + len(value) + 4 for name, value in headers) > self._limits.header_bytes:
            return _too_large("answer's head", self._limits.header_bytes, shown)
        status = response.status_code
        if status == HTTPStatus.OK:
            return None
        if status == HTTPStatus.NOT_MODIFIED and conditional:
            return NotModified(headers=kept_headers(headers))
        if status in _REDIRECTS and "location" in response.headers:
            return _moved(url, response)
        if response.headers.get("cf-mitigated") == "challenge":
            message = f"a robot wall answered ({status} {_phrase(status)})"
            return Failure(Unreachable(ErrorKind.BLOCKED, message, status, shown))
        asked = retry_after(response.headers.get("retry-after"), self._now())
        message = f"the server answered {status} {_phrase(status)}".rstrip()
        return Failure(Unreachable(ErrorKind.HTTP_STATUS, message, status, shown), asked)

    async def _body(self, response: "httpx.Response") -> bytes:
        """The body as sent, with its transfer coding undone.

        Raises:
            NetworkFaultError: it is larger than the limit.
        """
        limit = self._limits.body_bytes
        declared = response.headers.get("content-length", "")
        if declared.isdigit() and int(declared[:20]) > limit:
            raise NetworkFaultError(ErrorKind.TOO_LARGE, _larger("body", limit))
        body = bytearray()
        with guarded_stack():
            async for piece in response.aiter_raw():
                body += piece
                if len(body) > limit:
                    raise NetworkFaultError(ErrorKind.TOO_LARGE, _larger("body", limit))
        return bytes(body)


def _whole(response: "httpx.Response", shown: str, sent: bytes, limit: int) -> Page | Failure:
    """A page from a body that came in full: its content coding undone, within the limit."""
    names = codings(response.headers.get("content-encoding"))
    try:
        body = decoded(sent, names, limit=limit)
    except BodyTooLargeError:
        return _too_large("decoded body", limit, shown)
    except CutShortError:
        return _truncated(f"the body ends before its {', '.join(names)} coding does", shown)
    except BrokenCodingError as error:
        message = f"the body's content coding is broken: {error}"
        return Failure(Unreachable(ErrorKind.DECODE, message, url=shown))
    headers = tuple(
        (name, value)
        for name, value in kept_headers(_headers_of(response))
        if name != "transfer-encoding"
    )
    return Page(url=shown, headers=headers, body=body, encoded=sent if names else None)


async def _overlong(response: "httpx.Response", sent: bytes) -> bool:
    """Whether more came than an HTTP/1 answer had announced."""
    from lineage_verify.pages.wire import overran

    headers = response.headers
    counted = "content-length" in headers and "transfer-encoding" not in headers
    return counted and not _is_http2(response) and await overran(response.extensions, sent)


def _is_http2(response: "httpx.Response") -> bool:
    return response.http_version == "HTTP/2"


def _truncated(message: str, shown: str) -> Failure:
    return Failure(Unreachable(ErrorKind.TRUNCATED, message, url=shown))


def _moved(url: str, response: "httpx.Response") -> _Moved:
    """Where a redirect leads, without a fragment (RFC 9110, 10.2.2).

    Raises:
        NetworkFaultError: nowhere that can be read as a URL.
    """
    import httpx

    raw = dict(_headers_of(response))["location"].encode("latin-1")
    location = raw.decode("utf-8", "replace").strip()
    try:
        joined = urldefrag(urljoin(url, location)).url
        web = urlsplit(joined).scheme in {"http", "https"} and urlsplit(joined).hostname
        return _Moved(response.status_code, str(httpx.URL(joined)) if web else joined)
    except (ValueError, httpx.InvalidURL):
        message = "the server redirects to an address that cannot be read"
        raise NetworkFaultError(ErrorKind.DNS, message) from None


def _redirect(url: str, moved: _Moved, *, first: bool) -> Redirect:
    """A hop as it is told and kept; the first is the address itself, by which it is found."""
    return Redirect(url if first else without_secrets(url), moved.status, without_secrets(moved.to))


def _looping(message: str, url: str) -> Failure:
    return Failure(Unreachable(ErrorKind.REDIRECT_LOOP, message, url=without_secrets(url)))


def _headers_of(response: "httpx.Response") -> Headers:
    return tuple(
        (name.decode("latin-1").lower(), value.decode("latin-1"))
        for name, value in response.headers.raw
    )


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""


def _larger(what: str, limit: int) -> str:
    return f"the {what} would be larger than {readable_size(limit)}"


def _too_large(what: str, limit: int, shown: str) -> Failure:
    return Failure(Unreachable(ErrorKind.TOO_LARGE, _larger(what, limit), url=shown))
