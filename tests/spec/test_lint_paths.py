"""Where ways begin and end, against a slow and plain definition; and lint on any picture."""

from datetime import date
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.spec.lint import lint
from lineage_verify.spec.lint_ends import first_and_last
from lineage_verify.spec.read import read_spec
from tests.lineage import lineage_spec, spec_bytes

STAGES = 6
VALUES = ("wind", "water")
EDGES = st.lists(st.tuples(st.integers(0, STAGES - 1), st.integers(0, STAGES - 1)), max_size=9)


def picture(edges: list[tuple[int, int]], whens: list[list[str] | None]) -> dict[str, Any]:
    quotes = [("mill", f"The wheel turns shaft {index}.") for index in range(STAGES)]
    spec = lineage_spec({"mill": "https://mill.example/"}, quotes)
    spec["dimensions"][0]["options"] = [
        {"value": value, "label": value, "phrase": value} for value in VALUES
    ]
    step = spec["steps"][0]
    spec["steps"] = [
        step
        | {"from": f"part{a}", "to": f"part{b}", "when": {} if when is None else {"mode": when}}
        for (a, b), when in zip(edges, whens, strict=False)
    ]
    return spec


def reached(edges: list[tuple[int, int]], start: int) -> set[int]:
    found = {start}
    for _ in range(STAGES):
        found |= {b for a, b in edges if a in found}
    return found


@given(EDGES)
def test_first_and_last_are_what_nothing_else_leads_into_or_out_of(
    edges: list[tuple[int, int]],
) -> None:
    document = read_spec(spec_bytes(picture(edges, [None] * len(edges))), path="mill.json")
    assert document.spec is not None
    touched = {end for edge in edges for end in edge}
    after = {one: reached(edges, one) & touched for one in touched}
    before = {one: {other for other in touched if one in after[other]} for one in touched}
    circle = {one: after[one] & before[one] for one in touched}
    # A stage's row is its number, so the highest of a circle is the least.
    firsts = {
        f"part{one}" for one in touched if before[one] == circle[one] and one == min(circle[one])
    }
    lasts = {
        f"part{one}" for one in touched if after[one] == circle[one] and one == max(circle[one])
    }
    assert first_and_last(document.spec) == (firsts, lasts)


@given(EDGES, st.lists(st.none() | st.lists(st.sampled_from(VALUES)), min_size=9, max_size=9))
def test_any_picture_can_be_linted(
    edges: list[tuple[int, int]], whens: list[list[str] | None]
) -> None:
    document = read_spec(spec_bytes(picture(edges, whens)), path="mill.json")
    assert document.valid
    problems = lint(document, today=date(2026, 3, 1))
    told = [(problem.code, problem.location.pointer) for problem in problems]
    assert len(told) == len(set(told))
    lonely = {f"/stages/{n}" for n in range(STAGES)} - {
        f"/stages/{end}" for edge, _ in zip(edges, whens, strict=False) for end in edge
    }
    assert {pointer for code, pointer in told if code == "isolated-stage"} == lonely


@given(EDGES)
def test_without_choices_every_stage_is_reached_and_no_way_stops(
    edges: list[tuple[int, int]],
) -> None:
    """What no choice hides is never cut off."""
    document = read_spec(spec_bytes(picture(edges, [None] * len(edges))), path="mill.json")
    codes = {problem.code for problem in lint(document, today=date(2026, 3, 1))}
    assert not codes & {"unreachable-stage", "dead-end", "no-way-through", "never-there"}
