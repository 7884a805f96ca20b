"""What a reader sees otherwise than the markup spells it: icons, quotation marks, drop caps."""

import pytest

from lineage_verify.matches import match_quote
from lineage_verify.matches.model import Found, Rung
from lineage_verify.text.html.read import read_html
from lineage_verify.text.page_text import Mark, PageText
from tests.text.pages import collapsed, main_reading, with_marks


def read(markup: str) -> PageText:
    text = read_html(markup)
    assert isinstance(text, PageText)
    return text


ICONS = [
    ("<p>See the list<span class=material-symbols-outlined>arrow_forward</span> here", "list here"),
    ("<p>Press <i class='material-icons md-18'>add</i> to go on", "Press to go on"),
    ("<p>Press <i class=material-icons aria-hidden=true>home</i> to go on", "Press to go on"),
    ("<p>Press <mat-icon>do_not_disturb_on</mat-icon> to go on", "Press to go on"),
    ("<p>Press <span class=material-symbols-rounded> 3d_rotation </span> now", "Press now"),
]


@pytest.mark.parametrize(("markup", "shown"), ICONS)
def test_an_icon_s_name_is_no_text(markup: str, shown: str) -> None:
    text = read(markup)
    assert collapsed(text.text).endswith(shown)
    assert not text.stretches


WORDS = [
    "<p>It is <i class=material-icons>not</i> ready",
    "<p>It is <i class=material-icons>never quite</i> ready",
    "<p>It is <i class=material-icons>Half</i> ready",
    "<p>It is <i class=icons>nearly</i> ready",
    "<p>It is <i class=material-icons-note>nearly</i> ready",
]


@pytest.mark.parametrize("markup", WORDS)
def test_words_are_read_in_any_font(markup: str) -> None:
    assert len(collapsed(main_reading(read(markup))).split()) > 3
    assert match_quote("It is ready", read(markup)).found is not Found.HELD


def test_quotation_marks_that_a_browser_draws_may_be_quoted() -> None:
    text = read("<p>She named it <q>the <q>last</q> mill</q> then.")
    assert main_reading(text) == "She named it the last mill then."
    assert text.text == "She named it “the ‘last’ mill” then."
    for quote in (main_reading(text), text.text, "She named it \"the 'last' mill\" then."):
        assert match_quote(quote, text).found is Found.HELD
    assert match_quote(text.text, text).rung is Rung.FOLDED
    assert match_quote("She named (the last mill) then.", text).found is not Found.HELD


def test_quotation_marks_of_what_no_reader_sees_are_not_seen() -> None:
    text = read("<p>She named it <span hidden><q>the mill</q></span> then.")
    assert main_reading(text) == "She named it then."
    assert with_marks(text, Mark.HIDDEN)


DROP_CAPS = [
    ("<p><span style='float:left'>T</span>he mill", "The mill"),
    ("<p><b style='float: left; font-size: 3em'>“T</b>he mill” stood", "“The mill” stood"),
    ("<p><span style='float:left'>T</span><small>HE MILL</small> stood", "THE MILL stood"),
    ("<p><span style='float:left'>Ш</span>ум", "Шум"),
]


@pytest.mark.parametrize(("markup", "shown"), DROP_CAPS)
def test_a_drop_cap_is_the_first_letter_of_its_word(markup: str, shown: str) -> None:
    assert read(markup).text == shown


APART = [
    ("<p><span style='float:left'>A</span> mill", "A mill"),
    ("<p><span style='float:left'>A </span>mill", "A mill"),
    ("<p><span style='float:left'>A</span>The mill", "A The mill"),
    ("<p><span style='float:left'>A</span>1 mill", "A 1 mill"),
    ("<p><span style='float:left'>1</span>st mill", "1 st mill"),
    ("<p><span style='float:left'>un</span>like mill", "un like mill"),
    ("<p><span style='float:right'>N</span>ode", "N ode"),
    ("<p><span style='float:left'>N</span>", "N"),
    ("<p><span style='float:left'></span>ode", "ode"),
]


@pytest.mark.parametrize(("markup", "shown"), APART)
def test_other_floating_boxes_stand_apart(markup: str, shown: str) -> None:
    assert collapsed(read(markup).text) == shown


def test_nested_floating_boxes_are_read_in_good_time() -> None:
    deep = "<b style='float:left'>T" * 150
    assert collapsed(read(deep + "he end").text).replace(" ", "").endswith("The" + "end")
