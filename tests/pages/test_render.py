"""Pages that only a script fills, rendered by a browser without a network of its own."""

import asyncio
import contextlib
import os
import shutil
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from lineage_verify.pages.answer import Page
from lineage_verify.pages.render import Renderer
from lineage_verify.pages.snapshot import ErrorKind, Provenance, Snapshot, Unreachable

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
URL = "http://docs.brook.example/engine"
WHEN = datetime(2026, 1, 15, tzinfo=UTC)

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


def snapshot(body: str, content_type: str = "text/html; charset=utf-8") -> Snapshot:
    content = body.encode()
    return Snapshot(
        address=URL,
        url=URL,
        status=200,
        headers=(("content-type", content_type), ("etag", '"1"')),
        body=content,
        sha256=sha256(content).hexdigest(),
        fetched_at=WHEN,
        validated_at=WHEN,
        provenance=Provenance.FETCHED,
    )


class World:
    """What the browser may be told, by address; it notes what it was asked."""

    def __init__(self, pages: Mapping[str, tuple[str, str]]) -> None:
        self.pages = pages
        self.asked: list[str] = []

    async def ask(self, address: str) -> Page | Unreachable:
        self.asked.append(address)
        if address not in self.pages:
            return Unreachable(ErrorKind.FORBIDDEN_ADDRESS, "not this one", url=address)
        content_type, body = self.pages[address]
        headers = (("content-type", content_type), ("access-control-allow-origin", "*"))
        return Page(url=address, headers=headers, body=body.encode(), encoded=None)


def render(
    page: Snapshot, world: World, *, seconds: float = 90.0, bytes_limit: int = 1_000_000
) -> Snapshot | Unreachable:
    return render_each([page], world, seconds=seconds, bytes_limit=bytes_limit)[0]


def render_each(
    pages: Sequence[Snapshot],
    world: World,
    *,
    seconds: float = 90.0,
    bytes_limit: int = 1_000_000,
    rest_s: float = 2.0,
) -> list[Snapshot | Unreachable]:
    """Several pages in one browser, which takes a while to start."""

    async def go() -> list[Snapshot | Unreachable]:
        renderer = Renderer(
            world.ask,
            seconds=seconds,
            bytes_limit=bytes_limit,
            rest_s=rest_s,
            executable=CHROMIUM,
        )
        async with renderer:
            return [await renderer.render(page) for page in pages]

    return asyncio.run(go())


def text_of(made: Snapshot | Unreachable) -> str:
    assert isinstance(made, Snapshot), made
    return made.body.decode()


SHELL = '<!doctype html><title>Brook</title><div id="root"></div><script src="/app.js"></script>'
APP = """
fetch('/words.json').then(answer => answer.json()).then(said => {
  document.getElementById('root').innerHTML = '<p>' + said.words + '</p>';
});
"""
WORLD = {
    "http://docs.brook.example/app.js": ("text/javascript", APP),
    "http://docs.brook.example/words.json": (
        "application/json",
        '{"words": "The engine owns the queue."}',
    ),
}


def test_a_page_is_read_once_its_scripts_have_run() -> None:
    world = World(WORLD)
    page = snapshot(SHELL)
    made = render(page, world)
    assert "<p>The engine owns the queue.</p>" in text_of(made)
    assert isinstance(made, Snapshot)
    assert made.sha256 == sha256(made.body).hexdigest()
    assert (made.address, made.url, made.fetched_at) == (page.address, page.url, page.fetched_at)
    assert made.media_type == "text/html"
    assert made.rendering is not None
    assert made.rendering.by.startswith("chromium/")
    assert made.rendering.without is None
    assert made.rendering.page is page
    assert made.header("etag") is None
    assert sorted(world.asked) == sorted(WORLD)


@pytest.fixture
def listener() -> Iterator[tuple[int, Callable[[], int]]]:
    """A server on loopback that counts what reaches it."""
    hits = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            hits.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_address[1], lambda: len(hits)
    server.shutdown()
    server.server_close()
    thread.join()


