"""The ladder: where a quote holds in one reading of a page, at the least loosening."""

import re
from collections.abc import Iterator

from lineage_verify.matches.context import Standing
from lineage_verify.matches.exact import Span, rung_of, spans_of
from lineage_verify.matches.folding import collapse
from lineage_verify.matches.index import PieceIndex
from lineage_verify.matches.list_marks import Unmarked, without_markers
from lineage_verify.matches.model import Rung
from lineage_verify.matches.quote import joined_at_line_ends
from lineage_verify.matches.reading import Reading
from lineage_verify.matches.spans import Chain
from lineage_verify.matches.typeset import Setting, set_otherwise

__all__ = ["standings_in", "standings_of_chains"]

_CASE_BRACKET = re.compile(r"\[(\w)\](?=\w)")
_WORD = re.compile(r"\w+")


def standings_in(
    reading: Reading, quote: str, folded: str, index: PieceIndex | None = None
) -> list[Standing]:
    """Return the places where a whole quote holds in a reading, in any of its spellings.

    The reading's index, where there is one already, spares a search for what cannot be there.
    """
    for form in _spellings(quote, folded):
        spans = _spans(reading, form, index)
        if spans:
            return [_standing(reading, quote, span) for span in spans]
    forms: tuple[Setting | Unmarked, ...] = (
        *set_otherwise(quote, folded),
        *_without_markers(reading, folded),
    )
    if not forms or not _has_longest_word(reading, folded):
        return []
    for other in forms:
        spans = [one for one in _spans(reading, other.form, index) if other.fits(reading, one)]
        if spans:
            return [_standing(reading, quote, span) for span in spans]
    return []


def _without_markers(reading: Reading, folded: str) -> tuple[Unmarked, ...]:
    return without_markers(folded) if reading.has_markers else ()


def _has_longest_word(reading: Reading, folded: str) -> bool:
    """Tell whether a word of a quote stands in a reading: one look instead of one for each form."""
    longest = max(_WORD.findall(folded), key=len, default="")
    return longest[1:] in reading.folded.text


def _spans(reading: Reading, form: str, index: PieceIndex | None) -> list[Span]:
    return spans_of(reading, form, None if index is None else index.may_begin(form))


def _spellings(quote: str, folded: str) -> Iterator[str]:
    """Yield the folded forms in which a quote may stand in a text, the plainest first."""
    yield folded
    if "-" in quote and "\n" in quote:
        yield from joined_at_line_ends(quote)
    if "[" in folded:
        unbracketed = _CASE_BRACKET.sub(r"\1", folded)
        if unbracketed != folded:
            yield unbracketed
            yield _CASE_BRACKET.sub(lambda found: found[1].swapcase(), folded)


def _standing(reading: Reading, quote: str, span: Span) -> Standing:
    place, own = reading.found(*span)
    rung = rung_of(quote, own)
    if rung is Rung.FOLDED:
        wider = reading.widened(*span, quote)
        rung = rung if wider is None else rung_of(quote, wider)
    return Standing(place, rung, collapse(own))


def standings_of_chains(
    reading: Reading, pieces: tuple[str, ...], chains: list[Chain]
) -> list[Standing]:
    """Return the places of a quote with words left out, each with its parts.

    `pieces` are the quote's own characters of each part, white space collapsed.
    """
    return [_of_chain(reading, pieces, chain) for chain in chains]


def _of_chain(reading: Reading, pieces: tuple[str, ...], chain: Chain) -> Standing:
    parts = [reading.found(*span) for span in chain.spans]
    exact = all(collapse(own) == piece for (_, own), piece in zip(parts, pieces, strict=True))
    place, own = reading.found(chain.start, chain.end)
    return Standing(
        place,
        Rung.WHITE_SPACE if exact else Rung.FOLDED,
        collapse(own),
        tuple(part for part, _ in parts),
        tuple(collapse(reading.between(*gap)) for gap in chain.gaps()),
    )
