"""The report for a person at a terminal."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from lineage_verify.reports.attention import Attention, attention
from lineage_verify.reports.encodings import degrade, shows_all
from lineage_verify.reports.interface import Options
from lineage_verify.reports.paint import Painter
from lineage_verify.reports.sides import LEGEND
from lineage_verify.reports.table_finding import FindingBlocks
from lineage_verify.reports.wording import count_sum, counted, outcome_sentence
from lineage_verify.verdicts.model import Outcome, Report, SpecReport, VerdictKind

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
        if not self._options.quiet and not shows_all(text, encoding):
            text += f"hint: {encoding} cannot show every character; set PYTHONUTF8=1\n"
        return degrade(text, encoding)

    def _full(self, report: Report) -> Blocks:
        pairs = [(spec, attention(spec)) for spec in report.specs]
        clean = [spec for spec, seen in pairs if seen.clean]
        yield from self._clean(clean)
        for spec, seen in pairs:
            if not seen.clean:
                yield from self._spec(spec, seen)
        yield from self._totals(report)

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
            words = f"? {counted(unknown, 'quote')} could not be checked"
            yield self._paint.text(words, "unknown")

    def _clean(self, specs: Sequence[SpecReport]) -> Blocks:
        if len(specs) > _CLEAN_LISTED and not self._options.verbose:
            quotes = sum(len(spec.findings) for spec in specs)
            words = f"{len(specs)} specs: all {counted(quotes, 'quote')} hold"
            yield self._paint.line(self._paint.text("✓ ", "ok"), self._paint.text(words))
            return
        for spec in specs:
            yield self._paint.line(
                self._paint.text("✓ ", "ok"),
                self._paint.text(spec.path, "strong"),
                self._paint.text(f": {_holding(spec)}"),
            )

    def _spec(self, spec: SpecReport, seen: Attention) -> Blocks:
        blocks = FindingBlocks(self._paint, spec, whole=self._options.verbose)
        yield ""
        yield self._paint.text(spec.path, "strong")
        groups: list[Iterable[Blocks]] = [
            map(blocks.problem, seen.errors),
            map(blocks.broken, seen.broken),
            map(blocks.silence, seen.silences),
            map(blocks.waived, seen.waived),
            map(blocks.problem, seen.cautions),
            map(blocks.warned, seen.warned),
        ]
        for group in groups:
            for block in group:
                yield ""
                yield from block
        if seen.holding:
            yield ""
            yield self._paint.line(self._paint.text("✓ ", "ok"), self._paint.text(_holding(spec)))

    def _totals(self, report: Report) -> Blocks:
        yield ""
        if any(finding.verdict.diff for spec in report.specs for finding in spec.findings):
            yield self._paint.text(LEGEND, "label")
        yield self._paint.text(count_sum(report.count()), "strong")
        sign, style = _SIGNS[report.outcome]
        words = f"{sign} {report.outcome.value}: {outcome_sentence(report)}"
        yield self._paint.text(f"{words} (exit code {report.exit_code})", style)
        for hint in report.hints:
            yield self._paint.text(f"hint: {hint}")


def _holding(spec: SpecReport) -> str:
    """What holds, in a line."""
    counts = spec.count()
    parts = [f"{counts[kind]} {kind.value}" for kind in VerdictKind if kind.holds and counts[kind]]
    number = sum(counts[kind] for kind in VerdictKind if kind.holds)
    verb = "holds" if number == 1 else "hold"
    return f"{counted(number, 'quote')} {verb} ({', '.join(parts)})"
