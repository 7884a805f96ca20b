"""A quote as its author should cite it: the page's own words, and context where it needs some."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from typing import Final

from lineage_verify.matches import match_quote
from lineage_verify.matches.model import Match, Place, Selector, WarningCode
from lineage_verify.text.page_text import Mark, PageText, Stretch

__all__ = ["pointed"]

CONTEXT_WORDS = (3, 6, 12, 24)
"""How many words of context are tried on each side, in turn."""
CONTEXT_REACH = 1_000
"""How many characters those words may take."""
_AMBIGUOUS: Final = {WarningCode.SEVERAL_PLACES, WarningCode.CONTEXT_CHANGED}
_Words = Callable[[PageText, int, int], list[str]]


def pointed(match: Match, text: PageText) -> Selector:
    """A selector that picks out the place of a match.

    `prefix` and `suffix` are added only where the quote stands in several places, and only as many
    words of them as it takes: whole words that a reader sees, where those tell the place.
    """
    exact = match.selector.exact
    if match.place is None or WarningCode.SEVERAL_PLACES not in _codes(match):
        return Selector(exact)
    tried = Selector(exact)
    for words in (_seen, _all):
        for tried in _candidates(exact, match.place, text, words):
            found = match_quote(tried, text)
            if found.place == match.place and not _AMBIGUOUS & _codes(found):
                return tried
    return tried


def _candidates(exact: str, place: Place, text: PageText, words: _Words) -> Iterator[Selector]:
    before, after = _beside(place, text, words)
    for count in CONTEXT_WORDS:
        prefix, suffix = " ".join(before[-count:]), " ".join(after[:count])
        if prefix:
            yield Selector(exact, prefix=prefix)
        if suffix:
            yield Selector(exact, suffix=suffix)
        if prefix and suffix:
            yield Selector(exact, prefix=prefix, suffix=suffix)


def _beside(place: Place, text: PageText, words: _Words) -> tuple[list[str], list[str]]:
    """The words before a place and those after it, as many as are within reach and whole."""
    start, end = max(0, place.start - CONTEXT_REACH), place.end + CONTEXT_REACH
    before, after = words(text, start, place.start), words(text, place.end, end)
    return before[start > 0 :], after[: -1 if end < len(text.text) else None]


def _seen(text: PageText, start: int, end: int) -> list[str]:
    """The words that a reader sees: those of the main reading."""
    seen = []
    for stretch in _asides(text, start, end):
        seen.append(text.text[start : stretch.start])
        start = max(start, min(stretch.end, end))
    return "".join((*seen, text.text[start:end])).split()


def _asides(text: PageText, start: int, end: int) -> Iterator[Stretch]:
    first = max(0, bisect_right(text.stretches, start, key=lambda one: one.start) - 1)
    last = bisect_left(text.stretches, end, key=lambda one: one.start)
    for stretch in text.stretches[first:last]:
        if stretch.marks & Mark.aside() and stretch.end > start:
            yield stretch


def _all(text: PageText, start: int, end: int) -> list[str]:
    """All words, for a place that nothing that a reader sees tells apart."""
    return text.text[start:end].split()


def _codes(match: Match) -> set[WarningCode]:
    return {warning.code for warning in match.warnings}
