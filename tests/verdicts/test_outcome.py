"""From findings to outcomes and exit codes, and waivers (DESIGN.md section 3)."""

from dataclasses import replace
from datetime import date

import pytest

from lineage_verify.matches.model import QuoteWarning, WarningCode
from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.spec.problems import Location
from lineage_verify.verdicts.model import (
    Finding,
    Outcome,
    OwnerKind,
    Severity,
    Verdict,
    VerdictKind,
)
from lineage_verify.verdicts.outcome import exit_code, fails, outcome_of
from lineage_verify.verdicts.waivers import Waiver, apply_waivers, expired, unused

TODAY = date(2026, 3, 1)
POINTER = "/stages/0/evidence/0"


def finding(
    kind: VerdictKind,
    severity: Severity | None = None,
    warnings: tuple[QuoteWarning, ...] = (),
    pointer: str = POINTER,
) -> Finding:
    error = Unreachable(kind=ErrorKind.TIMEOUT, message="no answer")
    return Finding(
        location=Location(pointer, 1, 1, 0, 1),
        owner_kind=OwnerKind.STAGE,
        owner_id="engine",
        source="docs",
        quote="a quote",
        verdict=Verdict(
            kind=kind,
            severity=severity,
            warnings=warnings,
            error=error if kind is VerdictKind.UNREACHABLE else None,
        ),
    )


HELD = finding(VerdictKind.VERBATIM)
WARNED = finding(VerdictKind.VERBATIM, warnings=(QuoteWarning(WarningCode.TOO_SHORT, "short"),))
MISSING = finding(VerdictKind.MISSING)
UNREACHABLE = finding(VerdictKind.UNREACHABLE)


def outcome(
    *findings: Finding, allow: Severity | None = None, strict: bool = False, invalid: bool = False
) -> Outcome:
    return outcome_of(findings, invalid=invalid, allow_drift=allow, strict=strict)


@pytest.mark.parametrize(
    ("findings", "wanted"),
    [
        ((), Outcome.OK),
        ((HELD, WARNED), Outcome.OK),
        ((HELD, MISSING), Outcome.BROKEN),
        ((HELD, UNREACHABLE), Outcome.UNREACHABLE),
        ((UNREACHABLE, MISSING), Outcome.BROKEN),
        ((finding(VerdictKind.DRIFTED, Severity.COSMETIC),), Outcome.BROKEN),
        ((finding(VerdictKind.TYPOGRAPHIC),), Outcome.OK),
    ],
)
def test_the_worst_finding_names_the_outcome(
    findings: tuple[Finding, ...], wanted: Outcome
) -> None:
    assert outcome(*findings) is wanted


def test_an_invalid_spec_comes_before_all() -> None:
    assert outcome(MISSING, UNREACHABLE, invalid=True) is Outcome.INVALID


@pytest.mark.parametrize("allowed", [None, *Severity])
@pytest.mark.parametrize("severity", list(Severity))
def test_drift_is_tolerated_up_to_a_severity(severity: Severity, allowed: Severity | None) -> None:
    tolerated = allowed is not None and severity.rank <= allowed.rank
    told = outcome(finding(VerdictKind.DRIFTED, severity), allow=allowed)
    assert told is (Outcome.OK if tolerated else Outcome.BROKEN)


def test_allowed_drift_never_covers_what_is_missing() -> None:
    assert outcome(MISSING, allow=Severity.MEANING) is Outcome.BROKEN


def test_strict_counts_warnings_and_unreachable_pages_as_broken() -> None:
    assert outcome(WARNED, strict=True) is Outcome.BROKEN
    assert outcome(UNREACHABLE, strict=True) is Outcome.BROKEN
    assert outcome(HELD, strict=True) is Outcome.OK


def test_every_verdict_has_its_answer() -> None:
    told = {kind: fails(finding(kind), allow_drift=None, strict=False) for kind in VerdictKind}
    assert told == {
        VerdictKind.VERBATIM: False,
        VerdictKind.TYPOGRAPHIC: False,
        VerdictKind.DRIFTED: True,
        VerdictKind.MISSING: True,
        VerdictKind.UNREACHABLE: False,
    }


@pytest.mark.parametrize(
    ("outcomes", "code"),
    [
        ([], 0),
        ([Outcome.OK], 0),
        ([Outcome.OK, Outcome.UNREACHABLE], 3),
        ([Outcome.UNREACHABLE, Outcome.BROKEN], 1),
        ([Outcome.BROKEN, Outcome.INVALID, Outcome.UNREACHABLE], 2),
    ],
)
def test_exit_codes(outcomes: list[Outcome], code: int) -> None:
    assert exit_code(outcomes) == code


WAIVER = Waiver("specs/one.json", POINTER, "known since spring", date(2026, 3, 1))


def test_a_waiver_tolerates_its_finding_until_its_last_day() -> None:
    [waived] = apply_waivers([MISSING], [WAIVER], spec="./specs/one.json", today=TODAY)
    assert waived.waived is not None
    assert waived.waived.reason == "known since spring"
    assert outcome(waived) is Outcome.OK
    [late] = apply_waivers([MISSING], [WAIVER], spec="specs/one.json", today=date(2026, 3, 2))
    assert late.waived is None
    assert outcome(late) is Outcome.BROKEN


@pytest.mark.parametrize(
    "other",
    [replace(WAIVER, spec="specs/two.json"), replace(WAIVER, pointer="/stages/0/evidence/1")],
)
def test_a_waiver_covers_nothing_else(other: Waiver) -> None:
    [told] = apply_waivers([MISSING], [other], spec="specs/one.json", today=TODAY)
    assert told.waived is None


def test_what_holds_is_not_waived_and_its_waiver_is_told_as_unused() -> None:
    [told] = apply_waivers([HELD], [WAIVER], spec="specs/one.json", today=TODAY)
    assert told.waived is None
    assert unused([WAIVER], [HELD], spec="specs/one.json") == (WAIVER,)
    assert unused([WAIVER], [MISSING], spec="specs/one.json") == ()
    assert unused([WAIVER], [HELD], spec="specs/two.json") == ()


def test_expired_waivers_are_told() -> None:
    assert expired([WAIVER], today=TODAY) == ()
    assert expired([WAIVER], today=date(2026, 3, 2)) == (WAIVER,)
