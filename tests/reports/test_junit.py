from dataclasses import replace
from datetime import date
from xml.etree import ElementTree as ET

from lineage_verify.reports import Format, Options, writer_for
from lineage_verify.verdicts.model import Outcome, Report, Waived
from tests.reports import samples


def xml(report: Report, *, encoding: str = "utf-8") -> ET.Element:
    return ET.fromstring(writer_for(Format.JUNIT, Options(encoding=encoding)).render(report))


def test_every_piece_of_evidence_is_one_case() -> None:
    report = samples.everything()
    cases = xml(report).findall(".//testcase")
    invalid = 1  # the spec that is none has a case that says so
    assert len(cases) == sum(len(spec.findings) for spec in report.specs) + invalid


def test_the_counts_are_those_of_the_cases() -> None:
    root = xml(samples.everything())
    for node in [root, *root.findall("testsuite")]:
        cases = node.findall(".//testcase")
        assert node.get("tests") == str(len(cases))
        for attribute, tag in (
            ("failures", "failure"),
            ("errors", "error"),
            ("skipped", "skipped"),
        ):
            found = [case for case in cases if case.find(tag) is not None]
            assert node.get(attribute) == str(len(found))
    assert (root.get("failures"), root.get("errors"), root.get("skipped")) == ("4", "3", "1")


def test_broken_evidence_fails_with_what_changed() -> None:
    failure = xml(samples.report(samples.spec(samples.drifted()))).find(".//failure")
    assert failure is not None
    assert failure.get("type") == "drifted (meaning)"
    assert failure.text is not None
    assert "quote: By default the scheduler starts [-8-] workers" in failure.text
    assert "page: By default the scheduler starts {+4+} workers" in failure.text


def test_unreachable_evidence_is_an_error_not_a_failure() -> None:
    case = xml(samples.report(samples.spec(samples.unreachable()))).find(".//testcase")
    assert case is not None
    error = case.find("error")
    assert error is not None
    assert error.get("type") == "http-status"
    assert case.find("failure") is None


def test_waived_evidence_is_skipped_with_the_reason() -> None:
    waived = replace(samples.missing(), waived=Waived("known", date(2026, 12, 24)))
    skipped = xml(samples.report(samples.spec(waived))).find(".//skipped")
    assert skipped is not None
    assert skipped.get("message") == "waived until 2026-12-24: known"


def test_warnings_are_output_of_a_case_that_passes() -> None:
    case = xml(samples.report(samples.spec(samples.warned()))).find(".//testcase")
    assert case is not None
    assert [child.tag for child in case] == ["system-out"]
    assert "several-places" in (case.findtext("system-out") or "")


def test_cases_tell_file_and_line() -> None:
    case = xml(samples.report(samples.spec(samples.missing(20)))).find(".//testcase")
    assert case is not None
    assert case.get("file") == "specs/how-brook-runs.json"
    assert case.get("line") == "20"
    assert case.get("classname") == "how-brook-runs"


def test_an_encoding_of_few_characters_gets_references() -> None:
    report = samples.report(samples.spec(replace(samples.missing(), quote="Путь ✓ “да”")))
    text = writer_for(Format.JUNIT, Options(encoding="cp1252")).render(report)
    assert text.isascii()
    failure = xml(report, encoding="cp1252").findtext(".//failure") or ""
    assert "quote: Путь ✓ “да”" in failure


def test_tolerated_drift_passes_and_is_told() -> None:
    tolerated = samples.spec(samples.cosmetic(), outcome=Outcome.OK)
    root = xml(samples.report(tolerated))
    assert (root.get("failures"), root.get("errors"), root.get("skipped")) == ("0", "0", "0")
    (said,) = root.iter("system-out")
    assert said.text is not None
    assert said.text.startswith("tolerated: drifted (cosmetic)")
    assert "Stop, then" in said.text


def test_drift_that_is_not_tolerated_fails() -> None:
    root = xml(samples.report(samples.spec(samples.cosmetic(), outcome=Outcome.BROKEN)))
    assert root.get("failures") == "1"
