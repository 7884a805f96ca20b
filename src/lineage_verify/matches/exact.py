"""A folded quote in a reading, on token boundaries."""

from collections.abc import Iterator

from lineage_verify.matches.folding import collapse
from lineage_verify.matches.model import Rung
from lineage_verify.matches.quote import other_first_case
from lineage_verify.matches.reading import Reading
from lineage_verify.matches.tokens import begins_token, ends_token

__all__ = ["Span", "occurrences", "rung_of", "spans_of"]

Span = tuple[int, int]
"""Start and end in a reading's folded text."""

MOST_PLACES = 200
"""Equal places beyond these are not told apart."""

_DASHES = frozenset("\u2013\u2014\u2015")


def occurrences(reading: Reading, needle: str) -> Iterator[Span]:
    """Yield where a folded text stands in a reading, at token boundaries, in order."""
    text, length = reading.folded.text, len(needle)
    at = text.find(needle) if needle else -1
    while at >= 0:
        if _begins(reading, at) and _ends(reading, at + length):
            yield at, at + length
        at = text.find(needle, at + 1)


def spans_of(reading: Reading, needle: str) -> list[Span]:
    """Return at most `MOST_PLACES` spans of a folded quote, in either case of its first letter."""
    found = _some(reading, needle)
    if not found:
        other = other_first_case(needle)
        found = _some(reading, other) if other else []
    return found


def _some(reading: Reading, needle: str) -> list[Span]:
    found = []
    for span in occurrences(reading, needle):
        found.append(span)
        if len(found) >= MOST_PLACES:
            break
    return found


def _begins(reading: Reading, at: int) -> bool:
    text = reading.folded.text
    if begins_token(text, at):
        return True
    return text[at - 1] == "-" and _is_dash(reading, at - 1)


def _ends(reading: Reading, at: int) -> bool:
    text = reading.folded.text
    if ends_token(text, at):
        return True
    return text[at] == "-" and _is_dash(reading, at)


def _is_dash(reading: Reading, at: int) -> bool:
    """Tell whether a folded hyphen is a dash between words on the page, not one between numbers."""
    text = reading.folded.text
    if text[at - 1 : at].isdigit() and text[at + 1 : at + 2].isdigit():
        return False
    return reading.text[reading.folded.start_of(at)] in _DASHES


def rung_of(quote: str, own: str) -> Rung:
    """Return the least loosening that makes a quote and a page's own characters the same."""
    if quote == own:
        return Rung.LITERAL
    return Rung.WHITE_SPACE if collapse(quote) == collapse(own) else Rung.FOLDED
