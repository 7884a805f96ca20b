"""The JSON report against DESIGN.md section 6, key by key."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import jsonschema
import pytest

from lineage_verify import __version__
from lineage_verify.pages.snapshot import Provenance
from lineage_verify.reports import Format, Options, writer_for
from lineage_verify.reports.json_report import report_document, report_schema
from lineage_verify.verdicts.model import Report, Since
from tests.reports import samples
from tests.reports.hostile import STRINGS, report_with


def document(report: Report) -> dict[str, Any]:
    text = writer_for(Format.JSON, Options()).render(report)
    loaded = json.loads(text)
    assert isinstance(loaded, dict)
    return loaded


def validator() -> jsonschema.Draft202012Validator:
    schema = report_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
    return jsonschema.Draft202012Validator(schema, format_checker=checker)


@pytest.mark.parametrize(
    "report",
    [samples.everything(), samples.report(), samples.report(samples.invalid())],
    ids=["everything", "nothing", "invalid"],
)
def test_reports_satisfy_the_schema(report: Report) -> None:
    validator().validate(document(report))


def test_hostile_reports_satisfy_the_schema() -> None:
    validator().validate(document(report_with(*STRINGS)))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("generated_at",), "2026-11-20T08:30:00+00:00"),
        (("outcome",), "fine"),
        (("summary", "missing"), -1),
        (("specs", 0, "evidence", 0, "verdict"), "found"),
        (("specs", 0, "evidence", 0, "line"), 0),
        (("specs", 0, "evidence", 0, "diff"), [["equal"]]),
        (("specs", 0, "evidence", 0, "similarity"), 1.5),
        (("specs", 0, "sources", 0, "sha256"), "xyz"),
        (("specs", 0, "sources", 0, "extra"), 1),
    ],
)
def test_the_schema_refuses_what_is_not_documented(path: tuple[Any, ...], value: object) -> None:
    loaded = document(samples.everything())
    spot: Any = loaded
    for step in path[:-1]:
        spot = spot[step]
    spot[path[-1]] = value
    assert not validator().is_valid(loaded)


def test_the_keys_and_their_order_are_the_documented_ones() -> None:
    report = document(samples.everything())
    assert list(report) == [
        "report_version", "tool", "generated_at", "outcome", "exit_code", "summary", "specs",
    ]  # fmt: skip
    assert report["tool"] == {"name": "lineage-verify", "version": __version__}
    assert list(report["summary"]) == [
        "specs", "sources", "evidence", "verbatim", "typographic", "drifted", "missing",
        "unreachable",
    ]  # fmt: skip
    spec = report["specs"][0]
    assert list(spec) == [
        "path", "slug", "verified_on", "outcome", "problems", "sources", "evidence",
    ]  # fmt: skip
    assert list(spec["sources"][0]) == [
        "id", "url", "final_url", "status", "media_type", "sha256", "fetched_at", "validated_at",
        "from_cache", "error",
    ]  # fmt: skip
    assert list(spec["evidence"][0]) == [
        "pointer", "line", "column", "owner", "source", "quote", "verdict", "severity",
        "similarity", "found", "diff", "section", "deep_link", "elsewhere", "warnings",
        "last_known", "last_held", "waived",
    ]  # fmt: skip
    assert list(report["specs"][2]["problems"][0]) == [
        "code", "level", "message", "pointer", "line", "column",
    ]  # fmt: skip


def test_the_counts_add_up() -> None:
    report = document(samples.everything())
    summary = report["summary"]
    verdicts = [piece["verdict"] for spec in report["specs"] for piece in spec["evidence"]]
    assert summary["evidence"] == len(verdicts) == 11
    for kind in ("verbatim", "typographic", "drifted", "missing", "unreachable"):
        assert summary[kind] == verdicts.count(kind)
    assert summary["specs"] == 3
    assert summary["sources"] == 6


def test_a_drift_is_told_whole() -> None:
    piece = document(samples.report(samples.spec(samples.drifted())))["specs"][0]["evidence"][0]
    assert piece["severity"] == "meaning"
    assert piece["diff"][1:3] == [["delete", "8"], ["insert", "4"]]
    assert piece["section"] == {"title": "How the pool is filled", "anchor": "pool"}
    assert piece["owner"] == {"kind": "stage", "id": "scheduler"}
    assert piece["last_held"] == "2026-10-02"
    assert piece["waived"] is None


def test_an_invalid_spec_has_its_problems_and_no_evidence() -> None:
    (spec,) = document(samples.report(samples.invalid()))["specs"]
    assert spec["outcome"] == "invalid"
    assert [problem["level"] for problem in spec["problems"]] == ["error", "error", "warning"]
    assert spec["evidence"] == []


def test_an_unreachable_page_has_its_kind_and_the_last_known_verdict() -> None:
    (spec, *_) = document(samples.everything())["specs"]
    source = next(row for row in spec["sources"] if row["id"] == "tuning")
    assert source["error"]["kind"] == "http-status"
    assert source["sha256"] is None
    piece = next(row for row in spec["evidence"] if row["last_known"])
    assert piece["last_known"] == {"verdict": "verbatim", "validated_at": "2026-10-30T04:05:00Z"}
    assert piece["similarity"] is None


@pytest.mark.parametrize(
    ("provenance", "cached"),
    [
        (Provenance.FETCHED, False),
        (Provenance.LOCAL, False),
        (Provenance.CACHED, True),
        (Provenance.REVALIDATED, True),
        (None, False),
    ],
)
def test_a_body_from_the_cache_is_told(*, provenance: Provenance | None, cached: bool) -> None:
    spec = samples.spec(sources=(samples.source(provenance=provenance),))
    assert document(samples.report(spec))["specs"][0]["sources"][0]["from_cache"] is cached


def test_moments_are_utc_with_a_z() -> None:
    elsewhere = datetime(2026, 11, 20, 10, 30, tzinfo=timezone(timedelta(hours=2)))
    report = samples.report(generated_at=elsewhere)
    assert document(report)["generated_at"] == "2026-11-20T08:30:00Z"


def test_nothing_but_the_time_stamp_differs_between_runs() -> None:
    one = samples.everything()
    two = replace(one, generated_at=datetime(2027, 1, 1, tzinfo=UTC))
    first, second = report_document(one), report_document(two)
    assert first.pop("generated_at") != second.pop("generated_at")
    assert first == second


def test_other_encodings_get_escapes_and_the_same_values() -> None:
    report = report_with("Путь → пакеты ✓")
    text = writer_for(Format.JSON, Options(encoding="cp1252")).render(report)
    assert text.isascii()
    assert json.loads(text) == document(report)


def test_since_is_told_only_after_a_comparison() -> None:
    spec = samples.spec(samples.drifted(since=Since.NEW))
    loaded = document(samples.report(spec))
    assert loaded["specs"][0]["evidence"][0]["since"] == "new"
    validator().validate(loaded)
