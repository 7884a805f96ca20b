from dataclasses import replace
from datetime import date

import pytest

from lineage_verify.reports import Format, Options, writer_for
from lineage_verify.reports.hints import with_hints
from lineage_verify.spec.problems import Level, Location, Problem
from lineage_verify.verdicts.model import Outcome, Report, Since, Waived
from tests.reports import samples
from tests.reports.hostile import STRINGS, report_with


def markdown(report: Report, *, quiet: bool = False, max_bytes: int = 1_000_000) -> str:
    return writer_for(Format.MARKDOWN, Options(quiet=quiet, max_bytes=max_bytes)).render(report)


def test_totals_come_first_then_broken_then_unchecked() -> None:
    shown = markdown(with_hints(samples.everything()))
    heads = [line for line in shown.splitlines() if line.startswith(("# ", "## "))]
    assert heads == [
        "# ❌ lineage-verify: invalid", "## Invalid specs", "## Broken", "## Could not be checked",
        "## Waived", "## Warnings", "## Hints",
    ]  # fmt: skip
    assert shown.index("11 quotes = 3 verbatim") < shown.index("## Invalid specs")


def test_the_totals_table_adds_up() -> None:
    rows = [line.split("|")[3:-1] for line in markdown(samples.everything()).splitlines()
            if line.startswith("|")][2:]  # fmt: skip
    *specs, total = [[int(cell) for cell in row] for row in rows]
    assert total == [sum(column) for column in zip(*specs, strict=True)]
    assert all(row[0] == sum(row[1:]) for row in [*specs, total])


def test_many_specs_keep_the_table_short_and_its_sums_right() -> None:
    specs = [samples.spec(samples.verbatim(), path=f"specs/{n}.json") for n in range(300)]
    shown = markdown(samples.report(*specs, samples.spec(samples.missing(), path="specs/z.json")))
    assert "| `specs/z.json` | ❌ broken | 1 |" in shown
    assert "| 201 more specs | | 201 | 201 | 0 | 0 | 0 | 0 |" in shown
    assert "| **all** | | 301 | 300 | 0 | 0 | 1 | 0 |" in shown


def test_a_drift_is_a_diff_with_a_link() -> None:
    shown = markdown(samples.report(samples.spec(samples.drifted())))
    assert "### Drifted (meaning): the claim may be false now" in shown
    assert "```diff\n- By default the scheduler starts [-8-] workers" in shown
    assert "\n+ By default the scheduler starts {+4+} workers" in shown
    assert f"[`manual`](<{samples.MANUAL}#:~:text=By%20default" in shown
    assert "`specs/how-brook-runs.json:12:34`, stage `scheduler`" in shown
    assert "- it held last on 2026-10-02" in shown


def test_what_could_not_be_checked_tells_why_and_what_to_do() -> None:
    shown = markdown(samples.report(samples.spec(samples.unreachable())))
    assert "answered 503 (http-status)`" in shown
    assert "what to do: the server has trouble of its own: try again later" in shown


def test_waived_findings_have_their_reason() -> None:
    waived = replace(samples.missing(), waived=Waived("known", date(2026, 12, 24)))
    assert "waived until 2026-12-24: `known`" in markdown(samples.report(samples.spec(waived)))


def test_new_findings_say_so() -> None:
    shown = markdown(samples.report(samples.spec(samples.drifted(since=Since.NEW))))
    assert "### Drifted (meaning): the claim may be false now (new)" in shown


def test_a_report_in_which_all_holds_is_short() -> None:
    shown = markdown(samples.report(samples.spec(samples.verbatim())))
    assert shown.startswith("# ✅ lineage-verify: ok\n\nEvery quote holds (exit code 0)\n")
    assert "##" not in shown.replace("# ✅", "")


@pytest.mark.parametrize("limit", [5_000, 65_000])
def test_a_long_report_is_cut_and_says_so(limit: int) -> None:
    findings = [samples.drifted(line) for line in range(1, 1001)]
    shown = markdown(samples.report(samples.spec(*findings)), max_bytes=limit)
    assert len(shown.encode()) <= limit
    told = shown.count("### Drifted")
    assert f"**This report was cut: {1000 - told} more entries did not fit.**" in shown
    assert "1000 quotes = 1000 drifted" in shown
    assert shown.count("```") % 2 == 0


def test_a_report_that_fits_is_not_cut() -> None:
    assert "was cut" not in markdown(with_hints(samples.everything()))


def test_the_limit_holds_for_hostile_text_too() -> None:
    assert len(markdown(report_with(*STRINGS), max_bytes=65_000).encode()) <= 65_000


def test_quiet_is_what_is_broken_and_unchecked() -> None:
    shown = markdown(samples.everything(), quiet=True)
    assert shown.startswith("## Invalid specs")
    assert "## Warnings" not in shown
    assert "## Broken" in shown


def test_tolerated_drift_is_not_among_what_is_broken() -> None:
    tolerated = samples.spec(samples.cosmetic(), outcome=Outcome.OK)
    alone = markdown(samples.report(tolerated))
    assert "## Tolerated" in alone
    assert "## Broken" not in alone
    both = markdown(samples.report(tolerated, samples.spec(samples.missing())))
    assert both.index("## Broken") < both.index("### Missing") < both.index("## Tolerated")
    assert both.index("## Tolerated") < both.index("### Drifted (cosmetic)")


def test_a_problem_of_the_whole_spec_has_no_empty_pointer() -> None:
    fault = Problem("not-json", Level.ERROR, "this is no JSON", Location("", 1, 1, 0, 0))
    broken = samples.spec(outcome=Outcome.INVALID, problems=(fault,))
    shown = markdown(samples.report(broken))
    assert "- `specs/how-brook-runs.json:1:1` `not-json`: `this is no JSON`" in shown
