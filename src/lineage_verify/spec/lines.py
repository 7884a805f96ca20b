r"""Characters of a text to lines, columns and bytes of its file.

Lines end at `\n`, `\r\n` and a lone `\r`, as editors count them. A byte order mark takes no
column, and counts in byte offsets.
"""

import re
from bisect import bisect_right
from itertools import accumulate
from typing import Final

from lineage_verify.spec.problems import Location

__all__ = ["BOM", "LineIndex"]

BOM: Final = b"\xef\xbb\xbf"
_LINE_END = re.compile(r"\r\n?|\n")
_CHUNK = 512


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
