"""Dashes, quotation marks, scripts and kana: typography, as long as no value changes."""

import pytest

from lineage_verify.matches import match_quote
from lineage_verify.matches.folding import FoldedText, fold
from lineage_verify.matches.model import Found, Rung
from lineage_verify.text.html.read import read_html
from lineage_verify.text.page_text import PageText

MARKS = [
    ("the word 'ready' is shown", "the word “ready” is shown"),
    ("the word “ready” is shown", "the word 'ready' is shown"),
    ("the word ‘ready’ is shown", 'the word "ready" is shown'),
    ("the words ‘is ready.’ are shown", "the words “is ready.” are shown"),
    ("the word ('ready') is shown", "the word (“ready”) is shown"),
    ("the word ‹ready› is shown", "the word «ready» is shown"),
    ("the words 'isn't ready' are shown", "the words “isn’t ready” are shown"),
    ("the word ‘Python 3’ is shown", "the word “Python 3” is shown"),
    ("the words “is ‘not’ ready” are shown", "the words ‘is “not” ready’ are shown"),
    ("the '90s were loud", "the ’90s were loud"),
    ("the millers' wheel is still", "the millers’ wheel is still"),
    ("'tis the wheel of it", "’tis the wheel of it"),
]


@pytest.mark.parametrize(("quote", "text"), MARKS)
def test_single_and_double_quotation_marks_are_quotation_marks(quote: str, text: str) -> None:
    match = match_quote(quote, f"Here {text}, as told.")
    assert match.found is Found.HELD
    assert match.rung is Rung.FOLDED
    assert match.text == text


OTHER_MARKS = [
    ("a board of 5' in all", 'a board of 5" in all'),
    ("a board of 5′ in all", "a board of 5″ in all"),
    ("where f'(x) is given", 'where f"(x) is given'),
    ("where f′ is given here", "where f″ is given here"),
    ("each 'a' is a letter", 'each "a" is a letter'),
    ("escape each ' in the text", 'escape each " in the text'),
    ("parted by ',' in the text", 'parted by "," in the text'),
    ("the value '' is given here", 'the value "" is given here'),
    ("the miller's wheel is still", 'the miller"s wheel is still'),
    ("run echo 'of $HOME now' once", 'run echo "of $HOME now" once'),
    ("print 'one\\ttwo words' once", 'print "one\\ttwo words" once'),
    ("the word 'ready' is shown", "the word “steady” is shown"),
    ("the word ready is shown", "the word “ready” is shown"),
    ("take data['host'] from it", 'take data["host"] from it'),
    ("if state = 'ready' is true", 'if state = "ready" is true'),
    ("if 'a < b' is true there", 'if "a < b" is true there'),
]


@pytest.mark.parametrize(("quote", "text"), OTHER_MARKS)
def test_primes_apostrophes_and_code_keep_their_marks(quote: str, text: str) -> None:
    assert match_quote(quote, f"Here {text}, as told.").found is not Found.HELD


CUT = "She said 'the wheel's done, isn't it?' and 'no.' It's the millers' $5 wheel, of '90s' make."


def test_a_cut_quote_reads_as_the_page_does() -> None:
    words = CUT.split(" ")
    for first in range(len(words)):
        for last in range(first + 1, len(words) + 1):
            assert match_quote(" ".join(words[first:last]), CUT).found is Found.HELD


DASHES = [
    ("the wheel - an old one - turns", "the wheel—an old one—turns"),
    ("the wheel – an old one – turns", "the wheel—an old one—turns"),
    ("the wheel -- an old one -- turns", "the wheel—an old one—turns"),
    ("the wheel—an old one—turns", "the wheel — an old one — turns"),
    ("the wheel—an old one—turns", "the wheel - an old one - turns"),
    ("the wheel—an old one—turns", "the wheel – an old one – turns"),
    ("the wheel--an old one--turns", "the wheel — an old one — turns"),
    ("the wheel of 1803—an old one", "the wheel of 1803 — an old one"),
    ("`turn()`—a call of it", "turn() — a call of it"),
    ("said 'no' - and left it", "said “no”—and left it"),
    ("the wheel-an old one-turns", "the wheel—an old one—turns"),
]


@pytest.mark.parametrize(("quote", "text"), DASHES)
def test_a_dash_between_words_may_touch_them_or_not(quote: str, text: str) -> None:
    match = match_quote(quote, f"Here {text}, as told.")
    assert match.found is Found.HELD
    assert match.rung is Rung.FOLDED
    assert match.text == text


HYPHENS = [
    ("a self - made wheel turns", "a self-made wheel turns"),
    ("a self - made wheel turns", "a self–made wheel turns"),
    ("a self—made and well - known wheel", "a self—made and well-known wheel"),
    ("a self-made and well - known wheel", "a self—made and well-known wheel"),
    ("a self-made wheel turns", "a self - made wheel turns"),
    ("a self--made wheel turns", "a self - made wheel turns"),
    ("the years 8 - 16 of it", "the years 8—16 of it"),
    ("the years 8—16 of it", "the years 8 - 16 of it"),
    ("the offset—1 is taken", "the offset - 1 is taken"),
    ("the offset - 1 is taken", "the offset—1 is taken"),
    ("turn it with --fast now", "turn it with — fast now"),
    ("turn it with - fast now", "turn it with -fast now"),
]


