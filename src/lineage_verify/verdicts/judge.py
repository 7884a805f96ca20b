"""A match to a verdict: the one place that names one."""

from typing import assert_never

from lineage_verify.matches.model import Found, Match, Rung
from lineage_verify.pages.snapshot import Unreachable
from lineage_verify.verdicts.model import Verdict, VerdictKind
from lineage_verify.verdicts.severity import severity_of

__all__ = ["judge", "unreachable"]


def judge(match: Match) -> Verdict:
    """Return the verdict on a match (DESIGN.md section 2); no score makes a quote hold."""
    match match.found:
        case Found.HELD:
            return _holds(match)
        case Found.ALTERED:
            severity, reasons = severity_of(match)
            return Verdict(
                kind=VerdictKind.DRIFTED,
                severity=severity,
                reasons=reasons,
                similarity=match.similarity,
                found=match.text,
                diff=match.diff,
                warnings=match.warnings,
                match=match,
            )
        case Found.ABSENT:
            return Verdict(
                kind=VerdictKind.MISSING,
                similarity=match.similarity,
                warnings=match.warnings,
                match=match,
            )
        case _:
            assert_never(match.found)


def _holds(match: Match) -> Verdict:
    exact = match.rung in {Rung.LITERAL, Rung.WHITE_SPACE}
    return Verdict(
        kind=VerdictKind.VERBATIM if exact else VerdictKind.TYPOGRAPHIC,
        similarity=1.0,
        found=match.text,
        warnings=match.warnings,
        match=match,
    )


def unreachable(error: Unreachable) -> Verdict:
    """Return the verdict on a quote whose page could not be read: nothing is known."""
    return Verdict(kind=VerdictKind.UNREACHABLE, error=error)
