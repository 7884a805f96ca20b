"""`text` and `find` look at a page before it is kept, as a run does."""

from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.loopback import Page, Site

WALL = b"""<!doctype html><title>Just a moment...</title><div class="cf-chl-widget">
<h1>Checking your browser before you go on</h1><p>Verify that you are human.</p>
<script src="/cdn-cgi/challenge-platform/x.js"></script></div>"""
GOOD = b"<main><h1>Mill</h1><p>The wheel turns the shaft, and the shaft turns the stone.</p></main>"
QUOTE = "The wheel turns the shaft, and the shaft turns the stone."
LOCAL = "--allow-private-network"


@pytest.fixture
def address(site: Site) -> str:
    site.pages["/mill"] = Page(GOOD)
    return f"{site.address}/mill"


def test_a_robot_wall_is_shown_and_takes_no_good_pages_place(
    lineage_verify: Command, site: Site, address: str, folder: Path
) -> None:
    assert lineage_verify("text", address, LOCAL).code == 0
    assert len(list(folder.rglob("*.warc.gz"))) == 1
    site.pages["/mill"] = Page(WALL)
    shown = lineage_verify("text", address, LOCAL, "--refresh")
    assert shown.code == 0
    assert "Verify that you are human." in shown.out
    assert "not kept" in shown.err
    assert "blocked" in shown.err
    found = lineage_verify("find", address, QUOTE, LOCAL, "--refresh")
    assert found.code == 3
    assert "blocked" in found.err
    assert len(list(folder.rglob("*.warc.gz"))) == 1
    assert lineage_verify("find", address, QUOTE, "--offline").code == 0


def test_a_page_that_has_the_quote_is_the_page(
    lineage_verify: Command, site: Site, address: str
) -> None:
    site.pages["/mill"] = Page(WALL)
    found = lineage_verify("find", address, "Verify that you are human.", LOCAL)
    assert found.code == 0
    assert lineage_verify("text", address, "--offline").code == 0


@pytest.mark.parametrize("words", [["text"], ["find"]])
def test_a_page_that_cannot_be_read_is_one_line_with_the_next_step(
    lineage_verify: Command, site: Site, words: list[str]
) -> None:
    site.pages["/gone"] = Page(b"gone", status=404)
    quote = [QUOTE] if words == ["find"] else []
    url = f"{site.address}/gone"
    result = lineage_verify(*words, url, *quote, LOCAL)
    assert result.code == 3
    (line,) = result.err.splitlines()
    assert line.startswith(f"lineage-verify: {url}: cannot be read: ")
    assert line.endswith("(http-status); find where the page went, and change the source's url")


def test_a_quiet_find_tells_only_what_does_not_hold(lineage_verify: Command, address: str) -> None:
    held = lineage_verify("find", "-q", address, QUOTE, LOCAL)
    assert (held.code, held.err) == (0, "")
    assert QUOTE in held.out
    changed = lineage_verify("find", "-q", address, QUOTE.replace("shaft", "sail", 1), LOCAL)
    assert changed.code == 1
    assert "verdict " in changed.err
    assert "looked " not in changed.err
