"""Change one value of a JSON text and nothing else.

Every other byte stays: the order of fields, white space, line ends, a byte order mark, the spelling
of numbers and of other texts.
"""

import json
import re
from collections.abc import Mapping

from lineage_verify.errors import EditError
from lineage_verify.spec.json_fault import JsonError
from lineage_verify.spec.positions import PositionMap

__all__ = ["replace_value", "replace_values"]

_SPELT_OUT = re.compile(r"\\u(?!00[01])[0-9a-fA-F]{4}")
_ESCAPE = re.compile(r"\\u[0-9a-f]{4}")
_CAPITALS = re.compile(r"\\u[0-9A-F]*[A-F]")
_SMALL = re.compile(r"\\u[0-9a-f]*[a-f]")


def replace_value(data: bytes, pointer: str, value: str) -> bytes:
    """The file with a text in place of the value that a JSON Pointer (RFC 6901) names.

    The new text keeps the old one's way of escaping. A value that says the same already is left as
    it is spelt. Raises `EditError` where the file is not JSON or has no such value.
    """
    return replace_values(data, {pointer: value})


def replace_values(data: bytes, values: Mapping[str, str]) -> bytes:
    """The file with a text in place of each value that a pointer names; see `replace_value`.

    Raises `EditError`, also where one of the values lies within another.
    """
    positions = _positions(data)
    edits = sorted(_edit(data, positions, pointer, value) for pointer, value in values.items())
    pieces, done = [], 0
    for start, end, new in edits:
        if start < done:
            raise EditError("two of the values to change lie one within the other")
        pieces += [data[done:start], new]
        done = end
    return b"".join([*pieces, data[done:]])


def _positions(data: bytes) -> PositionMap:
    try:
        return PositionMap.of(data)
    except (JsonError, UnicodeDecodeError):
        raise EditError("the file is not JSON in UTF-8, so nothing in it can be changed") from None


def _edit(data: bytes, positions: PositionMap, pointer: str, value: str) -> tuple[int, int, bytes]:
    try:
        place = positions.value(pointer)
    except KeyError:
        raise EditError(f"the file has no value at {pointer or 'its root'}") from None
    old = data[place.start : place.end].decode()
    if old.startswith('"') and json.loads(old) == value:
        return place.start, place.end, old.encode()
    try:
        return place.start, place.end, _spelt(value, old).encode()
    except UnicodeEncodeError:
        raise EditError("the new text has half of a surrogate pair in it") from None


def _spelt(value: str, old: str) -> str:
    """A JSON string for a value, escaped in the way of the one that it takes the place of."""
    ascii_only = bool(_SPELT_OUT.search(old)) and old.isascii()
    text = json.dumps(value, ensure_ascii=ascii_only)
    if "\\/" in old:
        text = text.replace("/", "\\/")
    if _CAPITALS.search(old) and not _SMALL.search(old):
        text = _ESCAPE.sub(lambda match: "\\u" + match[0][2:].upper(), text)
    return text
