"""DESIGN.md section 2, rule by rule: what holds, and what no score may make hold."""

import pytest

from lineage_verify.matches import match_quote, match_quotes
from lineage_verify.matches.model import Found, Rung

HOLDS = [
    ("the flag is set", "Here the flag is set.", Rung.LITERAL),
    ("the  flag\nis set", "Here the flag is set.", Rung.WHITE_SPACE),
    ("the flag is set", "Here the\n\tflag  is set.", Rung.WHITE_SPACE),
    ('the "flag" is set - now', "the “flag” is set — now", Rung.FOLDED),
    ("the worker's flag", "the worker’s flag", Rung.FOLDED),
    ("and so on...", "and so on…", Rung.FOLDED),
    ("16 KB pages", "use 16\u00a0KB pages here", Rung.FOLDED),
    ("the transaction is kept", "the trans\u00adaction is ke\u200bpt", Rung.FOLDED),
    ("the office filed it", "the o\ufb03ce \ufb01led it", Rung.FOLDED),
    ("two messages", "exactly ｔｗｏ messages", Rung.FOLDED),
    ("a naïve café", "a nai\u0308ve cafe\u0301", Rung.FOLDED),
    ("in 한국어 too", "in \u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165 too", Rung.FOLDED),
    ("An offset of -1 here", "An offset of \u22121 here", Rung.FOLDED),
    ("use --foo to start", "use `--foo` to start", Rung.FOLDED),
    ("use `--foo` to start", "use --foo to start", Rung.FOLDED),
    ("Engine core", "Engine¶ core", Rung.FOLDED),
    ("the engine runs", "The engine runs", Rung.FOLDED),
    ("The engine runs", "and the engine runs", Rung.FOLDED),
    ("the cooperation works", "the coopera-\ntion works", Rung.FOLDED),
    ("a top-k sampler", "a top-\nk sampler", Rung.FOLDED),
    ("the coopera-\ntion works", "the cooperation works", Rung.FOLDED),
    ("a top-\nk sampler", "a top-k sampler", Rung.FOLDED),
    ("one thing -- another", "one thing — another", Rung.FOLDED),
    ("日本語の文章", "これは日本語の文章です。", Rung.LITERAL),
    ("собирает запросы", "Он собирает запросы в пакет.", Rung.LITERAL),
    ("שלום עולם", "אמר שלום עולם.", Rung.LITERAL),
    ("ไม่มีวรรค", "ภาษาไทยไม่มีวรรคตอน", Rung.LITERAL),
    ("Loading... please wait", "Loading... please wait", Rung.LITERAL),
    ("take args[0] and list[int]", "take args[0] and list[int]", Rung.LITERAL),
    ("a range [1..n] of f(...)", "a range [1..n] of f(...)", Rung.LITERAL),
    ("see foo", "setup.cfg—see foo", Rung.LITERAL),
]


@pytest.mark.parametrize(("quote", "text", "rung"), HOLDS)
def test_holds(quote: str, text: str, rung: Rung) -> None:
    match = match_quote(quote, text)
    assert match.found is Found.HELD
    assert match.rung is rung


NEVER_HOLDS = [
    ("16", "It has 160 slots."),
    ("60 slots", "It has 160 slots."),
    ("enabled", "It is unenabled."),
    ("attention", "with self-attention"),
    ("an offset of 1", "an offset of -1"),
    ("1 is the offset", "-1 is the offset"),
    ("1 is the offset", "here \u20131 is the offset"),
    ("1 is the offset", "here \u22121 is the offset"),
    ("it can", "it can't"),
    ("it can", "it can’t"),
    ("Python 3", "Python 3.11"),
    ("8 GB", "8 GB/s"),
    ("tool v1", "tool v1.2"),
    ("x <= 5", "x >= 5"),
    ("written in C", "written in C++"),
    ("written in C", "written in C#"),
    ("about 2 5 times", "about 2.5 times"),
    ("5 times", "about 2.5 times"),
    ("about 2", "about 2.5 times"),
    ("pass enable-x", "pass --enable-x"),
    ("pass --enable", "pass --enable-x"),
    ("torch", "use torch.compile here"),
    ("compile", "use torch.compile here"),
    ("vllm/v1", "in vllm/v1/engine"),
    ("about 106 things", "about 10⁶ things"),
    ("about 10⁶ things", "about 106 things"),
    ("about 10 things", "about 10⁶ things"),
    ("half: 1/2", "half: ½"),
    ("step 1", "step ①"),
    ("costs 5", "costs 5%"),
    ("5 each", "$5 each"),
    ("16 workers", "8–16 workers"),
    ("it is not enabled", "it is enabled"),
    ("it is enabled", "it is not enabled"),
    ("runs 4 workers", "runs 8 workers"),
    ("must be set", "should be set"),
    ("Hello World", "hello world"),
    ("call f(...) for each", "call f(x, y) for each"),
    ("list[int] is what it returns", "list[str] is what it returns"),
    ("a model[s] list of it", "a model[x] list of it"),
    ("args[0] is the first one", "args[1] is the first one"),
    ("", "anything"),
    (" \n", "anything"),
    ("\u200b\u00ad", "anything"),
]


@pytest.mark.parametrize(("quote", "text"), NEVER_HOLDS)
def test_never_holds(quote: str, text: str) -> None:
    assert match_quote(quote, text).found is not Found.HELD


def test_a_place_gives_back_the_pages_own_words() -> None:
    text = "Before. The worker’s  “ready”\nflag is set. After."
    match = match_quote('worker\'s "ready" flag', text)
    assert match.place is not None
    assert text[match.place.start : match.place.end] == "worker’s  “ready”\nflag"
    assert match.text == "worker’s “ready” flag"


@pytest.mark.parametrize(("quote", "text", "rung"), HOLDS)
def test_what_holds_alone_holds_among_many_that_do_not(quote: str, text: str, rung: Rung) -> None:
    others = [f"something of {number} that stands nowhere here" for number in range(12)]
    matches = match_quotes([*others, quote], text)
    assert [match.found for match in matches[:-1]] == [Found.ABSENT] * len(others)
    assert matches[-1].rung is rung


def test_a_capital_beyond_ascii_may_begin_a_quote() -> None:
    others = [f"something of {number} that stands nowhere here" for number in range(12)]
    match = match_quotes([*others, "Élan vital here"], "the élan vital here")[-1]
    assert match.rung is Rung.FOLDED
