import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lineage_verify.errors import SettingsError
from lineage_verify.reports import Format, Options, writer_for
from lineage_verify.reports.baseline import compare, only_new, read_baseline
from lineage_verify.verdicts.model import (
    Finding,
    Outcome,
    OwnerKind,
    Report,
    Severity,
    Since,
    Waived,
)
from tests.reports import samples

MAKERS: dict[str, Callable[[int], Finding]] = {
    "verbatim": samples.verbatim,
    "cosmetic": samples.cosmetic,
    "wording": samples.reworded,
    "meaning": samples.drifted,
    "missing": samples.missing,
    "unreachable": lambda line: samples.unreachable(line=line),
}
QUOTE = "One and the same quote."


def evidence(kind: str, *, line: int = 12, waived: bool = False) -> Finding:
    """One piece of evidence in one of its states: the same owner, source and quote in all."""
    finding = replace(
        MAKERS[kind](line), quote=QUOTE, source="manual", owner_id="scheduler",
        owner_kind=OwnerKind.STAGE,
    )  # fmt: skip
    return replace(finding, waived=Waived("known", date(2026, 12, 24))) if waived else finding


def report(*findings: Finding) -> Report:
    return samples.report(samples.spec(*findings))


def since(before: Report, after: Report) -> list[Since | None]:
    text = writer_for(Format.JSON, Options()).render(before)
    marked = compare(after, read_baseline(text, name="before.json"))
    return [finding.since for spec in marked.specs for finding in spec.findings]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("verbatim", "verbatim", None),
        ("verbatim", "missing", Since.NEW),
        ("verbatim", "unreachable", Since.NEW),
        ("missing", "missing", Since.STILL),
        ("missing", "verbatim", Since.RECOVERED),
        ("meaning", "verbatim", Since.RECOVERED),
        ("unreachable", "verbatim", Since.RECOVERED),
        ("unreachable", "unreachable", Since.STILL),
        ("unreachable", "missing", Since.NEW),
        ("missing", "unreachable", Since.STILL),
        ("cosmetic", "meaning", Since.NEW),
        ("wording", "missing", Since.NEW),
        ("meaning", "cosmetic", Since.STILL),
        ("missing", "meaning", Since.STILL),
    ],
)
def test_each_change_of_verdict(before: str, after: str, expected: Since | None) -> None:
    assert since(report(evidence(before)), report(evidence(after))) == [expected]


def test_evidence_that_the_earlier_report_lacks_is_new_when_broken() -> None:
    assert since(report(), report(evidence("missing"), evidence("verbatim"))) == [Since.NEW, None]


def test_a_waiver_that_ended_makes_the_finding_new() -> None:
    before = report(evidence("missing", waived=True))
    assert since(before, report(evidence("missing"))) == [Since.NEW]


def test_what_is_waived_now_is_not_marked() -> None:
    assert since(report(), report(evidence("missing", waived=True))) == [None]


def test_other_lines_and_other_order_change_nothing() -> None:
    before = report(samples.drifted(12), samples.missing(20))
    after = report(samples.missing(3), samples.drifted(99))
    assert since(before, after) == [Since.STILL, Since.STILL]


def test_a_spec_that_moved_is_known_by_its_slug() -> None:
    before = report(evidence("missing"))
    after = samples.report(samples.spec(evidence("missing"), path="./other/place.json"))
    assert since(before, after) == [Since.STILL]


def test_another_quote_under_the_same_stage_is_another_finding() -> None:
    other = replace(evidence("missing"), quote="Another quote.")
    assert since(report(evidence("missing")), report(other)) == [Since.NEW]


@settings(max_examples=40)
@given(kinds=st.lists(st.sampled_from(sorted(MAKERS)), max_size=6))
def test_a_report_against_itself_has_nothing_new_and_nothing_recovered(kinds: list[str]) -> None:
    findings = [evidence(kind, line=line + 1) for line, kind in enumerate(kinds)]
    marks = since(report(*findings), report(*findings))
    assert marks == [None if kind == "verbatim" else Since.STILL for kind in kinds]


def marked(*findings: Finding) -> Report:
    return samples.report(samples.spec(*findings))


@pytest.mark.parametrize(
    ("findings", "code"),
    [
        ([samples.missing(since=Since.STILL)], 0),
        ([samples.missing(since=Since.NEW)], 1),
        ([samples.missing(since=Since.STILL), samples.reworded(since=Since.NEW)], 1),
        ([samples.missing(since=Since.STILL), samples.unreachable(since=Since.NEW)], 3),
        ([samples.verbatim(since=Since.RECOVERED)], 0),
    ],
)
def test_new_findings_alone_give_the_exit_code(findings: list[Finding], code: int) -> None:
    report = only_new(marked(*findings), allow_drift=None, strict=False)
    assert report.exit_code == code


def test_the_tolerated_severity_holds_for_new_findings() -> None:
    found = marked(samples.missing(since=Since.STILL), samples.reworded(since=Since.NEW))
    report = only_new(found, allow_drift=Severity.WORDING, strict=False)
    assert (report.outcome, report.exit_code) == (Outcome.OK, 0)


def test_an_invalid_spec_still_fails() -> None:
    report = only_new(samples.report(samples.invalid()), allow_drift=None, strict=False)
    assert (report.outcome, report.exit_code) == (Outcome.INVALID, 2)


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "[]", "null", "{}", '{"report_version": "1.0"}',
        '{"report_version": 1, "specs": 1}',
        '{"report_version": "1.0", "specs": [{"evidence": [{}], "slug": null, "path": "x"}]}',
        '{"report_version": "1.0", "specs": [{"evidence": 5, "slug": null, "path": "x"}]}',
        "[" * 100_000,
    ],
)  # fmt: skip
def test_what_is_no_report_is_one_clear_error(text: str) -> None:
    with pytest.raises(SettingsError, match=r"before\.json: is not a JSON report"):
        read_baseline(text, name="before.json")


def test_a_report_of_another_version_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"before\.json: a report of version '2\.0'"):
        read_baseline(json.dumps({"report_version": "2.0", "specs": []}), name="before.json")
