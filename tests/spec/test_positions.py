"""Pointer to line, column and byte range, against the standard library's own reading."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.spec.json_fault import JsonError
from lineage_verify.spec.lines import LineIndex
from lineage_verify.spec.pointers import escape_token, split_pointer
from lineage_verify.spec.positions import PositionMap
from tests.spec.json_texts import LEADS, TEXTS, json_texts, pointers, resolve

SHARED = Path(__file__).resolve().parents[2].parent / "shared/specs/how-vllm-runs.json"


@given(json_texts(), LEADS)
def test_every_value_stands_where_the_map_says(text: str, lead: bytes) -> None:
    data = lead + text.encode()
    positions = PositionMap.of(data)
    whole = json.loads(text)
    assert positions.scan.value == whole
    for pointer in pointers(whole):
        place = positions.value(pointer)
        assert json.loads(data[place.start : place.end]) == resolve(whole, pointer)
        assert place.pointer == pointer


@given(json_texts(), LEADS)
def test_lines_and_columns_are_those_an_editor_counts(text: str, lead: bytes) -> None:
    positions = PositionMap.of(lead + text.encode())
    for pointer in pointers(json.loads(text)):
        place = positions.value(pointer)
        before = (lead + text.encode())[len(lead) : place.start].decode()
        lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        # A "\r\n" that the place itself would cut in two is none: places begin after white space.
        assert (place.line, place.column) == (len(lines), len(lines[-1]) + 1)


@given(json_texts())
def test_names_stand_where_the_map_says(text: str) -> None:
    data = text.encode()
    positions = PositionMap.of(data)
    whole = json.loads(text)
    for pointer in pointers(whole)[1:]:
        above, _, token = pointer.rpartition("/")
        if isinstance(resolve(whole, above), dict):
            place = positions.key(pointer)
            name = json.loads(data[place.start : place.end])
            assert escape_token(name) == token
        else:
            with pytest.raises(KeyError):
                positions.key(pointer)


@given(st.text(st.sampled_from("a\r\né😀\u2028"), max_size=2000), st.data())
def test_byte_offsets_hold_at_any_character(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    assert LineIndex(text, lead=3).byte(offset) == 3 + len(text[:offset].encode())


def test_a_byte_order_mark_takes_no_column_but_three_bytes() -> None:
    place = PositionMap.of(b'\xef\xbb\xbf{"a": 1}').value("/a")
    assert (place.line, place.column, place.start, place.end) == (1, 7, 9, 10)


def test_tabs_and_wide_characters_take_one_column_each() -> None:
    place = PositionMap.of('{\t"漢😀": "é"}'.encode()).value("/漢😀")
    assert (place.line, place.column) == (1, 9)
    assert place.end - place.start == len('"é"'.encode())


def test_a_surrogate_pair_is_one_character_of_the_value_and_twelve_of_the_file() -> None:
    positions = PositionMap.of(rb'{"a": "\ud83d\ude00"}')
    assert positions.scan.value == {"a": "😀"}
    place = positions.value("/a")
    assert place.end - place.start == 14


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_each_kind_of_line_end_ends_one_line(line_end: str) -> None:
    text = line_end.join(['{"a":', "1,", '"b": 2}'])
    place = PositionMap.of(text.encode()).value("/b")
    assert (place.line, place.column) == (3, 6)


@pytest.mark.parametrize(
    "pointer", ["/b", "/a/2", "/a/01", "/a/-", "/a/0/x", "/a/x", "a", "//", "/"]
)
def test_a_pointer_to_nothing_is_a_key_error(pointer: str) -> None:
    with pytest.raises(KeyError):
        PositionMap.of(b'{"a": [1, 2]}').value(pointer)


def test_pointers_reach_names_with_slashes_tildes_and_nothing_in_them() -> None:
    positions = PositionMap.of(b'{"a/b": 1, "c~1d": 2, "": 3}')
    ends = [positions.value(pointer).column for pointer in ("/a~1b", "/c~01d", "/")]
    assert ends == [9, 20, 27]


@given(st.lists(TEXTS))
def test_a_pointer_splits_into_the_names_it_was_made_of(names: list[str]) -> None:
    assert split_pointer("".join(f"/{escape_token(name)}" for name in names)) == names


def test_a_scalar_is_a_text_too() -> None:
    assert PositionMap.of(b' "a" ').value("").column == 2
    with pytest.raises(KeyError):
        PositionMap.of(b"1").value("/a")


def test_the_last_of_two_members_with_one_name_is_the_value() -> None:
    positions = PositionMap.of(b'{"a": {"b": 1}, "a": [2]}')
    assert positions.scan.value == {"a": [2]}
    assert positions.value("/a/0").start == 22
    with pytest.raises(KeyError):
        positions.value("/a/b")
    positions = PositionMap.of(b'{"a": {"b": 1}, "a": 2}')
    assert positions.value("/a").start == 21


def test_nesting_is_bounded_and_never_exhausts_the_stack() -> None:
    PositionMap.of(b"[" * 200 + b"]" * 200)
    for text in (b"[" * 201, b'{"a":' * 100_000, b'[{"a":' * 100_000):
        with pytest.raises(JsonError) as error:
            PositionMap.of(text)
        assert error.value.code == "too-deep"


def test_a_long_line_costs_no_more_than_many_short_ones() -> None:
    """Offsets of the last of many values are counted from near it, not from the line's start."""
    text = "[" + ",".join(['"é"'] * 50_000) + "]"
    index = LineIndex(text)
    assert index._bytes is not None
    assert all(b - a <= 4 * 512 for a, b in zip(index._bytes, index._bytes[1:], strict=False))
    assert index.byte(len(text)) == len(text.encode())


@pytest.mark.skipif(not SHARED.is_file(), reason="../shared/specs is not here")
def test_the_real_specs_quotes_stand_where_the_map_says() -> None:
    data = SHARED.read_bytes()
    positions = PositionMap.of(data)
    assert positions.scan.value == json.loads(data)
    place = positions.value("/stages/2/evidence/0/quote")
    line = data.decode().splitlines()[place.line - 1]
    assert line[place.column - 1 :].startswith('"The engine core process runs the scheduler')
