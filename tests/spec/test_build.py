"""The quick reader takes just the specs that pydantic takes, and reads them alike."""

import copy
import json
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from lineage_verify.spec.build import build_spec
from lineage_verify.spec.edge import model_of, part_of
from lineage_verify.spec.model import Spec
from tests.lineage import lineage_spec

SPEC = lineage_spec(
    {"mill": "https://mill.example/", "baker": "../baker.md"},
    [("mill", "The wheel turns."), ("baker", "The oven is hot.")],
    **{"$schema": "spec.json", "link_from": ["mill"]},
)
SPEC["steps"][0]["when"] = {"mode": ["wind"]}
SPEC["stages"][0]["evidence"][0] |= {"prefix": "a", "suffix": "b", "page": 1}
VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**400), 10**400),
        st.sampled_from([0, 1, -1, 10**308, 10**309, 2**53 + 1]),
        st.floats(),
        st.text(max_size=3),
        st.sampled_from(["", " ", "\ud800", "é", "1"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=4,
)


def places(value: object) -> Iterator[tuple[Any, Any]]:
    """Each container of a JSON value with each name or index in it."""
    if isinstance(value, dict | list):
        for name, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield value, name
            yield from places(item)


@st.composite
def changed_specs(draw: st.DrawFn) -> dict[str, Any]:
    """A sound spec with up to three changes: something else, something less, something more."""
    spec = copy.deepcopy(SPEC)
    for _ in range(draw(st.integers(0, 3))):
        found = list(places(spec))
        if not found:
            break
        holder, name = draw(st.sampled_from(found))
        match draw(st.sampled_from(["else", "less", "more", "like"])):
            case "else":
                holder[name] = draw(VALUES)
            case "less":
                del holder[name]
            case "more" if isinstance(holder, dict):
                holder[draw(st.text(max_size=3))] = draw(VALUES)
            case "more":
                holder.append(draw(VALUES))
            case _:
                other, its = draw(st.sampled_from(found))
                holder[name] = copy.deepcopy(
                    other.get(its) if isinstance(other, dict) else other[0]
                )
    return spec


def by_pydantic(value: dict[str, Any]) -> Spec | None:
    try:
        return part_of(Spec, model_of(Spec).model_validate(value))
    except ValidationError:
        return None


@given(changed_specs())
def test_it_takes_what_pydantic_takes_and_reads_it_alike(value: dict[str, Any]) -> None:
    assert repr(build_spec(value)) == repr(by_pydantic(value))


ODD: list[Any] = [
    None, True, False, 0, 1, -1, 2**53 + 1, 10**309, 1.5, float("inf"), float("nan"),
    "", " ", "a", "1", "\ud800", "é", "a\udfff", [], [1], [1, 2], [1, "2"], [True, 2],
    [1, 2, 3], [10**309, 0], [float("-inf"), 0], ["a"], ["\ud800"], [None], [[]], [{}], {},
    {"a": 1}, {"a": []}, {"a": ["b"]}, {"a": ["\ud800"]}, {"\ud800": ["b"]}, {"\ud800": {}},
    {"a": {}}, {"": ["b"]}, {"more": "\ud800"},
]  # fmt: skip


def test_in_every_place_it_takes_the_same_values() -> None:
    spec = copy.deepcopy(SPEC)
    taken = refused = 0
    for holder, name in list(places(spec)):
        before = holder[name]
        for value in ODD:
            holder[name] = value
            wanted = by_pydantic(spec)
            assert repr(build_spec(spec)) == repr(wanted), (name, value)
            taken, refused = taken + (wanted is not None), refused + (wanted is None)
        holder[name] = before
    assert taken > 300
    assert refused > 300


def test_every_field_may_be_missing_where_pydantic_says_so() -> None:
    for number in range(len(list(places(SPEC)))):
        spec = copy.deepcopy(SPEC)
        holder, name = list(places(spec))[number]
        del holder[name]
        assert repr(build_spec(spec)) == repr(by_pydantic(spec)), name


@pytest.mark.parametrize("pair", [[1, 2], [1.5, -0.0], [10**308, 2**53 + 1]])
def test_places_are_numbers_as_pydantic_reads_them(pair: list[float]) -> None:
    spec = copy.deepcopy(SPEC)
    spec["stages"][0]["pos"] = pair
    built = build_spec(spec)
    assert built is not None
    assert built == by_pydantic(spec)
    assert all(type(number) is float for number in built.stages[0].pos)


def test_every_part_keeps_what_it_does_not_know() -> None:
    spec = copy.deepcopy(SPEC)
    stage = spec["stages"][0]
    for part in (spec, spec["sources"]["mill"], stage, stage["evidence"][0], spec["steps"][0],
                 spec["dimensions"][0], spec["dimensions"][0]["options"][0],
                 spec["sections"][0]):  # fmt: skip
        part["more"] = {"a": [1]}
    built = build_spec(spec)
    assert built is not None
    for kept in (built, built.sources["mill"], built.stages[0], built.stages[0].evidence[0],
                 built.steps[0], built.dimensions[0], built.dimensions[0].options[0],
                 built.sections[0]):  # fmt: skip
        assert kept.extra["more"] == {"a": [1]}


def test_parts_share_no_default() -> None:
    built = build_spec(json.loads(json.dumps(SPEC)))
    assert built is not None
    other = replace(built.stages[0], summary="Another.")
    assert built.stages[0] != other
    first, second = built.stages
    assert first.extra is not second.extra
    assert [field.name for field in fields(first)][-1] == "extra"
