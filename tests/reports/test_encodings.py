import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.reports.encodings import degrade, is_unicode, shows_all


@pytest.mark.parametrize("name", ["utf-8", "UTF8", "utf-16", "utf-32", "gb18030"])
def test_these_carry_everything(name: str) -> None:
    assert is_unicode(name)


@pytest.mark.parametrize("name", ["cp1252", "ascii", "latin-1", "koi8-r", "no-such-thing"])
def test_these_do_not(name: str) -> None:
    assert not is_unicode(name)


def test_typography_falls_back_to_plain_signs() -> None:
    assert degrade("✗ “a” → b… – ✓", "ascii") == 'x "a" -> b... - ok'


def test_what_the_encoding_has_stays() -> None:
    assert degrade("“é” – Ж", "cp1252") == "“é” – ?"


def test_an_unknown_encoding_is_taken_for_ascii() -> None:
    assert degrade("é ✓", "no-such-thing") == "? ok"


@given(st.text(), st.sampled_from(["ascii", "cp1252", "latin-1", "utf-8", "shift_jis", "koi8-r"]))
def test_what_is_left_can_be_encoded(text: str, encoding: str) -> None:
    degrade(text, encoding).encode(encoding)


def test_a_question_mark_of_the_text_itself_is_no_loss() -> None:
    assert shows_all("really? “yes” → ok", "ascii")
    assert not shows_all("Путь", "cp1252")
    assert shows_all("Путь", "utf-8")
