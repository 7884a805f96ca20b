"""Spaces between scripts, kana and wave dashes: typography, as long as no value changes."""

import pytest

from lineage_verify.matches import match_quote
from lineage_verify.matches.folding import FoldedText, fold
from lineage_verify.matches.model import Found, Rung

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