@pytest.mark.parametrize(("quote", "text"), HYPHENS)
def test_hyphens_signs_ranges_and_flags_are_no_such_dashes(quote: str, text: str) -> None:
    assert match_quote(quote, f"Here {text}, as told.").found is not Found.HELD


@pytest.mark.parametrize("mark", ["TM", "tm"])
def test_a_raised_trade_mark_may_be_quoted_as_its_sign(mark: str) -> None:
    page = read_html(f"<p>The wheel<sup>{mark}</sup> is sold by the <b>mill</b>.</p>")
    assert isinstance(page, PageText)
    match = match_quote("The wheel™ is sold by the mill", page)
    assert match.found is Found.HELD
    assert match.place is not None
    assert page.text[match.place.start : match.place.end].endswith("the mill")
    assert match_quote(f"The wheel{mark} is sold by the mill", page).found is Found.HELD
    assert match_quote("The wheel℠ is sold by the mill", page).found is not Found.HELD
    plain = "The wheelTM is sold by the mill"
    assert match_quote("The wheel™ is sold by the mill", plain).found is not Found.HELD


SCRIPTS = [
    ("默认使用 CUDA 图来加速", "默认使用CUDA图来加速"),
    ("默认使用CUDA图来加速", "默认使用 CUDA\u00a0图来加速"),
    ("这里共有 8 个工作进程", "这里共有8个工作进程"),
    ("既定では `loop` を使います", "既定ではloopを使います"),
]


@pytest.mark.parametrize(("quote", "text"), SCRIPTS)
def test_a_space_between_scripts_is_the_typesetter_s(quote: str, text: str) -> None:
    match = match_quote(quote, f"说明。{text}。")
    assert match.found is Found.HELD
    assert match.rung is Rung.FOLDED
    assert match.text == text


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("这里共有 8 个工作进程", "这里共有18个工作进程"),
        ("这里共有 8 个工作进程", "这里共有-8个工作进程"),
        ("这里共有8个工作进程", "这里共有8 0个工作进程"),
        ("默认使用 CUDA 图来加速", "默认不使用CUDA图来加速"),
        ("默认使用 CU DA 图", "默认使用CUDA图"),
        ("限制是三 5", "限制是三5"),
    ],
)
def test_no_number_and_no_word_is_parted(quote: str, text: str) -> None:
    assert match_quote(quote, text).found is not Found.HELD


def test_long_text_of_two_scripts_leads_back_to_its_offsets() -> None:
    page = "循环loop调用step，共8次。" * 700 + "最后一次调用wheel结束" + "循环loop" * 700
    match = match_quote("最后一次调用 wheel 结束", page)
    assert match.found is Found.HELD
    assert match.place is not None
    assert page[match.place.start : match.place.end] == "最后一次调用wheel结束"


@pytest.mark.parametrize(
    "page",
    [
        "参照：ガイドとパンフ。",
        "参照:ガイドとパンフ／次",
        "参照／ガイドとパンフ：次",
        "A:ガイドとパンフ.B",
    ],
)
def test_punctuation_parts_the_words_of_scripts_without_spaces(page: str) -> None:
    assert match_quote("ガイドとパンフ", page).found is Found.HELD


@pytest.mark.parametrize(
    ("quote", "page"),
    [("ガイドとパンフ", "参照-ガイドとパンフ"), ("b:c is", "a:b:c is"), ("x is", "a.x is")],
)
def test_other_signs_still_join(quote: str, page: str) -> None:
    assert match_quote(quote, page).found is not Found.HELD


KANA = [
    ("ガイドとパンフ", "ｶﾞｲﾄﾞとﾊﾟﾝﾌ"),
    ("ｶﾞｲﾄﾞとﾊﾟﾝﾌ", "ガイドとパンフ"),
    ("ガイドとパンフ", "カ\u3099イト\u3099とハ\u309aンフ"),
    ("値は1〜10の範囲です", "値は1～10の範囲です"),
    ("値は1～10の範囲です", "値は1〜10の範囲です"),
]


@pytest.mark.parametrize(("quote", "text"), KANA)
def test_kana_of_half_width_and_both_wave_dashes(quote: str, text: str) -> None:
    match = match_quote(quote, f"参照。{text}。")
    assert match.found is Found.HELD
    assert match.text == text


@pytest.mark.parametrize(
    ("quote", "text"), [("ガイドを見る", "ｶｲﾄﾞを見る"), ("10の範囲です", "1〜10の範囲です")]
)
def test_voicing_and_ranges_are_kept(quote: str, text: str) -> None:
    assert match_quote(quote, text).found is not Found.HELD


def test_a_short_text_folds_as_a_long_one() -> None:
    for text in ("使用 CUDA 图", "使用CUDA图", "共8个", "共 10 万", "ｶﾞabc"):
        assert fold(text) == FoldedText(text).text


def test_many_seams_are_folded_in_good_time() -> None:
    text = "图a" * 100_000 + "ｶﾞ" * 50_000
    assert len(FoldedText(text).text) == 450_000


def test_many_marks_of_quotations_are_read_in_good_time() -> None:
    quote = "'a b' \"c d\" - e—f " * 5_000
    assert match_quote(quote, "x—y 'z'" * 5_000).found is not Found.HELD
