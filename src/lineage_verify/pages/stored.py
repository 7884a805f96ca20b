"""A snapshot's file, read with warcio and checked; `storing` writes it.

A file holds a `warcinfo`, the redirects as `response` records, and last a `response` with the
page's bytes or a `revisit` that points to a file that has them. A rendered page stands after the
`response` that it was made of, as a `resource`.
"""

import io
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any

from lineage_verify.pages.capture import CaptureKind
from lineage_verify.pages.coding import BrokenCodingError, CutShortError, decoded
from lineage_verify.pages.names import folder_of
from lineage_verify.pages.snapshot import Redirect
from lineage_verify.pages.storing import PROFILES, RENDERED_BY, RENDERED_WITHOUT

__all__ = ["DamagedError", "Made", "Stored", "read"]

_LARGEST_FILE = 512 * 1024 * 1024
_REDIRECTS = range(300, 400)


class DamagedError(Exception):
    """A snapshot's file cannot be read as what was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What a browser made of the page in the same file."""

    by: str
    without: str | None
    date: datetime
    media_type: str
    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """What one snapshot's file says of the page as it was sent, and what was `made` of it.

    `date` is the page's record's; `payload` is the body as sent, `None` for a revisit, whose
    `refers_to` is the date of the record that it repeats.
    """

    address: str
    url: str
    kind: CaptureKind
    date: datetime
    status: int
    headers: tuple[tuple[str, str], ...]
    redirects: tuple[Redirect, ...]
    payload: bytes | None
    digest: str
    refers_to: datetime | None = None
    made: Made | None = None

    def belongs_to(self, below: PurePosixPath) -> bool:
        """Whether the file lies in the folder of its own address."""
        return folder_of(self.address) == below


def read(data: bytes) -> Stored:
    """Read a snapshot's file, and check it: gzip's own sums and the records' digests.

    Raises:
        DamagedError: it is not whole, or not such a file.
    """
    from warcio.exceptions import ArchiveLoadFailed

    try:
        return _assembled(_records(decoded(data, ("gzip",), limit=_LARGEST_FILE)))
    except DamagedError:
        raise
    except CutShortError as error:
        raise DamagedError("it ends too early") from error
    except BrokenCodingError as error:
        raise DamagedError("it is no gzip file") from error
    except (ArchiveLoadFailed, OSError, ValueError, EOFError, LookupError) as error:
        raise DamagedError(str(error) or "it cannot be read") from error
    except Exception as error:  # warcio raises whatever a broken file provokes
        raise DamagedError("it cannot be read") from error


@dataclass(frozen=True, slots=True)
class _Record:
    """A record of a page; a resource has no status and no headers."""

    kind: str
    fields: Any
    status: int
    headers: tuple[tuple[str, str], ...]
    payload: bytes

    def field(self, name: str) -> str:
        value = self.fields.get_header(name)
        if value is None:
            raise DamagedError(f"a record lacks {name}")
        return str(value)


def _records(data: bytes) -> list[_Record]:
    from warcio.archiveiterator import WARCIterator

    iterator = WARCIterator(io.BytesIO(data), check_digests=True)
    iterator.INC_RECORD = ""  # warcio would print a warning of its own
    records = []
    for record in iterator:
        payload = record.raw_stream.read()
        if record.digest_checker.passed is False:
            raise DamagedError("a digest does not fit")
        if record.rec_type == "resource":
            records.append(_Record("resource", record.rec_headers, 0, (), payload))
        elif record.rec_type in {"response", "revisit"} and record.http_headers is not None:
            records.append(_as_record(record, payload))
    if iterator.err_count:
        raise DamagedError("a record's length is wrong")
    return records


def _as_record(record: Any, payload: bytes) -> _Record:
    head = record.http_headers
    headers = tuple((str(name).lower(), str(value)) for name, value in head.headers)
    return _Record(
        record.rec_type, record.rec_headers, int(head.get_statuscode()), headers, payload
    )


def _assembled(records: list[_Record]) -> Stored:
    made = _read_made(records.pop()) if records and records[-1].kind == "resource" else None
    if not records:
        raise DamagedError("there is no page in it")
    *hops, last = records
    redirects = tuple(_read_hop(hop) for hop in hops)
    kind = _kind_of(last)
    url = last.field("WARC-Target-URI")
    own_body = kind is CaptureKind.RESPONSE
    return Stored(
        address=redirects[0].url if redirects else url,
        url=url,
        kind=kind,
        date=datetime.fromisoformat(last.field("WARC-Date")),
        status=last.status,
        headers=last.headers,
        redirects=redirects,
        payload=last.payload if own_body else None,
        digest=last.field("WARC-Payload-Digest"),
        refers_to=None if own_body else datetime.fromisoformat(last.field("WARC-Refers-To-Date")),
        made=made,
    )


def _read_made(record: _Record) -> Made:
    return Made(
        by=record.field(RENDERED_BY),
        without=record.fields.get_header(RENDERED_WITHOUT),
        date=datetime.fromisoformat(record.field("WARC-Date")),
        media_type=record.field("Content-Type"),
        body=record.payload,
    )


def _read_hop(hop: _Record) -> Redirect:
    location = next((value for name, value in hop.headers if name == "location"), None)
    if hop.status not in _REDIRECTS or location is None:
        raise DamagedError("a redirect in it leads nowhere")
    return Redirect(hop.field("WARC-Target-URI"), hop.status, location)


def _kind_of(record: _Record) -> CaptureKind:
    if record.kind == "response":
        return CaptureKind.RESPONSE
    profile = record.field("WARC-Profile")
    for kind, known in PROFILES.items():
        if known == profile:
            return kind
    raise DamagedError("a revisit of an unknown profile")
