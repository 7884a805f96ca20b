"""The counts of a run, taken one spec at a time: what a report needs of all specs together."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from lineage_verify.verdicts.model import (
    Finding,
    Outcome,
    Report,
    Since,
    SpecReport,
    VerdictKind,
)
from lineage_verify.verdicts.outcome import exit_code, is_let_pass

__all__ = ["Tally", "Totals", "totals_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """What is said of a run as a whole; its size does not grow with the run's.

    `counts` has every verdict. A waived finding is in `counts` and `waived`, and nowhere else;
    `broken`, `tolerated` (drift that is let pass) and `unknown` count open findings, and `still`
    those of `broken` that an earlier report had as well.
    """

    specs: int
    invalid: int
    sources: int
    counts: Mapping[VerdictKind, int]
    waived: int
    broken: int
    tolerated: int
    still: int
    unknown: int
    outcome: Outcome
    exit_code: int
    generated_at: datetime
    hints: Sequence[str] = ()

    @property
    def evidence(self) -> int:
        """How many findings there are."""
        return sum(self.counts.values())


class Tally:
    """Counts specs as they come."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self._outcomes: Counter[Outcome] = Counter()
        self._counts: Counter[VerdictKind] = Counter()
        self._sources = 0
        self._waived = 0
        self._broken = 0
        self._tolerated = 0
        self._still = 0
        self._unknown = 0

    def add(self, spec: SpecReport) -> None:
        """Count one spec's findings."""
        self._outcomes[spec.outcome] += 1
        self._sources += len(spec.sources)
        for finding in spec.findings:
            self._counts[finding.kind] += 1
            if finding.waived is not None:
                self._waived += 1
            elif _is_tolerated(finding, spec.outcome):
                self._tolerated += 1
            elif finding.kind.broken:
                self._broken += 1
                self._still += finding.since is Since.STILL
            elif finding.kind is VerdictKind.UNREACHABLE:
                self._unknown += 1

    def totals(self, *, now: datetime, hints: Iterable[str] = ()) -> Totals:
        """The counts so far, as those of a run that ended at `now`."""
        return Totals(
            specs=self._outcomes.total(),
            invalid=self._outcomes[Outcome.INVALID],
            sources=self._sources,
            counts={kind: self._counts[kind] for kind in VerdictKind},
            waived=self._waived,
            broken=self._broken,
            tolerated=self._tolerated,
            still=self._still,
            unknown=self._unknown,
            outcome=max(self._outcomes, key=list(Outcome).index, default=Outcome.OK),
            exit_code=exit_code(self._outcomes),
            generated_at=now,
            hints=tuple(hints),
        )


def _is_tolerated(finding: Finding, outcome: Outcome) -> bool:
    """Whether it is `--allow-drift` that lets a finding pass, and not that it is no news."""
    known = finding.since is Since.STILL and not finding.tolerated
    return is_let_pass(finding, outcome) and not known


def totals_of(report: Report) -> Totals:
    """The counts of a report that is there as a whole."""
    tally = Tally()
    for spec in report.specs:
        tally.add(spec)
    totals = tally.totals(now=report.generated_at, hints=report.hints)
    return replace(totals, outcome=report.outcome, exit_code=report.exit_code)
