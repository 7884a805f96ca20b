"""Cutting an aside out leaves the reading as if it had never been there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.text.builder import TextBuilder
from lineage_verify.text.html.read import read_html
from lineage_verify.text.page_text import Block, Mark, PageText
from tests.text.pages import collapsed, main_reading

ASIDES = [
    "<i hidden>x</i>",
    "<i hidden> x </i>",
    "<i hidden> </i>",
    "<i hidden><div>x</div></i>",
    "<i style='display:none'> <b>x</b> y </i>",
    "<div hidden>x</div>",
    "<span class=sr-only> x</span>",
    "<sup><a href='#n'>1</a></sup>",
    "<noscript>x</noscript>",
]
SHOWN = [
    *("a", "b ", " c", "\n", "<b>d</b>", "<b> e </b>", "<div>f</div>", "<br>", "<p>g</p>"),
    *("<table><tr><td>h<td>i</table>", "<pre> j\n</pre>", "<button>k</button>", "<li>l</li>"),
    *("<span style='display:inline-block'> m </span>", "<del></del>", "<i> </i>"),
]


@given(st.lists(st.sampled_from(ASIDES + SHOWN), max_size=9))
def test_an_aside_leaves_no_trace_in_the_reading(pieces: list[str]) -> None:
    whole = read_html(f"<div>{''.join(pieces)}</div>")
    shown = read_html(f"<div>{''.join(one for one in pieces if one not in ASIDES)}</div>")
    assert isinstance(whole, PageText)
    assert isinstance(shown, PageText)
    assert collapsed(main_reading(whole)) == collapsed(main_reading(shown))


def test_white_space_belongs_to_who_brings_it() -> None:
    hidden = Mark.HIDDEN.value
    builder = TextBuilder()
    builder.words("The ", 0)
    builder.words(" old ", hidden)
    builder.words(" engine", 0)
    text = builder.finish()
    assert text.text == "The old engine"
    assert collapsed(main_reading(text)) == "The engine"
    assert text.blocks == (Block(0, 14),)


@pytest.mark.parametrize(
    ("hidden_breaks", "blocks"), [(True, ["The\nold\nengine"]), (False, ["The", "old", "engine"])]
)
def test_a_break_that_no_reader_sees_parts_no_block(
    *, hidden_breaks: bool, blocks: list[str]
) -> None:
    hidden = Mark.HIDDEN.value
    builder = TextBuilder()
    builder.words("The", 0)
    builder.break_block(hidden if hidden_breaks else 0)
    builder.words("old", hidden)
    builder.break_block(hidden if hidden_breaks else 0)
    builder.words("engine", 0)
    text = builder.finish()
    assert [text.text[one.start : one.end] for one in text.blocks] == blocks
    assert collapsed(main_reading(text)) == ("Theengine" if hidden_breaks else "The engine")


def test_an_empty_heading_begins_no_section() -> None:
    builder = TextBuilder()
    outer = builder.begin_heading(1, "a")
    inner = builder.begin_heading(2, "b")
    builder.end_heading(inner)
    builder.words("Run", 0)
    builder.end_heading(outer)
    assert [(one.title, one.anchor) for one in builder.finish().sections] == [("Run", "a")]
