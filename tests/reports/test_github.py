"""Annotations; among them the case of other people's escaping (`../shared/cases/27-...`)."""

import json
import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from lineage_verify.matches.model import Difference, Edit
from lineage_verify.reports import Format, Options, writer_for
from lineage_verify.reports.github import MOST
from lineage_verify.verdicts.model import Outcome, Report, Since, Waived
from tests.reports import samples

CASE = Path(__file__).resolve().parents[2] / ".." / "shared" / "cases" / "27-annotation-escaping"


def lines(report: Report, *, quiet: bool = False) -> list[str]:
    return writer_for(Format.GITHUB, Options(quiet=quiet)).render(report).splitlines()


def test_an_annotation_stands_at_the_quote() -> None:
    first, *_ = lines(samples.report(samples.spec(samples.drifted())))
    assert first.startswith(
        "::error file=specs/how-brook-runs.json,line=12,col=34,"
        "title=drifted (meaning)%3A stage scheduler::drifted (meaning): the claim may be false now"
        "%0Aquote: By default the scheduler starts [-8-] workers"
    )


def test_the_worst_come_first() -> None:
    shown = lines(samples.everything())
    titles = [re.sub(r".*title=(.*?)(%3A|::).*", r"\1", line) for line in shown[:-2]]
    assert titles == [
        "error in the spec", "error in the spec", "drifted (meaning)", "missing",
        "drifted (wording)", "drifted (cosmetic)", "unreachable", "unreachable",
        "warning in the spec", "drifted (wording)", "verbatim",
    ]  # fmt: skip


def test_no_more_than_ten_of_a_kind_and_the_rest_counted() -> None:
    findings = [
        *(samples.missing(line) for line in range(1, 14)),
        *(samples.drifted(line) for line in range(20, 26)),
        *(samples.unreachable(line=line) for line in range(40, 51)),
    ]
    shown = lines(samples.report(samples.spec(*findings)))
    errors = [line for line in shown if line.startswith("::error ")]
    assert len(errors) == MOST
    assert all("title=drifted (meaning)" in line for line in errors[:6])
    assert sum(line.startswith("::warning ") for line in shown) == MOST
    assert shown[-4:-2] == [
        "and 9 more errors without annotation",
        "and 1 more warning without annotation",
    ]
    assert shown[-2] == "lineage-verify: 30 quotes = 6 drifted + 13 missing + 11 unreachable"


def test_unreachable_is_a_warning_and_waived_a_notice() -> None:
    waived = replace(samples.missing(), waived=Waived("known", date(2026, 12, 24)))
    shown = lines(samples.report(samples.spec(samples.unreachable(), waived, samples.warned())))
    assert [line.split(" ")[0] for line in shown[:3]] == ["::warning", "::notice", "::notice"]
    assert "%0Awaived: until 2026-12-24: known" in shown[1]


def test_tolerated_drift_is_a_warning() -> None:
    (first, *_) = lines(samples.report(samples.spec(samples.cosmetic(), outcome=Outcome.OK)))
    assert first.startswith("::warning ")


def test_quiet_prints_the_errors_alone() -> None:
    shown = lines(samples.everything(), quiet=True)
    assert all(line.startswith("::error ") for line in shown)
    assert len(shown) == 6


def test_what_is_new_says_so() -> None:
    (first, *_) = lines(samples.report(samples.spec(samples.drifted(since=Since.NEW))))
    assert "title=drifted (meaning) [new]%3A stage scheduler::" in first


@pytest.mark.skipif(not CASE.is_dir(), reason="the shared cases are not beside this repository")
def test_quotes_with_commands_in_them_stay_words() -> None:
    spec = json.loads((CASE / "case.json").read_text("utf-8"))["spec"]
    forged = spec["stages"][0]["evidence"][0]["quote"]
    percent = spec["steps"][0]["evidence"][0]["quote"]
    drift = samples.reworded()
    diff = (
        Difference(Edit.EQUAL, "Latency fell"),
        Difference(Edit.DELETE, "100%25"),
        Difference(Edit.INSERT, "100%"),
        Difference(Edit.EQUAL, percent.partition("%25 ")[2]),
    )
    shown = lines(
        samples.report(
            samples.spec(
                replace(samples.missing(), quote=forged),
                replace(drift, quote=percent, verdict=replace(drift.verdict, diff=diff)),
            )
        )
    )
    assert not any(
        line.startswith(("::error file=spec.json,line=1", "::add-mask")) for line in shown
    )
    assert (
        "trial one%0A::error file=spec.json,line=1::forged by a quote%0D%0A::add-mask::" in shown[0]
    )
    assert "rose 40%25 in trial one" in shown[0]
    assert "[-100%2525-]" in shown[1]
    assert "{+100%25+}" in shown[1]
    assert len(shown) == 4
