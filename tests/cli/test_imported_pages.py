"""What other tools saved of a page gives the same verdicts as the page that was fetched."""

import asyncio
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command
from tests.lineage import lineage_spec
from tests.loopback import Page, Site

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")

MILL = """<!doctype html><html lang=en><head><meta charset=utf-8><title>The mill</title>
<style>p { color: #222 }</style><script>document.title = document.title;</script></head><body>
<nav><a href=/old>The older mill by the other river</a></nav>
<main><h1 id=mill>The mill<a class=headerlink href=#mill>¶</a></h1>
<p>The wheel turns the <code>shaft</code>, and the shaft turns the stone.<sup><a
href=#n1>1</a></sup> It is un<b>believ</b>able how soft hy&shy;phens hide.</p>
<h2 id=stones>Stones</h2>
<table><tr><th>Pair<th>Sacks a day</tr><tr><td>upper<td>40</tr><tr><td>lower<td>32</tr></table>
<p>Each pair of stones grinds at most 32 sacks a day, if not stopped.</p>
<pre><code>mill --pairs 2
mill --stop</code></pre>
<details><summary>When it freezes</summary><p>In a hard winter the wheel stands still.</p></details>
<p>Als gäbe es “Mühlen” – überall…</p></main></body></html>"""

QUOTES = (
    "The wheel turns the shaft, and the shaft turns the stone.",
    "It is unbelievable how soft hyphens hide.",
    'Als gäbe es "Mühlen" - überall...',
    "Each pair of stones grinds at most 40 sacks a day, if not stopped.",
    "mill --pairs 2 mill --stop",
    "upper 40",
    "In a hard winter the wheel stands still.",
    "The older mill by the other river",
    "The miller sleeps in the loft above the hopper.",
    "Each pair of stones grinds at most 32 sacks a day, if stopped.",
)


@pytest.fixture
def spec(site: Site, write_spec: Callable[..., str]) -> str:
    """Two sources: the page, and an address that leads to it."""
    body = MILL.encode()
    site.pages["/mill"] = Page(body, etag='"one"')
    site.pages["/old"] = Page(b"", status=301, location=f"{site.address}/mill")
    sources = {"mill": f"{site.address}/mill", "old": f"{site.address}/old"}
    quotes = [(source, quote) for quote in QUOTES for source in sources]
    return write_spec(lineage_spec(sources, quotes))


def findings(command: Command, *words: str) -> list[dict[str, Any]]:
    """The evidence of a report, whole; what tells of one cache's past is left out."""
    result = command(*words, "--format", "json")
    rows: list[dict[str, Any]] = result.json["specs"][0]["evidence"]
    past = ("last_held", "last_known")
    return [{key: value for key, value in row.items() if key not in past} for row in rows]


def test_what_wget_records_gives_the_same_verdicts(
    lineage_verify: Command, site: Site, spec: str, folder: Path
) -> None:
    wget = shutil.which("wget")
    if wget is None:
        pytest.skip("wget, whose WARC files are imported here, is not installed")
    fetched = findings(lineage_verify, spec, "--allow-private-network")
    assert len({row["verdict"] for row in fetched}) == 4
    urls = [f"{site.address}/mill", f"{site.address}/old"]
    saving = [wget, "-q", "--no-proxy", "-O", str(folder / "out"), "--warc-file=saved"]
    subprocess.run([*saving, *urls], check=True, timeout=60, cwd=folder)
    taken = lineage_verify("cache", "import", "saved.warc.gz", "--cache-dir", "other")
    assert taken.code == 0, taken.err
    offline = (spec, "--offline", "--cache-dir", "other")
    assert findings(lineage_verify, *offline) == fetched


@needs_chromium
@pytest.mark.parametrize("name", ["mill.mhtml", "mill.html"])
def test_what_a_browser_saves_gives_the_same_verdicts(
    lineage_verify: Command, site: Site, spec: str, folder: Path, name: str
) -> None:
    fetched = findings(lineage_verify, spec, "--allow-private-network")
    (folder / name).write_bytes(asyncio.run(saved(f"{site.address}/mill", name)))
    for path in ("/mill", "/old"):
        taken = lineage_verify(
            "cache", "import", name, "--url", f"{site.address}{path}", "--cache-dir", "other"
        )
        assert taken.code == 0, taken.err
    offline = (spec, "--offline", "--cache-dir", "other")
    assert findings(lineage_verify, *offline) == fetched


async def saved(url: str, name: str) -> bytes:
    """A page as a browser saves it: in one file (MHTML), or its tree as HTML."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM)
        try:
            page = await browser.new_page()
            await page.goto(url, wait_until="load")
            if name.endswith(".html"):
                return (await page.content()).encode()
            session = await page.context.new_cdp_session(page)
            snapshot = await session.send("Page.captureSnapshot", {"format": "mhtml"})
            return str(snapshot["data"]).encode()
        finally:
            await browser.close()
