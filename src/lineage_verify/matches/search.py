"""A quote to its match: every reading of the page in turn, the strictest first."""

from collections.abc import Sequence
from functools import cached_property

from lineage_verify.matches.altered import altered_or_absent
from lineage_verify.matches.cautions import cautions
from lineage_verify.matches.context import Standing, chosen
from lineage_verify.matches.elided import elision_of
from lineage_verify.matches.folding import collapse, fold
from lineage_verify.matches.held import standings_in
from lineage_verify.matches.index import PieceIndex
from lineage_verify.matches.model import (
    Difference,
    Found,
    Match,
    Place,
    QuoteWarning,
    Selector,
    WarningCode,
)
from lineage_verify.matches.reading import Reading
from lineage_verify.text.page_text import Mark, PageText

__all__ = ["MATCHER_VERSION", "match_quote", "match_quotes"]

MATCHER_VERSION = "1"
"""Changes whenever the same quote and text may get another answer."""

_FURNITURE = Mark.PERMALINK | Mark.FOOTNOTE | Mark.MARKUP
_UNSEEN = Mark.aside() & ~_FURNITURE
_MOST_ALIKE = 0.99


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
    page = _Page(PageText.plain(text) if isinstance(text, str) else text)
    return tuple(
        page.match(Selector(quote) if isinstance(quote, str) else quote) for quote in quotes
    )


class _Page:
    """A page text and its readings, each made when first needed."""

    def __init__(self, text: PageText) -> None:
        self.text = text
        self._index: PieceIndex | None = None

    @cached_property
    def main(self) -> Reading:
        return Reading(self.text, Mark.aside())

    @cached_property
    def others(self) -> tuple[Reading, ...]:
        """The readings with furniture put back, then with all that is not shown."""
        marks = Mark.NONE
        for stretch in self.text.stretches:
            marks |= stretch.marks
        readings = []
        if marks & _FURNITURE:
            readings.append(Reading(self.text, _UNSEEN))
        if marks & _UNSEEN:
            readings += [Reading(self.text, _FURNITURE), Reading(self.text)]
        return tuple(readings)

    @property
    def index(self) -> PieceIndex:
        if self._index is None:
            self._index = PieceIndex(self.main.folded.text)
        return self._index

    def match(self, selector: Selector) -> Match:
        folded = fold(selector.exact)
        if not folded:
            return Match(selector=selector, found=Found.ABSENT)
        return (
            self._held(selector, folded)
            or self._elided(selector, folded)
            or self._aside(selector, folded)
            or altered_or_absent(selector, folded, self.main, self.index)
        )

    def _held(self, selector: Selector, folded: str) -> Match | None:
        standings = standings_in(self.main, selector.exact, folded, self._index)
        return self._holding(selector, folded, standings) if standings else None

    def _aside(self, selector: Selector, folded: str) -> Match | None:
        for reading in self.others:
            standings = standings_in(reading, selector.exact, folded)
            if standings:
                return self._holding(selector, folded, standings)
        return None

    def _elided(self, selector: Selector, folded: str) -> Match | None:
        if "..." not in folded and "[" not in folded:
            return None
        elision = elision_of(self.main, selector.exact, folded, self._index)
        if elision is None:
            return None
        if elision.diff:
            return self._hiding(selector, elision.standings[0], elision.diff)
        return self._holding(selector, folded, elision.standings, elision.warnings)

    def _holding(
        self,
        selector: Selector,
        folded: str,
        standings: list[Standing],
        warnings: tuple[QuoteWarning, ...] = (),
    ) -> Match:
        best = chosen(standings, selector, self.text)
        several = _several(standings, selector)
        return Match(
            selector=selector,
            found=Found.HELD,
            rung=best.rung,
            place=best.place,
            text=self._shown(best.place),
            parts=best.parts,
            left_out=best.left_out,
            similarity=1.0,
            warnings=(
                *several,
                *cautions(selector, folded, self.text, best.place, best.parts),
                *warnings,
            ),
        )

    def _hiding(
        self, selector: Selector, standing: Standing, diff: tuple[Difference, ...]
    ) -> Match:
        return Match(
            selector=selector,
            found=Found.ALTERED,
            place=standing.place,
            text=self._shown(standing.place),
            parts=standing.parts,
            left_out=standing.left_out,
            similarity=_MOST_ALIKE,
            diff=diff,
        )

    def _shown(self, place: Place) -> str:
        return collapse(self.text.text[place.start : place.end])


def _several(standings: list[Standing], selector: Selector) -> tuple[QuoteWarning, ...]:
    if len(standings) < 2 or selector.prefix or selector.suffix:
        return ()
    message = f"stands at {len(standings)} places; a prefix or a suffix tells which is meant"
    return (QuoteWarning(WarningCode.SEVERAL_PLACES, message),)