def test_no_script_reaches_the_network(listener: tuple[int, Callable[[], int]]) -> None:
    port, hits = listener
    inside = f"127.0.0.1:{port}"
    world = World({})
    body = f"""<p>Words</p><link rel=dns-prefetch href=//{inside}><link rel=preconnect
      href=http://{inside}><link rel=prefetch href=http://{inside}/a><iframe
      src=http://{inside}/b></iframe><img src=http://{inside}/c><script>
      fetch('http://{inside}/d', {{mode: 'no-cors'}}).catch(() => 0);
      fetch('http://{inside}/e', {{mode: 'no-cors', method: 'POST', body: 'x'}}).catch(() => 0);
      navigator.sendBeacon('http://{inside}/f', 'x');
      new WebSocket('ws://{inside}/g').onerror = () => 0;
      new EventSource('http://{inside}/h').onerror = () => 0;
      window.open('http://{inside}/i');
      setTimeout(() => {{ location = 'http://{inside}/j'; }}, 50);
    </script>"""
    made = render(snapshot(body), world)
    assert "<p>Words</p>" in text_of(made)
    assert hits() == 0
    assert set(world.asked) <= {f"http://{inside}/{path}" for path in "abdh"}


LEADING_AWAY = {
    "reload": "setInterval(() => location.reload(), 20);",
    "leave": "setInterval(() => { location = 'http://elsewhere.example/' + Math.random(); }, 60);",
    "windows": "for (let i = 0; i < 9; i++) window.open('http://elsewhere.example/' + i);",
    "history": "history.pushState({}, '', '/other'); setInterval(() => history.go(0), 20);",
    "late": "setTimeout(() => { document.location.replace(document.URL); }, 490);",
    "dialogs": "onbeforeunload = () => 1; setInterval(() => location.assign('/x'), 20); alert(1);",
}


def test_no_script_leads_the_browser_elsewhere() -> None:
    """Nor does one that tries keep the page from being read, however the two fall together."""
    world = World({})
    pages = [snapshot(f"<p>Words</p><script>{script}</script>") for script in LEADING_AWAY.values()]
    for name, made in zip(LEADING_AWAY, render_each(pages, world, rest_s=0.6), strict=True):
        assert isinstance(made, Snapshot), (name, made)
        assert b"<p>Words</p>" in made.body, name
    assert world.asked == []


def test_a_page_that_writes_itself_anew_is_read_as_it_is_then() -> None:
    body = """<p>Old</p><script>addEventListener('load', () => setTimeout(() => {
      document.open(); document.write('<p>New</p>'); document.close(); }, 100));</script>"""
    made = text_of(render(snapshot(body), World({})))
    assert "<p>New</p>" in made
    assert "Old" not in made


HIDDEN = """<style>.gone { display: none }
  .dim { visibility: hidden } .dim b { visibility: visible }
  .tabs > input ~ div { display: none }</style>
<p>Shown.</p><p class=gone>Gone.</p><div class=dim>Dim <b>bright</b></div>
<div class=tabs><input type=radio><label>A</label><div>In a tab.</div></div>
<details><summary>More</summary>In details.</details>
<x-y></x-y><script>
  const root = document.querySelector('x-y').attachShadow({mode: 'open'});
  root.innerHTML = '<style>i { display: none }</style><p>In a component.</p><i>Gone too.</i>';
</script>"""


def test_what_a_style_sheet_hides_is_marked_and_components_are_given() -> None:
    from lineage_verify.text.extract import extract
    from lineage_verify.text.page_text import Mark, PageText

    made = render(snapshot(HIDDEN), World({}))
    assert isinstance(made, Snapshot)
    text = extract(made)
    assert isinstance(text, PageText)
    hidden = " ".join(
        text.text[part.start : part.end] for part in text.stretches if part.marks & Mark.HIDDEN
    ).split()
    assert hidden == "Gone. Dim Gone too.".split()  # noqa: SIM905 - a sentence
    for shown in ("Shown.", "bright", "In a tab.", "In details.", "In a component."):
        assert shown in text.text


LACKING = {
    "fetch('/gone')": "/gone (not this one)",
    "fetch('/words', {method: 'POST', body: 'x'})": "only GET",
    "fetch('/big')": "too large",
    "fetch('/slow')": "no answer by the time",
    "fetch('/not-there')": None,
    "new Image().src = '/picture.png'": None,
}


