"""One try at a page: the redirects, each hop checked, and the body within its limits."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from http import HTTPStatus
from typing import TYPE_CHECKING

from lineage_verify._version import __version__
from lineage_verify.pages.answer import (
    Moved,
    NotModified,
    Page,
    headers_of,
    larger,
    looping,
    moved,
    overlong,
    phrase,
    redirect,
    too_large,
    truncated,
    whole,
)
from lineage_verify.pages.budget import Budget
from lineage_verify.pages.credentials import authorization, kept_headers, without_secrets
from lineage_verify.pages.faults import Failure, NetworkFaultError, fault_of, guarded_stack
from lineage_verify.pages.freshness import Revalidate
from lineage_verify.pages.hosts import Hosts
from lineage_verify.pages.permit import check_url
from lineage_verify.pages.retry import retry_after
from lineage_verify.pages.snapshot import ErrorKind, Redirect, Unreachable
from lineage_verify.settings import Settings

if TYPE_CHECKING:
    import httpx

__all__ = ["Exchange", "Wish"]

_REDIRECTS = frozenset({301, 302, 303, 307, 308})

_OURS = {
    "user-agent": f"lineage-verify/{__version__}",
    "accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "accept-encoding": "gzip, deflate, br, zstd",
    "accept-language": "en, *;q=0.5",
}


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for beside the page: whether a held body still stands, and more headers."""

    condition: Revalidate | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    anonymous: bool = False
    """Whether no credentials are sent, whatever the host."""

    def conditions_for(self, url: str) -> Mapping[str, str]:
        """The held body's conditions, for the address that sent it."""
        condition = self.condition
        return condition.headers if condition and condition.held.url == url else {}


@dataclass(frozen=True, slots=True)
class _Sent:
    """A 200 and its body, content coding kept."""

    response: "httpx.Response"
    body: bytes


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

    async def ask(self, address: str, wish: Wish, budget: Budget) -> Page | NotModified | Failure:
        """Follow the redirects from an address to a page, or to what stands in the way."""
        hops: list[Redirect] = []
        seen = {address}
        url = address
        while True:
            answer = await self._hop(url, wish, budget)
            if isinstance(answer, Failure):
                return answer
            if not isinstance(answer, Moved):
                return replace(answer, redirects=tuple(hops))
            hops.append(redirect(url, answer, first=not hops))
            url = answer.to
            if url in seen:
                return looping(f"the redirects lead back to {without_secrets(url)}", url)
            if len(hops) > self._limits.redirects:
                return looping(f"there are more than {self._limits.redirects} redirects", url)
            seen.add(url)

    async def _hop(
        self, url: str, wish: Wish, budget: Budget
    ) -> Page | NotModified | Moved | Failure:
        import httpx

        shown = without_secrets(url)
        try:
            host = check_url(url, allow_private=self._allow_private)
            request = self._request(url, wish)  # ready when its turn comes
            async with self._hosts.place(host), budget.spending():
                answer = await self._send(request, url, wish)
        except (NetworkFaultError, httpx.InvalidURL) as error:
            return fault_of(error, url=shown, reading=False)
        except TimeoutError:
            message = f"not done within {budget.seconds:g} s"
            return Failure(Unreachable(ErrorKind.TIMEOUT, message, url=shown))
        if not isinstance(answer, _Sent):
            return answer
        # Its place is another's by now: to undo a content coding can take a while.
        return whole(answer.response, shown, answer.body, self._limits.body_bytes)

    async def _send(
        self, request: "httpx.Request", url: str, wish: Wish
    ) -> "_Sent | NotModified | Moved | Failure":
        import httpx

        shown = without_secrets(url)
        conditional = bool(wish.conditions_for(url))
        reading = False
        try:
            response = await self._answer(request)
            try:
                answer = self._judged(response, url, conditional=conditional)
                if answer is not None:
                    return answer
                reading = True
                sent = await self._body(response)
                if await overlong(response, sent):
                    return truncated("the server sent more than its Content-Length says", shown)
                return _Sent(response, sent)
            finally:
                await response.aclose()
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, NetworkFaultError) as error:
            return fault_of(error, url=shown, reading=reading)

    async def _answer(self, request: "httpx.Request") -> "httpx.Response":
        """The head of an answer.

        A connection that was kept open may have been closed by the server just when it is used
        again; that is no failure of the page, and another one is opened at once (RFC 9112, 9.3.1).
        """
        import httpx

        for last in (False, False, True):
            opened: list[str] = []
            request.extensions["trace"] = _noting(opened)
            try:
                with guarded_stack():
                    return await self._transport.handle_async_request(request)
            except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
                if opened or last:
                    raise
        raise AssertionError("the last time returns or raises")

    def _request(self, url: str, wish: Wish) -> "httpx.Request":
        import httpx

        extensions = {"timeout": self._timeouts()}
        return httpx.Request("GET", url, headers=self._headers(url, wish), extensions=extensions)

    def _headers(self, url: str, wish: Wish) -> dict[bytes, bytes]:
        secret = None if wish.anonymous else authorization(url, self._environ)
        wished = {**wish.headers, **wish.conditions_for(url)}
        headers = {**_OURS, **wished, **({"authorization": secret} if secret else {})}
        return {name.encode(): value.encode("latin-1") for name, value in headers.items()}

    def _timeouts(self) -> dict[str, float | None]:
        """Seconds, in httpcore's words; waiting for a place is counted by the gates instead."""
        silence = self._limits.silence_s
        connect = self._limits.connect_s
        return {"connect": connect, "read": silence, "write": silence, "pool": None}

    def _judged(
        self, response: "httpx.Response", url: str, *, conditional: bool
    ) -> NotModified | Moved | Failure | None:
        """What an answer's head says; `None` where it is a page whose body is to be read."""
        shown = without_secrets(url)
        headers = headers_of(response)
        if sum(len(name) + len(value) + 4 for name, value in headers) > self._limits.header_bytes:
            return too_large("answer's head", self._limits.header_bytes, shown)
        status = response.status_code
        if status == HTTPStatus.OK:
            return None
        if status == HTTPStatus.NOT_MODIFIED and conditional:
            return NotModified(headers=kept_headers(headers))
        if status in _REDIRECTS and "location" in response.headers:
            return moved(url, response)
        if response.headers.get("cf-mitigated") == "challenge":
            message = f"a robot wall answered ({status} {phrase(status)})"
            return Failure(Unreachable(ErrorKind.BLOCKED, message, status, shown))
        asked = retry_after(response.headers.get("retry-after"), self._now())
        message = f"the server answered {status} {phrase(status)}".rstrip()
        return Failure(Unreachable(ErrorKind.HTTP_STATUS, message, status, shown), asked)

    async def _body(self, response: "httpx.Response") -> bytes:
        """The body as sent, with its transfer coding undone.

        Raises:
            NetworkFaultError: it is larger than the limit.
        """
        limit = self._limits.body_bytes
        declared = response.headers.get("content-length", "")
        if declared.isdigit() and int(declared[:20]) > limit:
            raise NetworkFaultError(ErrorKind.TOO_LARGE, larger("body", limit))
        body = bytearray()
        with guarded_stack():
            async for piece in response.aiter_raw():
                body += piece
                if len(body) > limit:
                    raise NetworkFaultError(ErrorKind.TOO_LARGE, larger("body", limit))
        return bytes(body)


def _noting(opened: list[str]) -> Callable[[str, object], Awaitable[None]]:
    """A tracer for httpcore that notes the connections that a request opened."""

    async def trace(event: str, _: object) -> None:
        if event.startswith("connection.connect"):
            opened.append(event)

    return trace
