"""What is true of any quote and any text."""

import random
import re

from hypothesis import assume, example, given
from hypothesis import strategies as st

from lineage_verify.matches import match_quote, match_quotes
from lineage_verify.matches.align import align
from lineage_verify.matches.folding import FoldedText, fold
from lineage_verify.matches.index import PieceIndex
from lineage_verify.matches.letters import is_combining
from lineage_verify.matches.model import Edit, Found, Rung
from lineage_verify.verdicts.judge import judge
from lineage_verify.verdicts.model import Severity

LETTERS = "abcdefgh ABC é ü 日本 한글 ไทย שלום"
TYPOGRAPHY = "'\"’“”–—−‑…ﬁﬃ\u00a0\u2009\u200b\u00ad\u2060`¶ｔ①⁶½\u0301\u0327\u1161"
SIGNS = ".,;:!?-+<>=/_()[]{}#$%&*@\\|~\n\t\r 0123456789"
texts = st.text(alphabet=LETTERS + TYPOGRAPHY + SIGNS, max_size=400)
anything = st.text(alphabet=st.characters(), max_size=200)
words = st.sampled_from(
    [
        "the",
        "engine",
        "runs",
        "one",
        "busy",
        "loop",
        "over",
        "all",
        "queued",
        "requests",
        "and",
        "hands",
        "them",
        "to",
        "worker",
        "processes",
        "when",
        "memory",
        "permits",
        "so",
        "that",
        "every",
        "device",
        "stays",
        "occupied",
        "with",
        "useful",
        "model",
        "work",
    ]
)
sentences = st.lists(words, min_size=8, max_size=40).map(" ".join)


@given(texts)
@example("a" + "\u0301" * 40 + "b")
@example("x\u00ad\n \u200b\ty" * 900)
@example("  ".join("word…" for _ in range(1500)))
def test_folded_offsets_are_monotone_and_lead_back(text: str) -> None:
    folded = FoldedText(text)
    length = len(folded.text)
    starts = [folded.start_of(at) for at in range(length)]
    ends = [folded.end_of(at + 1) for at in range(length)]
    assert starts == sorted(starts)
    assert ends == sorted(ends)
    assert all(0 <= one < two <= len(text) for one, two in zip(starts, ends, strict=True))
    for at in range(0, length, 7):
        piece = text[folded.start_of(at) : folded.end_of(min(length, at + 5))]
        if not any(map(is_combining, piece)):  # a piece may begin within a letter's marks
            assert folded.text[at : at + 5].strip(" ") in fold(piece)


@given(texts)
@example("\ufb01\u0301")
def test_folding_twice_is_folding_once(text: str) -> None:
    # A mark parted from its letter by an invisible character joins it only the second time.
    assume(not re.search("[\u200b\u00ad\u2060`¶]+[\u0301\u0327\u1161]", text))
    assert fold(fold(text)) == fold(text)


@given(texts, st.data())
def test_a_quote_cut_at_spaces_holds_and_its_place_gives_it_back(
    text: str, data: st.DataObject
) -> None:
    spans = [found.span() for found in re.finditer(r"[^ \t\n\r]+", text)]
    assume(spans)
    first = data.draw(st.integers(0, len(spans) - 1))
    last = data.draw(st.integers(first, len(spans) - 1))
    quote = text[spans[first][0] : spans[last][1]]
    assume(fold(quote))
    match = match_quote(quote, text)
    assert match.found is Found.HELD
    assert match.place is not None
    assert fold(text[match.place.start : match.place.end]) == fold(quote)


LOOSENED = {"'": "’", '"': "”", "-": "–", " ": "\u00a0", "fi": "ﬁ", "...": "…"}


@given(sentences, st.randoms(use_true_random=False))
def test_typography_never_stops_a_quote_from_holding(sentence: str, chance: random.Random) -> None:
    quote = sentence
    for plain, typographic in LOOSENED.items():
        if chance.random() < 0.5:
            quote = quote.replace(plain, typographic)
    quote = "".join(
        one + ("\u00ad" if one.isalpha() and chance.random() < 0.1 else "") for one in quote
    )
    match = match_quote(quote, f"Before it. {sentence}. After it.")
    assert match.found is Found.HELD
    assert match.rung in {Rung.LITERAL, Rung.FOLDED}


