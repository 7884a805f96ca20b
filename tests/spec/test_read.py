"""Every problem in one run, each with its place."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.settings import Limits
from lineage_verify.spec.document import SpecDocument
from lineage_verify.spec.read import read_spec
from lineage_verify.spec.rules import RULES
from tests.lineage import lineage_spec, spec_bytes

SHARED = Path(__file__).resolve().parents[3] / "shared/specs/how-vllm-runs.json"
SPEC = lineage_spec(
    {"mill": "https://mill.example/", "baker": "../baker.md"},
    [("mill", "The wheel turns."), ("baker", "The oven is hot.")],
)

Change = Callable[[dict[str, Any]], object]


def read(spec: object, path: str = "specs/mill.json") -> SpecDocument:
    return read_spec(json.dumps(spec).encode(), path=path)


def changed(change: Change) -> dict[str, Any]:
    spec = copy.deepcopy(SPEC)
    change(spec)
    return spec


def found(document: SpecDocument) -> list[tuple[str, str]]:
    return [(problem.code, problem.location.pointer) for problem in document.problems]


def test_a_sound_spec_has_no_problem() -> None:
    document = read(SPEC)
    assert document.problems == ()
    assert [row.location.pointer for row in document.evidence] == [
        "/stages/0/evidence/0",
        "/stages/1/evidence/0",
        "/steps/0/evidence/0",
    ]
    assert [row.owner_id for row in document.evidence] == ["part0", "part1", "part0->part1"]


CHANGES: list[tuple[str, str, Change]] = [
    ("missing-field", "", lambda s: s.pop("slug")),
    ("missing-field", "/stages/0", lambda s: s["stages"][0].pop("summary")),
    ("missing-field", "/steps/0", lambda s: s["steps"][0].pop("from")),
    ("wrong-type", "/stages", lambda s: s.update(stages={})),
    ("wrong-type", "/stages/1/name", lambda s: s["stages"][1].update(name=7)),
    (
        "wrong-type",
        "/stages/1/evidence/0/quote",
        lambda s: s["stages"][1]["evidence"][0].update(quote=None),
    ),
    ("empty-value", "/stages/0/id", lambda s: s["stages"][0].update(id="")),
    ("verified-on-not-a-date", "/verified_on", lambda s: s.update(verified_on="15.01.2026")),
    ("verified-on-not-a-date", "/verified_on", lambda s: s.update(verified_on="2026-02-30")),
    ("unknown-field", "/color", lambda s: s.update(color="red")),
    (
        "unknown-field",
        "/stages/0/evidence/0/page",
        lambda s: s["stages"][0]["evidence"][0].update(page=1),
    ),
    ("duplicate-stage", "/stages/1/id", lambda s: s["stages"][1].update(id="part0")),
    (
        "duplicate-dimension",
        "/dimensions/1/id",
        lambda s: s["dimensions"].append(s["dimensions"][0]),
    ),
    (
        "duplicate-option",
        "/dimensions/0/options/1/value",
        lambda s: s["dimensions"][0]["options"].append(s["dimensions"][0]["options"][0]),
    ),
    (
        "unknown-source",
        "/stages/0/evidence/0/source",
        lambda s: s["stages"][0]["evidence"][0].update(source="mil"),
    ),
    ("unknown-stage", "/steps/0/to", lambda s: s["steps"][0].update(to="part9")),
    (
        "unknown-dimension",
        "/steps/0/when/mood",
        lambda s: s["steps"][0].update(when={"mood": ["wind"]}),
    ),
    (
        "unknown-option",
        "/steps/0/when/mode/0",
        lambda s: s["steps"][0].update(when={"mode": ["wint"]}),
    ),
    (
        "unknown-default",
        "/dimensions/0/default",
        lambda s: s["dimensions"][0].update(default="water"),
    ),
    (
        "empty-quote",
        "/stages/0/evidence/0/quote",
        lambda s: s["stages"][0]["evidence"][0].update(quote=""),
    ),
    (
        "empty-quote",
        "/stages/0/evidence/0/quote",
        lambda s: s["stages"][0]["evidence"][0].update(quote=" \t\n"),
    ),
    (
        "empty-quote",
        "/stages/0/evidence/0/quote",
        lambda s: s["stages"][0]["evidence"][0].update(quote="\u200b\u00ad\ufeff"),
    ),
]


@pytest.mark.parametrize(("code", "pointer", "change"), CHANGES)
def test_each_fault_is_told_at_its_place(code: str, pointer: str, change: Change) -> None:
    document = read(changed(change))
    assert (code, pointer) in found(document)
    (problem,) = [p for p in document.problems if p.code == code]
    assert problem.level is RULES[code].level
    assert problem.message.endswith((".", "?"))
    assert document.valid is (problem.level.value == "warning")


def test_all_faults_are_told_in_one_run() -> None:
    spec = copy.deepcopy(SPEC)
    wanted = {"verified-on-not-a-date", "unknown-source", "unknown-stage", "unknown-default"}
    for code, _, change in CHANGES:
        if code in wanted:
            change(spec)
    assert wanted <= {code for code, _ in found(read(spec))}


def test_no_evidence_at_all_is_an_error() -> None:
    def strip(spec: dict[str, Any]) -> None:
        for node in (*spec["stages"], *spec["steps"]):
            node["evidence"] = []

    document = read(changed(strip))
    assert "no-evidence" in [code for code, _ in found(document)]
    assert not document.valid


@pytest.mark.parametrize(
    "url",
    [
        "ftp://mill.example/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:text/plain,x",
        "https://user@mill.example/",
        "https://user:word@mill.example/",
        "https:///path",
        "https://mill.example:99999/",
        "//mill.example/",
        "/etc/passwd",
        "../../outside.md",
        "..\\outside.md",
        "C:/outside.md",
        "%2e%2e/%2e%2e/outside.md",
        "https://mill.example/\u0000",
        " https://mill.example/",
        "#part",
        "",
    ],
)
def test_an_address_of_a_refused_form(url: str) -> None:
    document = read(changed(lambda s: s["sources"]["mill"].update(url=url)))
    codes = [code for code, pointer in found(document) if pointer == "/sources/mill/url"]
    assert codes in (["refused-url"], ["empty-value"])
    assert not document.valid


@pytest.mark.parametrize("url", ["../docs/a.md", "a/../b.md", "HTTPS://Mill.example/a?b#c"])
def test_an_address_of_an_allowed_form(url: str) -> None:
    assert read(changed(lambda s: s["sources"]["mill"].update(url=url))).valid


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not-json"),
        (b"{", "not-json"),
        (b'{"a": 1,}', "not-json"),
        (b'{"a": NaN}', "not-json"),
        (b'{"a": 01}', "not-json"),
        (b'{"a": 1e999}', "number-too-large"),
        (b'{"a": "\t"}', "not-json"),
        (b"{} {}", "not-json"),
        (b"[1, 2]", "wrong-type"),
        (b'"spec"', "wrong-type"),
        (b'{"a": "\xff"}', "not-utf-8"),
        ('{"a": 1}'.encode("utf-16"), "not-utf-8"),
        (b'{"slug": "a", "slug": "b"}', "duplicate-key"),
        (b'{"slug": "\\ud800"}', "lone-surrogate"),
        (b"[" * 100_000, "too-deep"),
        (b'{"a":' * 100_000, "too-deep"),
    ],
)
def test_what_is_no_spec_at_all(data: bytes, code: str) -> None:
    document = read_spec(data, path="mill.json")
    assert code in [problem.code for problem in document.problems]
    assert not document.valid
    assert document.evidence == ()


def test_a_spec_that_is_too_large() -> None:
    document = read_spec(b" " * 11, path="mill.json", limits=Limits(spec_bytes=10))
    assert [problem.code for problem in document.problems] == ["too-large"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_places_are_right_whatever_the_line_ends(end: str, bom: bytes) -> None:
    text = spec_bytes(changed(lambda s: s.update(h1="größe 🌾"))).decode().replace("\n", end)
    data = bom + text.encode()
    document = read_spec(data, path="specs/mill.json")
    assert document.valid
    for row in document.evidence:
        place = row.location
        assert json.loads(data[place.start : place.end]) == row.quote
        line = text.split(end)[place.line - 1]
        assert json.loads(line[place.column - 1 :].rstrip(",")) == row.quote


def test_unknown_fields_survive() -> None:
    document = read(changed(lambda s: s["stages"][0].update(colour="red")))
    assert document.spec is not None
    assert document.spec.stages[0].extra == {"colour": "red"}


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_nothing_makes_it_fail(data: bytes) -> None:
    document = read_spec(data, path="mill.json")
    assert not document.valid


PIECES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.sampled_from(sorted(SPEC)), PIECES)
def test_any_value_in_any_field_is_told_and_no_more(field: str, value: object) -> None:
    document = read(SPEC | {field: value})
    for problem in document.problems:
        assert problem.location.line >= 1
        assert "\n" not in problem.message


@pytest.mark.skipif(not SHARED.is_file(), reason="../shared/specs is not here")
def test_the_real_spec_is_read_whole() -> None:
    document = read_spec(SHARED.read_bytes(), path="how-vllm-runs.json")
    assert document.problems == ()
    assert len(document.evidence) == 45
    assert document.spec is not None
    assert (len(document.spec.sources), len(document.spec.stages), len(document.spec.steps)) == (
        8,
        16,
        18,
    )


def test_of_very_many_problems_the_errors_are_told_and_the_rest_counted() -> None:
    spec = copy.deepcopy(SPEC)
    spec["stages"][0].update({f"more{index}": 1 for index in range(1_500)})
    spec["stages"][0]["evidence"][0]["source"] = "hill"
    document = read(spec)
    codes = [problem.code for problem in document.problems]
    assert len(codes) == 1_001
    assert not document.valid
    assert "unknown-source" in codes
    assert "501 more" in next(p.message for p in document.problems if p.code == "more-problems")


def test_suggestions_are_given_only_so_often() -> None:
    spec = copy.deepcopy(SPEC)
    spec["stages"][0]["evidence"] = [{"source": "mil", "quote": f"Wheel {n}."} for n in range(300)]
    told = [problem.message for problem in read(spec).problems if "mil" in problem.message]
    assert sum("Did you mean" in message for message in told) == 100


def test_a_file_that_is_something_else_altogether_is_told_in_one_line() -> None:
    document = read(SPEC | {"stages": [1] * 6_000, "steps": []})
    told = [problem.message for problem in document.problems if problem.code == "wrong-type"]
    assert told == ["6,000 values are not as in a spec; is this the right file?"]
