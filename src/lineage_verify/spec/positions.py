r"""Where each value of a JSON text stands: pointer to line, column and byte range.

One scanner of RFC 8259 both reads the values and remembers where they were. It takes an object's
member, or an array's item, in one step of one regular expression, so that the loop turns once per
value and not once per token; it keeps its own stack, so no text can exhaust Python's; and it
refuses what the RFC refuses (`NaN`, trailing commas, raw control characters), with a place for the
message. The alternatives: the standard library's parser is some ten times as fast but tells no
place and reads `NaN` (`quick` takes it where places are not wanted, and a test holds the two to one
answer); kept parsers that tell ranges walk tokens in Python as this does, or build syntax trees in
C whose every node is then asked from Python, which costs as much as the scan.

Lines end at `\n`, `\r\n` and a lone `\r`, as editors count them. A byte order mark takes no
column, and counts in byte offsets.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Self

from lineage_verify.spec.json_scan import DEFAULT_DEPTH, Node, Scan, scan
from lineage_verify.spec.problems import Location

__all__ = ["BOM", "LineIndex", "PositionMap", "escape_token", "split_pointer"]

BOM: Final = b"\xef\xbb\xbf"
_LINE_END = re.compile(r"\r\n?|\n")
_CHUNK = 512


def escape_token(token: str) -> str:
    """A member's name as it stands in a JSON Pointer (RFC 6901, 3)."""
    return token.replace("~", "~0").replace("/", "~1")


def split_pointer(pointer: str) -> list[str]:
    """The member names and indexes that a JSON Pointer goes through (RFC 6901, 4).

    Raises `KeyError` for what is no pointer.
    """
    if not pointer:
        return []
    if not pointer.startswith("/"):
        raise KeyError(pointer)
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer[1:].split("/")]


class LineIndex:
    """Turns character offsets of a text into lines, columns and byte offsets of its file."""

    __slots__ = ("_bytes", "_lead", "_starts", "_text")

    def __init__(self, text: str, *, lead: int = 0) -> None:
        """Index `text`, which `lead` bytes (a byte order mark) precede in the file."""
        self._text = text
        self._lead = lead
        self._starts = _line_starts(text)
        self._bytes = None if text.isascii() else _chunk_bytes(text)

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """The line and the column of a character, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def byte(self, offset: int) -> int:
        """The byte offset in the file of a character."""
        if self._bytes is None:
            return self._lead + offset
        chunk = offset // _CHUNK
        rest = self._text[chunk * _CHUNK : offset]
        return self._lead + self._bytes[chunk] + len(rest.encode())

    def location(self, pointer: str, start: int, end: int) -> Location:
        """The place of the characters `[start, end)`."""
        line, column = self.line_and_column(start)
        return Location(pointer, line, column, self.byte(start), self.byte(end))


def _line_starts(text: str) -> list[int]:
    if text.count("\r") == text.count("\r\n"):
        lengths = (len(line) + 1 for line in text.split("\n"))
        return [0, *accumulate(lengths)][:-1]
    return [0, *(match.end() for match in _LINE_END.finditer(text))]


def _chunk_bytes(text: str) -> list[int]:
    sizes = (len(text[at : at + _CHUNK].encode()) for at in range(0, len(text), _CHUNK))
    return [0, *accumulate(sizes)]


@dataclass(frozen=True, slots=True)
class PositionMap:
    """A JSON text's value, and the place of every part of it."""

    scan: Scan
    lines: LineIndex

    @classmethod
    def of(cls, data: bytes, *, depth: int = DEFAULT_DEPTH) -> Self:
        """The map of a file's bytes.

        Raises `JsonError` where they are no JSON text, and `UnicodeDecodeError`.
        """
        lead = len(BOM) if data.startswith(BOM) else 0
        text = data[lead:].decode()
        return cls(scan(text, depth=depth), LineIndex(text, lead=lead))

    def value(self, pointer: str) -> Location:
        """Where the value that a pointer names stands; raises `KeyError` where there is none."""
        *above, name = split_pointer(pointer) or [""]
        if not pointer:
            return self.lines.location("", self.scan.start, self.scan.end)
        with _naming(pointer):
            return self.lines.location(pointer, *self._node(above).value_span(name))

    def key(self, pointer: str) -> Location:
        """Where the name of the member that a pointer names stands, its quote marks included.

        Raises `KeyError` where the pointer names no member of an object.
        """
        *above, name = split_pointer(pointer) or [""]
        with _naming(pointer):
            return self.lines.location(pointer, *self._node(above).name_span(name))

    def _node(self, path: list[str]) -> Node:
        node = self.scan.node
        if node is None:
            raise KeyError(path)
        for name in path:
            node = node.children[name]
        return node


@contextmanager
def _naming(pointer: str) -> Iterator[None]:
    """Let a `KeyError` name the whole pointer."""
    try:
        yield
    except KeyError:
        raise KeyError(pointer) from None
