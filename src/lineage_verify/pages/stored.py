"""A snapshot's file as WARC records: written and read with warcio (ISO 28500:2017, WARC 1.1).

A file holds a `warcinfo`, the redirects as `response` records, and last a `response` with the
page's bytes or a `revisit` that points to a file that has them.
"""

import base64
import hashlib
import io
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import PurePosixPath
from typing import Any

from lineage_verify._version import __version__
from lineage_verify.pages.capture import CaptureKind
from lineage_verify.pages.coding import decoded
from lineage_verify.pages.names import folder_of
from lineage_verify.pages.snapshot import Redirect, Snapshot

__all__ = ["DamagedError", "Stored", "payload_digest", "payload_of", "read", "write", "write_whole"]

_PROFILES = {
    CaptureKind.NOT_MODIFIED: "http://netpreserve.org/warc/1.1/revisit/server-not-modified",
    CaptureKind.SAME_PAYLOAD: "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest",
}
_LARGEST_FILE = 512 * 1024 * 1024
_REDIRECTS = range(300, 400)


class DamagedError(Exception):
    """A snapshot's file cannot be read as what was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """What one snapshot's file says.

    `date` is the last record's; `payload` is the body as sent, `None` for a revisit, whose
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

    def belongs_to(self, below: PurePosixPath) -> bool:
        """Whether the file lies in the folder of its own address."""
        return folder_of(self.address) == below


def payload_of(snapshot: Snapshot) -> bytes:
    """The body as the archive keeps it: as it was sent, where that is known."""
    return snapshot.body if snapshot.encoded is None else snapshot.encoded


def payload_digest(payload: bytes) -> str:
    """A labelled digest as WARC tools write it."""
    return f"sha256:{base64.b32encode(hashlib.sha256(payload).digest()).decode('ascii')}"


def write(snapshot: Snapshot, kind: CaptureKind, *, refers_to: datetime | None = None) -> bytes:
    """A snapshot's file.

    `refers_to` is the date of the record that a revisit repeats.
    """
    from warcio.warcwriter import WARCWriter

    out = io.BytesIO()
    writer = WARCWriter(out, gzip=True, warc_version="1.1")
    snapshot = _led_by_its_address(snapshot)
    moment = _moment(snapshot, kind)
    writer.write_record(_warcinfo(writer, moment))
    for hop in snapshot.redirects:
        writer.write_record(_redirect(writer, hop, moment))
    if kind is CaptureKind.RESPONSE:
        writer.write_record(_response(writer, snapshot, moment))
    else:
        writer.write_record(_revisit(writer, snapshot, kind, refers_to or moment))
    return out.getvalue()


def write_whole(snapshot: Snapshot, *, first: bool) -> bytes:
    """A snapshot's records for a file that holds several: the page in full, then its last 304.

    `first` says that the file begins with it, and so with the `warcinfo`.
    """
    from warcio.warcwriter import WARCWriter

    snapshot = _led_by_its_address(snapshot)
    out = io.BytesIO()
    writer = WARCWriter(out, gzip=True, warc_version="1.1")
    if first:
        writer.write_record(_warcinfo(writer, snapshot.validated_at))
    for hop in snapshot.redirects:
        writer.write_record(_redirect(writer, hop, snapshot.fetched_at))
    writer.write_record(_response(writer, snapshot, snapshot.fetched_at))
    if snapshot.validated_at > snapshot.fetched_at:
        kind = CaptureKind.NOT_MODIFIED
        writer.write_record(_revisit(writer, snapshot, kind, snapshot.fetched_at))
    return out.getvalue()


def _led_by_its_address(snapshot: Snapshot) -> Snapshot:
    """The snapshot with its address as the first URL in the file, by which it is found again."""
    if not snapshot.redirects:
        return replace(snapshot, url=snapshot.address)
    first, *others = snapshot.redirects
    return replace(snapshot, redirects=(replace(first, url=snapshot.address), *others))


