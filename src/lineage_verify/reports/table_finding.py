"""How the table shows one thing that needs attention."""

from collections.abc import Iterator, Sequence
from datetime import UTC
from typing import TYPE_CHECKING

from lineage_verify.reports.attention import Silence
from lineage_verify.reports.paint import INDENT, Painter
from lineage_verify.reports.sides import other_words, page_side, quote_side
from lineage_verify.reports.wording import (
    advice,
    counted,
    headline,
    listed,
    nothing_near,
    owner,
    reason,
    warning_sentence,
)
from lineage_verify.spec.problems import Level, Location, Problem
from lineage_verify.verdicts.model import Finding, SourceResult, SpecReport

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

__all__ = ["FindingBlocks"]

Rows = Iterator[tuple[str, "Text"]]


class FindingBlocks:
    """Blocks of a spec's findings and problems, to be printed one below the other."""

    def __init__(self, painter: Painter, spec: SpecReport, *, whole: bool) -> None:
        """Take the spec's report; `whole` shows long passages in full."""
        self._paint = painter
        self._path = spec.path
        self._sources = {source.id: source for source in spec.sources}
        self._whole = whole
        self._shown: dict[tuple[str, str, str], Finding] = {}

    def broken(self, finding: Finding) -> Iterator["RenderableType"]:
        """A drifted or missing quote: what changed, where, and what else is known."""
        yield self._title("✗", headline(finding), "broken", finding)
        yield from self._where(finding)
        seen = (finding.source, finding.quote, finding.kind.value)
        earlier = self._shown.setdefault(seen, finding)
        if earlier is not finding:
            words = f"the same quote, and the same verdict, as on line {earlier.location.line}"
            yield from self._paint.labelled([("quote", self._paint.text(words))])
        elif self._paint.wide and finding.verdict.found is not None:
            sides = self._sides(finding)
            yield self._paint.beside(*sides, ("the quote says", "the page says"))
            yield from self._paint.labelled(self._details(finding))
        else:
            yield from self._paint.labelled([*self._stacked(finding), *self._details(finding)])

    def silence(self, silence: Silence) -> Iterator["RenderableType"]:
        """A source that could not be read: why, what to do, and which quotes wait for it."""
        waiting = counted(len(silence.findings), "quote")
        words = f"Unreachable: {waiting} could not be checked"
        yield self._paint.signed("?", self._paint.text(words, "unknown"), "unknown")
        yield from self._paint.labelled(self._silence(silence))

    def waived(self, finding: Finding) -> Iterator["RenderableType"]:
        """A finding that is tolerated until a date."""
        assert finding.waived is not None  # noqa: S101 - the group has only such
        words = f"waived until {finding.waived.until.isoformat()}, {headline(finding)}"
        yield self._title("~", words, "warning", finding)
        yield from self._where(finding)
        yield from self._paint.labelled([("because", self._paint.text(finding.waived.reason))])

    def warned(self, finding: Finding) -> Iterator["RenderableType"]:
        """A quote that holds and is worth a look."""
        for warning in finding.verdict.warnings:
            words = f"Holds, but {warning_sentence(warning)}"
            yield self._paint.signed("!", self._paint.text(words, "warning"), "warning")
        yield from self._where(finding)
        yield from self._paint.labelled(self._passage(finding))

    def holding(self, finding: Finding) -> Iterator["RenderableType"]:
        """A quote that holds, in a line or two."""
        where = f" in “{finding.section.title}”" if finding.section else ""
        words = f"{finding.kind.value.capitalize()}{where}"
        yield self._title("✓", words, "ok", finding)
        yield from self._where(finding)
        yield from self._paint.labelled(self._passage(finding))

    def source(self, source: SourceResult) -> Iterator["RenderableType"]:
        """How a source was read, in a line or two."""
        how = source.provenance.value if source.provenance else "not read"
        words = [self._named(source.id), how, *filter(None, map(str, [source.status or ""]))]
        if source.rendered_by is not None:
            words.append(f"rendered by {source.rendered_by}")
        if source.validated_at is not None:
            words.append(f"as of {source.validated_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC")
        yield self._paint.signed("·", self._paint.text(", ".join(words)), "label")
        yield from self._paint.labelled([("link", self._paint.link(source.url))])

    def problem(self, problem: Problem) -> Iterator["RenderableType"]:
        """Something wrong with the spec itself."""
        error = problem.level is Level.ERROR
        sign, style = ("✗", "broken") if error else ("!", "warning")
        words = f"{problem.level.value.capitalize()} in the spec: {problem.message}"
        yield self._paint.signed(sign, self._paint.text(f"{words} ({problem.code})", style), style)
        yield from self._at(problem.location)

    def _title(self, sign: str, words: str, style: str, finding: Finding) -> "RenderableType":
        title = self._paint.text(f"{words[:1].upper()}{words[1:]}{_since(finding)}", style)
        return self._paint.signed(sign, title, style)

    def _where(self, finding: Finding) -> Iterator["RenderableType"]:
        yield from self._at(finding.location, owner(finding))

    def _at(self, location: Location, whose: str = "") -> Iterator["RenderableType"]:
        """Where something stands: `path:line:column`, its pointer, and what it belongs to."""
        line = self._paint.unbroken("  ", self._place(location))
        pointer, owned = self._paint.text(location.pointer), self._paint.text(whose)
        if self._fits(line, pointer):
            line = self._paint.unbroken(line, "  ", pointer)
        else:
            yield line
            line = self._paint.unbroken("  ", pointer)
        if owned.plain and self._fits(line, owned):
            line = self._paint.unbroken(line, "  ", owned)
            owned = self._paint.text("")
        yield line
        if owned.plain:
            yield self._paint.indented(owned)

    def _fits(self, line: "Text", piece: "Text") -> bool:
        return line.cell_len + 2 + piece.cell_len <= self._paint.width

    def _place(self, location: Location) -> "Text":
        return self._paint.text(f"{self._path}:{location.line}:{location.column}", "place")

    def _sides(self, finding: Finding) -> tuple["Text", "Text"]:
        quote = self._paint.runs(quote_side(finding, whole=self._whole))
        return quote, self._paint.runs(page_side(finding, whole=self._whole))

    def _stacked(self, finding: Finding) -> Rows:
        quote, page = self._sides(finding)
        yield "quote", quote
        if page.plain:
            yield "page", page

    def _passage(self, finding: Finding) -> Rows:
        """The whole passage of a quote that leaves words out, or has other typography."""
        words = other_words(finding, whole=self._whole)
        if words is not None:
            yield "page", self._paint.text(words)

    def _details(self, finding: Finding) -> Rows:
        text = self._paint.text
        if finding.verdict.reasons:
            yield "because", text("; ".join(finding.verdict.reasons))
        yield from self._nearest(finding)
        if finding.elsewhere:
            sources = listed(self._named(source) for source in finding.elsewhere)
            yield "but", text(f"the quote stands in {sources}")
        yield from self._page(finding)
        if finding.last_held:
            yield "held", text(f"last on {finding.last_held.isoformat()}")
        for warning in finding.verdict.warnings:
            yield "warning", text(warning_sentence(warning), "warning")

    def _nearest(self, finding: Finding) -> Rows:
        for index, near in enumerate(finding.nearest):
            section = f"in “{near.section.title}”, " if near.section else ""
            words = f"{section}with {near.kept:.0%} of the quote's words: {near.text}"
            yield "" if index else "nearest", self._paint.text(words)
        if lack := nothing_near(finding):
            yield "nearest", self._paint.text(lack)

    def _page(self, finding: Finding) -> Rows:
        yield "source", self._paint.text(self._named(finding.source))
        if finding.section and finding.section.title:
            yield "section", self._paint.text(finding.section.title)
        source = self._sources.get(finding.source)
        address = source.url if source else ""
        if finding.deep_link or address:
            yield "link", self._paint.link(finding.deep_link or address, address or None)

    def _named(self, source_id: str) -> str:
        source = self._sources.get(source_id)
        return f"{source_id}: {source.title}" if source and source.title else source_id

    def _silence(self, silence: Silence) -> Rows:
        source, error = silence.source, silence.error
        yield "source", self._paint.text(self._named(source.id))
        if source.url:
            yield "link", self._paint.link(source.url)
        if error is not None:
            yield "reason", self._paint.text(reason(error))
            yield "do", self._paint.text(advice(error))
        yield from self._waiting(silence.findings)

    def _waiting(self, findings: Sequence[Finding]) -> Rows:
        for index, finding in enumerate(findings):
            place = self._paint.unbroken(self._place(finding.location))
            whose = self._paint.text(f"{owner(finding)}{_last_known(finding)}{_since(finding)}")
            label = "" if index else "quotes"
            if INDENT + place.cell_len + 2 + whose.cell_len <= self._paint.width:
                yield label, self._paint.unbroken(place, "  ", whose)
            else:
                yield label, place
                yield "", whose


def _since(finding: Finding) -> str:
    return f" [{finding.since.value}]" if finding.since else ""


def _last_known(finding: Finding) -> str:
    known = finding.last_known
    return f", last known {known.verdict.value} on {known.validated_at:%Y-%m-%d}" if known else ""
