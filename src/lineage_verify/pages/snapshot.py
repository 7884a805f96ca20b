"""A page as it was at one time, or why it could not be read."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

__all__ = ["ErrorKind", "Provenance", "Redirect", "Rendering", "Snapshot", "Unreachable"]


class ErrorKind(StrEnum):
    """Why a page could not be read (DESIGN.md section 2)."""

    DNS = "dns"
    CONNECT = "connect"
    TLS = "tls"
    TIMEOUT = "timeout"
    HTTP_STATUS = "http-status"
    BLOCKED = "blocked"
    TOO_LARGE = "too-large"
    REDIRECT_LOOP = "redirect-loop"
    FORBIDDEN_ADDRESS = "forbidden-address"
    UNSUPPORTED_TYPE = "unsupported-type"
    SOFT_404 = "soft-404"
    REDIRECTED_AWAY = "redirected-away"
    NO_TEXT = "no-text"
    NOT_CACHED = "not-cached"
    TRUNCATED = "truncated"
    DECODE = "decode"


class Provenance(StrEnum):
    """How this run came by a snapshot."""

    FETCHED = "fetched"
    REVALIDATED = "revalidated"
    CACHED = "cached"
    LOCAL = "local"


@dataclass(frozen=True, slots=True)
class Redirect:
    """One hop of a redirect chain: `url` answered `status` and named `location`."""

    url: str
    status: int
    location: str

    @property
    def permanent(self) -> bool:
        """Whether the hop says that the address has changed for good (RFC 9110, 15.4)."""
        return self.status in {301, 308}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendering:
    """How a browser came by a page's bytes.

    `by` names the browser and its version; `without` says which of the page's own requests had no
    answer, and is `None` where all had one. `page` is what the server sent, for the archive alone.
    """

    by: str
    without: str | None = None
    page: "Snapshot | None" = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The bytes a source's address answered with, and what was told about them.

    `address` is the one asked for, `url` the final one after `redirects`. `body` has its content
    coding undone. `headers` are the final answer's, names in lower case, in order. `sha256` is of
    `body`, in hex. `fetched_at` is when these bytes were sent, `validated_at` when the server last
    said that they still stand; both are aware and in UTC.

    `redirects` hold absolute locations. `encoded` is the body as it was sent, where it had a
    content coding; `confirmation` holds the headers of the 304 that last confirmed the body. Both
    are there for the archive alone.

    A page with a `rendering` has the bytes that a browser made of it, and the times at which the
    server sent, or last confirmed, those that the browser began with. `unrendered` says why a page
    that was to be rendered is read as it was sent.
    """

    address: str
    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    sha256: str
    fetched_at: datetime
    validated_at: datetime
    provenance: Provenance
    redirects: tuple[Redirect, ...] = ()
    encoded: bytes | None = field(default=None, repr=False, compare=False)
    confirmation: tuple[tuple[str, str], ...] | None = field(
        default=None, repr=False, compare=False
    )
    rendering: Rendering | None = None
    unrendered: str | None = None

    def header(self, name: str) -> str | None:
        """The first value of a header, by its lower-case name."""
        return next((value for key, value in self.headers if key == name), None)

    @property
    def media_type(self) -> str | None:
        """The media type in lower case, without parameters (RFC 9110, 8.3.1)."""
        value = self.header("content-type")
        return value.split(";")[0].strip().lower() or None if value else None


@dataclass(frozen=True, slots=True)
class Unreachable:
    """A page that could not be read, so nothing is known of its quotes."""

    kind: ErrorKind
    message: str
    status: int | None = None
    url: str | None = None
