"""Whether a page has a term: the same name in another dress is the same, a number is not."""

import pytest

from lineage_verify.text.page_text import PageText, Section
from lineage_verify.verify.terms import present_terms

TEXT = """The mill grinds 40 sacks, 1,000 at most, with two wheels (v2.1.0, 3.12 next).
Set max_jobs or --grind-speed; FLASH_WHEEL and flash stone take turn.wheel() as wheel.turn.
A grind plan says −1, SM 8.x and non‑stop.
It runs 24/7 from 11:30 on an X86‑64 mill, model W100, an LM-7 and the AB 2; since 2026–01–01,
at port 8000, with 16-bit weights of 5 to 9 grams, in UTF-8 or FP8."""


def has(term: str) -> bool:
    return present_terms([term], PageText.plain(TEXT), b"") == {term}


@pytest.mark.parametrize(
    "term",
    ["40", "1,000", "1000", "2", "2.1.0", "v2.1.0", "v3.12", "3.12", "--max-jobs", "max_jobs",
     "grind_speed", "FlashWheel", "FlashStone", "flash_wheel", "wheel.turn", "8.x", "non-stop",
     "24/7", "11:30", "x86-64", "x86_64", "W100", "w-100", "LM-7", "LM7", "AB-2", "AB2",
     "2026-01-01", "16-bit", "3.12-next", "5-9", "localhost:8000", "UTF-8/FP8", "utf-8", "40-sack"],
)  # fmt: skip
def test_it_is_there(term: str) -> None:
    assert has(term)


@pytest.mark.parametrize(
    "term",
    ["4", "400", "0", "000", "2.1", "1.0", "3.1", "3.12.1", "10", "--grind-plan", "grind_plan",
     "--min-jobs", "turn.stone", "stone.turn", "FlashPlan", "8.y", "-O",
     "4/7", "24/71", "1:30", "11:3", "x86-6", "86-640", "W10", "W1000", "XW100", "LM-70", "AB-25",
     "2026-01-02", "26-01-01", "32-bit", "5-6", "localhost:800", "UTF-8/FP16", "UTF-16"],
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
