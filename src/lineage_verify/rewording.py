"""A quote that drifted to the words that its page has now.

Pure. `repair` offers what this finds.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from lineage_verify.matches import match_quote
from lineage_verify.matches.folding import collapse, fold
from lineage_verify.matches.letters import INVISIBLE, WHITE
from lineage_verify.matches.model import Found, Match, Place, Rung, Selector, WarningCode
from lineage_verify.matches.quote import parts_of
from lineage_verify.reports.escape import visible
from lineage_verify.sentences import (
    balanced,
    context_of,
    is_sentence,
    parted_by_headings,
    without_headings,
)
from lineage_verify.text.page_text import PageText

__all__ = ["Rewording", "notes_on", "reworded", "seen", "why_not"]

_ELLIPSIS = re.compile(r"(\s*(?:\[ ?(?:\.{3}|…) ?\]|\.{3,4}|…)\s*)")
_UNSEEN: Final = {
    WarningCode.HIDDEN_TEXT: "the page does not show these words",
    WarningCode.DELETED_TEXT: "the page strikes these words out",
    WarningCode.NAVIGATION_TEXT: "these words stand only in the page's navigation",
}
_NOTES: Final = {
    WarningCode.SEVERAL_PLACES: "stands at several places of the page; a prefix would tell which",
    WarningCode.CONTEXT_CHANGED: "stands no longer between the prefix and the suffix",
    WarningCode.LINES_MOVED: "stands out of the lines that the address names",
    WarningCode.HEADING_TEXT: "is a heading, not a statement",
    WarningCode.TOO_SHORT: "is too short to be evidence on its own",
}
_NOT_SEEN: Final = {
    ord(one): " " if one in WHITE else None for one in WHITE | INVISIBLE if visible(one) != one
}
_MUCH_LONGER: Final = 2.5
_LEFT_OUT: Final = " [...] "


@dataclass(frozen=True, slots=True)
class Rewording:
    """The page's present words for a quote, or the obstacle in the way; and what to look at."""

    words: str | None = None
    obstacle: str | None = None
    notes: tuple[str, ...] = ()


def reworded(selector: Selector, match: Match | None, page: PageText) -> Rewording:
    """The words that a page has now for a quote that drifted there.

    They hold verbatim, are whole sentences where the quote was, and hold nothing that is aside of
    the page's main reading. `match` is the quote's, where it is known already.
    """
    if match is None or match.place is None:
        match = match_quote(selector, page)
    if match.found is not Found.ALTERED or match.place is None:
        return Rewording(obstacle="nothing on the page is recognisably this quote")
    obstacle = None
    for words in map(seen, _candidates(selector.exact, match.place, page)):
        obstacle = why_not(replace(selector, exact=words), page)
        if obstacle is None:
            return Rewording(words, notes=notes_on(selector, words, page))
    if len(_parts_at(selector.exact, match.place, page)) > 1:
        obstacle = "a heading of the page stands amid these words"
    return Rewording(obstacle=obstacle)


def why_not(selector: Selector, page: PageText) -> str | None:
    """Why a quote may not be written: it does not hold verbatim, or no reader sees it.

    What `seen` leaves out of the page's words may be left out of a quote.
    """
    if not selector.exact.strip():
        return "a quote needs words"
    if visible(selector.exact) != selector.exact:
        return f"a character among these words cannot be seen: {visible(selector.exact)}"
    match = match_quote(selector, page)
    if match.found is not Found.HELD:
        return "the page does not have these words"
    if match.rung is Rung.FOLDED and not _as_seen(selector.exact, match, page):
        return f"the page writes them otherwise: {match.text}"
    if match.place is None or context_of(page, match.place).text == match.text:
        return None
    codes = {warning.code for warning in match.warnings}
    return next((reason for code, reason in _UNSEEN.items() if code in codes), None)


def seen(words: str) -> str:
    """Words without the invisible characters that typography sets aside, on one line.

    Joiners and variation selectors stay: emoji and several scripts are written with them.
    """
    return collapse(words.translate(_NOT_SEEN))


def _as_seen(quote: str, match: Match, page: PageText) -> bool:
    """Whether nothing but what is not seen parts a quote from the page's own words."""
    parts = match.parts or ((match.place,) if match.place else ())
    theirs = [seen(context_of(page, part).text) for part in parts]
    return theirs == ([quote] if len(parts) == 1 else _ELLIPSIS.split(quote)[::2])


def _candidates(quote: str, place: Place, page: PageText) -> Iterator[str]:
    """What could stand in a quote's place, best first."""
    in_parts = _in_parts(quote, page)
    if in_parts is not None:
        yield in_parts
    yield from _passages(quote, place, page)


def _passages(quote: str, place: Place, page: PageText) -> Iterator[str]:
    """The words at a place; where a heading stands amid them that the quote lacks, `[...]`."""
    parts = [context_of(page, part) for part in _parts_at(quote, place, page)]
    if is_sentence(quote):
        whole = (part.to_sentences().text for part in parts)
        yield balanced(_LEFT_OUT.join(whole), like=quote)
    yield balanced(_LEFT_OUT.join(part.text for part in parts), like=quote)


def _parts_at(quote: str, place: Place, page: PageText) -> tuple[Place, ...]:
    return parted_by_headings(page, without_headings(page, place), quote=quote)


def _in_parts(quote: str, page: PageText) -> str | None:
    """A quote with words left out, each of its parts in the page's present words."""
    wanted = parts_of(fold(quote), brackets=False)
    pieces = _ELLIPSIS.split(quote.strip())
    if not wanted or len(pieces) != 2 * len(wanted) - 1:
        return None
    for index in range(0, len(pieces), 2):
        words = _part(pieces[index], page)
        if words is None:
            return None
        pieces[index] = words
    return "".join(pieces)


def _part(part: str, page: PageText) -> str | None:
    match = match_quote(part, page)
    if match.found is Found.HELD:
        return match.text
    if match.found is Found.ABSENT or match.place is None:
        return None
    return next(_passages(part, match.place, page))


def notes_on(selector: Selector, words: str, page: PageText) -> tuple[str, ...]:
    """What to look at before words take a quote's place; their name is to stand before each."""
    return tuple(_notes(selector, words, page))


def _notes(selector: Selector, words: str, page: PageText) -> Iterator[str]:
    match = match_quote(replace(selector, exact=words), page)
    codes = {warning.code for warning in match.warnings}
    yield from (note for code, note in _NOTES.items() if code in codes)
    if match.place is not None and (blocks := _blocks(match.place, page)) > 1:
        yield f"runs over {blocks} blocks of the page"
    if len(words) > _MUCH_LONGER * len(selector.exact):
        yield "is much longer than the quote was"


def _blocks(place: Place, page: PageText) -> int:
    first, last = page.block_at(place.start), page.block_at(max(place.start, place.end - 1))
    return last - first + 1 if first is not None and last is not None else 1
