"""What Chromium's `innerText` gives for small pieces of HTML, and where ours differs on purpose."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from lineage_verify.text.html.read import read_html
from lineage_verify.text.page_text import PageText
from tests.text.pages import collapsed, main_reading

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "innertext" / "wpt.json"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "sources.md"
ENOUGH = 0.98


class Row(NamedTuple):
    html: str
    browser: str
    ours: str


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    if not SHARED.is_file():
        pytest.skip("the shared innerText cases are not beside this repository")
    found = []
    for row in json.loads(SHARED.read_text("utf-8")):
        text = read_html("<!DOCTYPE html><body>" + row["html"])
        assert isinstance(text, PageText)
        ours = collapsed(main_reading(text))
        found.append(Row(row["html"], collapsed(row["chromium_body"]), ours))
    return found


def test_nearly_all_rows_read_as_in_the_browser(rows: list[Row]) -> None:
    same = sum(row.ours == row.browser for row in rows)
    assert same >= ENOUGH * len(rows)


def test_each_row_that_differs_is_told_in_the_docs(rows: list[Row]) -> None:
    page = PAGE.read_text("utf-8")
    untold = [row for row in rows if row.ours != row.browser and f"`{row.html}`" not in page]
    assert not untold


def test_the_docs_tell_of_no_row_that_reads_as_in_the_browser(rows: list[Row]) -> None:
    page = PAGE.read_text("utf-8")
    differing = page.partition("## Where a browser reads otherwise")[2].partition("\n## ")[0]
    told = [line.split("|")[1].strip().strip("`") for line in differing.splitlines() if "<" in line]
    same = {row.html for row in rows if row.ours == row.browser}
    assert told
    assert not same.intersection(told)
