"""Quotes with the numbers and bullets of a list, as a person sees them."""

import pytest

from lineage_verify.matches import match_quote
from lineage_verify.matches.model import Found, Rung
from lineage_verify.text.html.read import read_html
from lineage_verify.text.page_text import PageText

STEPS = "<p>In loom 4. Steps:</p><ol><li>Warp the loom.</li><li>Weave <b>it</b>.</li><li>Cut it."
NOTES = "<ul><li>Warp the loom.</li><li>Weave it:<ul><li>slowly at first</ul><li>Cut it.</ul>"
NAMED = "<ol type=a><li>Warp the loom.</li><li>Weave it."
ROMAN = "<ol type=I><li>Warp the loom.</li><li>Weave it."


def page(markup: str) -> PageText:
    text = read_html(f"<h2>Weaving</h2>{markup}")
    assert isinstance(text, PageText)
    return text


HOLDS = [
    ("1. Warp the loom. 2. Weave it. 3. Cut it.", STEPS),
    ("1.\tWarp the loom.\n2.\tWeave it.", STEPS),
    ("1) Warp the loom. 2) Weave it.", STEPS),
    ("Warp the loom. 2. Weave it.", STEPS),
    ("2. Weave it. 3. Cut it.", STEPS),
    ("In loom 4. Steps: 1. Warp the loom. 2. Weave it.", STEPS),
    ("• Warp the loom. • Weave it:", NOTES),
    ("- Warp the loom. - Weave it: - slowly at first - Cut it.", NOTES),
    ("* Warp the loom. * Weave it:", NOTES),
    ("• Weave it: ◦ slowly at first", NOTES),
    ("a. Warp the loom. b. Weave it.", NAMED),
    ("I. Warp the loom. II. Weave it.", ROMAN),
]


@pytest.mark.parametrize(("quote", "markup"), HOLDS)
def test_markers_may_be_quoted(quote: str, markup: str) -> None:
    match = match_quote(quote, page(markup))
    assert match.found is Found.HELD
    assert match.rung is Rung.FOLDED


@pytest.mark.parametrize("markup", [STEPS, NOTES, NAMED])
def test_markers_may_be_left_out(markup: str) -> None:
    match = match_quote("Warp the loom. Weave it", page(markup))
    assert match.found is Found.HELD
    assert match.rung is Rung.WHITE_SPACE


NEVER = [
    ("2. Warp the loom. 3. Weave it.", STEPS),
    ("1. Warp the loom. 3. Weave it.", STEPS),
    ("0. Warp the loom. 1. Weave it.", STEPS),
    ("• Warp the loom. • Weave it.", STEPS),
    ("1. Warp the loom. 2. Weave it:", NOTES),
    ("1. Warp the loom. 2. Weave it.", NAMED),
    ("b. Warp the loom. c. Weave it.", NAMED),
    ("1. Warp the loom. Weave 2. it.", STEPS),
    ("1. Warp the loom. 2. Weave it.", "<p>Warp the loom.</p><p>Weave it."),
    ("1. Warp the loom. 2. Weave it.", STEPS.replace("<ol>", "<ol start=2>")),
    ("1. Warp the loom. 2. Weave it.", STEPS.replace("Weave", "Never weave")),
]


@pytest.mark.parametrize(("quote", "markup"), NEVER)
def test_other_numbers_and_other_places_never_hold(quote: str, markup: str) -> None:
    assert match_quote(quote, page(markup)).found is not Found.HELD


def test_the_place_is_that_of_the_items() -> None:
    text = page(STEPS)
    match = match_quote("2. Weave it. 3. Cut it.", text)
    assert match.place is not None
    assert text.text[match.place.start : match.place.end] == "Weave it.\nCut it."
    assert not match.warnings


def test_a_quote_of_many_numbers_is_looked_for_in_good_time() -> None:
    quote = " ".join(f"{number}. a" for number in range(20_000))
    assert match_quote(quote, page(STEPS)).found is not Found.HELD
    assert match_quote("1. a • b a. c i. " * 100, page(STEPS)).found is not Found.HELD
