"""What `find` gives to paste, and what `explain` tells of a quote that is not there."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.lineage import lineage_spec

MILL = "# Mill\n\nThe wheel turns the shaft of a wooden gear.\n\nThe pump never lifts 4 sacks.\n"
PUMP = "# Pump\n\nThe tank holds water for a day and a night.\n"


@pytest.fixture(autouse=True)
def pages(folder: Path) -> None:
    (folder / "mill.md").write_text(MILL, encoding="utf-8")
    (folder / "pump.md").write_text(PUMP, encoding="utf-8")


def test_a_drifted_quote_gives_the_pages_own_words_told_as_such(lineage_verify: Command) -> None:
    found = lineage_verify("find", "mill.md", "The wheel turns the old shaft of a wooden gear.")
    assert found.code == 1
    assert json.loads(found.out)["quote"] == "The wheel turns the shaft of a wooden gear."
    assert "the page's own words in place of the quote, which does not hold" in found.err
    assert "may be false" not in found.err


def test_words_of_another_meaning_are_offered_with_a_warning(lineage_verify: Command) -> None:
    found = lineage_verify("find", "mill.md", "The pump lifts 8 sacks.")
    assert found.code == 1
    assert "may be false now" in found.err
    again = lineage_verify("find", "mill.md", json.loads(found.out)["quote"])
    assert again.code == 0


def test_a_missing_quote_gives_nothing_to_paste(lineage_verify: Command) -> None:
    found = lineage_verify("find", "mill.md", "Whales swim in the deep ocean all winter long.")
    assert (found.code, found.out) == (1, "")
    assert "offer" not in found.err


def test_a_terminals_width_is_kept(lineage_verify: Command) -> None:
    words = ("find", "mill.md", "The wheel turns the old shaft of a wooden gear.")
    rows = lineage_verify(*words, env={"COLUMNS": "60"}).err.splitlines()
    assert max(map(len, rows)) <= 60
    assert max(map(len, lineage_verify(*words).err.splitlines())) > 60


def test_explain_names_the_other_source_that_has_a_missing_quote(
    lineage_verify: Command, write_spec: Callable[..., str]
) -> None:
    quote = "The tank holds water for a day and a night."
    quotes = [("mill", quote), ("pump", "The tank holds water")]
    spec = write_spec(lineage_spec({"mill": "mill.md", "pump": "pump.md"}, quotes))
    told = lineage_verify("explain", spec, "/stages/0/evidence/0")
    assert told.code == 1
    assert "elsewhere  the quote holds in pump" in told.out
    assert "a local file, read now" in told.out


def test_explain_reads_a_source_that_no_evidence_names(
    lineage_verify: Command, write_spec: Callable[..., str]
) -> None:
    quotes = [("mill", "The tank holds water for a day and a night.")]
    spec = write_spec(lineage_spec({"mill": "mill.md", "pump": "pump.md"}, quotes))
    told = lineage_verify("explain", spec, "/stages/0/evidence/0")
    assert "elsewhere  the quote holds in pump" in told.out
