"""A folded quote in a reading, on token boundaries."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from lineage_verify.matches.folding import collapse
from lineage_verify.matches.letters import is_unspaced
from lineage_verify.matches.model import Rung
from lineage_verify.matches.reading import Reading
from lineage_verify.matches.tokens import begins_token, ends_token, is_word

__all__ = ["Span", "occurrences", "rung_of", "spans_of"]

Span = tuple[int, int]
"""Start and end in a reading's folded text."""

_LATEST_LETTER = 8
_LEAST_TAIL = 2
MOST_PLACES = 200
"""Equal places beyond these are not told apart."""
_MOST_LOOKED_AT = 100_000
"""Places beyond these that are no whole tokens are given up: nothing but noise has so many."""
_MOST_CHARACTERS = 2_000_000
"""Characters of equal places, all together, beyond which no more are looked at."""

_NUMBER_SPACES = frozenset("\u00a0\u2007\u2009\u202f")
_PRIMES = frozenset("\u2032\u2033\u02b9\u02ba")
"""What folds to a quotation mark and is a unit: minutes and seconds, feet and inches."""
_THOUSAND = re.compile(r"\d{3}(?!\d)")
_DASHES = frozenset("\u2013\u2014\u2015")


def occurrences(
    reading: Reading, needle: str, ahead: int = 0, within: Sequence[Span] | None = None
) -> Iterator[Span]:
    """Yield where a folded text stands in a reading, at token boundaries, in order.

    With `ahead`, the needle is known but for so many characters before it, which the spans include.
    `within` are the spans, apart and in order, in which it may begin: anywhere, where not given.
    """
    text, length, looked_at = reading.folded.text, len(needle), 0
    for first, last in ((0, len(text)),) if within is None else within:
        at, stop = first + ahead, last + ahead + length - 1
        at = text.find(needle, at, stop) if needle else -1
        while at >= 0 and looked_at < _MOST_LOOKED_AT:
            looked_at += 1
            if not _begins(reading, at - ahead):
                at = _next_token(text, at - ahead) + ahead
            else:
                if _ends(reading, at + length):
                    yield at - ahead, at + length
                at += 1
            at = text.find(needle, at, stop)


def _next_token(text: str, at: int) -> int:
    """Return where the next token may begin, for what is inside one: past its letters.

    Else a long run of one letter would be compared anew at each of its letters.
    """
    if is_unspaced(text[at]):
        return at + 1
    end = at
    while end < len(text) and is_word(text[end]) and not is_unspaced(text[end]):
        end += 1
    return max(at + 1, end)


def spans_of(reading: Reading, needle: str, within: Sequence[Span] | None = None) -> list[Span]:
    """Return at most `MOST_PLACES` spans of a folded quote; its first letter may be of either case.

    Where it stands as it is, places with the other case are left out. `within` is as in
    `occurrences`.
    """
    at = _first_letter(needle)
    most = max(2, min(MOST_PLACES, _MOST_CHARACTERS // (len(needle) + 1)))
    if at is None:
        return list(islice(occurrences(reading, needle, within=within), most))
    text, head = reading.folded.text, needle[: at + 1]
    same: list[Span] = []
    other: list[Span] = []
    swapped = head[:-1] + head[-1].swapcase()
    for start, end in occurrences(reading, needle[at + 1 :], len(head), within):
        begins = text[start : start + len(head)]
        if begins == head:
            same.append((start, end))
        elif begins == swapped and len(other) < most:
            other.append((start, end))
        if len(same) >= most:
            break
    return same or other


def _first_letter(needle: str) -> int | None:
    """Return where a quote's first letter is, if it has two cases and enough follows it."""
    for at, character in enumerate(needle[:_LATEST_LETTER]):
        if character.isalnum():
            cased = character.isalpha() and len(character.swapcase()) == 1
            return at if cased and len(needle) > at + _LEAST_TAIL else None
    return None


def _begins(reading: Reading, at: int) -> bool:
    text = reading.folded.text
    if begins_token(text, at):
        return not _in_number(reading, at - 1)
    return text[at - 1] == "-" and _is_dash(reading, at - 1)


def _ends(reading: Reading, at: int) -> bool:
    text = reading.folded.text
    if ends_token(text, at):
        return not (_in_number(reading, at) or _has_prime(reading, at))
    return text[at] == "-" and _is_dash(reading, at)


def _in_number(reading: Reading, at: int) -> bool:
    """Tell whether an unbreakable space parts the thousands of a number (ISO 80000-1, 7.3)."""
    text = reading.folded.text
    if text[at : at + 1] != " " or not text[max(0, at - 1) : at].isdigit():
        return False
    if not _THOUSAND.match(text, at + 1):
        return False
    return reading.text[reading.folded.start_of(at)] in _NUMBER_SPACES


def _has_prime(reading: Reading, at: int) -> bool:
    text = reading.folded.text
    if text[at : at + 1] not in {"'", '"'} or not text[at - 1 : at].isdigit():
        return False
    return reading.text[reading.folded.start_of(at)] in _PRIMES


def _is_dash(reading: Reading, at: int) -> bool:
    """Tell whether a folded hyphen is a dash between words on the page, no sign and no range."""
    text = reading.folded.text
    before, after = text[at - 1 : at] or " ", text[at + 1 : at + 2] or " "
    if after.isdigit() and not before.isalpha():
        return False
    return reading.text[reading.folded.start_of(at)] in _DASHES


def rung_of(quote: str, own: str) -> Rung:
    """Return the least loosening that makes a quote and a page's own characters the same."""
    if quote == own:
        return Rung.LITERAL
    return Rung.WHITE_SPACE if collapse(quote) == collapse(own) else Rung.FOLDED
