"""Where a quote that does not hold may have come from: candidate places, no verdict."""

from dataclasses import dataclass

from lineage_verify.matches.align import Alignment, align
from lineage_verify.matches.index import PIECE, PieceIndex, highest, tally
from lineage_verify.matches.words import Words, words_in

__all__ = ["Candidate", "Window", "candidates", "windows"]

_INTERRUPTION = 330
"""Characters of the page that may stand between two words of a passage."""
_MOST_WINDOWS = 4
_LEAST_SHARED = 0.5
"""The least share of a quote's words, by their weight, that makes a window worth an alignment."""
_LEAST_THERE = 0.55
"""The least share of a quote's words in a window, in any order, for it to be aligned."""
_MOST_BEHIND = 0.2
_LEAST_NEAR = 0.4


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of a folded text around a piece, and the share of a quote's words in it."""

    start: int
    end: int
    piece: int
    shared: float

    def promising(self, best: "Window") -> bool:
        """Tell whether it shares enough with the quote to be worth an alignment."""
        return self.shared >= max(_LEAST_SHARED, best.shared - _MOST_BEHIND)


@dataclass(frozen=True, slots=True)
class Candidate:
    """The words of a stretch of a folded text, aligned with a quote's."""

    words: Words
    alignment: Alignment


def windows(index: PieceIndex, folded_quote: str) -> list[Window]:
    """Return the windows that share most with a quote, best first, apart from one another."""
    weights = index.weighed_words(folded_quote)
    index.index_words(weights)
    total = sum(weights.values())
    reach = -(-(len(folded_quote) + _INTERRUPTION) // (2 * PIECE))
    planes = tally((index.pieces_near(word, reach), weights[word]) for word in sorted(weights))
    among = (1 << len(index)) - 1
    found: list[Window] = []
    while among and planes and len(found) < _MOST_WINDOWS:
        count, best = highest(planes, among)
        if count < _LEAST_NEAR * total:
            break
        piece = _middle(best)
        found.append(_window(index, piece, reach, count / total))
        among &= ~(((1 << (2 * reach + 1)) - 1) << piece >> reach)
    return found


def _middle(bits: int) -> int:
    """Return the middle piece of the first run of pieces among some bits."""
    first = (bits & -bits).bit_length() - 1
    run = (~(bits >> first) & ((bits >> first) + 1)).bit_length() - 1
    return first + (run - 1) // 2


def _window(index: PieceIndex, piece: int, reach: int, shared: float) -> Window:
    start, end = index.span(max(0, piece - reach - 1), min(len(index), piece + reach + 2))
    return Window(start, end, piece, shared)


def candidates(
    index: PieceIndex, quote: Words, found: list[Window]
) -> tuple[list[Candidate], list[Window]]:
    """Return windows aligned with a quote, best first, and which windows those are."""
    aligned: list[tuple[Candidate, Window]] = []
    for window in found:
        words = words_in(index.text, window.start, window.end)
        there = set(words.keys)
        if sum(key in there for key in quote.keys) < _LEAST_THERE * len(quote):
            continue
        alignment = align(quote.keys, words.keys)
        if alignment is not None:
            aligned.append((Candidate(words, alignment), window))
    aligned.sort(key=lambda one: (-one[0].alignment.score, one[1].start))
    return [candidate for candidate, _ in aligned], [window for _, window in aligned]
