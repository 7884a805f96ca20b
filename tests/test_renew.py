"""A date is written where snapshots back it, and refused with the reason where they do not."""

import subprocess
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from lineage_verify.errors import SettingsError
from lineage_verify.pages.snapshot import ErrorKind, Provenance, Unreachable
from lineage_verify.renew import Refused, Renewal, diff_text, plan_renewal
from lineage_verify.spec.document import SpecDocument
from lineage_verify.spec.read import read_spec
from lineage_verify.verdicts.model import (
    Finding,
    Outcome,
    Severity,
    SourceResult,
    SpecReport,
    Verdict,
    VerdictKind,
    Waived,
)
from tests.lineage import lineage_spec, spec_bytes

TODAY = date(2026, 3, 1)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
QUOTES = [("mill", "The wheel turns the shaft."), ("baker", "The baker takes the flour.")]
SOURCES = {"mill": "https://mill.example/", "baker": "../docs/baker.md", "miller": "unused.md"}


def document(**changed: Any) -> SpecDocument:
    made = read_spec(spec_bytes(lineage_spec(SOURCES, QUOTES, **changed)), path="specs/mill.json")
    assert made.valid
    return made


def source(name: str, **changed: Any) -> SourceResult:
    result = SourceResult(
        id=name, url=SOURCES[name], title=name, fetched_at=NOON - timedelta(days=30),
        validated_at=NOON, provenance=Provenance.REVALIDATED,
    )  # fmt: skip
    return replace(result, **changed)


def report(
    spec: SpecDocument, *sources: SourceResult, verdicts: dict[int, Verdict] | None = None,
    **changed: Any,
) -> SpecReport:  # fmt: skip
    findings = tuple(
        Finding(
            location=ref.location, owner_kind=ref.owner_kind, owner_id=ref.owner_id,
            source=ref.source, quote=ref.quote,
            verdict=(verdicts or {}).get(index, Verdict(kind=VerdictKind.VERBATIM)),
        )
        for index, ref in enumerate(spec.evidence)
    )  # fmt: skip
    made = SpecReport(
        path=spec.path, slug="mill", verified_on="2026-01-15", outcome=Outcome.OK,
        sources=sources or (source("mill"), source("baker"), source("miller")), findings=findings,
    )  # fmt: skip
    return replace(made, **changed)


def renewed(plan: Renewal | Refused) -> Renewal:
    assert isinstance(plan, Renewal), plan
    return plan


def refused(plan: Renewal | Refused) -> tuple[str, ...]:
    assert isinstance(plan, Refused), plan
    return plan.reasons


def test_only_the_date_changes() -> None:
    spec = document()
    plan = renewed(plan_renewal(spec, report(spec), today=TODAY))
    assert plan.date == TODAY
    assert plan.data == spec.data.replace(b"2026-01-15", b"2026-03-01")
    assert [line for line in plan.diff.splitlines() if line[:1] in "+-"] == [
        "--- a/specs/mill.json",
        "+++ b/specs/mill.json",
        '-  "verified_on": "2026-01-15",',
        '+  "verified_on": "2026-03-01",',
    ]


def test_the_oldest_page_sets_the_date() -> None:
    spec = document()
    old = source("baker", validated_at=NOON - timedelta(days=9), provenance=Provenance.CACHED)
    plan = renewed(plan_renewal(spec, report(spec, source("mill"), old), today=TODAY))
    assert plan.date == date(2026, 2, 20)


def test_a_page_that_nothing_quotes_does_not_count() -> None:
    spec = document()
    old = source("miller", validated_at=NOON - timedelta(days=400))
    plan = renewed(
        plan_renewal(spec, report(spec, source("mill"), source("baker"), old), today=TODAY)
    )
    assert plan.date == TODAY


def test_a_local_file_counts_with_the_time_it_was_read() -> None:
    spec = document()
    local = source("baker", provenance=Provenance.LOCAL, validated_at=NOON - timedelta(days=1))
    assert renewed(
        plan_renewal(spec, report(spec, source("mill"), local), today=TODAY)
    ).date == date(2026, 2, 28)


def test_days_are_those_of_utc() -> None:
    spec = document()
    late = datetime(2026, 2, 28, 23, 30, tzinfo=timezone(timedelta(hours=-5)))
    early = datetime(2026, 3, 1, 0, 30, tzinfo=timezone(timedelta(hours=5)))
    pages = (source("mill", validated_at=late), source("baker", validated_at=early))
    assert renewed(plan_renewal(spec, report(spec, *pages), today=TODAY)).date == date(2026, 2, 28)


def test_the_same_date_changes_nothing() -> None:
    spec = document(verified_on="2026-03-01")
    plan = renewed(plan_renewal(spec, report(spec), today=TODAY))
    assert not plan.changes
    assert plan.data == spec.data
    assert plan.diff == ""


def test_a_date_never_goes_backwards() -> None:
    spec = document(verified_on="2026-02-25")
    old = source("baker", validated_at=NOON - timedelta(days=9), provenance=Provenance.CACHED)
    (reason,) = refused(plan_renewal(spec, report(spec, source("mill"), old), today=TODAY))
    assert "2026-02-25" in reason
    assert "2026-02-20" in reason


def test_a_page_from_the_future_backs_nothing() -> None:
    spec = document()
    late = NOON + timedelta(days=2)
    pages = (source("mill", validated_at=late), source("baker", validated_at=late))
    (reason,) = refused(plan_renewal(spec, report(spec, *pages), today=TODAY))
    assert "still to come" in reason


