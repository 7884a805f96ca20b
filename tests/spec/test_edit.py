"""One value changes, and no other byte."""

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lineage_verify.errors import EditError
from lineage_verify.spec.edit import replace_value, replace_values
from lineage_verify.spec.positions import PositionMap
from tests.spec.json_texts import LEADS, TEXTS, json_texts, pointers, resolve


@given(json_texts(), LEADS, TEXTS, st.data())
def test_only_the_bytes_of_the_value_change(
    text: str, lead: bytes, value: str, data: st.DataObject
) -> None:
    before = lead + text.encode()
    pointer = data.draw(st.sampled_from(pointers(json.loads(text))))
    place = PositionMap.of(before).value(pointer)
    after = replace_value(before, pointer, value)
    assert after.startswith(before[: place.start])
    tail = before[place.end :]
    assert after.endswith(tail)
    assert json.loads(after[place.start : len(after) - len(tail)]) == value
    assert resolve(PositionMap.of(after).scan.value, pointer) == value


@given(json_texts(), LEADS, st.data())
def test_the_value_that_is_there_already_changes_nothing(
    text: str, lead: bytes, data: st.DataObject
) -> None:
    whole = json.loads(text)
    texts = [pointer for pointer in pointers(whole) if isinstance(resolve(whole, pointer), str)]
    assume(texts)
    pointer = data.draw(st.sampled_from(texts))
    before = lead + text.encode()
    assert replace_value(before, pointer, str(resolve(whole, pointer))) == before


@given(json_texts(), TEXTS, TEXTS, st.data())
def test_several_values_change_as_each_alone_would(
    text: str, one: str, other: str, data: st.DataObject
) -> None:
    whole = json.loads(text)
    leaves = [p for p in pointers(whole) if not isinstance(resolve(whole, p), dict | list)]
    assume(len(leaves) > 1)
    first, second = data.draw(st.permutations(leaves))[:2]
    before = text.encode()
    both = replace_values(before, {first: one, second: other})
    assert both == replace_value(replace_value(before, first, one), second, other)


@pytest.mark.parametrize(
    ("old", "value", "new"),
    [
        ('"a"', "é", '"é"'),
        ('"é"', "ü", '"ü"'),
        (r'"\u00e9"', "ü", r'"\u00fc"'),
        (r'"\u00E9"', "ü", r'"\u00FC"'),
        (r'"\u2013 x"', "😀", r'"\ud83d\ude00"'),
        (r'"é \u2013"', "ü", '"ü"'),
        (r'"\u0007"', "ü", '"ü"'),
        ('"a\\/b"', "c/d", '"c\\/d"'),
        ('"a/b"', "c/d", '"c/d"'),
        ('"a"', 'say "x"\\\n\t\x00', r'"say \"x\"\\\n\t\u0000"'),
        ('"a"', "\u2028", '"\u2028"'),
        ("null", "x", '"x"'),
        ('{"b": [1]}', "x", '"x"'),
        ('"a"', "", '""'),
    ],
)
def test_the_new_text_is_spelt_as_the_old_one_was(old: str, value: str, new: str) -> None:
    data = f'{{ "key" :{old}\r\n, "b":"\\u00e9\\/" }}'.encode()
    assert replace_value(data, "/key", value) == data.replace(old.encode(), new.encode(), 1)


def test_what_cannot_be_changed_is_an_error() -> None:
    with pytest.raises(EditError, match="no value at /b"):
        replace_value(b'{"a": 1}', "/b", "x")
    with pytest.raises(EditError, match="not JSON"):
        replace_value(b'{"a": 1', "/a", "x")
    with pytest.raises(EditError, match="not JSON"):
        replace_value(b'{"a": "\xff"}', "/a", "x")
    with pytest.raises(EditError, match="surrogate"):
        replace_value(b'{"a": 1}', "/a", "\ud800")
    with pytest.raises(EditError, match="one within the other"):
        replace_values(b'{"a": {"b": 1}}', {"/a": "x", "/a/b": "y"})


def test_of_two_members_with_one_name_the_one_that_counts_changes() -> None:
    assert replace_value(b'{"a": 1, "a": 2}', "/a", "x") == b'{"a": 1, "a": "x"}'


def test_a_huge_number_is_no_obstacle() -> None:
    assert replace_value(b'{"a": ' + b"9" * 280 + b"}", "/a", "x") == b'{"a": "x"}'
