"""A quote that does not hold: its altered form where there is one, else the nearest passages."""

from lineage_verify.matches.diff import word_diff
from lineage_verify.matches.folding import collapse
from lineage_verify.matches.index import PieceIndex
from lineage_verify.matches.lengthy import align_lengthy
from lineage_verify.matches.model import Difference, Found, Match, Passage, Selector
from lineage_verify.matches.near_names import by_near_names, may_be_about_names
from lineage_verify.matches.nearest import Candidate, Window, candidates, windows
from lineage_verify.matches.passage import bounds
from lineage_verify.matches.reading import Reading
from lineage_verify.matches.recognise import LEAST_FIRM, is_recognisable
from lineage_verify.matches.renamed import renamed
from lineage_verify.matches.words import Words, words_in

__all__ = ["LENGTHY", "altered_or_absent"]

_MOST_ALIKE = 0.99
"""An altered form is never told as all the same."""
_MOST_PASSAGES = 3
_LEAST_NEAR = 0.3
LENGTHY = 4000
"""Characters of a quote past which its stretches are looked for, not single words."""


def altered_or_absent(
    selector: Selector, folded: str, reading: Reading, index: PieceIndex
) -> Match:
    """Return the altered form of a folded quote in a reading, or what stands nearest to it."""
    if len(folded) > LENGTHY:
        return _lengthy(selector, folded, reading)
    looked_at = windows(index, folded)
    promising = [window for window in looked_at if window.promising(looked_at[0])]
    aligned: list[Candidate] = []
    known: list[Window] = []
    passages: list[Passage] = []
    if promising:
        quote = words_in(folded, 0, len(folded))
        aligned, known = candidates(index, quote, promising)
        if aligned and is_recognisable(quote, aligned[0], reading, index):
            return _altered(selector, quote, aligned[0], reading)
        other_name = renamed(index.text, quote, promising)
        if other_name is not None:
            return _altered(selector, quote, other_name, reading)
        passages = [_aligned_passage(quote, candidate, reading) for candidate in aligned]
    if may_be_about_names(folded):
        quote = words_in(folded, 0, len(folded))
        other_names = by_near_names(reading, quote)
        if other_names is not None:
            return _altered(selector, quote, other_names, reading)
    passages += [_around(window, reading, index) for window in looked_at if window not in known]
    return Match(
        selector=selector,
        found=Found.ABSENT,
        similarity=min(_MOST_ALIKE, aligned[0].alignment.in_order) if aligned else 0.0,
        nearest=_nearest(passages),
    )


def _lengthy(selector: Selector, folded: str, reading: Reading) -> Match:
    quote = words_in(folded, 0, len(folded))
    aligned = align_lengthy(reading.folded.text, quote)
    if aligned is None or aligned[1].firm < LEAST_FIRM:
        return Match(selector=selector, found=Found.ABSENT)
    return _altered(selector, quote, Candidate(*aligned), reading)


def _altered(selector: Selector, quote: Words, candidate: Candidate, reading: Reading) -> Match:
    first, last = bounds(quote, candidate.words, candidate.alignment, reading)
    start, end = candidate.words.span(first, last)
    diff = word_diff(quote, candidate.words, candidate.alignment.runs, first, last)
    place, own = reading.found(start, end - _beyond(diff, candidate.words.texts[last]))
    return Match(
        selector=selector,
        found=Found.ALTERED,
        place=place,
        text=collapse(own),
        similarity=min(_MOST_ALIKE, candidate.alignment.in_order),
        diff=diff,
    )


def _beyond(diff: tuple[Difference, ...], last: str) -> int:
    """Return how much of the page's last word lies past the quote's end: punctuation only."""
    shown = diff[-1].text.rsplit(" ", 1)[-1]
    return len(last) - len(shown) if last.startswith(shown) else 0


def _nearest(passages: list[Passage]) -> tuple[Passage, ...]:
    near = [passage for passage in passages if passage.kept >= _LEAST_NEAR]
    return tuple(sorted(near, key=lambda one: -one.kept)[:_MOST_PASSAGES])


def _aligned_passage(quote: Words, candidate: Candidate, reading: Reading) -> Passage:
    first, last = bounds(quote, candidate.words, candidate.alignment, reading)
    start, end = candidate.words.span(first, last)
    return _passage(reading, start, end, candidate.alignment.in_order)


def _around(window: Window, reading: Reading, index: PieceIndex) -> Passage:
    start, end = index.span(window.piece, window.piece + 1)
    return _passage(reading, start, end, window.shared)


def _passage(reading: Reading, start: int, end: int, kept: float) -> Passage:
    text = reading.folded.text
    while start < end - 1 and text[start] == " ":
        start += 1
    while end > start + 1 and text[end - 1] == " ":
        end -= 1
    place, own = reading.found(start, end)
    return Passage(place, collapse(own), round(kept, 4))
