"""Headings and what leads to them; the page's own region and its chrome; its title."""

import pytest

from lineage_verify.text.html.read import read_html
from lineage_verify.text.page_text import Mark, PageText
from tests.text.pages import collapsed, main_reading


def read(markup: str) -> PageText:
    text = read_html(markup)
    assert isinstance(text, PageText)
    return text


ANCHORS = [
    ("<h2 id=run>Run</h2>", "run"),
    ("<h2><a id=run></a>Run</h2>", "run"),
    ("<h2><a name=run>Run</a></h2>", "run"),
    ("<h2><span id=run>Run</span></h2>", "run"),
    ("<a id=run></a>\n<h2>Run</h2>", "run"),
    ("<a name=run></a><h2>Run</h2>", "run"),
    ("<h2>Run<a class=headerlink href='#run'>¶</a></h2>", "run"),
    ("<h2><a href='#run'>Run</a></h2>", "run"),
    ("<section id=run><h2>Run</h2></section>", "run"),
    ("<section id=run><span id=old></span><h2>Run</h2></section>", "old"),
    ("<div id=run><div>\n <h2>Run</h2></div></div>", "run"),
    ("<h2>Run</h2><a class=anchor aria-label='Permalink: Run' href='#run'></a>", "run"),
    ("<div role=heading aria-level=3 id=run>Run</div>", "run"),
    ("<h2>Run</h2>", None),
    ("<h2>Run <a href='#stop'>and stop</a></h2>", None),
    ("<section id=stop><p>Words</p><h2>Run</h2></section>", None),
    ("<body id=top><h2>Run</h2>", None),
    ("<a id=stop>Words</a><h2>Run</h2>", None),
]


@pytest.mark.parametrize(("markup", "anchor"), ANCHORS)
def test_the_anchor_of_a_heading(markup: str, anchor: str | None) -> None:
    section = next(one for one in read(markup).sections if one.title.startswith("Run"))
    assert section.anchor == anchor


def test_sections_begin_at_their_headings() -> None:
    text = read("<h1>One <code>a</code></h1><p>x<h3>Two</h3><p>y<div role=heading>Three</div>z")
    assert [(one.title, one.level) for one in text.sections] == [
        ("One a", 1),
        ("Two", 3),
        ("Three", 2),
    ]
    for section in text.sections:
        assert text.text.startswith(section.title, section.start)
    place = text.text.index("y")
    found = text.section_at(place)
    assert found is not None
    assert found.title == "Two"
    assert text.section_at(0) == text.sections[0]


@pytest.mark.parametrize(
    "markup",
    [
        "<h2></h2><p>Words",
        "<h2> <a class=headerlink href='#a'>¶</a></h2><p>Words",
        "<h2 hidden>Run</h2><p>Words",
        "<nav><h2>Run</h2></nav><p>Words",
        "<h2 role=presentation>Run</h2><p>Words",
        "<p>Words",
    ],
)
def test_what_is_no_heading_begins_no_section(markup: str) -> None:
    assert not read(markup).sections


def test_a_heading_around_blocks_is_one_section() -> None:
    text = read("<h2><div>Run</div><div>fast</div></h2><p>Words")
    assert [one.title for one in text.sections] == ["Run fast"]


CHROME = [
    "<nav>Menu</nav><p>Words",
    "<header>Menu</header><main>Words</main>",
    "<main>Words</main><footer>Menu</footer>",
    "<div role=navigation>Menu</div><p>Words",
    "<div role=banner>Menu</div><p>Words",
    "<main>Words</main><aside>Menu</aside>",
    "<main>Words<nav>Menu</nav></main>",
    "<div class='left sidebar'>Menu</div><main>Words</main>",
    "<div class=breadcrumbs>Menu</div><p>Words",
    "<article>Words<div class=on-this-page>Menu</div></article>",
    "<body><header><nav>Menu</nav></header><article>Words</article>",
    "<header><h1>Menu</h1><nav></nav></header><p>Words",
    "<header><h1>Menu</h1><form><input></form></header><main>Words</main>",
]


@pytest.mark.parametrize("markup", CHROME)
def test_chrome_is_set_aside_and_no_part_of_the_main_region(markup: str) -> None:
    text = read(markup)
    assert collapsed(main_reading(text)) == "Words"
    menu = next(block for block in text.blocks if "Menu" in text.text[block.start : block.end])
    assert text.marks_in(menu.start, menu.end) & Mark.NAVIGATION
    assert not menu.main
    words = next(block for block in text.blocks if "Words" in text.text[block.start : block.end])
    assert words.main


CONTENT = [
    "<main><header>Words</header></main>",
    "<article><header>Words</header></article>",
    "<section><footer>Words</footer></section>",
    "<main><aside>Words</aside></main>",
    "<aside class=footnote>Words</aside>",
    "<main><div class='note sidebar'>Words</div></main>",
    "<p class=navigational>Words",
    "<header><h1>Words</h1></header>",
]


@pytest.mark.parametrize("markup", CONTENT)
def test_what_belongs_to_the_page_is_no_chrome(markup: str) -> None:
    assert collapsed(main_reading(read(markup))) == "Words"


def test_text_beside_the_main_region_stays_in_the_reading() -> None:
    text = read("<p>Beside</p><div role=main><p>Within</p></div>")
    assert collapsed(main_reading(text)) == "Beside Within"
    assert [block.main for block in text.blocks] == [False, True]


def test_a_main_region_without_text_is_none() -> None:
    text = read("<main></main><p>Words")
    assert [block.main for block in text.blocks] == [True]


def test_articles_stand_in_for_a_main_region() -> None:
    text = read("<p>Beside<article>One</article><article>Two</article>")
    assert [block.main for block in text.blocks] == [False, True, True]


@pytest.mark.parametrize(
    ("markup", "title"),
    [
        ("<title> How it\n runs </title><p>Words", "How it runs"),
        ("<title></title><p>Words", None),
        ("<p>Words", None),
        ("<title>A &amp; B</title><p>Words", "A & B"),
    ],
)
def test_the_page_s_title(markup: str, title: str | None) -> None:
    assert read(markup).title == title


def test_marks_of_code_tables_and_headings_stay_in_the_reading() -> None:
    text = read("<h2>Run</h2><p>Call <code>step</code></p><table><tr><td>a<td>b</table>")
    assert collapsed(main_reading(text)) == "Run Call step a b"
    marked = {one.marks: text.text[one.start : one.end] for one in text.stretches}
    assert marked == {Mark.HEADING: "Run", Mark.CODE: "step", Mark.TABLE: "a\tb"}
