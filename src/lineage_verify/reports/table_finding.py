"""How the table shows one finding that needs attention."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lineage_verify.reports.attention import Silence
from lineage_verify.reports.paint import Painter
from lineage_verify.reports.sides import page_side, quote_side
from lineage_verify.reports.wording import advice, counted, headline, listed, owner, reason
from lineage_verify.spec.problems import Level, Location, Problem
from lineage_verify.verdicts.model import Finding, SourceResult, SpecReport, VerdictKind

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

__all__ = ["FindingBlocks"]


class FindingBlocks:
    """Blocks of a spec's findings and problems, to be printed one below the other."""

    def __init__(self, painter: Painter, spec: SpecReport, *, whole: bool) -> None:
        """Take the spec's report; `whole` shows long passages in full."""
        self._paint = painter
        self._path = spec.path
        self._sources = {source.id: source for source in spec.sources}
        self._whole = whole
        self._shown: dict[tuple[str, str], Finding] = {}

    def broken(self, finding: Finding) -> Iterator["RenderableType"]:
        """A drifted or missing quote: what changed, where, and what else is known."""
        yield self._title("✗", headline(finding), "broken", finding)
        yield self._where(finding)
        earlier = self._shown.setdefault((finding.source, finding.quote), finding)
        if earlier is not finding:
            place = f"line {earlier.location.line}"
            yield self._paint.labelled([("quote", self._paint.text(f"the same as in {place}"))])
            return
        if self._paint.wide and finding.verdict.found is not None:
            yield self._beside(finding)
            yield self._paint.labelled(self._details(finding))
        else:
            yield self._paint.labelled([*self._stacked(finding), *self._details(finding)])

    def _title(self, sign: str, words: str, style: str, finding: Finding) -> "Text":
        since = f" [{finding.since.value}]" if finding.since else ""
        return self._paint.line(
            self._paint.text(f"{sign} {words[:1].upper()}{words[1:]}", style),
            self._paint.text(since, "strong") if since else "",
        )

    def _where(self, finding: Finding) -> "Text":
        return self._paint.line(
            "  ", self._place(finding.location), "  ", self._paint.text(owner(finding))
        )

    def _place(self, location: Location) -> "Text":
        return self._paint.text(f"{self._path}:{location.line}:{location.column}", "place")

    def _beside(self, finding: Finding) -> "RenderableType":
        from rich.padding import Padding
        from rich.table import Table

        table = Table.grid(padding=(0, 2), expand=True)
        table.add_column(ratio=1, overflow="fold")
        table.add_column(ratio=1, overflow="fold")
        table.add_row(
            self._paint.text("the quote says", "label"), self._paint.text("the page says", "label")
        )
        table.add_row(
            self._paint.runs(quote_side(finding, whole=self._whole)),
            self._paint.runs(page_side(finding, whole=self._whole)),
        )
        return Padding(table, (0, 0, 0, 2))

    def _stacked(self, finding: Finding) -> Iterator[tuple[str, "RenderableType"]]:
        yield "quote", self._paint.runs(quote_side(finding, whole=self._whole))
        found = page_side(finding, whole=self._whole)
        if found:
            yield "page", self._paint.runs(found)

    def _details(self, finding: Finding) -> Iterator[tuple[str, "RenderableType"]]:
        text = self._paint.text
        if finding.verdict.reasons:
            yield "changed", text("; ".join(finding.verdict.reasons))
        if finding.kind is VerdictKind.MISSING:
            yield from self._nearest(finding)
        if finding.elsewhere:
            yield "but", text(f"the quote stands in source {listed(finding.elsewhere)}")
        yield from self._page(finding)
        if finding.last_held:
            yield "held", text(f"last on {finding.last_held.isoformat()}")
        yield from self._warnings(finding)

    def _nearest(self, finding: Finding) -> Iterator[tuple[str, "RenderableType"]]:
        for index, near in enumerate(finding.nearest):
            section = f" ({near.section.title})" if near.section else ""
            words = f"{near.kept:.0%} of its words: {near.text}{section}"
            yield "nearest" if index == 0 else "", self._paint.text(words)

    def _page(self, finding: Finding) -> Iterator[tuple[str, "RenderableType"]]:
        source = self._sources.get(finding.source)
        title = source.title if source and source.title else finding.source
        yield "source", self._paint.text(title)
        if finding.section and finding.section.title:
            yield "section", self._paint.text(finding.section.title)
        url = finding.deep_link or _address(source)
        if url:
            yield "link", self._paint.link(url, _address(source))

    def _warnings(self, finding: Finding) -> Iterator[tuple[str, "RenderableType"]]:
        for warning in finding.verdict.warnings:
            words = f"{warning.code.value}: {warning.message}"
            yield "warning", self._paint.text(words, "warning")

    def silence(self, silence: Silence) -> Iterator["RenderableType"]:
        """A source that could not be read: why, what to do, and which quotes wait for it."""
        source = silence.source
        waiting = counted(len(silence.findings), "quote")
        yield self._paint.text(f"? Unreachable: {waiting} could not be checked", "unknown")
        yield self._paint.labelled(self._silence_rows(silence, source))

    def _silence_rows(
        self, silence: Silence, source: SourceResult
    ) -> Iterator[tuple[str, "RenderableType"]]:
        text = self._paint.text
        yield "source", text(source.title or source.id)
        if source.url:
            yield "link", self._paint.link(source.url)
        if silence.error is not None:
            error = silence.error
            yield "reason", text(f"{reason(error)} ({error.kind.value}): {error.message}")
            yield "do", text(advice(error))
        yield from self._waiting(silence.findings)

    def _waiting(self, findings: Sequence[Finding]) -> Iterator[tuple[str, "RenderableType"]]:
        for index, finding in enumerate(findings):
            known = finding.last_known
            last = f", {known.verdict.value} on {known.validated_at.date()}" if known else ""
            yield (
                "quotes" if index == 0 else "",
                self._paint.line(
                    self._place(finding.location), self._paint.text(f" {owner(finding)}{last}")
                ),
            )

    def warned(self, finding: Finding) -> Iterator["RenderableType"]:
        """A quote that holds and is worth a look."""
        for warning in finding.verdict.warnings:
            yield self._paint.line(
                self._paint.text(f"! {warning.code.value}", "warning"),
                "  ",
                self._place(finding.location),
                self._paint.text(f" {owner(finding)}"),
            )
            yield self._paint.labelled([("", self._paint.text(warning.message))])

    def waived(self, finding: Finding) -> Iterator["RenderableType"]:
        """A finding that is tolerated until a date."""
        assert finding.waived is not None  # noqa: S101 - the group has only such
        until = finding.waived.until.isoformat()
        yield self._title("~", f"waived until {until}: {headline(finding)}", "warning", finding)
        yield self._where(finding)
        yield self._paint.labelled([("because", self._paint.text(finding.waived.reason))])

    def problem(self, problem: Problem) -> Iterator["RenderableType"]:
        """Something wrong with the spec itself."""
        error = problem.level is Level.ERROR
        sign, style = ("✗", "broken") if error else ("!", "warning")
        yield self._paint.line(
            self._paint.text(f"{sign} {problem.level.value} {problem.code}", style),
            "  ",
            self._place(problem.location),
        )
        rows = [("", self._paint.text(problem.message))]
        if problem.location.pointer:
            rows.append(("at", self._paint.text(problem.location.pointer)))
        yield self._paint.labelled(rows)


def _address(source: SourceResult | None) -> str | None:
    return source.url if source and source.url else None
