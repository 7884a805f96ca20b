"""The report for a person at a terminal."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lineage_verify.reports.attention import Attention, attention
from lineage_verify.reports.encodings import degrade, shows_all
from lineage_verify.reports.interface import Options, ReportWriter
from lineage_verify.reports.paint import Painter
from lineage_verify.reports.sides import LEGEND
from lineage_verify.reports.table_finding import FindingBlocks
from lineage_verify.reports.totals import TotalsTable
from lineage_verify.reports.wording import count_sum, counted, holding, outcome_sentence
from lineage_verify.verdicts.model import Finding, Outcome, Since, SpecReport, VerdictKind
from lineage_verify.verdicts.tally import Totals

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


class TableWriter(ReportWriter):
    """Shows what needs attention in full, what holds in a line, and totals that add up."""

    def __init__(self, options: Options) -> None:
        """Take how wide the terminal is, what it can show and how much is asked for."""
        self._options = options
        self._paint = Painter(options)
        self._spool = options.spool()
        self._table = TotalsTable()
        self._holding: list[str] = []
        self._clean = 0
        self._clean_quotes = 0
        self._changed = False
        self._shown = True

    def add(self, spec: SpecReport) -> None:
        """Write what needs attention of a spec; count the rest."""
        seen = attention(spec)
        if self._options.quiet:
            self._spool.write(self._paint.page(self._quiet(spec, seen)))
            return
        self._table.add(spec)
        self._changed |= any(finding.verdict.diff for finding in spec.findings)
        if self._brief(seen):
            self._clean += 1
            self._clean_quotes += len(spec.findings)
            if self._clean <= _CLEAN_LISTED:
                self._holding.append(f"{spec.path}: {holding(spec)}")
        else:
            self._spool.write(self._paint.page(self._spec(spec, seen)))

    def end(self, run: Totals) -> Iterator[str]:
        """The whole report."""
        if self._options.quiet:
            yield from self._carried(self._spool.pieces())
            yield from self._carried([self._paint.page(self._unchecked(run))])
        else:
            yield from self._carried([self._paint.page(self._clean_specs())])
            yield from self._carried(self._spool.pieces())
            yield from self._carried([self._paint.page(self._totals(run))])
        if not self._shown:
            encoding = self._options.encoding
            hint = f"hint: {encoding} cannot show every character; set PYTHONUTF8=1\n"
            yield degrade(hint, encoding)

    def _carried(self, pieces: Iterable[str]) -> Iterator[str]:
        """Pieces as the output's encoding can carry them; whether it could is remembered."""
        for piece in pieces:
            self._shown = self._shown and shows_all(piece, self._options.encoding)
            yield degrade(piece, self._options.encoding)

    def _brief(self, seen: Attention) -> bool:
        return seen.clean and not self._options.verbose

    def _quiet(self, spec: SpecReport, seen: Attention) -> Blocks:
        blocks = FindingBlocks(self._paint, spec, whole=self._options.verbose)
        for problem in seen.errors:
            yield from blocks.problem(problem)
        for finding in seen.broken:
            yield from blocks.broken(finding)

    def _unchecked(self, run: Totals) -> Blocks:
        unknown = run.counts[VerdictKind.UNREACHABLE]
        if unknown:
            words = self._paint.text(f"{counted(unknown, 'quote')} could not be checked")
            yield self._paint.signed("?", words, "unknown")

    def _clean_specs(self) -> Blocks:
        lines = self._holding
        if self._clean > _CLEAN_LISTED:
            lines = [f"{self._clean} specs: all {counted(self._clean_quotes, 'quote')} hold"]
        for line in lines:
            yield self._paint.signed("✓", self._paint.text(line), "ok")

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

    def _totals(self, run: Totals) -> Blocks:
        yield ""
        if self._changed:
            yield self._paint.text(LEGEND, "label")
        yield from self._table.blocks(self._paint)
        yield self._paint.text(count_sum(run.counts), "strong")
        sign, style = _SIGNS[run.outcome]
        words = f"{run.outcome.value.capitalize()}: {outcome_sentence(run)}"
        ending = self._paint.text(f"{words} (exit code {run.exit_code})", style)
        yield self._paint.signed(sign, ending, style)
        for hint in run.hints:
            yield self._paint.signed("hint:", self._paint.text(hint), "label")
