"""A long quote against a text, by stretches of it that stand in the text as they are.

What is between two such stretches is aligned by itself, so that the time grows with the length of
the quote and not with its square (after Bram Cohen's patience diff).
"""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise

from lineage_verify.matches.align import Alignment, Run, align, measured
from lineage_verify.matches.words import Words, words_in

__all__ = ["align_lengthy"]

_STRETCH = 40
"""Words of the quote that are looked for at once."""
_LEAST_FOUND = 0.3
"""The share of stretches that must be found for the rest to be compared."""
_FURTHEST = 20_000
"""Characters of the page within which the next stretch is looked for."""
_MOST_MISSES = 50
"""Stretches that are looked for in the whole text, and not found, before the search is given up."""
_MOST_BETWEEN = 1_000_000
"""The most pairs of words between two stretches that are compared."""


def align_lengthy(text: str, quote: Words) -> tuple[Words, Alignment] | None:
    """Return the words of the passage of a folded text that a long quote is like, aligned."""
    anchors = list(_anchors(text, quote))
    if len(anchors) * _STRETCH < _LEAST_FOUND * len(quote):
        return None
    (first, start), (last, end) = anchors[0], anchors[-1]
    low = max(0, start - 2 * (quote.starts[first] - quote.starts[0]) - _STRETCH)
    high = end + 2 * (quote.ends[-1] - quote.starts[last]) + _STRETCH
    words = words_in(text, text.rfind(" ", 0, low + 1) + 1, min(len(text), high))
    runs = list(_runs(quote, words, anchors))
    return words, measured(quote.keys, words.keys, runs, [], float(len(quote)))


def _anchors(text: str, quote: Words) -> Iterator[tuple[int, int]]:
    """Yield the first word of each stretch found, and where it stands in the text, in order."""
    at, furthest, misses = 0, len(text), 0
    for first in range(0, len(quote) - _STRETCH + 1, _STRETCH):
        stretch = " ".join(quote.texts[first : first + _STRETCH])
        place = text.find(stretch, at, furthest)
        if place >= 0:
            yield first, place
            at = place + len(stretch)
            furthest = at + _FURTHEST
        elif furthest == len(text):
            misses += 1
            if misses > _MOST_MISSES:
                return


def _runs(quote: Words, page: Words, anchors: list[tuple[int, int]]) -> Iterator[Run]:
    """Yield the runs of the stretches found, and those of the words between them."""
    found = [Run(first, bisect_left(page.starts, place), _STRETCH) for first, place in anchors]
    whole = [run for run in found if page.keys[run.page : run.page_end] == _keys(quote, run)]
    edges = (Run(0, 0, 0), *whole, Run(len(quote), len(page), 0))
    for one, two in pairwise(edges):
        yield from _between(quote, page, one, two)
        if two.length:
            yield two


def _keys(quote: Words, run: Run) -> list[str]:
    return quote.keys[run.quote : run.quote_end]


def _between(quote: Words, page: Words, one: Run, two: Run) -> Iterator[Run]:
    ours = quote.keys[one.quote_end : two.quote]
    theirs = page.keys[one.page_end : two.page]
    if not ours or not theirs or len(ours) * len(theirs) > _MOST_BETWEEN:
        return
    alignment = align(ours, theirs)
    for run in alignment.runs if alignment else ():
        yield Run(run.quote + one.quote_end, run.page + one.page_end, run.length)
