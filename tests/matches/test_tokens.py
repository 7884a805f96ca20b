"""A part of a number, a name or a flag is never taken for the whole."""

import pytest

from lineage_verify.matches import match_quote
from lineage_verify.matches.model import Found

CUT = [
    ("the limit of the pool is 10", "the limit of the pool is 10^6 frames"),
    ("the limit of the pool is 10", "the limit of the pool is 10 × 10³ frames"),
    ("the limit of the pool is 10", "the limit of the pool is 10 million frames"),
    ("the limit of the pool is 10", "the limit of the pool is 10 percent of it"),
    ("the lease of the pool is 1", "the lease of the pool is 1 ½ hours"),
    ("five frames are kept in the pool", "twenty five frames are kept in the pool"),
    ("5 frames are kept in the pool", "≤ 5 frames are kept in the pool"),
    ("the area of the site is 100 m", "the area of the site is 100 m^2 of land"),
    ("the call returns a plain str", "the call returns a plain str | None at once"),
    ("the call returns a plain list", "the call returns a plain list[str] at once"),
    ("the call returns a vector", "the call returns a vector<int> at once"),
    ("the rest of it is rows", "the rest of it is rows[1:] of the table"),
    ("the extra is named frames", "the extra is named frames['audio'] there"),
    ("run the job with --cache", "run the job with --cache|--no-cache now"),
    ("the job is stopped by Ctrl", "the job is stopped by Ctrl+C at once"),
    ("the firm is named AT", "the firm is named AT&T of old"),
    ("mask is returned by the call", "~mask is returned by the call"),
    ("HOME is read at each start", "$HOME is read at each start"),
    ("pass --nocache to the job now", "pass --no-\ncache to the job now"),
    ("pass --no-\ncache to the job now", "pass --nocache to the job now"),
    ("a single -- means standard input", "a single - means standard input"),
    ("この機能は推奨", "この機能は推奨ではありません。"),
    ("この機能は使え", "この機能は使えず、失敗します。"),
    ("設定を有効にする必要", "設定を有効にする必要はありません。"),
    ("自动启用缓存", "默认情况下不会自动启用缓存。"),
    ("使用此功能", "在生产环境中禁止使用此功能。"),
]


@pytest.mark.parametrize(("quote", "page"), CUT)
def test_a_part_does_not_hold(quote: str, page: str) -> None:
    assert match_quote(quote, page).found is not Found.HELD


WHOLE = [
    ("the loop of the pool", "the loop of the pool[1] goes on"),
    ("the loop of the pool", "the loop of the pool[a] goes on"),
    ("the loop of the pool", "the loop of the pool[note 2] goes on"),
    ("the loop of the pool", "the loop of the pool (see below)"),
    ("pools | frames of the table", "sizes | pools | frames of the table | more"),
    ("it keeps 10 frames", "it keeps 10 frames and 20 more"),
    ("it has 3 rows", "it has 3 rows; 40 x 3 cells"),
    ("five frames are kept", "At one time, five frames are kept"),
    ("pass --no-cache to the job", "pass --no-\ncache to the job"),
    ("the gateway goes on", "the gate-\nway goes on"),
    ("the loop -- a busy one -- goes on", "the loop — a busy one — goes on"),
    ("tips for the pool", "Home > 5 tips for the pool"),
    ("5 tips for the pool", "Home > 5 tips for the pool"),
    ("Q&A with the team", "This is a Q&A with the team"),
    ("C++ and C are read", "Both C++ and C are read"),
    ("この機能は推奨されます", "この機能は推奨されます。"),
]


@pytest.mark.parametrize(("quote", "page"), WHOLE)
def test_the_whole_holds(quote: str, page: str) -> None:
    assert match_quote(quote, page).found is Found.HELD
