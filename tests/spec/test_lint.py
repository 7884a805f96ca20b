"""Each lint rule: a spec that triggers it, and one that nearly does."""

import copy
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from lineage_verify.spec.grounding import check_grounding, claims
from lineage_verify.spec.lint import lint
from lineage_verify.spec.problems import Level
from lineage_verify.spec.read import read_spec
from lineage_verify.spec.rules import RULES
from tests.lineage import lineage_spec, spec_bytes

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared/specs/how-vllm-runs.json"
TODAY = date(2026, 3, 1)
SPEC = lineage_spec(
    {"mill": "https://mill.example/"},
    [
        ("mill", "The wheel turns the shaft."),
        ("mill", "The shaft turns the stone."),
        ("mill", "The stone grinds the grain."),
    ],
)

Change = Callable[[dict[str, Any]], object]
"""What a test does to a sound spec."""


def linted(change: Change, **options: Any) -> list[tuple[str, str]]:
    spec = copy.deepcopy(SPEC)
    change(spec)
    document = read_spec(spec_bytes(spec), path="mill.json")
    assert document.valid, document.problems
    return [
        (problem.code, problem.location.pointer)
        for problem in lint(document, today=TODAY, **options)
    ]


def when(spec: dict[str, Any], step: int, *values: str) -> None:
    spec["steps"][step]["when"] = {"mode": list(values)}


def two_modes(spec: dict[str, Any]) -> None:
    water = {"value": "water", "label": "Water", "phrase": "water power"}
    spec["dimensions"][0]["options"].append(water)


def on_water(spec: dict[str, Any], *steps: int) -> None:
    two_modes(spec)
    for step in steps:
        when(spec, step, "water")


def both_modes(spec: dict[str, Any]) -> None:
    two_modes(spec)
    when(spec, 0, "wind", "water")
    when(spec, 1, "water", "wind")


def evidence(spec: dict[str, Any], node: int, *quotes: str) -> None:
    spec["stages"][node]["evidence"] = [{"source": "mill", "quote": quote} for quote in quotes]


def stage(spec: dict[str, Any], **fields: Any) -> None:
    spec["stages"].append(copy.deepcopy(spec["stages"][0]) | fields)


def step(spec: dict[str, Any], start: str, end: str, **fields: Any) -> None:
    spec["steps"].append(copy.deepcopy(spec["steps"][0]) | {"from": start, "to": end} | fields)


def another_way(spec: dict[str, Any]) -> None:
    two_modes(spec)
    when(spec, 0, "wind")
    when(spec, 1, "wind")
    step(spec, "part0", "part2", when={"mode": ["water"]})


def answer_and_lever(spec: dict[str, Any]) -> None:
    """A circle that something else leads into."""
    step(spec, "part2", "part0")
    stage(spec, id="lever", pos=[2, 0])
    step(spec, "lever", "part1")


def one_place_in_turn(spec: dict[str, Any]) -> None:
    """Two stages at one place, and a reader sees either."""
    two_modes(spec)
    when(spec, 0, "wind")
    when(spec, 1, "wind")
    stage(spec, id="other", pos=[0, 1])
    step(spec, "part0", "other", when={"mode": ["water"]})
    step(spec, "other", "part2", when={"mode": ["water"]})


LONG = "The wheel turns the shaft. " * 40

TRIGGERS: list[tuple[str, str, Change]] = [
    ("verified-on-future", "/verified_on", lambda s: s.update(verified_on="2026-03-02")),
    ("without-evidence", "/stages/1", lambda s: evidence(s, 1)),
    (
        "duplicate-quote",
        "/stages/0/evidence/1/quote",
        lambda s: evidence(s, 0, "The wheel turns.", "The  wheel turns."),
    ),
    ("short-quote", "/stages/0/evidence/0/quote", lambda s: evidence(s, 0, "wheel")),
    ("long-quote", "/stages/0/evidence/0/quote", lambda s: evidence(s, 0, LONG)),
    (
        "unused-source",
        "/sources/baker",
        lambda s: s["sources"].update(baker={"url": "https://baker.example/", "title": "B"}),
    ),
    (
        "tracking-parameters",
        "/sources/mill/url",
        lambda s: s["sources"]["mill"].update(url="https://mill.example/?id=1&utm_source=x"),
    ),
    ("same-position", "/stages/1/pos", lambda s: s["stages"][1].update(pos=[0, 0])),
    ("isolated-stage", "/stages/3", lambda s: stage(s, id="lone", pos=[5, 5])),
    ("unreachable-stage", "/stages/1", lambda s: on_water(s, 0)),
    ("dead-end", "/stages/1", lambda s: on_water(s, 1)),
    ("no-way-through", "/steps", lambda s: on_water(s, 0, 1)),
    ("never-there", "/steps/2/when", lambda s: step(s, "part0", "part2", when={"mode": []})),
    ("unknown-placeholder", "/status_template", lambda s: s.update(status_template="{mode} {mod}")),
    (
        "unknown-placeholder",
        "/dimensions/0/options/0/phrase",
        lambda s: s["dimensions"][0]["options"][0].update(phrase="the {mode}"),
    ),
    ("unclosed-placeholder", "/status_template", lambda s: s.update(status_template="{mode} {mod")),
    ("unclosed-placeholder", "/status_template", lambda s: s.update(status_template="{mode}}")),
    ("untold-dimension", "/dimensions/0", lambda s: s.update(status_template="Showing it")),
    ("unclosed-bold", "/answer", lambda s: s.update(answer="The **grain becomes flour.")),
    ("link-form", "/answer", lambda s: s.update(answer="See [the baker](baker).")),
    ("link-form", "/answer", lambda s: s.update(answer="See [the baker](/baker.")),
    *(
        ("link-form", "/answer", lambda s, to=target: s.update(answer=f"See [the baker]({to})."))
        for target in (
            "//baker",
            "/a//b",
            "/a b",
            "",
            "www.baker.example",
            "https:/baker",
            "https://",
            "#",
            "javascript:alert",
            "javascript:alert(1)",
            "javascript:f(g(1))",
            "/../a",
            "/a/./b",
            "\\a",
            "/a%2",
            "/" + "a" * 5_000 + "!\u00a0",
        )
    ),
    ("unclosed-bold", "/answer", lambda s: s.update(answer="**The** mill** and **its** wheel")),
    (
        "link-form",
        "/sections/0/paragraphs/0",
        lambda s: s["sections"][0].update(paragraphs=["[](/x)"]),
    ),
]

