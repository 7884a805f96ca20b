"""Whether a passage is an altered form of a quote, or says another thing in like words."""

from itertools import pairwise

from rapidfuzz import fuzz

from lineage_verify.matches.align import Alignment
from lineage_verify.matches.index import PieceIndex
from lineage_verify.matches.nearest import Candidate
from lineage_verify.matches.passage import bounds
from lineage_verify.matches.reading import Reading
from lineage_verify.matches.template import is_near_miss
from lineage_verify.matches.words import Words, has_name, is_code

__all__ = ["LEAST_FIRM", "is_recognisable"]

LEAST_FIRM = 0.592
"""The least share of a quote's words in a passage for it to be an altered form."""
_LEAST_CONTENT = 0.5
_LEAST_CONTENT_OF_SHORT = 0.95
_LOST_LITTLE = 0.5
"""Less than any telling word weighs: only numbers, units, modal verbs and the like were lost."""
_LEAST_FOR_ONE_EDIT = 5
"""Words of a quote for which one changed word alone never makes it another sentence."""
_SHORT, _LONG = 6, 16
"""Words of a quote that is short, and of one that is long."""
_MORE_OF_CODE = 0.03
"""Commands share their form; what differs is what they do."""
_SHORT_CODE = 12
_LEAST_KEPT_OF_CODE = 0.3
_LEAST_ALIKE_OF_CODE = 80.0
_LEAST_NAMES = 3
"""Names of a quote from which on it is about those."""
_LEAST_NAMES_KEPT = 1 / 3


def is_recognisable(
    quote: Words, candidate: Candidate, reading: Reading, index: PieceIndex
) -> bool:
    """Tell whether a passage of a reading is what a quote was altered to."""
    if _is_about_other_names(quote, candidate.alignment):
        return False
    if candidate.alignment.firm < LEAST_FIRM:
        return _is_like_code(quote, candidate, reading)
    return _tells_enough(quote, candidate.alignment) and not is_near_miss(index, quote, candidate)


def _tells_enough(quote: Words, alignment: Alignment) -> bool:
    """Tell whether the words that are kept are not only those that any sentence has."""
    return (
        alignment.content >= _least_content(quote)
        or alignment.lost < _LOST_LITTLE
        or (len(quote) >= _LEAST_FOR_ONE_EDIT and _word_edits(quote, alignment) == 1)
    )


def _is_like_code(quote: Words, candidate: Candidate, reading: Reading) -> bool:
    """Tell whether a short command, call or address is the page's but for a few letters."""
    if candidate.alignment.kept < _LEAST_KEPT_OF_CODE:
        return False
    if len(quote) > _SHORT_CODE or not is_code(quote):
        return False
    first, last = bounds(quote, candidate.words, candidate.alignment, reading)
    ours, theirs = " ".join(quote.texts), " ".join(candidate.words.texts[first : last + 1])
    return fuzz.ratio(ours, theirs) >= _LEAST_ALIKE_OF_CODE


def _is_about_other_names(quote: Words, alignment: Alignment) -> bool:
    """Tell whether a quote that is about some names stands there with others in their places."""
    names = [at for at, text in enumerate(quote.texts) if has_name(text)]
    kept = [
        at
        for at in names
        if any(run.quote <= at < run.quote_end for run in (*alignment.runs, *alignment.moved))
    ]
    return len(names) >= _LEAST_NAMES and len(kept) < _LEAST_NAMES_KEPT * len(names)


def _word_edits(quote: Words, alignment: Alignment) -> int:
    """Return how many words are put in, left out or replaced between a quote and its runs."""
    edits = alignment.runs[0].quote + len(quote) - alignment.runs[-1].quote_end
    for one, two in pairwise(alignment.runs):
        edits += max(two.quote - one.quote_end, two.page - one.page_end)
    return edits


def _least_content(quote: Words) -> float:
    """Return the share of a quote's telling words that must be kept: more, where it is short."""
    words = min(max(len(quote), _SHORT), _LONG)
    slope = (_LEAST_CONTENT_OF_SHORT - _LEAST_CONTENT) / (_LONG - _SHORT)
    least = _LEAST_CONTENT + slope * (_LONG - words)
    return least + _MORE_OF_CODE if len(quote) <= _SHORT_CODE and is_code(quote) else least
