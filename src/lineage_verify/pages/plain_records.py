"""WARC records of the plain form in which this program writes them, read without warcio.

Every check of a kept page reads its file, and loading warcio takes longer than that. What is read
here, warcio reads just so (a test compares the two), digests included; at anything out of the
ordinary this gives up, and warcio decides.
"""

import re
from base64 import b32encode
from collections.abc import Mapping
from hashlib import sha1, sha256
from typing import Final, NamedTuple

__all__ = ["Record", "read_plain"]

_START: Final = b"WARC/1.1\r\n"
_END: Final = b"\r\n\r\n"
_FIELD = re.compile(rb"([!-9;-~]+): ([!-~](?:[ -~]*[!-~])?)\r\n")
_STATUS = re.compile(rb"HTTP/1\.[01] ([0-9]{3})(?: [ -~]*)?\r\n")
_LENGTH = re.compile("[0-9]{1,12}")
_HASHES: Final = {"sha256": sha256, "sha1": sha1}
_PAGES: Final = frozenset({"response", "revisit"})
_OTHERS: Final = frozenset({"resource", "warcinfo"})


class Record(NamedTuple):
    """A record of a page; `fields` are WARC's, by lower-case name.

    A resource has no status and no `headers`.
    """

    kind: str
    fields: Mapping[str, str]
    payload: bytes
    status: int = 0
    headers: tuple[tuple[str, str], ...] = ()


class _NotPlainError(Exception):
    """Warcio should look at these records."""


def read_plain(data: bytes) -> list[Record] | None:
    """The records of a page in a WARC file, `None` where warcio should read them."""
    records: list[Record] = []
    start = 0
    try:
        while start < len(data):
            record, start = _record(data, start)
            if record.kind != "warcinfo":
                records.append(record)
    except _NotPlainError:
        return None
    return records


def _record(data: bytes, start: int) -> tuple[Record, int]:
    if not data.startswith(_START, start):
        raise _NotPlainError
    pairs, begin = _fields(data, start + len(_START))
    fields = dict(pairs)
    length = fields.get("content-length", "")
    if len(fields) != len(pairs) or not _LENGTH.fullmatch(length):
        raise _NotPlainError
    end = begin + int(length)
    if data[end : end + len(_END)] != _END:
        raise _NotPlainError
    return _read(fields, data[begin:end]), end + len(_END)


def _read(fields: Mapping[str, str], block: bytes) -> Record:
    kind = fields.get("warc-type", "")
    if "warc-segment-number" in fields or " " in (address := fields.get("warc-target-uri", "")):
        raise _NotPlainError
    if kind in _OTHERS:
        _check(fields, block, block)
        return Record(kind, fields, block)
    status = _STATUS.match(block)
    if kind not in _PAGES or status is None or not address.startswith(("http://", "https://")):
        raise _NotPlainError
    headers, begin = _fields(block, status.end())
    payload = block[begin:]
    if kind != "revisit":  # its digest is that of the payload that it repeats
        _check(fields, block, payload)
    return Record(kind, fields, payload, int(status[1]), headers)


def _fields(data: bytes, start: int) -> tuple[tuple[tuple[str, str], ...], int]:
    """The lines `name: value` up to an empty one, and where what follows that begins."""
    found: list[tuple[str, str]] = []
    while match := _FIELD.match(data, start):
        found.append((match[1].decode().lower(), match[2].decode()))
        start = match.end()
    if data[start : start + 2] != b"\r\n":
        raise _NotPlainError
    return tuple(found), start + 2


def _check(fields: Mapping[str, str], block: bytes, payload: bytes) -> None:
    for name, body in (("warc-block-digest", block), ("warc-payload-digest", payload)):
        digest = fields.get(name)
        if digest is not None and digest != _digest(digest.partition(":")[0], body):
            raise _NotPlainError


def _digest(algorithm: str, body: bytes) -> str:
    if algorithm not in _HASHES:
        raise _NotPlainError
    return f"{algorithm}:{b32encode(_HASHES[algorithm](body).digest()).decode()}"
