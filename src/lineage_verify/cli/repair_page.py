"""How `repair` shows a broken quote and what could stand in its place."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from lineage_verify.repair import Proposal
from lineage_verify.reports.escape import one_line
from lineage_verify.reports.paint import Painter
from lineage_verify.reports.table_finding import FindingBlocks
from lineage_verify.reports.wording import owner
from lineage_verify.verdicts.model import Finding, SpecReport

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

__all__ = ["RepairPage"]


class RepairPage:
    """The broken quotes of one spec, one at a time."""

    def __init__(self, painter: Painter, report: SpecReport) -> None:
        """Take the spec's report."""
        self._paint = painter
        self._report = report
        self._findings = {one.location.pointer: one for one in report.findings}

    def head(self) -> str:
        """The spec's own line."""
        return self._paint.page([self._paint.heading(self._report.path)])

    def proposal(self, proposal: Proposal) -> str:
        """One broken quote: what changed and where, and the words that are offered."""
        return self._paint.page(["", *self._blocks(proposal)])

    def _blocks(self, proposal: Proposal) -> Iterator["RenderableType"]:
        first, *others = [self._findings[pointer] for pointer in proposal.pointers]
        blocks = FindingBlocks(self._paint, self._report, whole=True)
        yield from blocks.broken(_with_offer(first, proposal))
        yield from self._paint.labelled(self._rows(proposal, others))

    def _rows(self, proposal: Proposal, others: Sequence[Finding]) -> Iterator[tuple[str, "Text"]]:
        text = self._paint.text
        for index, finding in enumerate(others):
            place = finding.location
            words = f"line {place.line}, {place.pointer}, {owner(finding)}"
            yield "" if index else "also at", text(words)
        for note in proposal.notes:
            yield "note", text(f"the offer {note}", "warning")
        if proposal.words is not None:
            yield "offer", text(proposal.words, "strong")
        else:
            yield "no offer", text(proposal.obstacle or "")


def _with_offer(finding: Finding, proposal: Proposal) -> Finding:
    """A finding whose diff is that of the quote and the words that are offered."""
    if proposal.words is None:
        return finding
    verdict = replace(
        finding.verdict,
        severity=proposal.severity,
        reasons=proposal.reasons,
        diff=proposal.diff,
        found=one_line(proposal.words),
    )
    return replace(finding, verdict=verdict)
