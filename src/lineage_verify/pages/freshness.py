"""What to do about an address, given what is held of it: a pure state machine (RFC 9111).

How long a snapshot is good for is the user's policy, not the server's `Cache-Control`: evidence is
kept on purpose, and a page that forbids caching still said what it said.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from lineage_verify.pages.age import stands
from lineage_verify.pages.snapshot import Provenance, Snapshot, Unreachable
from lineage_verify.settings import Policy
from lineage_verify.sources.target import Target

__all__ = [
    "NOT_CACHED",
    "ONLY_RENDERED",
    "Decision",
    "Fetch",
    "Refuse",
    "Refused",
    "Revalidate",
    "UseHeld",
    "absorb",
    "conditions",
    "decide",
    "far_shorter",
    "light",
]

NOT_CACHED = "the page is not in the cache, and --offline forbids asking for it"
ONLY_RENDERED = (
    "the cache has the page as a browser rendered it and not as it was sent;"
    " --render auto reads that one"
)
_SAME_SECOND = timedelta(seconds=2)
_SHRUNK_SHARE = 4
_SHRUNK_FROM_BYTES = 2048

# What every request of ours sends alike, so that an answer cannot vary by it.
_CONSTANT_REQUEST_HEADERS = frozenset({"accept", "accept-encoding", "accept-language"})

# Of a 304, these describe that message and not the stored one (RFC 9111, 3.2).
_OF_THE_MESSAGE = frozenset(
    {"connection", "content-encoding", "content-length", "content-range", "content-type"}
    | {"keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"}
)


@dataclass(frozen=True, slots=True)
class UseHeld:
    """The held snapshot is used without asking."""

    held: Snapshot


@dataclass(frozen=True, slots=True)
class Revalidate:
    """The server is asked whether the held body still stands, with these request headers."""

    held: Snapshot
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Fetch:
    """The page is asked for in full."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """Nothing is held, and nothing may be asked (`--offline`)."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A page that was sent, is known for something else, and is not kept."""

    page: Snapshot
    why: Unreachable


Decision = UseHeld | Revalidate | Fetch | Refuse


def decide(held: Snapshot | None, policy: Policy, target: Target, now: datetime) -> Decision:
    """Say how a target's page is to be had."""
    if held is None:
        return Refuse() if policy.offline else Fetch()
    if stands(held, policy, target, now):
        return UseHeld(held)
    headers = conditions(held)
    return Revalidate(held, headers) if headers else Fetch()


def conditions(held: Snapshot) -> dict[str, str]:
    """The conditional headers that a held body allows (RFC 9110, 13.1); empty where none is safe.

    An entity tag, weak or strong, is sent as it was given. A `Last-Modified` alone is only trusted
    where the page had stood for a while when it was sent (RFC 9110, 8.8.2.2), and where the answer
    does not vary by anything that may differ between two of our requests.
    """
    varies = {name for line in _values(held, "vary") for name in _names(line)}
    if "*" in varies:
        return {}
    etag, modified = _sendable(held, "etag"), _sendable(held, "last-modified")
    headers: dict[str, str] = {}
    if etag:
        headers["if-none-match"] = etag
    if modified and (etag or (varies <= _CONSTANT_REQUEST_HEADERS and _settled(held, modified))):
        headers["if-modified-since"] = modified
    return headers


def absorb(held: Snapshot, headers: tuple[tuple[str, str], ...], now: datetime) -> Snapshot | None:
    """Take a 304 in: the same bytes, validated now, with the headers freshened (RFC 9111, 4.3.4).

    `None` where the 304 speaks of another body than the one held (its validator differs): the
    page must then be asked for in full.
    """
    told = dict(reversed(headers))
    if not _same_validator(held, told):
        return None
    return replace(
        held,
        headers=freshened(held.headers, headers),
        validated_at=now,
        provenance=Provenance.REVALIDATED,
        confirmation=headers,
    )


def freshened(
    stored: tuple[tuple[str, str], ...], update: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, str], ...]:
    """The stored headers with those of a 304 in their place (RFC 9111, 3.2)."""
    usable = tuple((name, value) for name, value in update if name not in _OF_THE_MESSAGE)
    replaced = {name for name, _ in usable}
    return tuple((name, value) for name, value in stored if name not in replaced) + usable


def far_shorter(size: int, known: int) -> bool:
    """Whether a body is so much shorter than the one that is held that it is asked for again."""
    return known >= _SHRUNK_FROM_BYTES and size * _SHRUNK_SHARE < known


def light(snapshot: Snapshot) -> Snapshot:
    """A snapshot without what only the archive needs."""
    rendering = snapshot.rendering and replace(snapshot.rendering, page=None)
    return replace(snapshot, encoded=None, confirmation=None, rendering=rendering)


def _same_validator(held: Snapshot, told: Mapping[str, str]) -> bool:
    etag = told.get("etag")
    if etag is not None and held.header("etag") is not None:
        return _opaque(etag) == _opaque(held.header("etag") or "")
    modified = told.get("last-modified")
    if etag is None and modified is not None and held.header("last-modified") is not None:
        return modified == held.header("last-modified")
    return True


def _opaque(etag: str) -> str:
    """An entity tag without its weakness mark: weak comparison (RFC 9110, 8.8.3.2)."""
    return etag.strip().removeprefix("W/")


def _settled(held: Snapshot, modified: str) -> bool:
    """Whether a page could not have changed again within the second that it names."""
    changed, sent = _http_date(modified), _http_date(held.header("date") or "")
    if changed is None:
        return False
    return (sent or held.fetched_at) - changed >= _SAME_SECOND


def _http_date(value: str) -> datetime | None:
    from email.utils import parsedate_to_datetime

    try:
        parsed = parsedate_to_datetime(value)
    except ValueError:
        return None
    return parsed if parsed.tzinfo is not None else None


def _sendable(held: Snapshot, name: str) -> str | None:
    """A stored header that can stand in a request (RFC 9110, 5.5): an archive may hold others."""
    value = (held.header(name) or "").strip()
    return value if value and all(" " <= c <= "~" or "\x80" <= c <= "\xff" for c in value) else None


def _values(held: Snapshot, name: str) -> tuple[str, ...]:
    return tuple(value for key, value in held.headers if key == name)


def _names(line: str) -> tuple[str, ...]:
    return tuple(name.strip().lower() for name in line.split(",") if name.strip())