NEARLY: list[Change] = [
    lambda s: step(s, "part2", "part0"),  # an answer goes back
    answer_and_lever,
    one_place_in_turn,
    *(
        lambda s, to=target: s.update(answer=f"See [the baker]({to}).")
        for target in (
            "/",
            "/a",
            "/a/",
            "/a/b.html",
            "/a#b",
            "/a?b=c&d",
            "/a,b;c",
            "/a%20b",
            "/ü",
            "#wheel",
            "https://baker.example/a?b#c",
            "http://baker.example",
            "mailto:mill@mill.example",
            "https://baker.example/Oven_(of_stone)",
            "/oven_(of_stone)",
            "/a?up=../b",
        )
    ),
    lambda s: s.update(answer="It grinds 2**3 sacks, 2 ** 3 in all, `**all` of them."),
    lambda s: s.update(answer="**Flour**s (white) and “**bran**”, [1] (see there)."),
    lambda s: s.update(verified_on="2026-03-01"),
    lambda s: evidence(s, 0, "The wheel turns.", "The wheels turn."),
    lambda s: evidence(s, 0, "a b c"),
    lambda s: evidence(s, 0, "max_num_batched_tokens"),
    lambda s: s["sources"]["mill"].update(url="https://mill.example/?source=x&id=utm_source"),
    lambda s: s["stages"][1].update(pos=[0, 0.5]),
    two_modes,
    both_modes,
    another_way,
    lambda s: s.update(status_template=""),
    lambda s: s.update(answer="The **grain** becomes **flour**."),
    lambda s: s.update(
        answer="See [the baker](/ai/how-the-baker-bakes#oven), [here](https://b.example/), f(x)[0]."
    ),
    lambda s: s.update(answer="Cost: 2 * 3 = 6, f(a[0])."),
]


@pytest.mark.parametrize(("code", "pointer", "change"), TRIGGERS)
def test_each_rule_is_triggered(code: str, pointer: str, change: Change) -> None:
    assert (code, pointer) in linted(change)
    assert RULES[code].level is Level.WARNING


@pytest.mark.parametrize("change", NEARLY)
def test_what_nearly_triggers_a_rule_does_not(change: Change) -> None:
    assert linted(change) == []


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("/a b", "no white space"),
        ("/a/../b", 'no "." or ".." folder'),
        ("/a//b", "no empty folder"),
        ("/a%2", "two hexadecimal digits"),
        ("/a<b>", "only behind a percent sign"),
        ("//baker", 'begins with one "/"'),
        ("https:/baker", 'after the scheme come "//"'),
        ("javascript:alert(1)", 'one to elsewhere with "https://", "http://" or "mailto:"'),
        ("", "has to lead somewhere"),
    ],
)
def test_a_link_of_a_wrong_form_is_told_what_is_wrong(target: str, why: str) -> None:
    document = read_spec(spec_bytes({**SPEC, "answer": f"A [link]({target})."}), path="mill.json")
    (problem,) = lint(document, today=TODAY)
    assert why in problem.message


def test_an_unclosed_link_does_not_take_the_next_ones_end() -> None:
    def change(spec: dict[str, Any]) -> None:
        spec["answer"] = "A [baker](/baker and (an [oven](/oven))."

    assert linted(change) == [("link-form", "/answer")]


def test_a_page_is_old_only_where_an_age_is_stated() -> None:
    def keep(_: dict[str, Any]) -> None:
        """Change nothing."""

    assert linted(keep) == []
    assert linted(keep, stale_after=timedelta(days=45)) == []
    assert linted(keep, stale_after=timedelta(days=44)) == [("verified-on-old", "/verified_on")]


