"""Pages that only a script fills, end to end: the installed command, a real server, a browser."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command, Result
from tests.lineage import lineage_spec
from tests.loopback import Page, Site

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")

WORDS = "The wheel turns the shaft, and the shaft turns the stone."
SENT = "The sack stands at the door until the miller is in."
FILLING = "A mill has a wheel, a shaft, a pair of stones, a hopper and a chute for the flour. " * 5
SHELL = b"""<!doctype html><title>Mill</title><style>.aside { display: none }</style>
<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript>
<script src="/app.js"></script>"""
PAGE = SHELL.replace(b'"root">', b'"root"><main><p>%b</p></main>' % " ".join([SENT] * 9).encode())
APP = b"""fetch('/words.json').then(answer => answer.json()).then(said => {
  document.getElementById('root').innerHTML = said.markup;
});"""
LOCAL = ("--allow-private-network", "--retries", "0", "--format", "json")


def words(site: Site, markup: str) -> None:
    body = json.dumps({"markup": f"{markup}<p>{FILLING}</p>"}).encode()
    site.pages["/words.json"] = Page(body, "application/json")


@pytest.fixture
def mill(site: Site) -> Site:
    site.pages["/mill"] = Page(SHELL, etag='"one"')
    site.pages["/app.js"] = Page(APP, "text/javascript")
    words(site, f"<h1>Mill</h1><p>{WORDS}</p><p class='aside'>Unseen words of the miller.</p>")
    return site


@pytest.fixture
def spec(mill: Site, write_spec: Callable[..., str]) -> str:
    return write_spec(lineage_spec({"mill": f"{mill.address}/mill"}, [("mill", WORDS)]))


def told(result: Result) -> dict[str, Any]:
    """The one spec's report."""
    assert "Traceback" not in result.err
    report: dict[str, Any] = result.json["specs"][0]
    return report


def verdict(result: Result) -> str:
    return str(told(result)["evidence"][0]["verdict"])


def source(result: Result) -> dict[str, Any]:
    read: dict[str, Any] = told(result)["sources"][0]
    return read


def test_a_page_that_a_script_fills_is_read_rendered_and_kept_so(
    lineage_verify: Command, mill: Site, spec: str, folder: Path
) -> None:
    plain = lineage_verify(spec, *LOCAL)
    assert (plain.code, source(plain)["error"]["kind"]) == (3, "no-text")
    assert mill.paths() == ["/mill"]
    assert not list(folder.rglob("*.warc.gz"))

    rendered = lineage_verify(spec, *LOCAL, "--render", "auto")
    assert (rendered.code, verdict(rendered)) == (0, "verbatim"), rendered.err
    assert source(rendered)["rendered_by"].startswith("chromium/")
    assert mill.paths()[1:] == ["/mill", "/robots.txt", "/app.js", "/words.json"]
    asked = len(mill.asked)

    again = lineage_verify(spec, *LOCAL, "--render", "auto")
    offline = lineage_verify(spec, *LOCAL, "--offline", env={"LINEAGE_VERIFY_RENDER": "auto"})
    assert [verdict(again), verdict(offline)] == ["verbatim", "verbatim"]
    assert source(offline)["sha256"] == source(rendered)["sha256"]
    assert len(mill.asked) == asked

    never = lineage_verify(spec, *LOCAL, "--offline")
    assert (never.code, source(never)["error"]["kind"]) == (3, "not-cached")
    assert "--render auto" in source(never)["error"]["message"]
    assert source(lineage_verify(spec, *LOCAL))["error"]["kind"] == "no-text"


def test_the_cache_says_what_was_rendered(
    lineage_verify: Command, mill: Site, spec: str, folder: Path
) -> None:
    assert lineage_verify(spec, *LOCAL, "--render", "auto").code == 0
    url = f"{mill.address}/mill"
    assert "(rendered)" in lineage_verify("cache", "list").out
    assert "rendered by chromium/" in lineage_verify("cache", "list", url).out
    refused = lineage_verify("cache", "show", url)
    assert refused.code == 2
    assert "--rendered" in refused.err
    shown = lineage_verify("cache", "show", url, "--rendered")
    assert WORDS in shown.out
    assert "rendered by chromium/" in shown.err
    bundle = lineage_verify("cache", "export", spec, "--output", "bundle.warc.gz")
    assert "1 snapshot of 1 page written to bundle.warc.gz, as rendered" in bundle.err
    elsewhere = ("--cache-dir", "elsewhere")
    assert "(rendered)" in lineage_verify("cache", "import", "bundle.warc.gz", *elsewhere).out
    offline = ("--offline", "--render", "auto", *elsewhere)
    assert verdict(lineage_verify(spec, *LOCAL, *offline)) == "verbatim"
    pointer = told(lineage_verify(spec, *LOCAL, *offline))["evidence"][0]["pointer"]
    explained = lineage_verify("explain", spec, pointer, *offline)
    assert "rendered by chromium/" in explained.out


