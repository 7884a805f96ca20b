"""A quote as its author should cite it: the page's own words, and context where it needs some."""

from collections.abc import Iterator

from lineage_verify.matches import match_quote
from lineage_verify.matches.model import Match, Place, Selector, WarningCode
from lineage_verify.text.page_text import PageText

__all__ = ["pointed"]

CONTEXT_WORDS = (3, 6, 12, 24)
"""How many words of context are tried on each side, in turn."""
CONTEXT_REACH = 1_000
"""How many characters those words may take."""


def pointed(match: Match, text: PageText) -> Selector:
    """A selector that picks out the place of a match.

    `prefix` and `suffix` are added only where the quote stands in several places, and only as many
    words of them as it takes.
    """
    exact = match.selector.exact
    if match.place is None or WarningCode.SEVERAL_PLACES not in _codes(match):
        return Selector(exact)
    tried = Selector(exact)
    for tried in _candidates(exact, match.place, text):
        found = match_quote(tried, text)
        if found.place == match.place and WarningCode.SEVERAL_PLACES not in _codes(found):
            return tried
    return tried


def _candidates(exact: str, place: Place, text: PageText) -> Iterator[Selector]:
    before = text.text[max(0, place.start - CONTEXT_REACH) : place.start].split()
    after = text.text[place.end : place.end + CONTEXT_REACH].split()
    for words in CONTEXT_WORDS:
        yield Selector(exact, prefix=" ".join(before[-words:]))
        yield Selector(exact, suffix=" ".join(after[:words]))
        yield Selector(exact, prefix=" ".join(before[-words:]), suffix=" ".join(after[:words]))


def _codes(match: Match) -> set[WarningCode]:
    return {warning.code for warning in match.warnings}
