"""The records of a WARC file that someone else wrote, read with warcio and trusted in nothing."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any
from urllib.parse import urldefrag, urljoin

from lineage_verify.pages.faults import readable_size
from lineage_verify.pages.storing import RENDERED_BY, RENDERED_WITHOUT

__all__ = ["Record", "UnreadableError", "records"]

_WANTED = frozenset({"request", "response", "revisit"})
_CHUNK = 64 * 1024
_GZIP = b"\x1f\x8b"


class UnreadableError(Exception):
    """The file cannot be read on from here, or is no WARC file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A request, response or revisit for an http(s) URL, or a resource that a browser rendered.

    `url` has no fragment; `location` is a redirect's, absolute; `payload` is as it stands in the
    record, empty for requests; `fault` says what is wrong with it. A resource has its type as its
    only header.
    """

    kind: str
    id: str | None
    concurrent_to: str | None
    url: str
    date: datetime | None
    method: str | None
    status: int
    headers: tuple[tuple[str, str], ...]
    payload: bytes
    payload_digest: str | None
    fault: str | None
    rendered_by: str | None = None
    rendered_without: str | None = None

    def header(self, name: str) -> str | None:
        """The first value of an HTTP header, by its lower-case name."""
        return next((value for key, value in self.headers if key == name), None)

    @property
    def location(self) -> str | None:
        """Where the record's `Location` leads, without a fragment."""
        value = self.header("location")
        if value is None:
            return None
        try:
            return urldefrag(urljoin(self.url, value.strip())).url
        except ValueError:
            return None


def records(path: Path, *, most: int) -> Iterator[Record]:
    """Read a file's records in order; payloads longer than `most` bytes are not read out.

    Raises:
        UnreadableError: what follows cannot be read.
        OSError: the file cannot be opened.
    """
    from warcio.archiveiterator import WARCIterator

    count = 0
    with _opened(path) as file:
        try:
            iterator = WARCIterator(file, check_digests=True)
            iterator.INC_RECORD = ""  # warcio would print a warning with the file's own bytes
            for record in iterator:
                count += 1
                if record.rec_type in _WANTED and record.http_headers is not None:
                    yield _as_record(record, most)
                elif record.rec_type == "resource" and record.rec_headers.get_header(RENDERED_BY):
                    yield _as_resource(record, most)
        except OSError:
            raise
        except Exception as error:  # warcio raises whatever a broken file provokes
            raise UnreadableError("it is no WARC file, or damaged from here on") from error
        if isinstance(file, _Unzipped) and file.damage is not None:
            raise UnreadableError(file.damage)
    if not count:
        raise UnreadableError("there is no WARC record in it")


@contextmanager
def _opened(path: Path) -> Iterator["IO[bytes] | _Unzipped"]:
    """The file, uncompressed as it is read: a member a record, or one for all of them."""
    with path.open("rb") as file:
        start = file.read(2)
        file.seek(0)
        yield _Unzipped(file) if start == _GZIP else file


class _Unzipped:
    """What a gzip file holds, up to the place where it is damaged; `damage` then says how."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._coded = b""
        self._engine = _member()
        self._within = False
        self._ended = False
        self.damage: str | None = None

    def read(self, size: int) -> bytes:
        """At most `size` bytes; none at the end."""
        while not self._ended:
            if not self._coded and not self._more():
                break
            plain = self._step(size)
            if plain:
                return plain
        return b""

    def _more(self) -> bool:
        self._coded = self._file.read(_CHUNK)
        if not self._coded:
            self._end("the file ends within a record" if self._within else None)
        return bool(self._coded)

    def _step(self, size: int) -> bytes:
        engine = self._engine
        try:
            plain = engine.decompress(self._coded, size)
        except zlib.error:
            self._end("the file is damaged")
            return b""
        self._within = not engine.eof
        self._coded = engine.unused_data if engine.eof else engine.unconsumed_tail
        if engine.eof:
            self._engine = _member()
        return plain

    def _end(self, damage: str | None) -> None:
        self._ended = True
        self.damage = damage


def _member() -> "zlib._Decompress":
    return zlib.decompressobj(zlib.MAX_WBITS | 16)


def _as_record(record: Any, most: int) -> Record:
    fields, head = record.rec_headers, record.http_headers
    payload = _read(record.raw_stream, most + 1) if record.rec_type == "response" else b""
    return Record(
        kind=record.rec_type,
        id=fields.get_header("WARC-Record-ID"),
        concurrent_to=fields.get_header("WARC-Concurrent-To"),
        url=urldefrag(fields.get_header("WARC-Target-URI") or "").url,
        date=_date(fields.get_header("WARC-Date")),
        method=head.protocol.upper() if record.rec_type == "request" else None,
        status=_status(head),
        headers=tuple((str(name).lower(), str(value)) for name, value in head.headers),
        payload=payload,
        payload_digest=fields.get_header("WARC-Payload-Digest"),
        fault=_fault(record, payload, most),
    )


def _as_resource(record: Any, most: int) -> Record:
    fields = record.rec_headers
    payload = _read(record.raw_stream, most + 1)
    return Record(
        kind="resource",
        id=fields.get_header("WARC-Record-ID"),
        concurrent_to=fields.get_header("WARC-Concurrent-To"),
        url=urldefrag(fields.get_header("WARC-Target-URI") or "").url,
        date=_date(fields.get_header("WARC-Date")),
        method=None,
        status=0,
        headers=(("content-type", fields.get_header("Content-Type") or "text/html"),),
        payload=payload,
        payload_digest=fields.get_header("WARC-Payload-Digest"),
        fault=_fault(record, payload, most),
        rendered_by=fields.get_header(RENDERED_BY),
        rendered_without=fields.get_header(RENDERED_WITHOUT),
    )


def _read(stream: Any, most: int) -> bytes:
    payload = bytearray()
    while len(payload) < most and (piece := stream.read(most - len(payload))):
        payload += piece
    return bytes(payload)


def _fault(record: Any, payload: bytes, most: int) -> str | None:
    if len(payload) > most:
        return f"its body is larger than {readable_size(most)}"
    if len(payload) < record.payload_length:
        return "the file ends within it"
    if record.rec_headers.get_header("WARC-Truncated"):
        return "it was cut short when it was captured"
    if record.rec_headers.get_header("WARC-Segment-Number"):
        return "it is one segment of several"
    # Tools differ in what a payload digest is taken of; a block digest leaves no such room.
    if any("block" in problem for problem in record.digest_checker.problems):
        return "its digest does not fit"
    return None


def _status(head: Any) -> int:
    code = str(head.get_statuscode() or "")
    return int(code) if code.isascii() and code.isdigit() and len(code) == 3 else 0


def _date(value: str | None) -> datetime | None:
    """A `WARC-Date` (W3C date and time, in UTC)."""
    try:
        date = datetime.fromisoformat((value or "").strip())
    except ValueError:
        return None
    return date.replace(tzinfo=UTC) if date.tzinfo is None else date.astimezone(UTC)
