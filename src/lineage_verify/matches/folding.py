"""A text with its typography folded, and the way back from each offset.

The whole text is folded with `str.replace`, a block at a time; the map of a block is only drawn up
when a hit needs it.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from lineage_verify.matches.letters import WHITE, fold_character, is_combining

__all__ = ["FoldedText", "collapse", "fold"]

_BLOCK = 4096
_SPECIAL_ASCII = "`\t\n\v\f\r\x1c\x1d\x1e\x1f"
_ASCII = bytes(range(128))
_TWO_SPACES = re.compile("  +")
_ASCII_WHITE = re.compile(r"[ \t\n\v\f\r]+")
_LONGEST_MARKS = 16
"""Marks beyond these on one letter are left as they are: reordering them takes quadratic time."""


def collapse(text: str) -> str:
    """Return a text with each run of ASCII white space as one space, and none at its ends."""
    return _ASCII_WHITE.sub(" ", text).strip(" \t\n\v\f\r")


def fold(text: str) -> str:
    """Return a short text folded, without white space at its ends."""
    return FoldedText(text).text.strip(" ")


@dataclass(frozen=True, slots=True)
class _Rules:
    """How the characters that one text has are folded."""

    replaced: tuple[tuple[str, str], ...]
    marks: re.Pattern[str] | None
    even: tuple[tuple[str, str], ...]
    """Those of `replaced` that keep the length."""
    uneven: re.Pattern[str] | None
    """The characters that, each alone, change the length."""
    sites: re.Pattern[str]
    """Where folding changes the length: the only places that the map must know."""

    def apply(self, piece: str) -> str:
        if self.marks is not None:
            piece = self.marks.sub(_compose, piece)
        for old, new in self.replaced:
            piece = piece.replace(old, new)
        while "  " in piece:
            piece = piece.replace("  ", " ")
        return piece

    def find_sites(self, piece: str) -> Iterator[tuple[int, int, int]]:
        """Yield where folding changes a piece's length: start, end and the length it gets."""
        if self.uneven is not None and self.uneven.search(piece):
            for site in self.sites.finditer(piece):
                yield site.start(), site.end(), len(self.apply(site.group()))
            return
        for old, new in self.even:
            piece = piece.replace(old, new)
        for site in _TWO_SPACES.finditer(piece):
            yield site.start(), site.end(), 1


def _compose(found: re.Match[str]) -> str:
    return unicodedata.normalize("NFC", found.group())


def _rules(text: str) -> _Rules:
    present = {one for one in _SPECIAL_ASCII if one in text}
    if not text.isascii():
        present |= _non_ascii(text)
    marks = "".join(sorted(one for one in present if is_combining(one)))
    marked = f"[^{_escaped(marks)}][{_escaped(marks)}]{{1,{_LONGEST_MARKS}}}" if marks else None
    replaced = tuple((one, new) for one in sorted(present) if (new := fold_character(one)) != one)
    uneven = "".join(old for old, new in replaced if len(new) != 1) + marks
    return _Rules(
        replaced=replaced,
        marks=re.compile(marked) if marked else None,
        even=tuple((old, new) for old, new in replaced if len(new) == 1),
        uneven=re.compile(f"[{_escaped(uneven)}]") if uneven else None,
        sites=_sites(replaced, marked),
    )


def _non_ascii(text: str) -> set[str]:
    # A regular expression takes five times as long on a page that is mostly ASCII.
    encoded = text.encode("utf-8", "surrogatepass")
    return set(encoded.translate(None, _ASCII).decode("utf-8", "surrogatepass"))


def _sites(replaced: tuple[tuple[str, str], ...], marked: str | None) -> re.Pattern[str]:
    gone = "".join(old for old, new in replaced if not new)
    longer = "".join(old for old, new in replaced if len(new) > 1)
    white = "".join({" "} | {old for old, new in replaced if new == " "})
    patterns = [f"[{_escaped(white + gone)}]{{2,}}"]
    if gone:
        patterns.append(f"[{_escaped(gone)}]")
    if longer:
        patterns.append(f"[{_escaped(longer)}]")
    return re.compile("|".join([marked, *patterns] if marked else patterns))


def _escaped(characters: str) -> str:
    return "".join(re.escape(one) for one in characters)


@dataclass(slots=True)
class _BlockMap:
    """The runs of one block: where each begins in the folded text and in the source."""

    folded: list[int] = field(default_factory=list)
    source: list[int] = field(default_factory=list)
    source_end: list[int] = field(default_factory=list)
    straight: list[bool] = field(default_factory=list)

    def add(self, folded: int, source: int, source_end: int, *, straight: bool) -> None:
        self.folded.append(folded)
        self.source.append(source)
        self.source_end.append(source_end)
        self.straight.append(straight)


class FoldedText:
    """A text folded, with the way from its offsets back to the source's."""

    __slots__ = ("_maps", "_rules", "_starts", "_text_starts", "source", "text")

    def __init__(self, source: str) -> None:
        """Fold a text; the time is a few milliseconds a megabyte."""
        self.source = source
        self._rules = _rules(source)
        self._starts = _block_starts(source)
        pieces = [
            self._rules.apply(source[start:end])
            for start, end in zip(self._starts, [*self._starts[1:], len(source)], strict=True)
        ]
        self._text_starts = _running(pieces)
        self.text = "".join(pieces)
        self._maps: dict[int, _BlockMap] = {}

    def start_of(self, offset: int) -> int:
        """Return where in the source the character at a folded offset begins."""
        block, run = self._run(offset)
        if block.straight[run]:
            return block.source[run] + offset - block.folded[run]
        return block.source[run]

    def end_of(self, offset: int) -> int:
        """Return where in the source the character before a folded offset ends."""
        block, run = self._run(offset - 1)
        if block.straight[run]:
            return block.source[run] + offset - block.folded[run]
        return block.source_end[run]

    def _run(self, offset: int) -> tuple[_BlockMap, int]:
        number = bisect_right(self._text_starts, offset) - 1
        block = self._maps.get(number)
        if block is None:
            block = self._maps[number] = self._draw(number)
        return block, bisect_right(block.folded, offset) - 1

    def _draw(self, number: int) -> _BlockMap:
        block, folded, begin = _BlockMap(), self._text_starts[number], self._starts[number]
        end = self._starts[number + 1] if number + 1 < len(self._starts) else len(self.source)
        source = begin
        for site_start, site_end, length in self._rules.find_sites(self.source[begin:end]):
            start, stop = begin + site_start, begin + site_end
            if start > source:
                block.add(folded, source, start, straight=True)
                folded += start - source
            if length:
                block.add(folded, start, stop, straight=False)
            folded, source = folded + length, stop
        if source < end:
            block.add(folded, source, end, straight=True)
        return block


def _running(pieces: list[str]) -> list[int]:
    starts, at = [], 0
    for piece in pieces:
        starts.append(at)
        at += len(piece)
    return starts


def _block_starts(text: str) -> list[int]:
    starts, at = [0], _BLOCK
    while at < len(text):
        if _is_plain(text[at - 1]) and _is_plain(text[at]):
            starts.append(at)
            at += _BLOCK
        else:
            at += 1
    return starts


def _is_plain(character: str) -> bool:
    """Tell whether nothing is folded over a border between two such characters."""
    if character < "\x80":
        return character.isalnum()
    return (
        character not in WHITE
        and fold_character(character) == character
        and not is_combining(character)
    )
