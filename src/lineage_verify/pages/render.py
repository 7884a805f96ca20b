"""A page as a browser has it once its scripts have run; an extra of the package.

The browser has no network of its own: its proxy leads nowhere, and every request is taken from it
and asked in the same guarded way as a page itself, so that no script reaches what a page may not
name. Only `GET` is passed on, and no pictures, fonts or films.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from lineage_verify.pages.answer import Page
from lineage_verify.pages.snapshot import ErrorKind, Snapshot, Unreachable

if TYPE_CHECKING:
    from playwright.async_api import (
        Browser,
        BrowserContext,
        Playwright,
        Request,
        Route,
        WebSocketRoute,
    )
    from playwright.async_api import Page as Tab

__all__ = ["RENDERED_HEADER", "Ask", "Renderer"]

Ask = Callable[[str], Awaitable[Page | Unreachable]]
"""Asks for one address under the address guard and the limits, without any credentials."""

RENDERED_HEADER: Final = "x-lineage-verify-rendered"
"""On a snapshot that a browser made: which one."""

_MISSING = (
    "rendering a page needs an extra; install it with: pip install 'lineage-verify[browser]'"
    " && playwright install chromium"
)
_HTML: Final = frozenset({"text/html", "application/xhtml+xml"})
_UNREAD: Final = frozenset({"image", "media", "font"})
_OF_THE_ANSWER_ALONE: Final = frozenset(
    {"content-encoding", "content-length", "transfer-encoding", "connection", "set-cookie"}
)
_MOST_REQUESTS = 300
_QUIET_MS = 500.0
_NOWHERE = "http://127.0.0.1:9"
"""The discard port: what is not taken from the browser goes here, and no further."""

_ARGUMENTS: Final = (
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-bypass-list=<-loopback>",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-background-networking",
    "--disable-features=DnsOverHttps,WebRtcHideLocalIpsWithMdns",
)


class Renderer:
    """Renders pages one by one, as an async context manager; the browser starts with the first.

    `seconds` bounds each page, of which `rest_s` may be waited for its requests to end;
    `bytes_limit` bounds what its scripts load and what comes of it. `executable` names an
    installed Chromium, `None` means Playwright's own.
    """

    def __init__(
        self,
        ask: Ask,
        *,
        seconds: float,
        bytes_limit: int,
        rest_s: float = 10.0,
        executable: str | None = None,
    ) -> None:
        """Start nothing yet."""
        self._rest_s = rest_s
        self._ask = ask
        self._seconds = seconds
        self._bytes_limit = bytes_limit
        self._executable = executable
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
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
        if self._browser is not None:
            await self._browser.close()
        if self._playwright is not None:
            await self._playwright.stop()

    async def render(self, snapshot: Snapshot) -> Snapshot | Unreachable:
        """Return a page after its scripts have run; what is no HTML comes back as it is."""
        if snapshot.media_type not in _HTML:
            return snapshot
        try:
            from playwright.async_api import Error
        except ModuleNotFoundError:
            return Unreachable(ErrorKind.UNSUPPORTED_TYPE, _MISSING, url=snapshot.url)
        try:
            async with self._turn, asyncio.timeout(self._seconds):
                return await self._rendered(snapshot)
        except TimeoutError:
            message = f"the page was not rendered within {self._seconds:g} s"
            return Unreachable(ErrorKind.TIMEOUT, message, url=snapshot.url)
        except Error as error:
            message = f"the browser cannot render the page: {_first_line(error)}"
            return Unreachable(ErrorKind.UNSUPPORTED_TYPE, message, url=snapshot.url)

    async def _rendered(self, snapshot: Snapshot) -> Snapshot | Unreachable:
        browser = await self._started()
        context = await browser.new_context(
            service_workers="block", accept_downloads=False, viewport={"width": 1280, "height": 900}
        )
        try:
            markup = await self._markup(context, snapshot)
        finally:
            await context.close()
        body = markup.encode("utf-8", "replace")
        if len(body) > self._bytes_limit:
            message = f"the rendered page is larger than {self._bytes_limit} bytes"
            return Unreachable(ErrorKind.TOO_LARGE, message, url=snapshot.url)
        return replace(
            snapshot,
            body=body,
            sha256=sha256(body).hexdigest(),
            headers=(
                ("content-type", "text/html; charset=utf-8"),
                (RENDERED_HEADER, f"{browser.browser_type.name}/{browser.version}"),
            ),
            encoded=None,
            confirmation=None,
        )

    async def _started(self) -> "Browser":
        from playwright.async_api import async_playwright

        if self._playwright is None:
            self._playwright = await async_playwright().start()
        if self._browser is None or not self._browser.is_connected():
            self._browser = await self._playwright.chromium.launch(
                executable_path=self._executable,
                args=list(_ARGUMENTS),
                proxy={"server": _NOWHERE, "bypass": ""},
            )
        return self._browser

    async def _markup(self, context: "BrowserContext", snapshot: Snapshot) -> str:
        from playwright.async_api import TimeoutError as QuietTimeout

        visit = _Visit(snapshot, self._ask, self._bytes_limit)
        await context.route_web_socket("**", _refuse_socket)
        await context.route("**/*", visit.answer)
        tab = await context.new_page()
        context.on("page", _close_other(tab))
        try:
            await tab.goto(snapshot.url, wait_until="commit", timeout=self._seconds * 1000)
            await tab.wait_for_load_state("networkidle", timeout=self._rest_s * 1000)
        except QuietTimeout:
            pass  # a page that never rests is read as it is by then
        await tab.wait_for_timeout(_QUIET_MS)
        return await tab.content()


@dataclass  # without slots: Playwright keeps its own attributes on who listens
class _Visit:
    """One page's requests: the page itself from its snapshot, all others asked for."""

    snapshot: Snapshot
    ask: Ask
    bytes_left: int
    requests: int = 0
    asked: dict[str, Page | Unreachable] = field(default_factory=dict)

    async def answer(self, route: "Route") -> None:
        """Answer one request of the browser; a request whose window has gone needs none."""
        from playwright.async_api import Error

        self.requests += 1
        with suppress(Error):
            if _is_the_page(route.request):
                await self._answer_navigation(route, route.request.url)
            elif self._may_pass(route.request):
                await self._answer_other(route, route.request.url)
            else:
                await route.abort("blockedbyclient")

    async def _answer_navigation(self, route: "Route", url: str) -> None:
        """Give the page itself; a script that leads elsewhere is not followed."""
        if url.split("#", maxsplit=1)[0] != self.snapshot.url.split("#")[0]:
            await route.abort("aborted")
            return
        headers = dict(_passed_on(self.snapshot.headers))
        await route.fulfill(status=200, headers=headers, body=self.snapshot.body)

    def _may_pass(self, request: "Request") -> bool:
        return (
            request.method == "GET"
            and request.url.startswith(("http://", "https://"))
            and request.resource_type not in _UNREAD
            and self.requests <= _MOST_REQUESTS
        )

    async def _answer_other(self, route: "Route", url: str) -> None:
        address = url.split("#", maxsplit=1)[0]
        if address not in self.asked:
            self.asked[address] = await self.ask(address)
        answer = self.asked[address]
        if isinstance(answer, Unreachable) or len(answer.body) > self.bytes_left:
            await route.abort("failed")
            return
        self.bytes_left -= len(answer.body)
        await route.fulfill(status=200, headers=dict(_passed_on(answer.headers)), body=answer.body)


def _is_the_page(request: "Request") -> bool:
    """Tell whether a request is for the page itself, in the window's own frame."""
    from playwright.async_api import Error

    if not request.is_navigation_request():
        return False
    try:
        return request.frame.parent_frame is None
    except Error:  # a new window's first request has no frame yet
        return False


def _passed_on(headers: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    return [(name, value) for name, value in headers if name not in _OF_THE_ANSWER_ALONE]


async def _refuse_socket(socket: "WebSocketRoute") -> None:
    await socket.close()


def _close_other(tab: "Tab") -> "Callable[[Tab], Awaitable[None]]":
    async def close(other: "Tab") -> None:
        if other is not tab:
            await other.close()

    return close


def _first_line(error: Exception) -> str:
    line = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    return line if len(line) <= 200 else line[:199] + "…"
