"""A run against an earlier one: what is new, what is still there, what has recovered."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from lineage_verify.errors import SettingsError
from lineage_verify.reports.fingerprint import Identity, fingerprints, identities
from lineage_verify.verdicts.model import (
    Finding,
    Outcome,
    OwnerKind,
    Report,
    Severity,
    Since,
    SpecReport,
    VerdictKind,
)
from lineage_verify.verdicts.outcome import exit_code, outcome_of

__all__ = [
    "Baseline",
    "Before",
    "compare",
    "compare_spec",
    "only_new",
    "only_new_in",
    "read_baseline",
]


@dataclass(frozen=True, slots=True)
class Before:
    """What an earlier report said of one piece of evidence."""

    kind: VerdictKind
    severity: Severity | None
    waived: bool

    @property
    def rank(self) -> int:
        """How bad it was: 0 holds, 1 unknown, 2 to 4 drifted by severity, 5 missing."""
        return 0 if self.waived else _rank(self.kind, self.severity)


Baseline = Mapping[str, Before]
"""What an earlier report said, by fingerprint."""


def compare(report: Report, baseline: Baseline) -> Report:
    """The report with its specs marked against an earlier one; see `compare_spec`."""
    return replace(report, specs=tuple(compare_spec(spec, baseline) for spec in report.specs))


def compare_spec(spec: SpecReport, baseline: Baseline) -> SpecReport:
    """The spec with each finding that does not hold marked new or still, and those that do again.

    A finding is new where the earlier report lacks it, had it hold or waived it, or where it is
    worse now: a page that was unreachable and now lacks the quote is news.
    """
    marks = fingerprints(identities(spec))
    findings = tuple(
        replace(finding, since=_since(finding, baseline.get(mark)))
        for finding, mark in zip(spec.findings, marks, strict=True)
    )
    return replace(spec, findings=findings)


def only_new(report: Report, *, allow_drift: Severity | None, strict: bool) -> Report:
    """The report with the outcome that its new findings alone give (`--fail-on new`)."""
    specs = tuple(
        only_new_in(spec, allow_drift=allow_drift, strict=strict) for spec in report.specs
    )
    outcomes = [spec.outcome for spec in specs]
    worst = max(outcomes, key=list(Outcome).index, default=Outcome.OK)
    return replace(report, specs=specs, outcome=worst, exit_code=exit_code(outcomes))


def only_new_in(spec: SpecReport, *, allow_drift: Severity | None, strict: bool) -> SpecReport:
    """The spec with the outcome that its new findings alone give."""
    outcome = outcome_of(
        [finding for finding in spec.findings if finding.since is Since.NEW],
        invalid=spec.outcome is Outcome.INVALID,
        allow_drift=allow_drift,
        strict=strict,
    )
    return replace(spec, outcome=outcome)


def _since(finding: Finding, before: Before | None) -> Since | None:
    rank_before = before.rank if before is not None else 0
    if finding.waived is not None:
        return None
    if finding.kind.holds:
        return Since.RECOVERED if rank_before else None
    rank_now = _rank(finding.kind, finding.verdict.severity)
    return Since.STILL if rank_now <= rank_before else Since.NEW


def _rank(kind: VerdictKind, severity: Severity | None) -> int:
    if kind.holds:
        return 0
    if kind is VerdictKind.UNREACHABLE:
        return 1
    if kind is VerdictKind.MISSING:
        return 5
    return 2 + (severity.rank if severity is not None else Severity.MEANING.rank)


def read_baseline(text: str, *, name: str) -> Baseline:
    """Read an earlier JSON report; `name` is what an error calls it.

    Raises `SettingsError` for what is not a JSON report of a version that is known.
    """
    try:
        document = json.loads(text)
        if str(document["report_version"]).split(".")[0] != "1":
            raise SettingsError(f"{name}: a report of version {document['report_version']!r}")
        return dict(_evidence(document))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        message = f"{name}: is not a JSON report of lineage-verify (--format json writes one)"
        raise SettingsError(message) from None


def _evidence(document: Mapping[str, object]) -> Iterator[tuple[str, Before]]:
    for spec in _items(document["specs"]):
        rows = _items(spec["evidence"])
        marks = fingerprints(_identity(spec, row) for row in rows)
        for mark, row in zip(marks, rows, strict=True):
            severity = row["severity"]
            yield (
                mark,
                Before(
                    VerdictKind(_text(row["verdict"])),
                    Severity(_text(severity)) if severity is not None else None,
                    row["waived"] is not None,
                ),
            )


def _identity(spec: Mapping[str, object], row: Mapping[str, object]) -> Identity:
    owner = row["owner"]
    if not isinstance(owner, dict):
        raise TypeError(owner)
    slug = spec["slug"]
    return Identity.of(
        slug=_text(slug) if slug is not None else None,
        path=_text(spec["path"]),
        owner=(OwnerKind(owner["kind"]).value, _text(owner["id"])),
        said=(_text(row["source"]), _text(row["quote"])),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _items(value: object) -> list[dict[str, object]]:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise TypeError(value)
    return value
