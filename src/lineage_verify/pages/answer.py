"""What an answer says: a page, nothing new, somewhere else, or a failure."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urljoin, urlsplit

from lineage_verify.pages.coding import (
    BodyTooLargeError,
    BrokenCodingError,
    CutShortError,
    codings,
    decoded,
)
from lineage_verify.pages.credentials import kept_headers, without_secrets
from lineage_verify.pages.faults import Failure, NetworkFaultError, readable_size
from lineage_verify.pages.snapshot import ErrorKind, Redirect, Unreachable

if TYPE_CHECKING:
    import httpx

__all__ = [
    "Headers",
    "Moved",
    "NotModified",
    "Page",
    "headers_of",
    "larger",
    "looping",
    "moved",
    "overlong",
    "phrase",
    "redirect",
    "too_large",
    "truncated",
    "whole",
]

Headers = tuple[tuple[str, str], ...]


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
class Moved:
    """A redirect: its status, and where it leads, without a fragment."""

    status: int
    to: str


def whole(response: "httpx.Response", shown: str, sent: bytes, limit: int) -> Page | Failure:
    """A page from a body that came in full: its content coding undone, within the limit."""
    names = codings(headers_of(response))
    try:
        body = decoded(sent, names, limit=limit)
    except BodyTooLargeError:
        return too_large("decoded body", limit, shown)
    except CutShortError:
        return truncated(f"the body ends before its {', '.join(names)} coding does", shown)
    except BrokenCodingError as error:
        message = f"the body's content coding is broken: {error}"
        return Failure(Unreachable(ErrorKind.DECODE, message, url=shown))
    headers = tuple(
        (name, value)
        for name, value in kept_headers(headers_of(response))
        if name != "transfer-encoding"
    )
    return Page(url=shown, headers=headers, body=body, encoded=sent if names else None)


async def overlong(response: "httpx.Response", sent: bytes) -> bool:
    """Whether more came than an HTTP/1 answer had announced."""
    from lineage_verify.pages.wire import overran

    headers = response.headers
    counted = "content-length" in headers and "transfer-encoding" not in headers
    return counted and not _is_http2(response) and await overran(response.extensions, sent)


def _is_http2(response: "httpx.Response") -> bool:
    return response.http_version == "HTTP/2"


def truncated(message: str, shown: str) -> Failure:
    """A body that is not whole."""
    return Failure(Unreachable(ErrorKind.TRUNCATED, message, url=shown))


def moved(url: str, response: "httpx.Response") -> Moved:
    """Where a redirect leads, without a fragment (RFC 9110, 10.2.2).

    Raises:
        NetworkFaultError: nowhere that can be read as a URL.
    """
    import httpx

    raw = dict(headers_of(response))["location"].encode("latin-1")
    location = raw.decode("utf-8", "replace").strip()
    try:
        joined = urldefrag(urljoin(url, location)).url
        parts = urlsplit(joined)
        if parts.scheme not in {"http", "https"}:
            return Moved(response.status_code, joined)
        if parts.hostname and parts.port != 0:
            return Moved(response.status_code, str(httpx.URL(joined)))
    except (ValueError, httpx.InvalidURL):
        pass
    message = "the server redirects to an address that cannot be read"
    raise NetworkFaultError(ErrorKind.HTTP_STATUS, message)


def redirect(url: str, moved: Moved, *, first: bool) -> Redirect:
    """A hop as it is told and kept; the first is the address itself, by which it is found."""
    return Redirect(url if first else without_secrets(url), moved.status, without_secrets(moved.to))


def looping(message: str, url: str) -> Failure:
    """Redirects that lead nowhere."""
    return Failure(Unreachable(ErrorKind.REDIRECT_LOOP, message, url=without_secrets(url)))


def headers_of(response: "httpx.Response") -> Headers:
    """An answer's headers in order, names in lower case, values byte for byte."""
    return tuple(
        (name.decode("latin-1").lower(), value.decode("latin-1"))
        for name, value in response.headers.raw
    )


def phrase(status: int) -> str:
    """The standard's words for a status; a server's own may be anything."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""


def larger(what: str, limit: int) -> str:
    """The sentence that tells a limit on size."""
    return f"the {what} would be larger than {readable_size(limit)}"


def too_large(what: str, limit: int, shown: str) -> Failure:
    """Something that passes its limit."""
    return Failure(Unreachable(ErrorKind.TOO_LARGE, larger(what, limit), url=shown))
