"""One page's visit by a browser: the page itself from its snapshot, all others asked for."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from lineage_verify.pages.answer import Page
from lineage_verify.pages.credentials import without_secrets
from lineage_verify.pages.faults import one_line
from lineage_verify.pages.snapshot import Snapshot, Unreachable

if TYPE_CHECKING:
    from playwright.async_api import Page as Tab
    from playwright.async_api import Request, Route

__all__ = ["Visit"]

_UNREAD: Final = frozenset({"image", "media", "font"})
_FILLS: Final = frozenset({"script", "xhr", "fetch"})
"""Kinds of request whose answers a page may be filled with."""
_NOT_THERE: Final = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.GONE})
"""An answer like any other: a page asks for what may be there."""
_OF_THE_ANSWER_ALONE: Final = frozenset(
    {"content-encoding", "content-length", "transfer-encoding", "connection", "set-cookie"}
)
_MOST_REQUESTS = 300
_LONGEST_ADDRESS = 120


class Visit:
    """Answers the requests of one page, and notes which of them had no answer."""

    def __init__(
        self,
        snapshot: Snapshot,
        ask: Callable[[str], Awaitable[Page | Unreachable]],
        bytes_limit: int,
    ) -> None:
        """Wait for the window; `bytes_limit` bounds all answers together."""
        self.snapshot = snapshot
        self._ask = ask
        self._bytes_left = bytes_limit
        self._requests = 0
        self._tab: Tab | None = None
        self._has_begun = False
        self._asked: dict[str, Page | Unreachable] = {}
        self._failed: dict[str, str] = {}
        self._under_way: dict[str, int] = {}

    def opened(self, tab: "Tab") -> None:
        """Know the window that is read; all others are closed as they open."""
        self._tab = tab
        tab.context.on("page", _close)

    def without(self) -> str | None:
        """Which of the page's own requests had no answer, in one line; `None` where all had one."""
        lacking = {
            **self._failed,
            **dict.fromkeys(self._under_way, "no answer by the time it was read"),
        }
        if not lacking:
            return None
        address, why = next(iter(lacking.items()))
        shown = one_line(without_secrets(address))[:_LONGEST_ADDRESS]
        more = f", and {len(lacking) - 1} more" if len(lacking) > 1 else ""
        return f"{shown} ({one_line(why)}){more}"

    async def answer(self, route: "Route") -> None:
        """Answer one request of the browser; a request whose window has gone needs none."""
        from playwright.async_api import Error

        self._requests += 1
        try:
            await self._answer(route, route.request)
        except Error as error:
            self._lacks(route.request, str(error))
            with suppress(Error):
                await route.abort("failed")

    async def _answer(self, route: "Route", request: "Request") -> None:
        if request.is_navigation_request() and not _is_within(request):
            await self._answer_navigation(route, request)
        elif (why := self._refusal(request)) is not None:
            self._lacks(request, why)
            await route.abort("blockedbyclient")
        else:
            await self._answer_other(route, request)

    async def _answer_navigation(self, route: "Route", request: "Request") -> None:
        """Give the page itself, once; a script that leads elsewhere, or opens it, is not heeded."""
        same = _bare(request.url) == _bare(self.snapshot.url)
        if self._has_begun or not same:
            await route.abort("aborted")
            return
        self._has_begun = True
        headers = dict(_passed_on(self.snapshot.headers))
        headers.setdefault("content-type", "text/html")
        await route.fulfill(status=200, headers=headers, body=self.snapshot.body)

    def _refusal(self, request: "Request") -> str | None:
        """Why a request is not passed on; `None` where it is."""
        if request.method != "GET":
            return f"only GET is passed on, not {request.method}"
        if not request.url.startswith(("http://", "https://")):
            return "no address of the web"
        if request.resource_type in _UNREAD:
            return "it is no part of the text"
        if self._requests > _MOST_REQUESTS:
            return f"one page may ask for {_MOST_REQUESTS} others"
        return None

    async def _answer_other(self, route: "Route", request: "Request") -> None:
        address = _bare(request.url)
        answer = await self._get(address, request)
        if isinstance(answer, Page):
            await self._pass(route, request, answer)
            return
        if answer.status not in _NOT_THERE:
            self._lacks(request, answer.message)
        if answer.status is not None and answer.status >= HTTPStatus.BAD_REQUEST:
            await route.fulfill(status=answer.status, body=b"")
        else:
            await route.abort("failed")

    async def _get(self, address: str, request: "Request") -> Page | Unreachable:
        """What an address answers, each asked for once."""
        if address in self._asked:
            return self._asked[address]
        fills = request.resource_type in _FILLS
        self._under_way[address] = self._under_way.get(address, 0) + fills
        try:
            answer = self._asked[address] = await self._ask(address)
        finally:
            self._under_way[address] -= fills
            if self._under_way[address] <= 0:
                del self._under_way[address]
        return answer

    async def _pass(self, route: "Route", request: "Request", answer: Page) -> None:
        if len(answer.body) > self._bytes_left:
            self._lacks(request, "all that the page asks for is too large")
            await route.abort("failed")
            return
        self._bytes_left -= len(answer.body)
        await route.fulfill(status=200, headers=dict(_passed_on(answer.headers)), body=answer.body)

    def _lacks(self, request: "Request", why: str) -> None:
        if request.resource_type in _FILLS:
            self._failed.setdefault(_bare(request.url), why)


def _is_within(request: "Request") -> bool:
    """Whether a navigation is that of a frame within the page, and not of a window."""
    from playwright.async_api import Error

    try:
        return request.frame.parent_frame is not None
    except Error:  # a new window's first request has no frame yet
        return False


async def _close(other: "Tab") -> None:
    from playwright.async_api import Error

    with suppress(Error):
        await other.close()


def _bare(url: str) -> str:
    return url.split("#", maxsplit=1)[0]


def _passed_on(headers: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    return [(name, value) for name, value in headers if name not in _OF_THE_ANSWER_ALONE]
