"""Pages that only a script fills, rendered by a browser without a network of its own."""

import asyncio
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer

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
    async def go() -> Snapshot | Unreachable:
        renderer = Renderer(
            world.ask,
            seconds=seconds,
            bytes_limit=bytes_limit,
            rest_s=2.0,
            executable=CHROMIUM,
        )
        async with renderer:
            return await renderer.render(page)

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
    assert set(world.asked) <= {f"http://{inside}/{path}" for path in "abdhi"}


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
