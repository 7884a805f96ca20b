"""Footnotes' marks without a link, and what only looks like one.

Each row of `NOTES` is a paragraph with a mark in it; in one of `POWERS`, what is raised stays.
"""

import pytest

from lineage_verify.matches import match_quote
from lineage_verify.matches.model import Found
from lineage_verify.text.html.read import read_html
from lineage_verify.text.page_text import Mark, PageText
from tests.text.pages import collapsed, main_reading, with_marks

NOTES = [
    ("The mill stood still.<sup>1</sup> It was mended.", "1"),
    ("The mill stood still.<sup>12</sup>", "12"),
    ("The mill stood still.<sup>1,3</sup> It was mended.", "1,3"),
    ("The mill stood still.<sup>1</sup><sup>2</sup> It was mended.", "12"),
    ("The mill stood still.<sup> 4 </sup> It was mended.", "4"),
    ("The mill stood still,<sup>4</sup> and it was mended.", "4"),
    ("Did the mill stand still?<sup>4</sup> It did.", "4"),
    ("The mill stood still in 2009.<sup>1</sup> It was mended.", "1"),
    ("The mill stood still in <b>2009</b>.<sup>12</sup> It was mended.", "12"),
    ("The mill stood still in 2009.<sup>1</sup>", "1"),
    ("The mill stood still in 2009.<sup>1</sup><br>it was mended.", "1"),
    ("The mill (of stone).<sup>3</sup> It was mended.", "3"),
    ("They called it “the old mill”<sup>2</sup> by then.", "2"),
    ("They called it “the mill of 1909.”<sup>2</sup> It was old.", "2"),
    ("水車は止まった。<sup>1</sup>それから直された。", "1"),
    ("The mill stood<sup>[1]</sup> still.", "[1]"),
    ("The mill stood still in 2009<sup>[12]</sup> and later.", "[12]"),
    ("The mill stood<sup>[<i>who says so?</i>]</sup> still.", "[who says so?]"),
    ("The mill stood<sup>[<a href=/why>citation needed</a>]</sup> still.", "[citation needed]"),
    ("The mill stood<sup>†</sup> still.", "†"),
    ("The mill ground 85.5<sup>**</sup> sacks.", "**"),
    ("The miller<sup>*</sup> slept.", "*"),
    ("The mill (of stone)<sup>‡</sup> stood.", "‡"),
    ("The mill stood<sup><a href='#n1'>1</a>,<a href='#n2'>2</a></sup> still.", "1,2"),
    ("The mill stood<sup>[<a href='#n1'>1</a>]</sup> still.", "[1]"),
    ("The mill stood<a href='#n1'><sup>1</sup></a> still.", "1"),
]


def read(markup: str) -> PageText:
    text = read_html(f"<p>{markup}</p><p>and so on")
    assert isinstance(text, PageText)
    return text


@pytest.mark.parametrize(("markup", "mark"), NOTES)
def test_a_mark_without_a_link_is_set_aside(markup: str, mark: str) -> None:
    text = read(markup)
    assert "".join("".join(with_marks(text, Mark.FOOTNOTE)).split()) == "".join(mark.split())
    assert mark not in main_reading(text)


@pytest.mark.parametrize(("markup", "mark"), NOTES)
def test_the_sentence_holds_with_the_mark_and_without(markup: str, mark: str) -> None:
    text = read(markup)
    without = collapsed(main_reading(text)).removesuffix(" and so on")
    whole = collapsed(text.text).removesuffix(" and so on")
    assert whole != without
    assert match_quote(without, text).found is Found.HELD
    assert match_quote(whole, text).found is Found.HELD


POWERS = [
    "It took 10<sup>3</sup> sacks.",
    "It took x<sup>2</sup> sacks.",
    "It has 40 m<sup>2</sup>. It is large.",
    "It was the 1<sup>st</sup> mill.",
    "It was the 1<sup><a href='#f'>st</a></sup> mill.",
    "It measures 20 in.<sup>2</sup> It is small.",
    "It takes 2.<sup>5</sup> of them.",
    "It takes 1803.<sup>5</sup> of them.",
    "It costs 9.<sup>99</sup>",
    "It costs $9.<sup>9</sup>",
    "It costs $ 129.<sup>99</sup> It is dear.",
    "It costs 9,<sup>99</sup> in all.",
    "It is (a + b)<sup>2</sup>, by the way.",
    "It is x.<sup>2</sup> for each element.",
    "It is f'<sup>2</sup> here.",
    "The mill stood<sup>1</sup> still.",
    "The mill in <sup>3</sup>He stood still.",
    "It is A<sup>†</sup> here.",
    "It is (AB)<sup>†</sup> here.",
    "It is p<sup>*</sup> here.",
    "It is a<sub>kk</sub><sup>†</sup> here.",
    "It is W<sup>[1]</sup> here.",
    "It is Na<sup>+</sup> here.",
    "It is the file<sup>TM</sup> here.",
    "The mill stood still.<sup>0</sup> It was mended.",
    "The mill stood still.<sup>1764</sup> It was mended.",
    "The mill stood still.<sup>1</sup>x was mended.",
]


@pytest.mark.parametrize("markup", POWERS)
def test_what_may_be_a_value_stays(markup: str) -> None:
    text = read(markup)
    assert not with_marks(text, Mark.FOOTNOTE)
    assert main_reading(text) == text.text


@pytest.mark.parametrize(
    ("quote", "markup"),
    [
        ("It took 10 sacks of flour", "It took 10<sup>3</sup> sacks of flour"),
        ("It measures 20 in. It is small", "It measures 20 in.<sup>2</sup> It is small."),
        ("It takes 1803. of them all", "It takes 1803.<sup>5</sup> of them all"),
        ("It costs $9. It is a good price", "It costs $9.<sup>99</sup> It is a good price"),
    ],
)
def test_no_value_is_lost(quote: str, markup: str) -> None:
    assert match_quote(quote, read(markup)).found is not Found.HELD


def test_a_line_of_many_marks_is_read() -> None:
    text = read("Still.<sup>1</sup>" * 2_000)
    assert len(text.text) > 2_000