def test_always_reads_every_page_as_the_scripts_leave_it(
    lineage_verify: Command, mill: Site, spec: str, write_spec: Callable[..., str]
) -> None:
    """Both readings are kept, and neither is given for the other."""
    mill.pages["/mill"] = Page(PAGE, etag='"two"')
    sent = write_spec(
        lineage_spec({"mill": f"{mill.address}/mill"}, [("mill", SENT)]), name="sent.json"
    )
    always = ("--render", "always")
    assert verdict(lineage_verify(sent, *LOCAL)) == "verbatim"
    assert verdict(lineage_verify(spec, *LOCAL, *always)) == "verbatim"
    assert verdict(lineage_verify(sent, *LOCAL, *always)) == "missing"
    offline = (*LOCAL, "--offline")
    assert verdict(lineage_verify(sent, *offline)) == "verbatim"
    assert verdict(lineage_verify(spec, *offline)) == "missing"
    assert told(lineage_verify(spec, *offline))["evidence"][0]["last_held"] is None
    assert verdict(lineage_verify(sent, *offline, *always)) == "missing"
    assert verdict(lineage_verify(spec, *offline, *always)) == "verbatim"
    auto = ("--render", "auto", "--refresh")
    assert verdict(lineage_verify(sent, *LOCAL, *auto)) == "verbatim"


def test_a_304_of_the_page_hides_no_change_of_what_its_scripts_make(
    lineage_verify: Command, mill: Site, spec: str
) -> None:
    mill.pages["/mill"] = Page(PAGE, etag='"two"')
    always = (*LOCAL, "--render", "always", "--refresh")
    assert verdict(lineage_verify(spec, *always)) == "verbatim"
    words(mill, f"<h1>Mill</h1><p>{WORDS.replace('turns the stone', 'turns no stone')}</p>")
    changed = lineage_verify(spec, *always)
    assert [headers.get("if-none-match") for path, headers in mill.asked if path == "/mill"] == [
        None,
        '"two"',
    ]
    assert verdict(changed) == "drifted"
    assert told(changed)["evidence"][0]["last_held"] is not None


@pytest.mark.parametrize("rule", ["Disallow: /mill", "Disallow: /"])
def test_robots_txt_forbids_rendering_and_nothing_else(
    lineage_verify: Command, mill: Site, spec: str, rule: str, write_spec: Callable[..., str]
) -> None:
    mill.pages["/robots.txt"] = Page(f"User-agent: *\n{rule}\n".encode(), "text/plain")
    auto = lineage_verify(spec, *LOCAL, "--render", "auto")
    assert (auto.code, source(auto)["error"]["kind"]) == (3, "no-text")
    assert "robots.txt" in source(auto)["error"]["message"]
    assert mill.paths() == ["/mill", "/robots.txt"]
    mill.pages["/mill"] = Page(PAGE)
    sent = write_spec(lineage_spec({"mill": f"{mill.address}/mill"}, [("mill", SENT)]))
    always = lineage_verify(sent, *LOCAL, "--render", "always")
    assert (always.code, verdict(always)) == (0, "verbatim")
    (problem,) = [one for one in told(always)["problems"] if one["code"] == "not-rendered"]
    assert "robots.txt" in problem["message"]
    assert "rendered_by" not in source(always)


def test_what_robots_txt_keeps_from_the_scripts_is_no_missing_quote(
    lineage_verify: Command, mill: Site, spec: str
) -> None:
    mill.pages["/robots.txt"] = Page(b"User-agent: *\nDisallow: /words", "text/plain")
    mill.pages["/mill"] = Page(PAGE)
    result = lineage_verify(spec, *LOCAL, "--render", "always")
    assert verdict(result) == "unreachable"
    assert source(result)["error"]["kind"] == "truncated"
    assert "/words.json" in source(result)["error"]["message"]


