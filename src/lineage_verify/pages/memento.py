"""What a web archive has of a page that is gone (RFC 7089, Memento; the Wayback Machine's URLs)."""

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from hashlib import sha256
from urllib.parse import urljoin

from lineage_verify.pages.answer import NotModified, Page
from lineage_verify.pages.budget import Budget
from lineage_verify.pages.exchange import Wish
from lineage_verify.pages.snapshot import ErrorKind, Provenance, Snapshot, Unreachable
from lineage_verify.pages.tries import Tries
from lineage_verify.sources.target import Target

__all__ = ["Archived", "nearest"]

# A capture's address, up to the archived one: `id_` after the date asks for the page's own bytes,
# without the archive's banner and rewritten links (Wayback Machine, pywb).
_DATED = re.compile(r"(?P<before>/\d{14})(?P<after>/https?:)")


@dataclass(frozen=True, slots=True)
class Archived:
    """A capture in an archive: its address there, when it was made, and the page as it was."""

    url: str
    captured_at: datetime
    snapshot: Snapshot


async def nearest(
    tries: Tries, address: str, *, base: str, moment: datetime, time: Budget
) -> Archived | Unreachable:
    """Ask an archive's TimeGate for the capture nearest to a moment.

    `base` is the TimeGate's address, which the page's is put after. An answer without a
    `Memento-Datetime` is no capture, whatever it says.
    """
    when = format_datetime(moment.astimezone(UTC), usegmt=True)
    wish = Wish(headers={"accept-datetime": when}, anonymous=True)
    asked = f"{base.rstrip('/')}/{address}"
    answer = await tries.page(Target(url=asked, address=asked), wish, time)
    if isinstance(answer, Unreachable):
        return answer
    captured_at = _captured_at(answer)
    if isinstance(answer, NotModified) or captured_at is None:
        message = "the archive has no capture of it"
        return Unreachable(ErrorKind.HTTP_STATUS, message, url=asked)
    named = replace(answer, url=_own_address(answer))
    page = await _as_it_was(tries, named, captured_at, wish, time)
    return Archived(named.url, captured_at, _snapshot(address, page, captured_at))


def _own_address(page: Page) -> str:
    """A capture's address: where it came from, or where a TimeGate says that it lies (4.1.2)."""
    value = next((value for name, value in page.headers if name == "content-location"), "")
    try:
        return urljoin(page.url, value)
    except ValueError:
        return page.url


async def _as_it_was(
    tries: Tries, page: Page, captured_at: datetime, wish: Wish, time: Budget
) -> Page:
    """The capture without what the archive adds, where the archive offers it."""
    plain, changed = _DATED.subn(r"\g<before>id_\g<after>", page.url, count=1)
    if not changed:
        return page
    answer = await tries.page(Target(url=plain, address=plain), wish, time)
    if isinstance(answer, Page) and _captured_at(answer) == captured_at:
        return answer
    return page


def _captured_at(answer: Page | NotModified) -> datetime | None:
    value = next((value for name, value in answer.headers if name == "memento-datetime"), "")
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    return date.astimezone(UTC) if date.tzinfo else date.replace(tzinfo=UTC)


def _snapshot(address: str, page: Page, captured_at: datetime) -> Snapshot:
    return Snapshot(
        address=address,
        url=page.url,
        status=200,
        headers=page.headers,
        body=page.body,
        sha256=sha256(page.body).hexdigest(),
        fetched_at=captured_at,
        validated_at=captured_at,
        provenance=Provenance.FETCHED,
        redirects=page.redirects,
    )