def _moment(snapshot: Snapshot, kind: CaptureKind) -> datetime:
    return snapshot.validated_at if kind is CaptureKind.NOT_MODIFIED else snapshot.fetched_at


def _warcinfo(writer: Any, moment: datetime) -> Any:
    record = writer.create_warcinfo_record(
        None,
        {
            "software": f"lineage-verify/{__version__}",
            "format": "WARC File Format 1.1",
            "conformsTo": "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
        },
    )
    record.rec_headers.replace_header("WARC-Date", _iso(moment))
    return record


def _redirect(writer: Any, hop: Redirect, moment: datetime) -> Any:
    head = _head(hop.status, (("location", hop.location), ("content-length", "0")))
    return _record(
        writer, hop.url, "response", head, payload=b"", fields={"WARC-Date": _iso(moment)}
    )


def _response(writer: Any, snapshot: Snapshot, moment: datetime) -> Any:
    payload = payload_of(snapshot)
    head = _head(snapshot.status, _own_headers(snapshot, len(payload)))
    fields = {"WARC-Date": _iso(moment), "WARC-Payload-Digest": payload_digest(payload)}
    return _record(writer, snapshot.url, "response", head, payload=payload, fields=fields)


def _revisit(writer: Any, snapshot: Snapshot, kind: CaptureKind, refers_to: datetime) -> Any:
    payload = payload_of(snapshot)
    if kind is CaptureKind.NOT_MODIFIED:
        head = _head(HTTPStatus.NOT_MODIFIED, snapshot.confirmation or ())
    else:
        head = _head(snapshot.status, _own_headers(snapshot, len(payload)))
    fields = {
        "WARC-Date": _iso(_moment(snapshot, kind)),
        "WARC-Profile": _PROFILES[kind],
        "WARC-Refers-To-Target-URI": snapshot.url,
        "WARC-Refers-To-Date": _iso(refers_to),
        "WARC-Payload-Digest": payload_digest(payload),
    }
    return _record(writer, snapshot.url, "revisit", head, payload=b"", fields=fields)


def _record(
    writer: Any, uri: str, kind: str, head: Any, *, payload: bytes, fields: dict[str, str]
) -> Any:
    head.compute_headers_buffer()
    block = hashlib.sha256(head.headers_buff + payload).digest()
    digest = f"sha256:{base64.b32encode(block).decode('ascii')}"
    return writer.create_warc_record(
        uri,
        kind,
        payload=io.BytesIO(payload) if payload else None,
        length=len(payload),
        http_headers=head,
        warc_headers_dict={**fields, "WARC-Block-Digest": digest},
    )


def _head(status: int, headers: Iterable[tuple[str, str]]) -> Any:
    from warcio.statusandheaders import StatusAndHeaders

    try:
        phrase = HTTPStatus(status).phrase
    except ValueError:
        phrase = ""
    return StatusAndHeaders(f"{status} {phrase}".strip(), list(headers), protocol="HTTP/1.1")


def _own_headers(snapshot: Snapshot, length: int) -> tuple[tuple[str, str], ...]:
    """The answer's headers, true of the payload as it is kept."""
    left_out = {"transfer-encoding"} | ({"content-encoding"} if snapshot.encoded is None else set())
    return tuple(
        (name, str(length) if name == "content-length" else value)
        for name, value in snapshot.headers
        if name not in left_out
    )


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


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
    except (ArchiveLoadFailed, OSError, ValueError, EOFError, LookupError) as error:
        raise DamagedError(str(error)) from error
    except Exception as error:  # warcio and the codings raise whatever a broken file provokes
        raise DamagedError(f"{type(error).__name__}: {error}") from error


@dataclass(frozen=True, slots=True)
class _Record:
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
        if record.rec_type in {"response", "revisit"} and record.http_headers is not None:
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
    for kind, known in _PROFILES.items():
        if known == profile:
            return kind
    raise DamagedError("a revisit of an unknown profile")
