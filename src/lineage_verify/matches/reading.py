"""One reading of a page: its text without some stretches, folded, with offsets back to the page."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import takewhile

from lineage_verify.matches.folding import FoldedText
from lineage_verify.matches.letters import fold_character
from lineage_verify.matches.model import Place
from lineage_verify.text.page_text import Mark, PageText

__all__ = ["Reading"]


class Reading:
    """A page's text without the stretches that have any mark of `leave_out`.

    Spans here are offsets into `folded.text`; places are offsets into the page's own text.
    """

    def __init__(self, page: PageText, leave_out: Mark = Mark.NONE) -> None:
        """Cut the stretches out; folding waits until it is asked for."""
        self._page = page
        kept = list(_kept(page, leave_out))
        self._page_starts = [start for start, _ in kept]
        self._starts: list[int] = []
        at = 0
        for start, end in kept:
            self._starts.append(at)
            at += end - start
        whole = len(kept) == 1 and kept[0] == (0, len(page.text))
        self.text = page.text if whole else "".join(page.text[start:end] for start, end in kept)

    @cached_property
    def folded(self) -> FoldedText:
        """The reading with its typography folded."""
        return FoldedText(self.text)

    def own(self, start: int, end: int) -> str:
        """Return the reading's own characters of a span."""
        return self.text[self.folded.start_of(start) : self.folded.end_of(end)]

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
        """Tell whether a block or a paragraph ends between two offsets of the folded text."""
        gap = self.text[self.folded.end_of(end) : self.folded.start_of(start)]
        if "\n" not in gap and "\t" not in gap:
            return False
        if gap.count("\n") > 1:
            return True
        before = self._page.block_at(self._to_page(self.folded.end_of(end) - 1))
        return before != self._page.block_at(self._to_page(self.folded.start_of(start)))

    def place(self, start: int, end: int) -> Place:
        """Return where in the page a span stands; the span is not empty."""
        first = self._to_page(self.folded.start_of(start))
        return Place(first, self._to_page(self.folded.end_of(end) - 1) + 1)

    def _to_page(self, offset: int) -> int:
        index = bisect_right(self._starts, offset) - 1
        return self._page_starts[index] + offset - self._starts[index]


def _dropped(quote: str) -> str:
    """Return the characters at a quote's start that folding drops."""
    text = quote.lstrip(" \t\r\n")
    return "".join(takewhile(lambda one: not fold_character(one), text))


def _kept(page: PageText, leave_out: Mark) -> Iterator[tuple[int, int]]:
    at = 0
    for stretch in page.stretches:
        if stretch.marks & leave_out and stretch.start < stretch.end:
            if stretch.start > at:
                yield at, stretch.start
            at = stretch.end
    if at < len(page.text):
        yield at, len(page.text)