CLAIMS = "It runs {} of {} workers {} the limit{} in mode {}."
FILLED = ("8", "16", "below", "", "fast_path")
CHANGES = [
    (0, "9"), (0, "-8"), (0, "8.5"), (0, "80"), (0, "8%"), (0, "⁸"), (1, "15"), (1, "≤16"),
    (2, "not below"), (2, "never below"), (2, "above"), (3, " + 1"), (3, " - 1"), (3, "%"),
    (4, "fast_paths"), (4, "fast-path"), (4, "slow_path"), (4, "fast_path()"), (4, "--fast_path"),
]  # fmt: skip


@given(st.sampled_from(CHANGES), sentences, sentences)
def test_a_changed_value_never_holds_and_is_told_as_meaning(
    change: tuple[int, str], before: str, after: str
) -> None:
    place, value = change
    quote = CLAIMS.format(*FILLED)
    changed = CLAIMS.format(*FILLED[:place], value, *FILLED[place + 1 :])
    verdict = judge(match_quote(quote, f"{before}. {changed} {after}."))
    assert not verdict.kind.holds
    assert verdict.severity is Severity.MEANING


@given(st.lists(sentences, min_size=1, max_size=60), st.randoms(use_true_random=False))
def test_order_and_company_never_change_an_answer(quotes: list[str], chance: random.Random) -> None:
    text = ". ".join(quotes[::2]) + " " + "filler words of no matter " * 40
    alone = {quote: match_quote(quote, text) for quote in quotes}
    shuffled = quotes[:]
    chance.shuffle(shuffled)
    assert {m.selector.exact: m for m in match_quotes(shuffled, text)} == alone


@given(texts, st.lists(words, max_size=8))
def test_looking_for_a_word_and_indexing_many_say_the_same(text: str, more: list[str]) -> None:
    folded = fold(" ".join([text, *more, text]))
    looked, indexed = PieceIndex(folded), PieceIndex(folded)
    wanted = [*looked.weighed_words(folded), b"absent"]
    indexed.index_words([*wanted, *(b"other%d" % number for number in range(99))])
    for word in wanted:
        assert looked.pieces_of(word) == indexed.pieces_of(word)


@given(texts, st.data())
def test_the_index_rules_out_nothing_that_stands_there(text: str, data: st.DataObject) -> None:
    folded = fold(text)
    pieces = folded.split(" ")
    first = data.draw(st.integers(0, len(pieces) - 1))
    last = data.draw(st.integers(first, len(pieces) - 1))
    index = PieceIndex(folded)
    quote = " ".join(pieces[first : last + 1])
    assume(quote)
    for word in index.weighed_words(quote):
        index.pieces_of(word)
    spans = index.may_begin(quote)
    at = len(" ".join([*pieces[:first], ""]))
    assert spans is not None
    assert any(start <= at < end for start, end in spans)
    assert at in index.finds(quote)


@given(anything, anything)
@example("", "")
@example("a", "")
@example("\ud800 lone", "\udfff \ud800 lone")
@example("[", "[" * 50)
@example("... ... ...", "…" * 50)
def test_nothing_makes_it_fail(quote: str, text: str) -> None:
    verdict = judge(match_quote(quote, text))
    match = verdict.match
    assert match is not None
    if match.place is not None:
        assert 0 <= match.place.start < match.place.end <= len(text)


@given(sentences, sentences)
def test_a_diff_gives_both_sides_back(quote: str, text: str) -> None:
    match = match_quote(quote, text)
    if match.found is Found.ALTERED:
        ours = " ".join(one.text for one in match.diff if one.edit is not Edit.INSERT)
        theirs = " ".join(one.text for one in match.diff if one.edit is not Edit.DELETE)
        assert ours.split() == quote.split()
        assert theirs == match.text
        assert 0 < match.similarity < 1


@given(st.lists(words, max_size=30), st.lists(words, max_size=60))
def test_aligned_words_are_equal_and_taken_once(quote: list[str], page: list[str]) -> None:
    alignment = align(quote, page)
    runs = (*alignment.runs, *alignment.moved) if alignment else ()
    ours = [at for run in runs for at in range(run.quote, run.quote_end)]
    theirs = [at for run in runs for at in range(run.page, run.page_end)]
    assert [quote[at] for at in ours] == [page[at] for at in theirs]
    assert len(ours) == len(set(ours))
    assert len(theirs) == len(set(theirs))