def test_what_a_page_does_without_is_told() -> None:
    class Odd(World):
        async def ask(self, address: str) -> Page | Unreachable:
            if address.endswith("/slow"):
                await asyncio.sleep(60)
            if address.endswith("/not-there"):
                return Unreachable(ErrorKind.HTTP_STATUS, "404", 404, address)
            return await super().ask(address)

    world = Odd({"http://docs.brook.example/big": ("text/plain", "x" * 2000)})
    pages = [snapshot(f"<p>Words</p><script>{script}</script>") for script in LACKING]
    for script, made in zip(LACKING, render_each(pages, world, bytes_limit=1000), strict=True):
        assert isinstance(made, Snapshot), (script, made)
        assert made.rendering is not None
        told, wanted = made.rendering.without, LACKING[script]
        assert (told is None) if wanted is None else (wanted in (told or "")), script


def test_a_browser_that_dies_is_a_reason_and_the_next_page_gets_another() -> None:
    """It is killed while a page's script waits for an answer."""

    async def go() -> tuple[Snapshot | Unreachable, Snapshot | Unreachable]:
        killed: list[int] = []

        async def kill(address: str) -> Page | Unreachable:
            if not killed:
                killed.extend(browsers())
                for process in killed:
                    os.kill(process, signal.SIGKILL)
            return Unreachable(ErrorKind.CONNECT, "no", url=address)

        renderer = Renderer(
            kill, seconds=60.0, bytes_limit=1_000_000, rest_s=2.0, executable=CHROMIUM
        )
        async with renderer:
            first = await renderer.render(snapshot("<p>Words</p><script>fetch('/x')</script>"))
            second = await renderer.render(snapshot("<p>Words</p>"))
        assert killed
        return first, second

    first, second = asyncio.run(go())
    assert isinstance(first, Unreachable)
    assert first.kind is ErrorKind.UNSUPPORTED_TYPE
    assert "<p>Words</p>" in text_of(second)


def browsers() -> list[int]:
    """The browsers' main processes below this one."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (folder / "cmdline").read_bytes()
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            parents[int(folder.name)] = (parent, b"chrom" in words and b"--type=" not in words)
    below = {os.getpid()}
    while more := {one for one, (parent, _) in parents.items() if parent in below} - below:
        below |= more
    return [one for one in below if one in parents and parents[one][1]]


def test_what_the_guard_refuses_is_not_given_to_a_script() -> None:
    world = World({})
    body = """<p id=p>Words</p><script>
      fetch('http://169.254.169.254/latest').then(() => { p.textContent = 'reached'; });
    </script>"""
    made = render(snapshot(body), world)
    assert "reached" not in text_of(made).split("<script>")[0]
    assert world.asked == ["http://169.254.169.254/latest"]


def test_what_is_no_page_is_left_as_it_is() -> None:
    page = snapshot("{}", "application/json")
    assert render(page, World({})) is page


def test_a_page_that_never_rests_is_read_as_it_is_by_then() -> None:
    body = """<p>Words</p><script>
      setInterval(() => fetch('/again?' + Math.random()).catch(() => 0), 20);
    </script>"""
    assert "<p>Words</p>" in text_of(render(snapshot(body), World({})))


def test_a_page_that_hangs_is_given_up() -> None:
    made = render(snapshot("<p>Words</p><script>for (;;) {}</script>"), World({}), seconds=6.0)
    assert isinstance(made, Unreachable)
    assert made.kind is ErrorKind.TIMEOUT


def test_a_page_that_grows_too_large_is_refused() -> None:
    body = "<p id=p></p><script>p.textContent = 'word '.repeat(100000);</script>"
    made = render(snapshot(body), World({}), bytes_limit=50_000)
    assert isinstance(made, Unreachable)
    assert made.kind is ErrorKind.TOO_LARGE


def test_without_a_browser_the_reason_is_told() -> None:
    async def go() -> Snapshot | Unreachable:
        renderer = Renderer(
            World({}).ask, seconds=20.0, bytes_limit=1_000, executable="/nowhere/chromium"
        )
        async with renderer:
            return await renderer.render(snapshot(SHELL))

    made = asyncio.run(go())
    assert isinstance(made, Unreachable)
    assert made.kind is ErrorKind.UNSUPPORTED_TYPE
    assert "\n" not in made.message
