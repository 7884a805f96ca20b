"""What is no JSON text, and how that is told."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.spec.json_fault import JsonError
from lineage_verify.spec.json_scan import scan
from tests.spec.json_texts import json_texts


@pytest.mark.parametrize(
    ("text", "offset", "said"),
    [
        ("", 0, "empty"),
        (" \n", 2, "empty"),
        ("{", 1, "file ends"),
        ('{"a": [1,\n 2', 12, '"[" of line 1'),
        ('{"a":1,}', 7, "comma out"),
        ("[1,]", 3, "comma out"),
        ('{"a":1,,"b":2}', 7, "one comma too many"),
        ("[1 2]", 3, "comma is missing"),
        ('{"a":1 "b":2}', 7, "comma is missing"),
        ('{"a":"x" "b":2}', 9, "comma is missing"),
        ('{"a":{} "b":2}', 8, "comma is missing"),
        ('{"a" 1}', 5, '":" is missing'),
        ("{a:1}", 1, "double quotes"),
        ("{'a':1}", 1, "double quotes"),
        ("{“a”:1}", 1, "double quotes"),
        ('{"a":“x”}', 5, "straight double quotes"),
        ("{1:2}", 1, "name"),
        ('{"a":NaN}', 5, "no such number"),
        ('{"a":-Infinity}', 5, ""),
        ('{"a":True}', 5, '"true"'),
        ('{"a":None}', 5, '"null"'),
        ('{"a":undefined}', 5, '"null"'),
        ('{"a":yes}', 5, "double quotes"),
        ('{"a":01}', 5, "needless 0"),
        ('{"a":+1}', 5, '"+"'),
        ('{"a":.5}', 5, "both sides"),
        ('{"a":1.}', 5, "both sides"),
        ('{"a":1.e5}', 5, "both sides"),
        ('{"a":1x}', 5, "not a number"),
        ('{"a":}', 5, "value is missing"),
        ("[,1]", 1, "value is missing"),
        ('{"a":1]', 6, 'cannot close the "{"'),
        ("[[1}]", 3, 'cannot close the "["'),
        ("// x\n{}", 0, "no comments"),
        ('{"a":1//x\n}', 6, "no comments"),
        ('{/* x */"a":1}', 1, "no comments"),
        ('{"a":#x\n1}', 5, "no comments"),
        ('{"a":"b\n"}', 7, "line ends within a text"),
        ('{"a":"b\t"}', 7, "raw tab"),
        ('{"a":"b\x01"}', 7, "\\u0001"),
        ('{"a\n":1}', 3, "line ends within a text"),
        ('{"a":"\\x"}', 6, "no such escape"),
        ('{"a":"\\u12g4"}', 6, "four hexadecimal digits"),
        ('{"a":"b', 5, "never closed"),
        ('"a', 0, "never closed"),
        ("{} x", 3, "more text after the end"),
        ("1 2", 2, "more text after the end"),
        ("\x00", 0, ""),
        ("\ufeff{}", 0, ""),
        ("[1;2]", 2, "comma or"),
    ],
)
def test_a_fault_is_told_where_it_is_and_what_to_do(text: str, offset: int, said: str) -> None:
    with pytest.raises(JsonError) as error:
        scan(text)
    assert error.value.offset == offset
    assert said in error.value.message
    assert error.value.code == "not-json"


@pytest.mark.parametrize("number", ["1e999", "-1e999", "1" + "0" * 5_000])
def test_a_number_too_large_is_told_as_that_and_is_json(number: str) -> None:
    with pytest.raises(JsonError) as error:
        scan(f'{{"a":{number}}}')
    assert (error.value.offset, error.value.code) == (5, "number-too-large")


ALMOST = '{"a": [1, -2.5e3, true], "b\\n": {"c": null, "d": "\\u00e9/"}}'


@given(st.integers(0, len(ALMOST)), st.sampled_from([*"{}[],:\"\\'x0-.\n\t ", "//", ""]))
def test_the_scanner_refuses_what_the_standard_library_refuses(at: int, put: str) -> None:
    _same_answer(ALMOST[:at] + put + ALMOST[at + 1 :])


@given(st.text('{}[],:"\\u01e-. \ntrue', max_size=14))
def test_no_text_is_read_otherwise_than_by_the_standard_library(text: str) -> None:
    _same_answer(text)


@given(json_texts())
def test_every_json_text_is_read(text: str) -> None:
    _same_answer(text)


def _same_answer(text: str) -> None:
    try:
        wanted = json.loads(text)
    except ValueError:
        with pytest.raises(JsonError) as error:
            scan(text)
        assert 0 <= error.value.offset <= len(text)
        assert error.value.message.endswith(".")
    else:
        assert json.dumps(scan(text).value) == json.dumps(wanted)
