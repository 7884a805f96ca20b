"""Content codings undone within bounds: gzip, deflate, br and zstd (RFC 9110, 8.4.1)."""

import re
import zlib
from collections.abc import Callable, Iterable

__all__ = [
    "BodyTooLargeError",
    "BrokenCodingError",
    "CutShortError",
    "codings",
    "dechunked",
    "decoded",
]

_MOST_CODINGS = 3
_CHUNK = 64 * 1024
_LONGEST_CHUNK_LINE = 4096
_CHUNK_SIZE = re.compile(rb"[0-9a-fA-F]{1,16}")
_ZSTD_SLICE = 256
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_ZSTD_WINDOW = 8 * 1024 * 1024  # RFC 9659: what a content coding may ask for


class BrokenCodingError(Exception):
    """The bytes are not what their content coding says."""


class CutShortError(Exception):
    """The coded bytes end before their coding does."""

    def __str__(self) -> str:
        """What a person is told."""
        return "the bytes end too early"


class BodyTooLargeError(Exception):
    """The decoded body would pass the bound."""


def codings(headers: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The content codings that an answer's headers name, in the order they were applied."""
    lines = (value for name, value in headers if name == "content-encoding")
    names = (name.strip().lower() for line in lines for name in line.split(","))
    return tuple(name for name in names if name and name != "identity")


def decoded(body: bytes, names: tuple[str, ...], *, limit: int) -> bytes:
    """Undo the codings of a body; no more than `limit` bytes are ever made.

    Raises:
        BrokenCodingError: an unknown coding, too many of them, or bytes that do not fit theirs.
        CutShortError: the coded bytes end too early.
        BodyTooLargeError: the result would be longer than `limit`.
    """
    if len(names) > _MOST_CODINGS:
        raise BrokenCodingError(f"{len(names)} content codings on one body")
    for name in reversed(names):
        reader = _READERS.get(name)
        if reader is None:
            raise BrokenCodingError(f"unknown content coding {name[:20]!r}")
        body = reader(body, limit) if body else body
    return body


def dechunked(body: bytes) -> bytes | None:
    """Undo the chunked transfer coding (RFC 9112, 7.1); `None` where the bytes do not have it.

    Raises:
        CutShortError: the last chunk is missing.
    """
    out = bytearray()
    start = 0
    while True:
        line, found, _ = body[start : start + _LONGEST_CHUNK_LINE].partition(b"\r\n")
        size = _CHUNK_SIZE.fullmatch(line.partition(b";")[0].strip())
        if not found or size is None:
            if start == 0:
                return None
            raise CutShortError
        begin, length = start + len(line) + 2, int(size[0], 16)
        if length == 0:
            return bytes(out)
        if begin + length > len(body):
            raise CutShortError
        out += body[begin : begin + length]
        start = begin + length + 2


def _gzip(data: bytes, limit: int) -> bytes:
    """One or more gzip members; what follows them and is not one is left out (RFC 1952, 2.2)."""
    out = bytearray()
    rest = data
    while rest[:2] == b"\x1f\x8b" or not out:
        member, rest = _inflate(rest, zlib.MAX_WBITS | 16, limit - len(out))
        out += member
        if not rest:
            break
    return bytes(out)


def _deflate(data: bytes, limit: int) -> bytes:
    """The zlib format, or the bare stream that some servers send instead (RFC 9110, 8.4.1.2)."""
    try:
        return _inflate(data, zlib.MAX_WBITS, limit)[0]
    except BrokenCodingError:
        return _inflate(data, -zlib.MAX_WBITS, limit)[0]


def _inflate(data: bytes, bits: int, limit: int) -> tuple[bytes, bytes]:
    engine = zlib.decompressobj(bits)
    try:
        out = engine.decompress(data, limit + 1)
    except zlib.error as error:
        raise BrokenCodingError("the bytes do not fit it") from error
    if len(out) > limit:
        raise BodyTooLargeError
    if not engine.eof:
        raise CutShortError
    return out, engine.unused_data


def _brotli(data: bytes, limit: int) -> bytes:
    import brotli  # type: ignore[import-untyped]

    engine = brotli.Decompressor()
    out = bytearray()
    piece = data
    while not engine.is_finished():
        try:
            made = engine.process(piece, output_buffer_limit=_CHUNK)
        except brotli.error as error:
            raise BrokenCodingError("the bytes do not fit it") from error
        out += made
        if len(out) > limit:
            raise BodyTooLargeError
        if not made and engine.can_accept_more_data():
            raise CutShortError
        piece = b""
    return bytes(out)


def _zstd(data: bytes, limit: int) -> bytes:
    """One or more frames, fed in slices so small that none can grow past a few MiB (RFC 8878)."""
    import zstandard

    out = bytearray()
    engine = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW).decompressobj()
    start = 0
    while start < len(data):
        try:
            out += engine.decompress(data[start : start + _ZSTD_SLICE])
        except zstandard.ZstdError as error:
            raise BrokenCodingError("the bytes do not fit it") from error
        if len(out) > limit:
            raise BodyTooLargeError
        start += _ZSTD_SLICE
        if engine.eof:
            start = min(start, len(data)) - len(engine.unused_data)
            engine = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW).decompressobj()
            if not data.startswith(_ZSTD_MAGIC, start):
                return bytes(out)
    raise CutShortError


_READERS: dict[str, Callable[[bytes, int], bytes]] = {
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _deflate,
    "br": _brotli,
    "zstd": _zstd,
}
