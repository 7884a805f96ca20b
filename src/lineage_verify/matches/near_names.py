"""A short sentence about names that are now others: found by a name that is nearly the quote's."""

import re
from collections.abc import Iterator
from itertools import islice

from rapidfuzz import fuzz, process

from lineage_verify.matches.align import align
from lineage_verify.matches.nearest import Candidate
from lineage_verify.matches.passage import bounds, is_sentence
from lineage_verify.matches.reading import Reading
from lineage_verify.matches.words import Words, has_name, words_in

__all__ = ["by_near_names", "may_be_about_names"]

_WORD = re.compile(r"\w+")
_LEAST_ALIKE = 80.0
_MOST_WORDS = 12
_MOST_PLACES = 8
_AROUND = 400
"""Characters of the page on each side of a name that may belong to its sentence."""
_LEAST_IN_ORDER = 0.5
_LEAST_COVERED = 0.9
"""The least share of the page's own sentence that the quote has, nearly the same names counted."""


def may_be_about_names(folded: str) -> bool:
    """Tell, at little cost, whether a folded quote can be what `by_near_names` looks for."""
    return folded.count(" ") < _MOST_WORDS and has_name(folded)


def by_near_names(reading: Reading, quote: Words) -> Candidate | None:
    """Return the page's sentence that a quote, a whole sentence about names, has nearly all of.

    Its names are what such a sentence would be looked for by, and they have changed.
    """
    if not is_sentence(quote):
        return None
    names = _names_in(" ".join(quote.texts))
    known = set(_names_in(reading.folded.text))
    for name in names:
        near = process.extractOne(name, known, scorer=fuzz.ratio, score_cutoff=_LEAST_ALIKE)
        for candidate in _around(reading.folded.text, near[0], quote) if near else ():
            if _covers(quote, candidate, reading):
                return candidate
    return None


def _names_in(text: str) -> list[str]:
    return [word for word in _WORD.findall(text) if has_name(word)]


def _around(text: str, name: str, quote: Words) -> Iterator[Candidate]:
    for found in islice(re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text), _MOST_PLACES):
        low = text.rfind(" ", 0, max(0, found.start() - _AROUND)) + 1
        high = text.find(" ", found.end() + _AROUND)
        words = words_in(text, low, len(text) if high < 0 else high)
        alignment = align(quote.keys, words.keys)
        if alignment is not None:
            yield Candidate(words, alignment)


def _covers(quote: Words, candidate: Candidate, reading: Reading) -> bool:
    """Tell whether a quote has nearly all of a sentence of the page, and not much more."""
    alignment = candidate.alignment
    if not alignment.near_words or alignment.in_order < _LEAST_IN_ORDER:
        return False
    first, last = bounds(quote, candidate.words, alignment, reading)
    if not is_sentence(candidate.words, first, last, reading):
        return False
    return alignment.in_order * len(quote) >= _LEAST_COVERED * (last + 1 - first)
