"""A page as a browser has it once its scripts have run; an extra of the package.

The browser has no network of its own: its proxy leads nowhere, and every request is taken from it
and asked in the same guarded way as a page itself, so that no script reaches what a page may not
name. Only `GET` is passed on, and no pictures, fonts or films.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from lineage_verify.pages.answer import Page
from lineage_verify.pages.browser import CannotStartError, Program
from lineage_verify.pages.faults import one_line
from lineage_verify.pages.snapshot import ErrorKind, Provenance, Rendering, Snapshot, Unreachable
from lineage_verify.pages.visit import Visit

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, WebSocketRoute
    from playwright.async_api import Page as Tab

__all__ = ["NO_EXTRA", "Ask", "Renderer", "is_html"]

Ask = Callable[[str], Awaitable[Page | Unreachable]]
"""Asks for one address under the address guard and the limits, without any credentials."""

_HTML: Final = frozenset({"text/html", "application/xhtml+xml"})
_STARTS: Final = (b"<!doctype html", b"<html")
NO_EXTRA = (
    "rendering a page needs an extra; install it with: pip install 'lineage-verify[browser]'"
    " && playwright install chromium"
)
_QUIET_MS = 500.0
_CLOSING_S = 10.0
_READINGS = 5


class Renderer:
    """Renders pages one by one, as an async context manager; the browser starts with the first.

    `seconds` bounds each page, of which `rest_s` may be waited for its requests to end;
    `bytes_limit` bounds what its scripts load and what comes of it. `executable` names the browser
    (`None` means the first that is found); `environ` is what it is started with, less all secrets;
    what a user should know of it is told to `notes`.
    """

    def __init__(
        self,
        ask: Ask,
        *,
        seconds: float,
        bytes_limit: int,
        rest_s: float = 10.0,
        executable: str | None = None,
        environ: Mapping[str, str] | None = None,
        notes: Callable[[str], None] | None = None,
    ) -> None:
        """Start nothing yet."""
        self._rest_s = rest_s
        self._ask = ask
        self._seconds = seconds
        self._bytes_limit = bytes_limit
        self._program = Program(executable, environ or {}, notes or (lambda _: None))
        self._turn = asyncio.Lock()

    async def __aenter__(self) -> Self:
        """Begin; nothing is started."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop the browser."""
        await self._program.stop()

    async def render(self, snapshot: Snapshot) -> Snapshot | Unreachable:
        """Return a page after its scripts have run; what is no HTML comes back as it is."""
        if not is_html(snapshot):
            return snapshot
        try:
            from playwright.async_api import Error
        except ModuleNotFoundError:
            return _cannot(snapshot, NO_EXTRA)
        try:
            async with self._turn, asyncio.timeout(self._seconds):
                return await self._rendered(snapshot)
        except TimeoutError:
            message = f"the page was not rendered within {self._seconds:g} s"
            return Unreachable(ErrorKind.TIMEOUT, message, url=snapshot.url)
        except CannotStartError as error:
            return _cannot(snapshot, str(error))
        except Error as error:
            return _cannot(snapshot, f"the browser cannot render the page: {_first_line(error)}")

    async def _rendered(self, snapshot: Snapshot) -> Snapshot | Unreachable:
        browser = await self._program.browser(self._seconds)
        visit = Visit(snapshot, self._ask, self._bytes_limit)
        context = await browser.new_context(
            service_workers="block", accept_downloads=False, viewport={"width": 1280, "height": 900}
        )
        try:
            markup = await self._markup(context, visit)
        finally:
            await self._close(context)
        body = markup.encode("utf-8", "replace")
        if len(body) > self._bytes_limit:
            message = f"the rendered page is larger than {self._bytes_limit} bytes"
            return Unreachable(ErrorKind.TOO_LARGE, message, url=snapshot.url)
        by = f"{browser.browser_type.name}/{browser.version}"
        return _made(snapshot, body, Rendering(by=by, without=visit.without(), page=snapshot))

    async def _close(self, context: "BrowserContext") -> None:
        """Close a page's window; a browser that cannot do so is given up with it."""
        from playwright.async_api import Error

        try:
            async with asyncio.timeout(_CLOSING_S):
                await context.close()
        except (TimeoutError, Error):
            await self._program.stop()

    async def _markup(self, context: "BrowserContext", visit: Visit) -> str:
        from playwright.async_api import TimeoutError as QuietTimeout

        await context.route_web_socket("**", _refuse_socket)
        await context.route("**/*", visit.answer)
        tab = await context.new_page()
        visit.opened(tab)
        await tab.goto(visit.snapshot.url, wait_until="commit", timeout=self._seconds * 1000)
        with suppress(QuietTimeout):  # a page that never rests is read as it is by then
            await tab.wait_for_load_state("networkidle", timeout=self._rest_s * 1000)
        await tab.wait_for_timeout(_QUIET_MS)
        return await _read(tab)