def test_a_failed_request_of_a_script_is_no_missing_quote(
    lineage_verify: Command, mill: Site, spec: str, write_spec: Callable[..., str]
) -> None:
    """Where some quotes stand, the others are judged, and the reader is told."""
    mill.pages["/words.json"] = Page(b"", status=503)
    mill.pages["/mill"] = Page(PAGE)
    always = (*LOCAL, "--render", "always")
    result = lineage_verify(spec, *always)
    assert (verdict(result), source(result)["error"]["kind"]) == ("unreachable", "truncated")
    both = write_spec(
        lineage_spec({"mill": f"{mill.address}/mill"}, [("mill", SENT), ("mill", WORDS)])
    )
    partly = told(lineage_verify(both, *always))
    assert [row["verdict"] for row in partly["evidence"][:2]] == ["verbatim", "missing"]
    codes = [problem["code"] for problem in partly["problems"]]
    assert "rendered-in-part" in codes


def test_what_a_style_sheet_hides_is_marked_as_hidden(
    lineage_verify: Command, mill: Site, write_spec: Callable[..., str]
) -> None:
    hidden = write_spec(
        lineage_spec(
            {"mill": f"{mill.address}/mill"},
            [("mill", "Unseen words of the miller."), ("mill", WORDS)],
        )
    )
    rows = told(lineage_verify(hidden, *LOCAL, "--render", "auto"))["evidence"]
    assert [warning["code"] for warning in rows[0]["warnings"]] == ["hidden-text"]
    assert rows[1]["warnings"] == []


def test_text_and_find_render_as_well(lineage_verify: Command, mill: Site, folder: Path) -> None:
    url = f"{mill.address}/mill"
    (folder / "lineage-verify.toml").write_text("render = 'auto'\nallow-private-network = true\n")
    read = lineage_verify("text", url)
    assert (read.code, WORDS in read.out) == (0, True), read.err
    assert "Unseen" not in read.out
    found = lineage_verify("find", url, WORDS)
    assert found.code == 0
    assert json.loads(found.out)["quote"] == WORDS


def test_a_date_is_renewed_on_what_was_rendered(
    lineage_verify: Command, spec: str, folder: Path
) -> None:
    renewed = lineage_verify(
        "renew", spec, "--allow-private-network", "--render", "auto", "--refresh"
    )
    assert renewed.code == 0, renewed.err
    assert '"verified_on": "2026-01-15"' not in (folder / spec).read_text("utf-8")


def test_without_a_browser_one_line_says_what_to_do(lineage_verify: Command, spec: str) -> None:
    nowhere = {"LINEAGE_VERIFY_BROWSER": "/nowhere/chromium"}
    result = lineage_verify(spec, *LOCAL, "--render", "auto", env=nowhere)
    assert (result.code, verdict(result)) == (3, "unreachable")
    assert "playwright install chromium" in source(result)["error"]["message"]


def test_without_the_extra_one_line_says_what_to_do(
    lineage_verify: Command, spec: str, tmp_path: Path
) -> None:
    (tmp_path / "blocked").mkdir()
    missing = "raise ModuleNotFoundError('No module named playwright', name='playwright')"
    (tmp_path / "blocked" / "playwright.py").write_text(missing)
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "blocked")}
    result = lineage_verify(spec, *LOCAL, "--render", "auto", env=env)
    assert (result.code, source(result)["error"]["kind"]) == (3, "unsupported-type")
    assert "lineage-verify[browser]" in source(result)["error"]["message"]
    always = lineage_verify(spec, *LOCAL, "--render", "always", env=env)
    assert always.code == 2
    assert always.err.count("\n") == 1
    assert "lineage-verify[browser]" in always.err


@pytest.mark.skipif(os.name != "posix", reason="signals to a group are POSIX")
def test_an_interrupt_ends_the_browser_too_and_says_one_line(
    mill: Site, spec: str, folder: Path
) -> None:
    """As at a terminal: the signal goes to this program, to the driver and to the browser."""
    mill.pages["/app.js"] = Page(b"for (;;) {}", "text/javascript")
    words = [sys.executable, "-m", "lineage_verify", spec, *LOCAL, "--render", "auto"]
    with subprocess.Popen(
        words, cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    ) as run:
        while "/app.js" not in mill.paths():
            assert run.poll() is None
            time.sleep(0.05)
        os.killpg(run.pid, signal.SIGINT)
        _, err = run.communicate(timeout=60)
    assert run.returncode == 130
    told = [line for line in err.decode().splitlines() if "sandbox" not in line]
    assert told == ["lineage-verify: interrupted; what was fetched stays in the cache"]
    for _ in range(300):
        if not is_there(run.pid):
            break
        time.sleep(0.1)
    assert not is_there(run.pid)


def is_there(group: int) -> bool:
    """Whether a process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
