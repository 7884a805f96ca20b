"""Text fragments, after the WICG's URL Fragment Text Directives draft."""

from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.matches.model import Place
from lineage_verify.text.page_text import Block, PageText
from lineage_verify.verdicts.deep_link import deep_link

URL = "https://docs.example.org/engine/"


def link(text: str, passage: str, url: str = URL) -> str:
    start = text.index(passage)
    return deep_link(url, PageText.plain(text), Place(start, start + len(passage)))


def test_a_short_passage_is_named_whole() -> None:
    assert link("The loop runs. It never stops.", "It never stops.") == (
        f"{URL}#:~:text=It%20never%20stops."
    )


def test_commas_hyphens_and_ampersands_are_encoded() -> None:
    assert link("A top-k, B & C are here", "top-k, B & C") == (
        f"{URL}#:~:text=top%2Dk%2C%20B%20%26%20C"
    )


def test_an_own_fragment_is_kept() -> None:
    assert link("It never stops.", "It never stops.", f"{URL}#loop") == (
        f"{URL}#loop:~:text=It%20never%20stops."
    )


def test_an_old_directive_is_replaced() -> None:
    assert link("It never stops.", "never", f"{URL}#loop:~:text=old") == (
        f"{URL}#loop:~:text=never"
    )


def test_letters_beyond_ascii_are_percent_encoded() -> None:
    told = link("Der Läufer hält „an“.", "hält „an“")
    assert told.isascii()
    assert unquote(told).endswith("text=hält „an“")


def test_a_long_passage_is_named_by_its_ends() -> None:
    passage = "First words of it. " + "Some more of the same. " * 30 + "And its last words."
    told = unquote(link(f"Before. {passage} After.", passage))
    directive = told.partition("text=")[2]
    assert directive == "First words of it. Some,same. And its last words."


def test_a_passage_over_several_blocks_is_named_by_its_ends_within_one_each() -> None:
    passage = "Priority\tBackend\n1\tFLASH\n2\tTRITON here"
    assert unquote(link(passage, passage)).endswith("text=Priority,TRITON here")


def test_words_that_stand_elsewhere_too_get_their_context() -> None:
    text = "First the loop runs. Then the loop runs. At last it stops."
    start = text.rindex("the loop runs")
    told = deep_link(URL, PageText.plain(text), Place(start, start + len("the loop runs.")))
    assert unquote(told).endswith("text=loop runs. Then-,the loop runs.,-At last it")


def test_context_stays_within_its_block() -> None:
    text = "One thing\nthe loop runs\nNext thing\n\nand the loop runs"
    start = text.index("the loop")
    told = deep_link(URL, PageText.plain(text), Place(start, start + len("the loop runs")))
    assert unquote(told).endswith("text=One thing-,the loop runs,-Next thing")


def test_no_words_no_directive() -> None:
    text = PageText(text="a \n b", blocks=(Block(0, 5),))
    assert deep_link(URL, text, Place(1, 4)) == URL


@given(st.text(max_size=120), st.integers(0, 120), st.integers(0, 120))
def test_any_place_gives_an_ascii_address_with_one_directive(text: str, one: int, two: int) -> None:
    start, end = sorted((min(one, len(text)), min(two, len(text))))
    told = deep_link(URL, PageText.plain(text), Place(start, end))
    assert told.isascii()
    assert told.startswith(URL)
    assert told.count(":~:") <= 1
    terms = told.partition("text=")[2]
    assert not set(terms) & set(" &#\n\t")


@pytest.mark.parametrize("character", ["\ud800", "\x00", "\u202e"])
def test_what_no_address_may_have_is_encoded(character: str) -> None:
    assert link(f"a {character} b is here", f"{character} b").isascii()
