"""Quotes that leave words out, and an editor's square brackets."""

import pytest

from lineage_verify.matches import match_quote
from lineage_verify.matches.model import Edit, Found, Rung, WarningCode

TEXT = (
    "The engine schedules requests in a busy loop and hands them to workers. "
    "The cache is not enabled by default. "
    "Every worker owns one device and one copy of the model."
)


@pytest.mark.parametrize("mark", ["...", "…", "[...]", "[…]", " ... "])
def test_parts_in_order_hold(mark: str) -> None:
    match = match_quote(f"The engine schedules requests {mark} hands them to workers.", TEXT)
    assert match.found is Found.HELD
    assert match.rung is Rung.WHITE_SPACE
    assert match.left_out == ("in a busy loop and",)
    assert [TEXT[part.start : part.end] for part in match.parts] == [
        "The engine schedules requests",
        "hands them to workers.",
    ]
    assert match.text == TEXT[: TEXT.index(" The cache")]


def test_parts_need_their_order() -> None:
    match = match_quote("hands them to workers ... The engine schedules requests", TEXT)
    assert match.found is not Found.HELD


def test_parts_too_short_to_mean_something_are_no_parts() -> None:
    assert match_quote("a ... b ... c", "a x b y c z").found is not Found.HELD


def test_an_ellipsis_at_either_end_holds() -> None:
    assert match_quote("... hands them to workers ...", TEXT).found is Found.HELD


def test_a_negation_left_out_of_a_sentence_is_told() -> None:
    match = match_quote("The cache is ... enabled by default.", TEXT)
    assert match.found is Found.ALTERED
    assert "not" in [one.text for one in match.diff if one.edit is Edit.INSERT]


def test_a_negation_at_the_edge_of_a_gap_over_sentences_is_told() -> None:
    match = match_quote("The engine schedules requests ... enabled by default.", TEXT)
    assert match.found is Found.ALTERED


def test_a_whole_sentence_left_out_with_a_negation_is_a_warning() -> None:
    match = match_quote("hands them to workers. ... Every worker owns one device", TEXT)
    assert match.found is Found.HELD
    assert WarningCode.LEFT_OUT_NEGATION in [one.code for one in match.warnings]


def test_another_place_without_the_negation_holds() -> None:
    text = "It is not ready at once. Later on it is quite ready at once."
    match = match_quote("it is ... ready at once.", text)
    assert match.found is Found.HELD
    assert match.left_out == ("quite",)


def test_parts_a_thousand_characters_apart_do_not_hold() -> None:
    near = f"The first part stands here. {'x ' * 450}The second part stands there."
    far = f"The first part stands here. {'x ' * 550}The second part stands there."
    quote = "The first part stands here. ... The second part stands there."
    assert match_quote(quote, near).found is Found.HELD
    assert match_quote(quote, far).found is Found.ALTERED


@pytest.mark.parametrize(
    "quote",
    [
        "The engine [of vLLM] schedules requests in a busy loop",
        "[It] schedules requests in a busy loop",
        "The engine schedules [them] in a busy loop",
        "[t]he engine schedules requests in a busy loop",
        "The engine schedules requests [sic] in a busy loop",
    ],
)
def test_an_editors_words_hold(quote: str) -> None:
    assert match_quote(quote, TEXT).found is Found.HELD


@pytest.mark.parametrize(
    "quote",
    [
        "The engine [never] schedules requests in a busy loop",
        "The engine schedules [eight] 8 requests in a busy loop",
        "The engine schedules [8] requests in a busy loop",
        "The engine [may] schedule requests in a busy loop",
        "The cache is [quite] enabled by default.",
    ],
)
def test_an_editors_words_may_not_change_the_claim(quote: str) -> None:
    assert match_quote(quote, TEXT).found is not Found.HELD