def test_an_earlier_date_may_be_asked_for() -> None:
    spec = document()
    plan = renewed(plan_renewal(spec, report(spec), today=TODAY, requested=date(2026, 2, 1)))
    assert plan.date == date(2026, 2, 1)
    same = plan_renewal(spec, report(spec), today=TODAY, requested=TODAY)
    assert renewed(same).date == TODAY


def test_a_later_date_is_a_wrong_setting() -> None:
    spec = document()
    old = source("baker", validated_at=NOON - timedelta(days=9))
    for requested in (date(2026, 2, 21), TODAY, date(2027, 1, 1)):
        with pytest.raises(SettingsError, match="2026-02-20"):
            plan_renewal(spec, report(spec, source("mill"), old), today=TODAY, requested=requested)


def test_an_asked_for_date_does_not_go_backwards_either() -> None:
    spec = document()
    (reason,) = refused(plan_renewal(spec, report(spec), today=TODAY, requested=date(2026, 1, 14)))
    assert "2026-01-14" in reason


GONE = Unreachable(ErrorKind.TIMEOUT, "it took too long")
NOT_HOLDING = [
    Verdict(kind=VerdictKind.MISSING),
    Verdict(kind=VerdictKind.UNREACHABLE, error=GONE),
    *(Verdict(kind=VerdictKind.DRIFTED, severity=severity) for severity in Severity),
]


@pytest.mark.parametrize("verdict", NOT_HOLDING, ids=lambda v: f"{v.kind}-{v.severity}")
@pytest.mark.parametrize("index", [0, 1, 2])
def test_one_quote_that_does_not_hold_refuses(verdict: Verdict, index: int) -> None:
    spec = document()
    (reason,) = refused(plan_renewal(spec, report(spec, verdicts={index: verdict}), today=TODAY))
    assert verdict.kind.value in reason
    assert spec.evidence[index].location.pointer in reason


@pytest.mark.parametrize("kind", [kind for kind in VerdictKind if not kind.holds])
def test_a_waiver_does_not_make_a_quote_hold(kind: VerdictKind) -> None:
    spec = document()
    told = report(spec, verdicts={1: Verdict(kind=kind)})
    findings = [
        replace(found, waived=Waived("known", date(2027, 1, 1))) if index == 1 else found
        for index, found in enumerate(told.findings)
    ]
    (reason,) = refused(plan_renewal(spec, replace(told, findings=tuple(findings)), today=TODAY))
    assert "waived" in reason


@pytest.mark.parametrize(("waived", "said"), [({0}, "1 of them waived"), ({0, 1}, "though waived")])
def test_waivers_are_counted_against_what_does_not_hold(waived: set[int], said: str) -> None:
    spec = document()
    missing = Verdict(kind=VerdictKind.MISSING)
    told = report(spec, verdicts={0: missing, 1: missing})
    findings = [
        replace(found, waived=Waived("known", date(2027, 1, 1))) if index in waived else found
        for index, found in enumerate(told.findings)
    ]
    (reason,) = refused(plan_renewal(spec, replace(told, findings=tuple(findings)), today=TODAY))
    assert said in reason


def test_every_reason_is_told() -> None:
    spec = document()
    verdicts = dict(enumerate(NOT_HOLDING[:3]))
    reasons = refused(plan_renewal(spec, report(spec, verdicts=verdicts), today=TODAY))
    assert [reason.split(" (")[0] for reason in reasons] == [
        "1 quote is drifted",
        "1 quote is missing",
        "1 quote is unreachable",
    ]


def test_a_run_over_a_part_renews_nothing() -> None:
    spec = document()
    told = report(spec)
    (reason,) = refused(plan_renewal(spec, replace(told, findings=told.findings[1:]), today=TODAY))
    assert "not checked" in reason
    assert "/stages/0/evidence/0" in reason
    assert refused(plan_renewal(spec, replace(told, findings=()), today=TODAY))


def test_a_page_without_a_date_backs_nothing() -> None:
    spec = document()
    undated = source("baker", validated_at=None, fetched_at=None)
    for pages in ([source("mill"), undated], [source("mill")]):
        (reason,) = refused(plan_renewal(spec, report(spec, *pages), today=TODAY))
        assert "baker" in reason


def test_an_invalid_spec_is_refused() -> None:
    broken = read_spec(b"{}", path="a.json")
    told = SpecReport(path="a.json", slug=None, verified_on=None, outcome=Outcome.INVALID)
    (reason,) = refused(plan_renewal(broken, told, today=TODAY))
    assert reason.startswith("the spec has errors of its own: line 1: ")
    assert reason.endswith(f", and {len(broken.problems) - 1} more")
    assert "., and" not in reason


@pytest.mark.parametrize("end", ["\n", ""])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_the_diff_is_one_that_patch_reads(tmp_path: Path, end: str, line_end: str) -> None:
    before = ("one\ntwo\nthree\u2028still three\nfour" + end).replace("\n", line_end).encode()
    after = before.replace(b"two", b"2").replace(b"four", b"4")
    (tmp_path / "a.json").write_bytes(before)
    diff = diff_text("a.json", before, after)
    done = subprocess.run(
        ["git", "apply", "-"], input=diff.encode(), cwd=tmp_path, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "a.json").read_bytes() == after


def test_the_diff_of_a_file_with_carriage_returns_alone_is_read_by_people() -> None:
    before = b"one\rtwo\rthree\r"
    diff = diff_text("a.json", before, before.replace(b"two", b"2"))
    assert diff.splitlines()[3:] == [" one", "-two", "+2", " three"]
    assert "\r" not in diff