def is_html(snapshot: Snapshot) -> bool:
    """Whether a browser takes a page for HTML, by its type or, where it has none, its beginning."""
    if snapshot.media_type is None:
        return snapshot.body[:200].lstrip().lower().startswith(_STARTS)
    return snapshot.media_type in _HTML


def _made(snapshot: Snapshot, body: bytes, rendering: Rendering) -> Snapshot:
    return replace(
        snapshot,
        body=body,
        sha256=sha256(body).hexdigest(),
        headers=(("content-type", "text/html; charset=utf-8"),),
        fetched_at=snapshot.validated_at,
        provenance=Provenance.FETCHED,
        encoded=None,
        confirmation=None,
        rendering=rendering,
    )


async def _read(tab: "Tab") -> str:
    """The page's markup; it is asked for again where a script has just changed the whole page."""
    from playwright.async_api import Error

    for _ in range(_READINGS - 1):
        with suppress(Error):
            return str(await tab.evaluate(_SERIALISE))
        await tab.wait_for_timeout(_QUIET_MS)
    return str(await tab.evaluate(_SERIALISE))


_SERIALISE: Final = """() => {
  const root = document.documentElement;
  if (!root) return '';
  const inputs = new Map();
  const chooser = (parent, kind) => {
    const key = kind + 'Of';
    if (!inputs.has(parent)) inputs.set(parent, {});
    const known = inputs.get(parent);
    if (!(key in known)) known[key] = parent.querySelector(`:scope > input[type=${kind}]`);
    return known[key];
  };
  const follows = (one, other) =>
    other && (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  const isChosen = element => {
    let up = element;
    for (let level = 0; level < 3 && up.parentElement; level++, up = up.parentElement) {
      if (follows(up, chooser(up.parentElement, 'radio'))) return true;
      if (level === 0 && follows(up, chooser(up.parentElement, 'checkbox'))) return true;
    }
    return false;
  };
  const silent = new Set(['script', 'style', 'template', 'noscript', 'link', 'meta']);
  const shadows = [];
  const rest = document.body ? [[document.body, true]] : [];
  while (rest.length) {
    const [element, wasVisible] = rest.pop();
    if (silent.has(element.localName)) continue;
    const style = getComputedStyle(element);
    const isHidden = style.display === 'none';
    if (isHidden && !isChosen(element)) element.setAttribute('hidden', '');
    const isVisible = isHidden ? wasVisible : style.visibility === 'visible';
    if (isVisible !== wasVisible && element.style)
      element.style.setProperty('visibility', isVisible ? 'visible' : 'hidden');
    if (element.shadowRoot) shadows.push(element.shadowRoot);
    for (const tree of [element, element.shadowRoot])
      if (tree) for (const child of tree.children) rest.push([child, isVisible]);
  }
  const inner = root.getHTML ? root.getHTML({shadowRoots: shadows}) : root.innerHTML;
  const outer = root.cloneNode(false).outerHTML;
  const end = outer.lastIndexOf('</');
  return '<!DOCTYPE html>' + outer.slice(0, end) + inner + outer.slice(end);
}"""
"""Marks what no reader sees as hidden, and gives the page as HTML, shadow trees included.

What a style sheet hides gets the attribute or the style that says so; what a radio button or a
check box beside it opens (tabs without a script) is left as it is, since a reader can open it.
"""


def _cannot(snapshot: Snapshot, message: str) -> Unreachable:
    return Unreachable(ErrorKind.UNSUPPORTED_TYPE, message, url=snapshot.url)


async def _refuse_socket(socket: "WebSocketRoute") -> None:
    await socket.close()


def _first_line(error: Exception) -> str:
    return one_line(str(error).strip().partition("\n")[0]) or type(error).__name__
