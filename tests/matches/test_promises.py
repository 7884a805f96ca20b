"""What a match promises whatever the text: properties, not cases."""

import re
from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lineage_verify.matches import match_quote, match_quotes, standing_quotes
from lineage_verify.matches.model import Found, Match, Rung, Selector
from lineage_verify.text.page_text import PageText

WORDS = [
    "the", "wheel", "turns", "not", "never", "8", "4.5", "-1", "16", "160", "--fast", "max_sacks",
    "C++", "C", "<=", ">=", "v2.1", "10%", "is", "must", "should", "enabled", "disabled", "mill",
    "torch.compile", "run()", "GPU", "of", "and", "a", "stone", "grain", "“shaft”", "co-operate",
]  # fmt: skip
PAGES = st.lists(st.sampled_from(WORDS), min_size=8, max_size=60)
SPACES = st.sampled_from([" ", "  ", "\n", "\t", " \n "])


def folded(text: str) -> str:
    table: dict[str, str | int | None] = {
        "“": '"',
        "”": '"',
        "\u00a0": " ",
        "\u2009": " ",
        "\u200b": None,
        "\u00ad": None,
    }
    return " ".join(text.translate(str.maketrans(table)).split())


@st.composite
def cuts(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A page, and a run of its words long enough to be a quote."""
    words = draw(PAGES)
    start = draw(st.integers(0, len(words) - 5))
    length = draw(st.integers(4, len(words) - start))
    return " ".join(words), words[start : start + length]


@given(cuts(), st.data())
def test_a_quote_cut_from_a_page_holds_however_it_is_spaced(
    cut: tuple[str, list[str]], data: st.DataObject
) -> None:
    page, words = cut
    quote = words[0] + "".join(data.draw(SPACES) + word for word in words[1:])
    match = match_quote(quote, page)
    assert match.found is Found.HELD
    assert match.rung in {Rung.LITERAL, Rung.WHITE_SPACE}
    assert match.place is not None
    assert page[match.place.start : match.place.end].split() == words


TYPOGRAPHY: list[tuple[str, str]] = [
    ("“", '"'), ("”", '"'), (" ", "\u00a0"), (" ", "\u2009"), ("wheel", "whe\u00adel"),
    ("turns", "turns\u200b"), ("grain", "`grain`"), ("-", "\u2011"),
]  # fmt: skip


@given(cuts(), st.sampled_from(TYPOGRAPHY))
def test_typography_never_breaks_a_quote(cut: tuple[str, list[str]], swap: tuple[str, str]) -> None:
    page, words = cut
    quote = " ".join(words)
    altered = quote.replace(*swap)
    assume(altered != quote)
    assume(swap[0] != "-" or not re.search(r"-\d|--", quote))  # signs and flags are no dashes
    match = match_quote(altered, page)
    assert match.found is Found.HELD
    assert match.place is not None
    assert folded(page[match.place.start : match.place.end]) == folded(quote)


def other_digit(word: str) -> str:
    return re.sub(r"\d", lambda m: str((int(m[0]) + 5) % 10), word, count=1)


CHANGES: dict[str, Callable[[str], str]] = {
    "8": other_digit, "4.5": other_digit, "16": lambda _: "160", "160": lambda _: "16",
    "-1": lambda _: "1", "<=": lambda _: ">=", ">=": lambda _: "<=", "--fast": lambda _: "--slow",
    "max_sacks": lambda _: "max_sack", "C++": lambda _: "C", "v2.1": other_digit,
    "10%": other_digit, "not": lambda _: "", "never": lambda _: "always",
    "enabled": lambda _: "unenabled", "disabled": lambda _: "enabled", "must": lambda _: "may",
    "torch.compile": lambda _: "torch.export", "is": lambda _: "is not",
}  # fmt: skip


@given(cuts(), st.data())
def test_a_changed_value_never_holds(cut: tuple[str, list[str]], data: st.DataObject) -> None:
    page, words = cut
    places = [index for index, word in enumerate(words) if word in CHANGES]
    assume(places)
    place = data.draw(st.sampled_from(places))
    changed = [*words]
    changed[place] = CHANGES[words[place]](words[place])
    quote = " ".join(" ".join(changed).split())
    assume(quote)
    assume(f" {folded(quote)} ".casefold() not in f" {folded(page)} ".casefold())
    assert match_quote(quote, page).found is not Found.HELD


@given(st.lists(cuts(), min_size=2, max_size=4), st.randoms(use_true_random=False))
def test_one_answer_alone_and_in_any_company(
    cut: list[tuple[str, list[str]]], random: object
) -> None:
    page = "\n\n".join(text for text, _ in cut)
    quotes = [" ".join(words) for _, words in cut]
    quotes += [quote.replace("wheel", "windmill") for quote in quotes]
    quotes += ["nothing of this stands anywhere near the river"]
    alone = [match_quote(quote, page) for quote in quotes]
    assert list(match_quotes(quotes, page)) == alone
    order = list(range(len(quotes)))
    random.shuffle(order)  # type: ignore[attr-defined]
    mixed: list[Match] = list(match_quotes([quotes[index] for index in order], page))
    assert [mixed[order.index(index)] for index in range(len(quotes))] == alone


@given(st.lists(cuts(), min_size=2, max_size=4))
def test_what_stands_is_what_has_a_held_match(cut: list[tuple[str, list[str]]]) -> None:
    page = "\n\n".join(text for text, _ in cut[1:])
    quotes = [" ".join(words) for _, words in cut]
    quotes += [f"{words[0]} ... {words[-1]}" for _, words in cut]
    quotes += [quote.replace("wheel", "windmill") for quote in quotes]
    selectors = [Selector(quote) for quote in ("", *quotes)]
    matches = match_quotes(selectors, page)
    held = {match.selector for match in matches if match.found is Found.HELD}
    assert standing_quotes(selectors, PageText.plain(page)) == held


def test_an_ellipsis_that_hides_a_negation_does_not_stand() -> None:
    text = PageText.plain("The wheel does not turn the upper stone while it rains.")
    hiding = Selector("The wheel does ... turn the upper stone while it rains.")
    whole = Selector("does not turn the upper stone")
    assert standing_quotes([hiding, whole], text) == {whole}


@pytest.mark.parametrize(
    ("quote", "page"),
    [
        ("", ""),
        ("", "text"),
        ("x", ""),
        ("x", "x"),
        ("\ud800 word", "a \ud800 word"),
        ("a" + "\u0301" * 5_000, "b" + "\u0301" * 5_000),
        ("word " * 40_000, "word " * 100),
        ("word one two", "word " * 200_000),
        ("(" * 3_000, "(" * 3_000),
        ("... " * 500, "... " * 500),
        ("[a] " * 500, "a " * 500),
        ("مرحبا بالعالم الكبير", "قال مرحبا بالعالم الكبير اليوم"),
        ("\u202eword one two\u202c", "word one two"),
        ("x" * 200_000, "x" * 400_000),
        ("a b " * 2_000, "a c " * 2_000),
    ],
)
def test_no_input_makes_it_fail_or_run_away(quote: str, page: str) -> None:
    match = match_quote(quote, page)
    assert 0 <= match.similarity <= 1
    if match.place is not None:
        assert 0 <= match.place.start <= match.place.end <= len(page)


@given(st.text(max_size=40), st.text(max_size=120))
def test_any_text_is_answered(quote: str, page: str) -> None:
    match = match_quote(Selector(quote), PageText.plain(page))
    assert (match.rung is not None) is (match.found is Found.HELD)
    for place in (match.place, *match.parts):
        if place is not None:
            assert 0 <= place.start <= place.end <= len(page)
