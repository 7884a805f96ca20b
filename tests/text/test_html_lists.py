"""The numbers and bullets that a browser draws before list items, by the HTML Standard."""

import pytest

from lineage_verify.text.composed import joined
from lineage_verify.text.html.read import read_html
from lineage_verify.text.page_text import PageText

LISTS = [
    ("<ol><li>Warp</li><li>Weave</li></ol>", ["1. Warp", "2. Weave"]),
    ("<ol start=4><li>Warp<li>Weave</ol>", ["4. Warp", "5. Weave"]),
    ("<ol start=-1><li>Warp<li>Weave</ol>", ["-1. Warp", "0. Weave"]),
    ("<ol start=x><li>Warp<li>Weave</ol>", ["1. Warp", "2. Weave"]),
    ("<ol reversed><li>Warp<li>Weave</ol>", ["2. Warp", "1. Weave"]),
    ("<ol><li>Warp<li value=7>Weave<li>Cut</ol>", ["1. Warp", "7. Weave", "8. Cut"]),
    ("<ol type=a start=26><li>Warp<li>Weave</ol>", ["z. Warp", "aa. Weave"]),
    ("<ol type=A><li>Warp</ol>", ["A. Warp"]),
    ("<ol type=i start=3><li>Warp<li>Weave</ol>", ["iii. Warp", "iv. Weave"]),
    ("<ol type=I start=1994><li>Warp</ol>", ["MCMXCIV. Warp"]),
    ("<ol type=i start=0><li>Warp</ol>", ["0. Warp"]),
    ("<ol type=I start=4000><li>Warp</ol>", ["4000. Warp"]),
    ("<ul><li>Warp<li><p>Weave</p></ul>", ["• Warp", "• Weave"]),
    ("<ul><li>Warp<ul><li>Weave<ul><li>Cut</ul></ul></ul>", ["• Warp", "◦ Weave", "▪ Cut"]),
    ("<ol><li>Warp<ul><li>Weave</ul><li>Cut</ol>", ["1. Warp", "• Weave", "2. Cut"]),
    ("<ol><li>Warp<ol><li>Weave</ol><li>Cut</ol>", ["1. Warp", "1. Weave", "2. Cut"]),
    ("<ol><li><ul><li>Warp</ul></ol>", ["1. • Warp"]),
    ("<ol><li><b> Warp</b> it</ol>", ["1. Warp it"]),
    ("<ol><li></li><li>Warp</ol>", ["2. Warp"]),
    ("<ol><li hidden>Warp</li><li>Weave</ol>", ["1. Weave"]),
    ("<ol><li><i hidden>a</i> Warp</ol>", ["1. Warp"]),
    ("<ul style='list-style: none'><li>Warp</ul>", []),
    ("<ul><li style='display:inline'>Warp</ul>", []),
    ("<li>Warp", []),
    ("<ol><div><li>Warp</div></ol>", []),
    ("<p>Warp</p>", []),
]


def read(markup: str) -> PageText:
    text = read_html(markup)
    assert isinstance(text, PageText)
    return text


def drawn(text: PageText) -> list[str]:
    return [f"{marker} {text.text[at:].partition(chr(10))[0]}" for at, marker in text.markers]


@pytest.mark.parametrize(("markup", "items"), LISTS)
def test_markers_stand_before_the_items_of_a_list(markup: str, items: list[str]) -> None:
    assert drawn(read(markup)) == items


def test_markers_are_no_part_of_the_text() -> None:
    assert read("<ol><li>Warp<li>Weave</ol>").text == "Warp\nWeave"


def test_markers_move_with_a_text_that_others_are_joined_to() -> None:
    part = read("<ol><li>Warp<li>Weave</ol>")
    assert drawn(joined([part, part])) == ["1. Warp", "2. Weave"] * 2


def test_a_page_of_many_items_and_deep_lists_is_read() -> None:
    text = read("<ol>" + "<li>Warp" * 20_000 + "</ol>" + "<ol reversed><li>" * 100 + "Weave")
    assert len(text.markers) == 20_001
    assert text.markers[-1][1] == " ".join(["1."] * 100)