@pytest.mark.parametrize(
    ("quote", "holds"),
    [
        ("Each worker [process] takes the oldest request from the shared queue.", True),
        ("Each [of them] takes the oldest request from the shared queue.", True),
        ("Each worker takes the [newest] request from the shared queue.", False),
        ("Each worker takes the [first] request from the shared queue.", False),
        ("Each worker takes the oldest request from the [private] queue.", False),
    ],
)
def test_an_editors_words_may_not_say_the_opposite_of_the_pages(quote: str, holds: bool) -> None:
    text = "Each worker takes the oldest request from the shared queue."
    assert (match_quote(quote, text).found is Found.HELD) is holds


def test_an_editors_name_may_not_stand_for_another_name() -> None:
    text = "The call is handed to the async_engine of the server, which answers it at once."
    assert match_quote("The call is handed to the [engine] of the server", text).found is Found.HELD
    other = "The call is handed to the [sync_engine] of the server"
    assert match_quote(other, text).found is Found.ALTERED


OWN_BRACKETS = [
    ("the frame has a shape of [rows, size].", "the frame has a shape of [rows, heads, size]."),
    ("the frame has a shape of [rows, size].", "the frame has a shape of [size, rows]."),
    (
        'The stages are ["build", "ship"] in turn',
        'The stages are ["build", "test", "ship"] in turn',
    ),
    ("Every reply is sent as [gzip] at first", "Every reply is sent as [zstd] at first"),
    ("It matches [a-z] at the start", "It matches [^a-z] at the start"),
    ("Set it in the [tool] section", "Set it in the [project] section"),
    ("usage: job [--force] FILE of the user", "usage: job --force FILE of the user"),
    ("Lists are written with [ and ] there", "Lists are written with ( and ) there"),
    ("the loom takes [a, b] of the hall", "the loom takes (a, b) of the hall"),
    ("[rows] is the shape of the frame", "[size] is the shape of the frame"),
    ("The shape of the frame is [rows]", "The shape of the frame is [size]"),
]


@pytest.mark.parametrize(("quote", "page"), OWN_BRACKETS)
def test_brackets_that_the_page_has_are_no_editors(quote: str, page: str) -> None:
    assert match_quote(quote, page).found is not Found.HELD


EDITED = [
    ("The scheduler [packs] the frame at once", "The scheduler uploads the frame at once"),
    ("The job reads the file [on Windows] at startup", "The job reads the file at startup"),
    ("The gateway [and the broker] supports batching", "The gateway supports batching"),
]


@pytest.mark.parametrize(("quote", "page"), EDITED)
def test_an_editor_who_says_more_than_the_page_is_told(quote: str, page: str) -> None:
    match = match_quote(quote, page)
    assert match.found is Found.HELD
    assert [one.code for one in match.warnings] == [WarningCode.EDITED_WORDS]


NAMED = [
    ("All day [the pool] keeps eight frames.", "All day it keeps eight frames."),
    ("All day the pool [kept] eight frames.", "All day the pool keeps eight frames."),
    ("All day the pool [of the gateway] keeps frames.", "All day the pool keeps frames."),
]


@pytest.mark.parametrize(("quote", "page"), NAMED)
def test_an_editor_who_names_what_is_meant_needs_no_look(quote: str, page: str) -> None:
    match = match_quote(quote, page)
    assert match.found is Found.HELD
    assert match.warnings == ()


def test_a_left_out_word_of_which_a_kept_one_is_the_opposite_is_told() -> None:
    page = "Caching is disabled and batching is enabled by default."
    match = match_quote("Caching is ... enabled by default.", page)
    assert [one.code for one in match.warnings] == [WarningCode.LEFT_OUT_NEGATION]


def test_a_negation_right_behind_a_quote_is_told() -> None:
    match = match_quote("Der Server startet den Dienst", "Der Server startet den Dienst nicht.")
    assert [one.code for one in match.warnings] == [WarningCode.LEFT_OUT_NEGATION]
    other = match_quote(
        "Der Server startet den Dienst.", "Der Server startet den Dienst. Nie mehr."
    )
    assert other.warnings == ()
