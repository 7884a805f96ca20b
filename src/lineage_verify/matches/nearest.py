"""Where in a reading a quote that does not hold may have come from: candidate places, no verdict."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from lineage_verify.matches.align import Alignment, align
from lineage_verify.matches.index import PieceIndex, index_words
from lineage_verify.matches.words import Words, words_in

__all__ = ["Candidate", "Window", "candidates", "windows"]

_PIECE = 240
_INTERRUPTION = 330
"""Characters of the page that may stand between two words of a passage."""
_MOST_WINDOWS = 4
_MOST_VOTING = 48
"""The rarest words of a quote, at most so many, name the pieces to look at."""
_LEAST_SHARED = 0.4
"""The least share of a quote's words in a window that is worth an alignment."""


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of a folded text, the piece that drew attention, and the share of words in it."""

    start: int
    end: int
    piece: int
    shared: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A window's words aligned with a quote's."""

    window: Window
    words: Words
    alignment: Alignment


def windows(index: PieceIndex, folded_quote: str) -> list[Window]:
    """Return the windows that share most with a quote, best first."""
    words = set(index_words(folded_quote))
    if not words:
        return []
    reach = ceil((len(folded_quote) + _INTERRUPTION) / _PIECE)
    found = []
    for piece in _peaks(index, words, reach):
        low, high = max(0, piece - reach), min(len(index.words), piece + reach + 2)
        there = frozenset[bytes]().union(*index.words[low:high])
        start, end = index.piece_at(low, high)
        found.append(Window(start, end, piece, len(words & there) / len(words)))
    return sorted(found, key=lambda window: -window.shared)


def _peaks(index: PieceIndex, words: set[bytes], reach: int) -> Iterator[int]:
    """Yield the pieces with most votes, those of their neighbours counted in part."""
    votes = index.votes(words, _MOST_VOTING)
    ranked = sorted(
        votes,
        key=lambda piece: (-(2 * votes[piece] + votes[piece - 1] + votes[piece + 1]), piece),
    )
    chosen: list[int] = []
    for piece in ranked[: 6 * _MOST_WINDOWS]:
        if all(abs(piece - other) > reach // 2 for other in chosen):
            chosen.append(piece)
            yield piece
        if len(chosen) >= _MOST_WINDOWS:
            return


def candidates(index: PieceIndex, quote: Words, found: list[Window]) -> list[Candidate]:
    """Return the windows worth it, aligned, best first."""
    aligned = []
    for window in found:
        if window.shared < _LEAST_SHARED:
            continue
        words = words_in(index.text, window.start, window.end)
        alignment = align(quote.keys, words.keys)
        if alignment is not None:
            aligned.append(Candidate(window, words, alignment))
    return sorted(aligned, key=lambda one: (-one.alignment.score, one.window.start))
