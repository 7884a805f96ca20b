"""What `explain` and `find` say of how a verdict was reached."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from lineage_verify.matches import match_quote
from lineage_verify.pages.snapshot import Provenance, Snapshot
from lineage_verify.reports.explanation import (
    explain_evidence,
    explain_page,
    explain_verdict,
    laid_out,
)
from lineage_verify.verdicts.judge import judge
from tests.reports import samples

PAGE = (
    "The wheel turns the shaft of a wooden gear. "
    "The pump lifts water to the tank every morning before the miller wakes."
)


def told(quote: str, page: str = PAGE) -> list[str]:
    return list(explain_verdict(judge(match_quote(quote, page))))


def line(label: str, lines: list[str]) -> str:
    return next(one for one in reversed(lines) if one.startswith(label))


@pytest.mark.parametrize(
    ("quote", "stands", "editor"),
    [
        ("The wheel turns the shaft of a [big] wooden gear.", "[big] is the editor's",
         "[big] is the editor's: the page lacks it"),
        ("The [big wheel] turns the shaft of a wooden gear.", "[big wheel] is the editor's",
         "[big wheel] is the editor's: in the place of the page's \"wheel\""),
        ("The wheel turns the shaft of a wooden gear [of oak].", "[of oak] is the editor's",
         "[of oak] is the editor's: the page lacks it"),
    ],
)  # fmt: skip
def test_an_editors_words_are_told_as_such(quote: str, stands: str, editor: str) -> None:
    lines = told(quote)
    assert line("looked", lines).endswith(f"its parts stand there in order; {stands}")
    assert line("editor", lines) == f"editor     {editor}"
    assert line("verdict", lines).endswith(f"own parts word for word; {stands}")
    assert not [one for one in lines if one.startswith("left out")]


def test_a_quote_with_words_left_out_does_not_stand_there_word_for_word() -> None:
    lines = told("The wheel ... of a wooden gear.")
    assert line("looked", lines).endswith("its parts stand there in order, with words left out")
    assert line("left out", lines) == 'left out   "turns the shaft"'
    assert line("verdict", lines).endswith("own parts word for word, with words left out")
    both = told("The wheel [...] of a [big] wooden gear.")
    assert line("verdict", both).endswith("with words left out; [big] is the editor's")


def test_a_whole_quote_and_brackets_of_the_page_are_no_ones_cuts() -> None:
    assert told("The wheel turns the shaft")[-1].endswith("has the quote word for word")
    lines = told("It turns ... a [big] gear.", "It turns the shaft of a [big] gear.")
    assert line("verdict", lines).endswith("word for word, with words left out")
    assert not [one for one in lines if one.startswith("editor")]


@pytest.mark.parametrize(
    ("quote", "share"),
    [
        ("The pump lifts water to the tank before the miller wakes.",
         "all of its words stand there in order, and others among them"),
        ("The pump lifts Water to the tank every morning before the miller wakes.",
         "all of its words stand there in order, written otherwise"),
        ("The pump lifts clean water to the tank every morning before the miller wakes.",
         "93% of its words stand there in order"),
        ("The wheel [never] turns the shaft of a wooden gear.",
         "its parts stand there in order; [never] is the editor's"),
    ],
)  # fmt: skip
def test_how_much_of_an_altered_quote_stands_there(quote: str, share: str) -> None:
    assert line("looked", told(quote)) == f"looked     for an altered form: {share}"


def test_a_local_file_is_of_no_date() -> None:
    at = datetime(2026, 1, 2, tzinfo=UTC)
    snapshot = Snapshot(
        address="mill.md", url="mill.md", status=200, headers=(), body=b"x", sha256="0" * 64,
        fetched_at=at, validated_at=at, provenance=Provenance.LOCAL,
    )  # fmt: skip
    text = "\n".join(explain_page(snapshot))
    assert "a local file, read now" in text
    assert "2026" not in text


def test_lines_wrap_below_themselves_and_keep_their_words() -> None:
    lines = ["page       https://mill.example/a/very/long/address/of/a/page/there",
             "warning    too-short: " + "so it is told at length " * 6]  # fmt: skip
    text = laid_out(lines, 50)
    rows = text.splitlines()
    assert rows[0] == lines[0]
    assert all(len(row) <= 50 for row in rows[1:])
    assert rows[1].startswith("warning    too-short: ")
    assert all(row.startswith(" " * 11) and row[11] != " " for row in rows[2:])
    assert " ".join(text.split()) == " ".join(" ".join(lines).split())
    assert laid_out(lines, None).splitlines() == lines


def test_no_line_carries_what_a_spec_could_do_harm_with() -> None:
    bad = "x\x1b[31m\u202e\n::error::y"
    finding = replace(
        samples.drifted(), owner_id=bad, location=replace(samples.drifted().location, pointer=bad)
    )
    source = samples.source(bad, title=bad)
    text = laid_out(explain_evidence(finding, bad, source), 80)
    assert not {"\x1b", "\u202e"} & set(text)
    assert not any(line.startswith("::") for line in text.splitlines())
