"""The index of a page's words."""

from lineage_verify.matches import match_quotes
from lineage_verify.matches.index import PIECE
from lineage_verify.matches.model import Found


def test_a_quote_of_very_long_words_is_found_in_company() -> None:
    # Each word fills a piece of its own, so the quote lies over more pieces than its length says.
    paths = [f"/{number:02}" + "abcd" * (PIECE // 8) for number in range(40)]
    quote = " ".join(paths[10:30])
    others = [f"nothing here says {number} of such things at all" for number in range(30)]
    matches = match_quotes([*others, quote], " ".join(paths))
    assert matches[-1].found is Found.HELD
