"""Pointer to line, column and byte range, against the standard library's own reading."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.spec.json_fault import JsonError
from lineage_verify.spec.positions import BOM, PositionMap, escape_token, split_pointer

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=20,
)
SPACE = st.text(alphabet=" \t\n\r", max_size=3)


def parts(value: Any, pointer: str = "") -> Iterator[tuple[str, Any]]:
    yield pointer, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from parts(inner, f"{pointer}/{escape_token(key)}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from parts(inner, f"{pointer}/{index}")


@st.composite
def files(draw: st.DrawFn) -> tuple[Any, bytes]:
    """A value, and a file that has it in some spacing, with or without escapes and a BOM."""
    value = draw(JSON)
    comma, colon = draw(SPACE) + "," + draw(SPACE), draw(SPACE) + ":" + draw(SPACE)
    text = json.dumps(value, ensure_ascii=draw(st.booleans()), separators=(comma, colon))
    lead = BOM if draw(st.booleans()) else b""
    return value, lead + (draw(SPACE) + text + draw(SPACE)).encode("utf-8", "surrogatepass")


@given(files())
def test_every_value_stands_where_it_is_said_to(made: tuple[Any, bytes]) -> None:
    value, data = made
    positions = PositionMap.of(data)
    assert positions.scan.value == value
    text = data.removeprefix(BOM).decode()
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for pointer, part in parts(value):
        place = positions.value(pointer)
        assert json.loads(data[place.start : place.end]) == part
        assert lines[place.line - 1][place.column - 1] == data[place.start :].decode()[0]


def test_a_name_has_a_place_of_its_own() -> None:
    data = b'{"a/b": {"~": 1}}'
    positions = PositionMap.of(data)
    place = positions.key("/a~1b/~0")
    assert data[place.start : place.end] == b'"~"'


@pytest.mark.parametrize("pointer", ["/x", "/a/0", "a", "/a/b/c", "/list/9", "/list/-"])
def test_a_pointer_to_nothing(pointer: str) -> None:
    with pytest.raises(KeyError):
        PositionMap.of(b'{"a": 1, "list": [1]}').value(pointer)


@given(st.text(max_size=12))
def test_tokens_are_escaped_and_back(token: str) -> None:
    assert split_pointer(f"/{escape_token(token)}") == [token]


@given(st.text(alphabet='{}[],:"\\ tfn0-1.eu\n', max_size=30))
def test_it_refuses_what_the_standard_library_refuses(text: str) -> None:
    def refuse(_: str) -> None:
        raise ValueError

    try:
        expected = json.loads(text, parse_constant=refuse)
    except ValueError:
        with pytest.raises(JsonError):
            PositionMap.of(text.encode())
    else:
        assert PositionMap.of(text.encode()).scan.value == expected
