"""The short way of reading gives what the long way gives, or leaves it to that one."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.settings import Limits
from lineage_verify.spec.quick import parse_plain, quote_spans
from lineage_verify.spec.read import _short_way, read_spec
from lineage_verify.spec.thorough import read_thoroughly
from tests.lineage import lineage_spec, spec_bytes
from tests.spec.json_texts import LEADS, TEXTS, json_texts, spellings

WORDS = TEXTS.filter(lambda text: any(c.isalnum() for c in text))


@st.composite
def spec_files(draw: st.DrawFn) -> bytes:
    """A sound spec, with quotes of all sorts, spelt at random."""
    quotes = draw(st.lists(WORDS, min_size=1, max_size=4))
    spec = lineage_spec({"mill": "https://mill.example/"}, [("mill", quote) for quote in quotes])
    indent = draw(st.sampled_from([None, 1, "\t"]))
    text = json.dumps(spec, ensure_ascii=draw(st.booleans()), indent=indent)
    for quote in quotes:
        plain = json.dumps(quote)
        text = text.replace(f'"quote": {plain}', f'"quote": {draw(spellings(quote))}', 1)
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    return draw(LEADS) + text.encode()


@given(spec_files())
def test_both_ways_read_a_sound_spec_alike(data: bytes) -> None:
    wanted = read_thoroughly("a.json", data, Limits())
    assert wanted.valid
    assert read_spec(data, path="a.json") == wanted


@given(json_texts())
def test_what_is_parsed_is_what_the_scanner_reads(text: str) -> None:
    value = parse_plain(text)
    if value is not None:
        assert value == json.loads(text)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "1", "{", '{"a": NaN}', '{"a": 1, "a": 1}', '{"a": {"b": 1, "b": 2}}',
     '{"a": "\\ud800"}', '{"a": "\\uD83D\\uDE00"}', "[" * 100_000, '{"a":' * 100_000,
     '{"a": ' + "9" * 5000 + "}", '{"a": -1e999}'],
)  # fmt: skip
def test_anything_unusual_is_left_to_the_scanner(text: str) -> None:
    assert parse_plain(text) is None


def test_a_quote_elsewhere_in_the_file_takes_theread_thoroughly() -> None:
    def taken(changed: dict[str, Any]) -> bool:
        spec = lineage_spec({"mill": "https://mill.example/"}, [("mill", "It grinds.")], **changed)
        data = spec_bytes(spec)
        document = read_spec(data, path="a.json")
        assert document == read_thoroughly("a.json", data, Limits())
        return _short_way("a.json", data, data.decode()) is not None

    assert taken({})
    assert taken({"scope": '"quote": "It grinds."', "h1": 'a \\"quote": "x'})
    assert not taken({"note": {"quote": "It grinds."}})


def test_places_are_only_given_where_they_are_certain() -> None:
    text = r'{"quote" : "a\"b", "x": "\"quote\": \"c\"", "quote":"c"}'
    assert quote_spans(text, ['a"b', "c"]) == [(11, 17), (52, 55)]
    assert quote_spans(text, ['a"b']) is None
    assert quote_spans(text, ['a"b', "c", "d"]) is None
    assert quote_spans(text, ["c", 'a"b']) is None
    assert quote_spans(r'{"quot\u0065": "a"}', ["a"]) is None
