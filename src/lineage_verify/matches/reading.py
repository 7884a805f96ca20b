"""One reading of a page: its text without some stretches, folded, with offsets back to the page."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from enum import Enum, auto
from functools import cached_property
from itertools import accumulate, pairwise, takewhile

from lineage_verify.matches.folding import FoldedText, fold
from lineage_verify.matches.letters import fold_character
from lineage_verify.matches.model import Place
from lineage_verify.matches.tokens import ends_in_denial, is_word
from lineage_verify.text.page_text import Mark, PageText

__all__ = ["LineEnds", "Reading", "broken_words"]

_LINE = re.compile(r"\n")
_LONGEST_DENIAL = 5
_SEAM = 6
_SEAM_BEFORE = re.compile(r"\w*[-\u2010]?$")
_SEAM_AFTER = re.compile(r"\w*")
_PARAGRAPH = re.compile(r"\n[ \t]*\n")


class LineEnds(Enum):
    """What becomes of a hyphen at a line's end within a word."""

    KEPT = auto()
    """Nothing: the line ends there."""
    JOINED = auto()
    """The next line follows the hyphen."""
    DROPPED = auto()
    """The next line follows the letter before the hyphen."""


class Reading:
    """A page's text without the stretches that have any mark of `leave_out`.

    Spans here are offsets into `folded.text`; places are offsets into the page's own text.
    """

    def __init__(
        self,
        page: PageText,
        leave_out: Mark = Mark.NONE,
        broken: list[tuple[int, int]] | None = None,
        line_ends: LineEnds = LineEnds.KEPT,
    ) -> None:
        """Cut the stretches out; folding waits until it is asked for.

        `broken` are the page's `broken_words`, and `line_ends` is what becomes of those.
        """
        self._page = page
        kept = list(_kept(page, leave_out))
        self._seams: frozenset[str] | None = None
        if broken and line_ends is not LineEnds.KEPT:
            kept = list(_rejoined(page.text, kept, broken, line_ends))
            self._seams = frozenset(_seams(page.text, kept))
        self._page_starts = [start for start, _ in kept]
        self._starts = list(accumulate((end - start for start, end in kept[:-1]), initial=0))
        self._kept = kept

    @cached_property
    def text(self) -> str:
        """The page's own characters that are read."""
        page = self._page.text
        if self._kept == [(0, len(page))]:
            return page
        return "".join(page[start:end] for start, end in self._kept)

    @cached_property
    def folded(self) -> FoldedText:
        """The reading with its typography folded."""
        return FoldedText(self.text)

    def may_need(self, folded: str) -> bool:
        """Tell whether a folded quote has a word that only this reading joins, if it joins any."""
        lowered = folded.lower()
        return self._seams is None or any(seam in lowered for seam in self._seams)

    def found(self, start: int, end: int) -> tuple[Place, str]:
        """Return where in the page a span stands, and its own characters; it is not empty."""
        first, last = self.folded.start_of(start), self.folded.end_of(end)
        return Place(self._to_page(first), self._to_page(last - 1) + 1), self.text[first:last]

    @cached_property
    def _markers(self) -> dict[int, str]:
        return dict(self._page.markers)

    @property
    def has_markers(self) -> bool:
        """Whether the page has any list whose items a browser draws something before."""
        return bool(self._page.markers)

    def marker_at(self, offset: int) -> str:
        """Return what a list draws before the item that begins at an offset, else nothing."""
        return self._markers.get(self._to_page(self.folded.start_of(offset)), "")

    def between(self, end: int, start: int) -> str:
        """Return the own characters between the end of one span and the start of the next."""
        return self.text[self.folded.end_of(end) : self.folded.start_of(start)]

    def widened(self, start: int, end: int, quote: str) -> str | None:
        """Return a span's own characters with those at its ends that folding drops and a quote has.

        A quote that begins or ends with a backtick is the same as the page's words in backticks.
        """
        lead, tail = _dropped(quote), _dropped(quote[::-1])[::-1]
        if not lead and not tail:
            return None
        first, last = self.folded.start_of(start), self.folded.end_of(end)
        if self.text[max(0, first - len(lead)) : first] == lead:
            first -= len(lead)
        if self.text[last : last + len(tail)] == tail:
            last += len(tail)
        return self.text[first:last]

    def parts(self, end: int, start: int) -> bool:
        """Tell whether a block or a paragraph ends between two spans."""
        gap = self.between(end, start)
        if "\n" not in gap and "\t" not in gap:
            return False
        if gap.count("\n") > 1:
            return True
        before = self._page.block_at(self._to_page(self.folded.end_of(end) - 1))
        return before != self._page.block_at(self._to_page(self.folded.start_of(start)))

    def blocks_between(self, end: int, start: int) -> list[str]:
        """Return what stands between two spans, block by block."""
        pattern = _LINE if len(self._page.blocks) > 1 else _PARAGRAPH
        return pattern.split(self.between(end, start))

    def _to_page(self, offset: int) -> int:
        index = bisect_right(self._starts, offset) - 1
        return self._page_starts[index] + offset - self._starts[index]


def _rejoined(
    text: str, kept: list[tuple[int, int]], broken: list[tuple[int, int]], line_ends: LineEnds
) -> Iterator[tuple[int, int]]:
    for start, end in kept:
        at = start
        for hyphen, line in broken[bisect_left(broken, (start, 0)) :]:
            if line >= end:
                break
            if line_ends is LineEnds.DROPPED and _is_own(text, hyphen, line):
                continue
            yield at, hyphen + (line_ends is LineEnds.JOINED)
            at = line
        if at < end:
            yield at, end


def _is_own(text: str, hyphen: int, line: int) -> bool:
    """Tell whether a hyphen at a line's end may be a number's, or behind the `no` of a flag."""
    beside_digit = text[hyphen - 1].isdigit() or text[line].isdigit()
    return beside_digit or ends_in_denial(text[max(0, hyphen - _LONGEST_DENIAL) : hyphen])


def broken_words(text: str) -> list[tuple[int, int]]:
    """Return where words are broken over two lines: each hyphen, and where the word goes on."""
    found = []
    for mark in ("-\n", "-\r\n", "\u2010\n", "\u2010\r\n"):
        at = text.find(mark) if all(one in text for one in mark) else -1
        while at >= 0:
            line = at + len(mark)
            while text[line : line + 1] in {" ", "\t"}:
                line += 1
            if is_word(text[at - 1 : at] or " ") and is_word(text[line : line + 1] or " "):
                found.append((at, line))
            at = text.find(mark, at + 1)
    return sorted(found)


def _seams(text: str, kept: list[tuple[int, int]]) -> Iterator[str]:
    """Yield the characters on both sides of each join, folded: what a quote over it must have."""
    for (_, end), (start, _) in pairwise(kept):
        before = _SEAM_BEFORE.search(text, max(0, end - _SEAM), end)
        after = _SEAM_AFTER.match(text, start, start + _SEAM)
        yield fold((before[0] if before else "") + (after[0] if after else "")).lower()


def _dropped(quote: str) -> str:
    """Return the characters at a quote's start that folding drops."""
    text = quote.lstrip(" \t\r\n")
    return "".join(takewhile(lambda one: not fold_character(one), text))


def _kept(page: PageText, leave_out: Mark) -> Iterator[tuple[int, int]]:
    """Yield the spans of a page that are left, at least one, however empty."""
    at = 0
    for stretch in page.stretches:
        if stretch.marks & leave_out and stretch.start < stretch.end:
            if stretch.start > at:
                yield at, stretch.start
            at = stretch.end
    if at < len(page.text):
        yield at, len(page.text)
