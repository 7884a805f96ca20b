"""From findings to an outcome, and from outcomes to an exit code (DESIGN.md section 3)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import assert_never

from lineage_verify.verdicts.model import Finding, Outcome, Severity, VerdictKind

__all__ = ["exit_code", "fails", "is_let_pass", "mark_tolerated", "outcome_of"]


def outcome_of(
    findings: Sequence[Finding],
    *,
    invalid: bool,
    allow_drift: Severity | None,
    strict: bool,
    warned: bool = False,
) -> Outcome:
    """Return what is said of one spec, the worst that any of its findings brings.

    A waived finding brings nothing. `allow_drift` is the greatest severity of drift that is
    tolerated; `strict` counts warnings and unreachable pages as broken. `warned` says that the spec
    itself has warnings.
    """
    if invalid:
        return Outcome.INVALID
    if strict and warned:
        return Outcome.BROKEN
    counted = [finding for finding in findings if finding.waived is None]
    if any(fails(finding, allow_drift=allow_drift, strict=strict) for finding in counted):
        return Outcome.BROKEN
    if any(finding.kind is VerdictKind.UNREACHABLE for finding in counted):
        return Outcome.UNREACHABLE
    return Outcome.OK


def mark_tolerated(
    findings: Iterable[Finding], allow_drift: Severity | None
) -> tuple[Finding, ...]:
    """Return findings, those marked that drifted by no more than is allowed."""
    return tuple(
        replace(finding, tolerated=True)
        if finding.kind is VerdictKind.DRIFTED and _tolerated(finding.verdict.severity, allow_drift)
        else finding
        for finding in findings
    )


def is_let_pass(finding: Finding, outcome: Outcome) -> bool:
    """Tell whether a broken quote fails nobody, in a spec of this outcome.

    `--allow-drift` or `--fail-on new` lets it pass; a waived one is told as such.
    """
    if not finding.kind.broken or finding.waived is not None:
        return False
    return finding.tolerated or outcome in {Outcome.OK, Outcome.UNREACHABLE}


def fails(finding: Finding, *, allow_drift: Severity | None, strict: bool) -> bool:
    """Tell whether a finding, waivers aside, fails the run as broken evidence."""
    if strict and finding.verdict.warnings:
        return True
    match finding.kind:
        case VerdictKind.VERBATIM | VerdictKind.TYPOGRAPHIC:
            return False
        case VerdictKind.DRIFTED:
            return not _tolerated(finding.verdict.severity, allow_drift)
        case VerdictKind.MISSING:
            return True
        case VerdictKind.UNREACHABLE:
            return strict
        case _:
            assert_never(finding.kind)


def _tolerated(severity: Severity | None, allow_drift: Severity | None) -> bool:
    if severity is None or allow_drift is None:
        return False
    return severity.rank <= allow_drift.rank


def exit_code(outcomes: Iterable[Outcome]) -> int:
    """Return the exit code of a run: 2 invalid, 1 broken, 3 unreachable, 0 where all holds."""
    seen = set(outcomes)
    for outcome, code in ((Outcome.INVALID, 2), (Outcome.BROKEN, 1), (Outcome.UNREACHABLE, 3)):
        if outcome in seen:
            return code
    return 0
