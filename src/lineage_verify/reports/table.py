"""The report for a person at a terminal."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from lineage_verify.reports.attention import Attention, attention
from lineage_verify.reports.encodings import degrade, shows_all
from lineage_verify.reports.interface import Options
from lineage_verify.reports.paint import Painter
from lineage_verify.reports.sides import LEGEND
from lineage_verify.reports.table_finding import FindingBlocks
from lineage_verify.reports.totals import totals_table
from lineage_verify.reports.wording import count_sum, counted, holding, outcome_sentence
from lineage_verify.verdicts.model import Finding, Outcome, Report, Since, SpecReport, VerdictKind

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["TableWriter"]

Blocks = Iterator["RenderableType"]

_CLEAN_LISTED = 10
"""How many specs in which all holds are listed by name."""

_SIGNS = {
    Outcome.OK: ("✓", "ok"),
    Outcome.UNREACHABLE: ("?", "unknown"),
    Outcome.BROKEN: ("✗", "broken"),
    Outcome.INVALID: ("✗", "broken"),
}


class TableWriter:
    """Shows what needs attention in full, what holds in a line, and totals that add up."""

    def __init__(self, options: Options) -> None:
        """Take how wide the terminal is, what it can show and how much is asked for."""
        self._options = options
        self._paint = Painter(options)

    def render(self, report: Report) -> str:
        """The whole report."""
        blocks = self._quiet(report) if self._options.quiet else self._full(report)
        text = self._paint.page(blocks)
        encoding = self._options.encoding
        if text and not shows_all(text, encoding):
            text += f"hint: {encoding} cannot show every character; set PYTHONUTF8=1\n"
        return degrade(text, encoding)

    def _full(self, report: Report) -> Blocks:
        pairs = [(spec, attention(spec)) for spec in report.specs]
        yield from self._clean([spec for spec, seen in pairs if self._brief(seen)])
        for spec, seen in pairs:
            if not self._brief(seen):
                yield from self._spec(spec, seen)
        yield from self._totals(report)

    def _brief(self, seen: Attention) -> bool:
        return seen.clean and not self._options.verbose

    def _quiet(self, report: Report) -> Blocks:
        for spec in report.specs:
            seen = attention(spec)
            blocks = FindingBlocks(self._paint, spec, whole=self._options.verbose)
            for problem in seen.errors:
                yield from blocks.problem(problem)
            for finding in seen.broken:
                yield from blocks.broken(finding)
        unknown = report.count()[VerdictKind.UNREACHABLE]
        if unknown:
            words = self._paint.text(f"{counted(unknown, 'quote')} could not be checked")
            yield self._paint.signed("?", words, "unknown")

    def _clean(self, specs: Sequence[SpecReport]) -> Blocks:
        if len(specs) > _CLEAN_LISTED:
            quotes = counted(sum(len(spec.findings) for spec in specs), "quote")
            words = self._paint.text(f"{len(specs)} specs: all {quotes} hold")
            yield self._paint.signed("✓", words, "ok")
            return
        for spec in specs:
            words = self._paint.text(f"{spec.path}: {holding(spec)}")
            yield self._paint.signed("✓", words, "ok")

    def _spec(self, spec: SpecReport, seen: Attention) -> Blocks:
        blocks = FindingBlocks(self._paint, spec, whole=self._options.verbose)
        date = f"verified on {spec.verified_on}" if spec.verified_on else ""
        yield ""
        yield self._paint.heading(spec.path, date)
        groups: list[Iterable[Blocks]] = [
            map(blocks.problem, seen.errors),
            map(blocks.broken, seen.broken),
            map(blocks.silence, seen.silences),
            map(blocks.waived, seen.waived),
            map(blocks.problem, seen.cautions),
            map(blocks.warned, seen.warned),
            map(blocks.holding, self._told(seen)),
            map(blocks.source, spec.sources if self._options.verbose else ()),
        ]
        for group in groups:
            for block in group:
                yield ""
                yield from block
        if seen.holding and not self._options.verbose:
            yield ""
            yield self._paint.signed("✓", self._paint.text(holding(spec)), "ok")

    def _told(self, seen: Attention) -> Iterator[Finding]:
        """The holding quotes that are told one by one: all when verbose, else the recovered."""
        for finding in seen.quiet:
            if self._options.verbose or finding.since is Since.RECOVERED:
                yield finding

    def _totals(self, report: Report) -> Blocks:
        yield ""
        if any(finding.verdict.diff for spec in report.specs for finding in spec.findings):
            yield self._paint.text(LEGEND, "label")
        yield from totals_table(self._paint, report.specs)
        yield self._paint.text(count_sum(report.count()), "strong")
        sign, style = _SIGNS[report.outcome]
        words = f"{report.outcome.value.capitalize()}: {outcome_sentence(report)}"
        ending = self._paint.text(f"{words} (exit code {report.exit_code})", style)
        yield self._paint.signed(sign, ending, style)
        for hint in report.hints:
            yield self._paint.signed("hint:", self._paint.text(hint), "label")
