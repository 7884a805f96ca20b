"""What holds of every text, whatever the page: offsets in order, no word lost, no fault."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.text.extract import extract
from lineage_verify.text.html.read import read_html
from lineage_verify.text.impostors import recognise
from lineage_verify.text.listing import text_listing
from lineage_verify.text.page_text import PageText
from tests.text.pages import blanked, collapsed, main_reading, snapshot

MARKUP = st.lists(
    st.sampled_from(
        [
            *("<p>", "</p>", "<b>", "</b>", "<td>", "<tr>", "<table>", "</table>", "<br>", "<li>"),
            *("<pre>", "</pre>", "<h2 id=a>", "</h2>", "<nav>", "</nav>", "<main>", "</main>"),
            *("<span hidden>", "</span>", "<del>", "</del>", "<sup><a href=#fn1>1</a></sup>"),
            *("<a class=headerlink href=#a>¶</a>", "<script>let a = '<p>';</script>", "<template>"),
            *("<details><summary>", "</summary>", "</details>", "<!--", "-->", "<svg><text>"),
            *("</svg>", "<math><mi>", "</math>", "<ruby>", "<rt>", "<rp>", "</ruby>", "<button>"),
            *("<select><option>", "</select>", "<textarea>", "<plaintext>", "<noscript>", "&amp;"),
            *("<p style='display:none'>", "<i style='visibility:hidden'>", "<wbr>", "&shy;", "\n"),
            *(
                " ",
                "\t",
                "\u00a0",
                "word",
                "8.5",
                "été",
                "🙂",
                "\0",
                "\r",
                "<div style=white-space:pre>",
            ),
        ]
    ),
    max_size=40,
).map("".join)

TYPES = (
    *("text/html", "text/plain", "text/markdown", "application/json", "application/xml", None),
    *(
        "application/x-ipynb+json",
        "application/yaml",
        "application/pdf",
        "text/x-python",
        "image/png",
    ),
    *("text/html; charset=utf-16", "text/html; charset=shift_jis", "text/plain; charset=latin-1"),
)
NAMES = ("a", "a.md", "a.ipynb", "a.json", "a.yaml", "a.rst", "a.pdf", "a.html", "a.py", "a.xml")


def assert_sound(text: PageText) -> None:
    """Every offset lies in the text, and what has an order is in it."""
    length = len(text.text)
    assert all(0 <= one.start < one.end <= length for one in text.blocks)
    assert all(0 <= one.start < one.end <= length for one in text.stretches)
    assert all(one.end <= other.start for one, other in pairwise(text.blocks))
    assert all(one.end <= other.start for one, other in pairwise(text.stretches))
    for block in text.blocks:
        assert text.text[block.start] not in " \t\n\r\f"
    assert all(0 <= one.start < length and one.title.strip() for one in text.sections)
    assert [one.start for one in text.sections] == sorted(one.start for one in text.sections)
    assert list(text.lines) == sorted(set(text.lines))
    assert all(0 <= start <= length for start in text.lines)
    assert len(blanked(text)) == length


@given(MARKUP)
def test_any_markup_gives_a_sound_text(markup: str) -> None:
    text = read_html(markup)
    assert isinstance(text, PageText)
    assert_sound(text)
    assert text_listing(text, sections=True, marks=True)


@given(st.text() | MARKUP, st.sampled_from(TYPES), st.sampled_from(NAMES))
def test_any_page_is_read_or_refused(body: str, content_type: str | None, name: str) -> None:
    page = snapshot(body, url=f"https://a.example/{name}", content_type=content_type)
    text = extract(page)
    if isinstance(text, PageText):
        assert_sound(text)
        assert text.text.strip()
        found = recognise(page, text)
        assert found is None or found.message
    else:
        assert text.message
        assert text.url == page.url


@given(st.binary(max_size=300), st.sampled_from(TYPES), st.sampled_from(NAMES))
def test_any_bytes_are_read_or_refused(body: bytes, content_type: str | None, name: str) -> None:
    text = extract(snapshot(body, url=f"https://a.example/{name}", content_type=content_type))
    assert isinstance(text, Unreachable) or text.text.strip()


BLOCKS = st.sampled_from(["p", "div", "li", "td", "h3", "blockquote", "dd", "pre", "section"])
INLINES = st.sampled_from(["b", "i", "code", "span", "a", "em", "mark", "kbd", "sub", "font"])


@given(st.lists(st.tuples(BLOCKS, st.lists(INLINES, max_size=4)), min_size=1, max_size=8))
def test_no_visible_word_is_lost_or_parted(shape: list[tuple[str, list[str]]]) -> None:
    """Each word is cut in two by inline tags, and each stands in a block of its own."""
    markup, words = "", []
    for number, (block, inlines) in enumerate(shape):
        opened = "".join(f"<{tag}>" for tag in inlines)
        closed = "".join(f"</{tag}>" for tag in reversed(inlines))
        words.append(f"left{number}right{number}")
        inner = f"<{block}>left{number}{opened}right{number}{closed}</{block}>"
        markup += f"<table><tr>{inner}</tr></table>" if block == "td" else inner
    text = read_html(markup)
    assert isinstance(text, PageText)
    assert main_reading(text).split() == words
    assert len(text.blocks) == len(words)


@given(st.lists(st.sampled_from(["one", "two", " ", "\n", "<i hidden>x</i>", "<i hidden> x </i>"])))
def test_what_is_hidden_leaves_the_reading_as_it_was(pieces: list[str]) -> None:
    with_hidden = read_html("<p>" + "".join(pieces))
    without = read_html("<p>" + "".join("" if "hidden" in one else one for one in pieces))
    assert isinstance(with_hidden, PageText)
    assert isinstance(without, PageText)
    assert collapsed(main_reading(with_hidden)) == collapsed(main_reading(without))


NESTED = 1_000_000


@pytest.mark.parametrize("tag", ["div", "b", "span", "ul", "table", "svg", "a", "p"])
def test_a_million_nested_elements_are_read_or_refused(tag: str) -> None:
    text = read_html(f"<{tag}>" * NESTED + "words")
    if isinstance(text, Unreachable):
        assert text.kind is ErrorKind.TOO_LARGE
    else:
        assert "words" in text.text


@pytest.mark.parametrize("quotes", ['"', "'", ""])
def test_a_tag_with_very_many_attributes_is_refused(quotes: str) -> None:
    attributes = " ".join(f"a{number}={quotes}1{quotes}" for number in range(100_000))
    text = read_html(f"<p {attributes}>words</p>")
    assert isinstance(text, Unreachable)
    assert text.kind is ErrorKind.TOO_LARGE


@pytest.mark.parametrize("name", ["a.html", "a.txt", "a.md", "a.json", "a.xml", "a.ipynb"])
def test_five_megabytes_on_one_line_are_read_or_refused(name: str) -> None:
    body = "<p>word and word</p> " * 250_000
    content_type = "text/html" if name == "a.html" else None
    text = extract(snapshot(body, url=f"https://a.example/{name}", content_type=content_type))
    assert isinstance(text, Unreachable) or text.text.count("word and word") >= 250_000
