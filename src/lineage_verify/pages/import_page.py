"""A page that someone saved by hand, taken into a shelf as a snapshot of its day."""

from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from lineage_verify.errors import SettingsError
from lineage_verify.pages.faults import readable_size
from lineage_verify.pages.local import media_type_of
from lineage_verify.pages.shelf import Shelf
from lineage_verify.pages.snapshot import Provenance, Snapshot
from lineage_verify.settings import Limits

if TYPE_CHECKING:
    from email.message import Message

__all__ = ["import_page"]

_MHTML = frozenset({".mht", ".mhtml"})
_BARE_UTF_16 = {b"<\0": "utf-16le", b"\0<": "utf-16be"}
"""How a page in UTF-16 without a mark begins, whose encoding HTTP told before it was saved."""


@dataclass(frozen=True, slots=True)
class _Saved:
    body: bytes
    content_type: str | None


def import_page(
    shelf: Shelf, path: Path, url: str, fetched_at: datetime, *, limits: Limits | None = None
) -> Snapshot:
    """Keep a saved page (HTML, PDF, text, a browser's MHTML) as what `url` answered then.

    `url` is the address that the page's source has; `fetched_at` is when it was saved.

    Raises:
        SettingsError: the file cannot be read, is too large, or has no page in it.
        CacheError: the shelf cannot be written.
    """
    saved = _saved(path, (limits or Limits()).body_bytes)
    moment = fetched_at.astimezone(UTC)
    snapshot = Snapshot(
        address=url,
        url=url,
        status=200,
        headers=(("content-type", saved.content_type),) if saved.content_type else (),
        body=saved.body,
        sha256=sha256(saved.body).hexdigest(),
        fetched_at=moment,
        validated_at=moment,
        provenance=Provenance.FETCHED,
    )
    shelf.keep(snapshot)
    return snapshot


def _saved(path: Path, most: int) -> _Saved:
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror or error}") from error
    if len(data) > most:
        raise SettingsError(f"{path} is larger than {readable_size(most)}")
    if path.suffix.lower() in _MHTML:
        return _from_mhtml(path, data)
    return _Saved(data, media_type_of(path.name))


def _from_mhtml(path: Path, data: bytes) -> _Saved:
    """The page itself out of a browser's single-file archive: the `start`, or the first text.

    (RFC 2557 and RFC 2387.)
    """
    from email import message_from_bytes

    message = message_from_bytes(data)
    parts = [part for part in message.walk() if part.get_content_maintype() == "text"]
    start = message.get_param("start")
    for part in sorted(parts, key=lambda part: start is None or part["Content-ID"] != start):
        if not part.is_multipart():
            body = part.get_payload(decode=True)
            if isinstance(body, bytes):
                return _Saved(body, _content_type(part, body))
    raise SettingsError(f"{path} holds no page")


def _content_type(part: "Message", body: bytes) -> str:
    charset = part.get_content_charset() or _BARE_UTF_16.get(body[:2])
    return part.get_content_type() + (f"; charset={charset}" if charset else "")
