"""A quote as its author should cite it."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lineage_verify.matches import match_quote
from lineage_verify.matches.model import Selector
from lineage_verify.text.html.read import read_html
from lineage_verify.text.page_text import Mark, PageText
from lineage_verify.verify.selector import pointed

PAGE = PageText.plain(
    "In spring the wheel turns slowly and the miller waits.\n"
    "In autumn the wheel turns slowly and the baker waits.\n"
    "In winter nothing moves."
)


def page_of(html: str) -> PageText:
    read = read_html(html)
    assert isinstance(read, PageText)
    return read


def test_a_quote_that_stands_once_needs_no_context() -> None:
    match = match_quote("In winter nothing moves.", PAGE)
    assert pointed(match, PAGE) == Selector("In winter nothing moves.")


def test_context_picks_out_the_place() -> None:
    quote = "the wheel turns slowly"
    match = match_quote(quote, PAGE)
    selector = pointed(match, PAGE)
    assert selector.exact == quote
    assert selector.prefix or selector.suffix
    found = match_quote(selector, PAGE)
    assert found.place == match.place
    assert not [warning for warning in found.warnings if warning.code.value == "several-places"]


LIFT = "<p>The pump lifts water to the tank.</p>"
OTHER = f"<h2>Other</h2>{LIFT}"


@pytest.mark.parametrize(
    "page",
    [
        f'<h2>The wheel<a class="headerlink" href="#w" title="Permalink">¶</a></h2>{LIFT}{OTHER}',
        f"<p>It turns.</p><pre>turn wheel<button>Copy</button></pre>{LIFT}{OTHER}",
        f"<p>It turns<sup class='footnote-ref'><a href='#fn3'>[3]</a></sup>.</p>{LIFT}{OTHER}",
        f"<p>It turns.</p><p hidden>not shown</p>{LIFT}{OTHER}",
        f"<p>It stops.</p>{LIFT}<p hidden>not shown</p><p>It stops.</p>{OTHER}",
    ],
)
def test_context_is_in_whole_words_that_a_reader_sees(page: str) -> None:
    read = page_of(page)
    match = match_quote("The pump lifts water to the tank.", read)
    selector = pointed(match, read)
    found = match_quote(selector, read)
    assert found.place == match.place
    assert not found.warnings
    context = f"{selector.prefix or ''} {selector.suffix or ''}".split()
    seen = "".join(
        " " if read.marks_in(at, at + 1) & Mark.aside() else letter
        for at, letter in enumerate(read.text)
    )
    assert context
    assert set(context) <= set(seen.split())


def test_a_place_that_nothing_seen_tells_apart_is_told_by_what_is_not() -> None:
    parted = f"<p hidden>one</p>{LIFT}<p hidden>two</p>"
    read = page_of(f"<p>Again.</p>{parted}<p>Again.</p>{parted.replace('one', 'three')}")
    match = match_quote("The pump lifts water to the tank.", read)
    found = match_quote(pointed(match, read), read)
    assert found.place == match.place
    assert not found.warnings


WORDS = st.lists(
    st.sampled_from(["wheel", "stone", "grain", "miller", "oven", "flour"]),
    min_size=30,
    max_size=60,
)


@given(WORDS, st.integers(0, 40))
def test_the_place_is_always_the_one_that_was_matched(words: list[str], start: int) -> None:
    quote = " ".join(words[start : start + 4])
    assume(len(quote.split()) == 4)
    page = PageText.plain(" ".join(words))
    match = match_quote(quote, page)
    assert match.place is not None
    again = match_quote(pointed(match, page), page)
    assert again.place is not None
    assert page.text[again.place.start : again.place.end] == quote
