"""Whether a page has a term: the same name in another dress is the same, a number is not."""

import pytest

from lineage_verify.text.page_text import PageText, Section
from lineage_verify.verify.terms import present_terms

TEXT = """The mill grinds 40 sacks, 1,000 at most, with two wheels (v2.1.0, 3.12 next).
Set max_jobs or --grind-speed; FLASH_WHEEL and flash stone take turn.wheel() as wheel.turn.
A grind plan says −1, SM 8.x and non‑stop."""


def has(term: str) -> bool:
    return present_terms([term], PageText.plain(TEXT), b"") == {term}


@pytest.mark.parametrize(
    "term",
    ["40", "1,000", "1000", "2", "2.1.0", "v2.1.0", "v3.12", "3.12", "--max-jobs", "max_jobs",
     "grind_speed", "FlashWheel", "FlashStone", "flash_wheel", "wheel.turn", "8.x", "non-stop"],
)  # fmt: skip
def test_it_is_there(term: str) -> None:
    assert has(term)


@pytest.mark.parametrize(
    "term",
    ["4", "400", "0", "000", "2.1", "1.0", "3.1", "3.12.1", "10", "--grind-plan", "grind_plan",
     "--min-jobs", "turn.stone", "stone.turn", "FlashPlan", "8.y", "-O"],
)  # fmt: skip
def test_it_is_not_there(term: str) -> None:
    assert not has(term)


def test_a_place_is_an_anchor_or_any_elements_id() -> None:
    page = PageText(text="x", sections=(Section(0, "Wheel", "wheel", 2),))
    body = b'<p id="stone">, <a name=\'sack\'>, <b data-id="flour">, <i id=caf\xc3\xa9>'
    terms = ["#wheel", "#stone", "#sack", "#flour", "#caf%C3%A9", "#sto"]
    assert present_terms(terms, page, body) == {"#wheel", "#stone", "#sack", "#caf%C3%A9"}


def test_nothing_asked_is_nothing_found() -> None:
    assert present_terms([], PageText.plain(TEXT), b"") == frozenset()
