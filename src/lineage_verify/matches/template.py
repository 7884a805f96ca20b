"""Whether a passage is a near miss: the page says the like of several things, not of the quote's.

"For details on X, see this page" stands on a page for several X; a quote about another X is not an
altered form of any of them.
"""

from itertools import islice

from lineage_verify.matches.align import Run, align
from lineage_verify.matches.index import PieceIndex
from lineage_verify.matches.nearest import Candidate
from lineage_verify.matches.weights import telling
from lineage_verify.matches.words import Words, words_in

__all__ = ["is_near_miss"]

_LEAST_FRAME = 3
_MOST_PLACES = 8


def is_near_miss(index: PieceIndex, quote: Words, candidate: Candidate) -> bool:
    """Tell whether the words that a quote shares with a passage stand with other ones elsewhere."""
    alignment = candidate.alignment
    kept = _indices((*alignment.runs, *alignment.moved))
    if not any(index not in kept and telling(key) for index, key in enumerate(quote.keys)):
        return False
    frame = max(alignment.runs, key=lambda run: run.length)
    if frame.length < _LEAST_FRAME or alignment.near_words:
        return False
    ours = _passage(candidate.words, alignment.runs)
    return any(
        _fits_as_well(quote, kept, words, ours)
        for words in _elsewhere(index, quote, candidate, frame)
    )


def _indices(runs: tuple[Run, ...]) -> set[int]:
    return {index for run in runs for index in range(run.quote, run.quote_end)}


def _passage(words: Words, runs: tuple[Run, ...]) -> list[str]:
    return words.keys[runs[0].page : runs[-1].page_end]


def _elsewhere(index: PieceIndex, quote: Words, candidate: Candidate, frame: Run) -> list[Words]:
    """Return the words around the other places where the longest shared run stands."""
    start, end = candidate.words.span(frame.page, frame.page_end - 1)
    text = index.text
    shared = text[start:end]
    reach = 2 * (quote.ends[-1] - quote.starts[0]) - len(shared)
    around: list[Words] = []
    for at in islice((one for one in index.finds(shared) if one != start), _MOST_PLACES):
        low = text.rfind(" ", 0, max(0, at - reach // 2)) + 1
        high = text.find(" ", at + len(shared) + reach // 2)
        around.append(words_in(text, low, len(text) if high < 0 else high))
    return around


def _fits_as_well(quote: Words, kept: set[int], words: Words, ours: list[str]) -> bool:
    other = align(quote.keys, words.keys)
    if other is None or _passage(words, other.runs) == ours:
        return False
    missing = kept - _indices((*other.runs, *other.moved))
    return not any(telling(quote.keys[index]) for index in missing)
