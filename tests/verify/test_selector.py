"""A quote as its author should cite it."""

from hypothesis import assume, given
from hypothesis import strategies as st

from lineage_verify.matches import match_quote
from lineage_verify.matches.model import Selector
from lineage_verify.text.page_text import PageText
from lineage_verify.verify.selector import pointed

PAGE = PageText.plain(
    "In spring the wheel turns slowly and the miller waits.\n"
    "In autumn the wheel turns slowly and the baker waits.\n"
    "In winter nothing moves."
)


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