def test_each_choice_is_told_of_once() -> None:
    def change(spec: dict[str, Any]) -> None:
        on_water(spec, 1)
        third = {"value": "steam", "label": "Steam", "phrase": "steam"}
        spec["dimensions"][0]["options"].append(third)

    assert linted(change).count(("dead-end", "/stages/1")) == 1


@pytest.mark.skipif(not SHARED.is_file(), reason="../shared/specs is not here")
def test_the_real_spec_is_sound() -> None:
    document = read_spec(SHARED.read_bytes(), path="how-vllm-runs.json")
    assert lint(document, today=date(2026, 11, 29)) == ()


@pytest.mark.parametrize("path", sorted((ROOT / "specs").glob("*.json")), ids=lambda p: p.stem)
def test_our_own_specs_are_sound(path: Path) -> None:
    document = read_spec(path.read_bytes(), path=f"specs/{path.name}")
    assert lint(document, today=date(2026, 11, 29)) == ()


@pytest.mark.parametrize(
    ("summary", "terms"),
    [
        ("Runs with --enforce-eager and -O3.", ["--enforce-eager", "-O3"]),
        ("It needs version v2.1.0 or 3.11.", ["v2.1.0", "3.11"]),
        ("It starts 8 workers, 1,000 at most.", ["8", "1,000"]),
        ("Set max_num_seqs through torch.compile.", ["max_num_seqs", "torch.compile"]),
        ("Uses TritonAttentionImpl, e.g. on one GPU.", ["TritonAttentionImpl"]),
        ("PyTorch runs CUDA Graphs on an end-to-end path.", ["PyTorch"]),
        ("GPUs, APIs and LLMs, i.e. a Ph.D. in the U.S.", []),
        ("A CustomOp of KVCache on macOS.", ["CustomOp", "KVCache", "macOS"]),
        ("Part 1 turns.", []),
        ("The wheel turns 4 times.", ["4"]),
        ("On x86-64, 24/7, from 10:30 on 2026-01-01.", ["x86-64", "24/7", "10:30", "2026-01-01"]),
        ("An H100, H200s and (GPT-4), in UTF-8.", ["H100", "H200", "GPT-4", "UTF-8"]),
        (
            "8-bit, 1,000-token, python3.11: cuda:0.",
            ["8-bit", "1,000-token", "python3.11", "cuda:0"],
        ),
        ("FP8/FP16 in 16GB, 2x as fast, end-to-end.", ["FP8/FP16"]),
        ("See https://mill.example/v2/wheel_8.", []),
    ],
)
def test_what_can_be_looked_up(summary: str, terms: list[str]) -> None:
    spec = copy.deepcopy(SPEC)
    spec["stages"][0]["summary"] = summary
    spec["stages"][1]["name"] = "1"
    document = read_spec(spec_bytes(spec), path="mill.json")
    assert document.spec is not None
    assert [term for claim in claims(document.spec) for term in claim.terms] == terms


def test_a_model_in_the_specs_own_names_is_its_own_word() -> None:
    spec = copy.deepcopy(SPEC)
    spec["stages"][0]["name"] = "An H100 of 8 sacks"
    spec["stages"][1]["summary"] = "The H100 takes 8 sacks."
    document = read_spec(spec_bytes(spec), path="mill.json")
    assert document.spec is not None
    assert [claim.terms for claim in claims(document.spec)] == [("8",)]


def test_sources_of_one_page_are_named_once() -> None:
    spec = lineage_spec(
        {"mill": "https://mill.example/", "wheel": "https://mill.example/#wheel",
         "baker": "https://baker.example/"},
        [("mill", "The wheel turns."), ("wheel", "The oven is hot."), ("baker", "It bakes.")],
    )  # fmt: skip
    spec["stages"][2]["summary"] = "It takes 40 sacks."
    document = read_spec(spec_bytes(spec), path="mill.json")
    assert document.spec is not None
    pages = {"mill": "mill", "wheel": "mill", "baker": "baker"}
    found = {"mill": {"40"}, "wheel": {"40"}, "baker": set[str]()}
    (fault,) = check_grounding(document.spec, found, pages=pages)
    assert 'It stands in "mill"; quote' in fault.message


def test_a_term_that_no_page_of_its_own_has() -> None:
    spec = lineage_spec(
        {"mill": "https://mill.example/", "baker": "https://baker.example/"},
        [("mill", "The wheel turns."), ("baker", "The oven is hot.")],
    )
    spec["stages"][0]["summary"] = "It grinds 40 sacks with --fast and --slow."
    document = read_spec(spec_bytes(spec), path="mill.json")
    assert document.spec is not None
    told = list(check_grounding(document.spec, {"mill": {"40"}, "baker": {"--slow"}}))
    assert [fault.pointer for fault in told] == ["/stages/0/summary"] * 2
    assert "--fast" in told[0].message
    assert "No page of this spec has it" in told[0].message
    assert '"baker"' in told[1].message
    assert list(check_grounding(document.spec, {"baker": set()})) == []
