"""Annotations on a pull request: GitHub's workflow commands, and a line that counts the rest."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from lineage_verify.reports.attention import attention, tolerated
from lineage_verify.reports.description import plain_text
from lineage_verify.reports.encodings import degrade
from lineage_verify.reports.escape import clip, one_line, workflow_message, workflow_property
from lineage_verify.reports.interface import Options, ReportWriter
from lineage_verify.reports.wording import count_sum, counted, outcome_sentence, short_name
from lineage_verify.spec.problems import Location, Problem
from lineage_verify.verdicts.model import (
    Finding,
    Severity,
    SpecReport,
    VerdictKind,
)
from lineage_verify.verdicts.tally import Totals

__all__ = ["GithubWriter"]

MOST = 10
"""GitHub shows this many annotations of a kind from one step, and drops the rest."""

_LONGEST = 4000
"""Characters of one message; GitHub cuts at 64 KiB."""


class Kind(StrEnum):
    """The kinds of annotation."""

    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class Annotation:
    """One workflow command, not yet escaped; the lowest rank is the worst."""

    kind: Kind
    rank: int
    path: str
    location: Location
    title: str
    message: str

    def command(self) -> str:
        """The command, one line."""
        file, title = workflow_property(self.path), workflow_property(self.title)
        place = f"file={file},line={self.location.line},col={self.location.column}"
        message = workflow_message(clip(self.message, _LONGEST))
        return f"::{self.kind.value} {place},title={title}::{message}"


class GithubWriter(ReportWriter):
    """Writes one command a finding, the worst first, at most ten of a kind."""

    def __init__(self, options: Options) -> None:
        """Take the output's encoding, and whether only what is broken is asked for."""
        self._encoding = options.encoding
        self._quiet = options.quiet
        self._worst: dict[Kind, list[Annotation]] = {kind: [] for kind in Kind}
        self._seen: Counter[Kind] = Counter()

    def add(self, spec: SpecReport) -> None:
        """Count a spec's annotations, and keep the worst of the run."""
        for note in _annotations(spec):
            self._seen[note.kind] += 1
            self._worst[note.kind].append(note)
        for notes in self._worst.values():
            notes.sort(key=lambda note: note.rank)
            del notes[MOST:]

    def end(self, run: Totals) -> Iterator[str]:
        """The commands, then the counts."""
        for line in self._lines(run):
            yield degrade(f"{line}\n", self._encoding)

    def _lines(self, run: Totals) -> Iterator[str]:
        kinds = [Kind.ERROR] if self._quiet else list(Kind)
        for kind in kinds:
            yield from (note.command() for note in self._worst[kind])
        for kind in kinds:
            more = self._seen[kind] - MOST
            if more > 0:
                yield f"and {counted(more, f'more {kind.value}')} without annotation"
        if not self._quiet:
            yield f"lineage-verify: {count_sum(run.counts)}"
            yield f"lineage-verify: {run.outcome.value}: {one_line(outcome_sentence(run))}"


def _annotations(spec: SpecReport) -> Iterator[Annotation]:
    seen = attention(spec)
    for problem in seen.errors:
        yield _of_problem(Kind.ERROR, 0, spec, problem)
    for finding in seen.broken:
        kind = Kind.WARNING if tolerated(finding, spec) else Kind.ERROR
        yield _of_finding(kind, spec, finding)
    for silence in seen.silences:
        for finding in silence.findings:
            yield _of_finding(Kind.WARNING, spec, finding)
    for problem in seen.cautions:
        yield _of_problem(Kind.WARNING, 9, spec, problem)
    for finding in (*seen.waived, *seen.warned):
        yield _of_finding(Kind.NOTICE, spec, finding)


def _of_finding(kind: Kind, spec: SpecReport, finding: Finding) -> Annotation:
    since = f" [{finding.since.value}]" if finding.since else ""
    title = f"{short_name(finding)}{since}: {finding.owner_kind.value} {finding.owner_id}"
    message = plain_text(finding, spec)
    return Annotation(kind, _rank(finding), spec.path, finding.location, title, message)


def _of_problem(kind: Kind, rank: int, spec: SpecReport, problem: Problem) -> Annotation:
    title = f"{problem.level.value} in the spec: {problem.code}"
    return Annotation(kind, rank, spec.path, problem.location, title, problem.message)


def _rank(finding: Finding) -> int:
    match finding.kind, finding.verdict.severity:
        case VerdictKind.DRIFTED, Severity.MEANING | None:
            return 1
        case VerdictKind.MISSING, _:
            return 2
        case VerdictKind.DRIFTED, Severity.WORDING:
            return 3
        case VerdictKind.DRIFTED, _:
            return 4
        case VerdictKind.UNREACHABLE, _:
            return 5
        case _:
            return 6
