"""A quote to its match: every reading of the page in turn, the strictest first."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from lineage_verify.matches.altered import LENGTHY, altered_or_absent
from lineage_verify.matches.cautions import cautions
from lineage_verify.matches.context import Standing, choose
from lineage_verify.matches.elided import Elision, elision_of
from lineage_verify.matches.folding import fold
from lineage_verify.matches.held import standings_in
from lineage_verify.matches.index import PieceIndex
from lineage_verify.matches.model import Found, Match, QuoteWarning, Rung, Selector
from lineage_verify.matches.raised import has_raised, spelled_raised
from lineage_verify.matches.reading import LineEnds, Reading, broken_words
from lineage_verify.text.page_text import Mark, PageText

__all__ = ["MATCHER_VERSION", "match_quote", "match_quotes", "standing_quotes"]

MATCHER_VERSION = "1"
"""Changes whenever the same quote and text may get another answer."""

_FURNITURE = Mark.PERMALINK | Mark.FOOTNOTE | Mark.MARKUP
_UNSEEN = Mark.aside() & ~_FURNITURE
_MOST_ALIKE = 0.99
_MOST_BROKEN = 50_000
"""Lines that end in a hyphen past which they are no broken words, and are not joined."""


def match_quote(quote: str | Selector, text: PageText | str) -> Match:
    """Return where a quote stands in a text and how it differs from what stands there.

    Pure; never raises on any text. The rules are DESIGN.md section 2; the quote model is the W3C
    Web Annotation Data Model's TextQuoteSelector.
    """
    return match_quotes((quote,), text)[0]


def match_quotes(quotes: Sequence[str | Selector], text: PageText | str) -> tuple[Match, ...]:
    """Return the match of each quote in one text, in order; the text is folded and indexed once.

    A quote's match is the same alone as with any others.
    """
    selectors = [Selector(quote) if isinstance(quote, str) else quote for quote in quotes]
    folded = [fold(selector.exact) for selector in selectors]
    page = _Page(PageText.plain(text) if isinstance(text, str) else text, folded)
    return tuple(map(page.match, selectors, folded))


def standing_quotes(selectors: Sequence[Selector], text: PageText) -> frozenset[Selector]:
    """Return the quotes that stand in a text: those whose match is held.

    Much less work than their matches: nothing is looked for that is only near.
    """
    page = _Page(text, ())
    return frozenset(
        selector for selector in selectors if page.holds(selector, fold(selector.exact))
    )


class _Page:
    """A page text and its readings, each made when first needed."""

    def __init__(self, text: PageText, quotes: Sequence[str]) -> None:
        self.text = text
        self._quotes = quotes
        self._index: PieceIndex | None = None

    @property
    def index(self) -> PieceIndex:
        """The index of the main reading, with the words of every quote in it."""
        if self._index is None:
            index = self._index = PieceIndex(self.main.folded.text)
            index.index_words(
                word
                for quote in self._quotes
                if len(quote) <= LENGTHY
                for word in index.weighed_words(quote)
            )
        return self._index

    @cached_property
    def main(self) -> Reading:
        return Reading(self.text, Mark.aside())

    @cached_property
    def _marks(self) -> Mark:
        marks = Mark.NONE
        for stretch in self.text.stretches:
            marks |= stretch.marks
        return marks

    @cached_property
    def loosened(self) -> tuple[Reading, ...]:
        """The main reading loosened: broken words joined, furniture there, source syntax gone."""
        readings = []
        broken = broken_words(self.text.text)
        if 0 < len(broken) <= _MOST_BROKEN:
            ways = (LineEnds.DROPPED, LineEnds.JOINED)
            readings += [Reading(self.text, Mark.aside(), broken, way) for way in ways]
        if self._marks & _FURNITURE:
            readings.append(Reading(self.text, _UNSEEN))
        if self._marks & Mark.SYNTAX:
            readings.append(Reading(self.text, Mark.aside() | Mark.SYNTAX))
        return tuple(readings)

    @cached_property
    def raised(self) -> tuple[Reading, ...]:
        """The main reading with its raised and lowered characters spelled so."""
        if not self._marks & (Mark.RAISED | Mark.LOWERED):
            return ()
        return (Reading(spelled_raised(self.text), Mark.aside()),)

    @cached_property
    def unseen(self) -> tuple[Reading, ...]:
        """The readings with what the page hides, strikes out or only navigates by."""
        if not self._marks & _UNSEEN:
            return ()
        return Reading(self.text, _FURNITURE), Reading(self.text)

    def match(self, selector: Selector, folded: str) -> Match:
        if not folded:
            return Match(selector=selector, found=Found.ABSENT)
        return self._standing(selector, folded) or altered_or_absent(
            selector, folded, self.main, self.index
        )

    def holds(self, selector: Selector, folded: str) -> bool:
        standing = self._standing(selector, folded) if folded else None
        return standing is not None and standing.found is Found.HELD

    def _standing(self, selector: Selector, folded: str) -> Match | None:
        """Return the match of what stands there, in full or in parts."""
        return (
            self._held(selector, folded)
            or self._elided(selector, folded)
            or self._held_aside(selector, folded)
        )

    def _held(self, selector: Selector, folded: str) -> Match | None:
        standings = standings_in(self.main, selector.exact, folded, self._index)
        if standings:
            return self._holding(selector, folded, standings)
        raised = self.raised if has_raised(folded) else ()
        for reading in (*self.loosened, *raised):
            if not reading.may_need(folded):
                continue
            standings = standings_in(reading, selector.exact, folded)
            standings = [one for one in standings if not self._joins_footnote(one)]
            if standings:
                loose = [replace(one, rung=Rung.FOLDED) for one in standings]
                return self._holding(selector, folded, loose)
        return None

    def _joins_footnote(self, standing: Standing) -> bool:
        """Tell whether a footnote's number stands right behind another one: `10` and `2` as 102."""
        text = self.text.text
        return any(
            stretch.marks & Mark.FOOTNOTE
            and standing.place.start < stretch.start < standing.place.end
            and text[stretch.start - 1].isdigit()
            and text[stretch.start].isdigit()
            for stretch in self.text.stretches
        )

    def _held_aside(self, selector: Selector, folded: str) -> Match | None:
        for reading in self.unseen:
            standings = standings_in(reading, selector.exact, folded)
            if standings:
                return self._holding(selector, folded, standings, unseen=True)
        return None

    def _elided(self, selector: Selector, folded: str) -> Match | None:
        if "..." not in folded and "[" not in folded:
            return None
        elision = elision_of(self.main, selector.exact, folded, self._index)
        if elision is None:
            return None
        if elision.diff:
            return _hiding(selector, elision)
        return self._holding(selector, folded, elision.standings, elision.warnings)

    def _holding(
        self,
        selector: Selector,
        folded: str,
        standings: list[Standing],
        warnings: tuple[QuoteWarning, ...] = (),
        *,
        unseen: bool = False,
    ) -> Match:
        choice = choose(standings, selector, self.text)
        best = choice.standing
        return Match(
            selector=selector,
            found=Found.HELD,
            rung=best.rung,
            place=best.place,
            text=best.text,
            parts=best.parts,
            left_out=best.left_out,
            similarity=1.0,
            warnings=(
                *cautions(selector, folded, self.text, choice, unseen=unseen),
                *warnings,
            ),
        )


def _hiding(selector: Selector, elision: Elision) -> Match:
    """Return the match of a quote whose parts stand there, but hide what changes the claim."""
    standing = elision.standings[0]
    return Match(
        selector=selector,
        found=Found.ALTERED,
        place=standing.place,
        text=standing.text,
        parts=standing.parts,
        left_out=standing.left_out,
        similarity=_MOST_ALIKE,
        diff=elision.diff,
    )
