"""Which pages a browser renders, and when what it once made of them may be used again.

A rendered page rests on more than the bytes that the server sent: on scripts, and on what they ask
for. So no 304 confirms it. It is used unasked while it is fresh, and made anew after that.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from lineage_verify.pages.freshness import far_shorter, light
from lineage_verify.pages.shelf import Shelf
from lineage_verify.pages.snapshot import ErrorKind, Snapshot, Unreachable
from lineage_verify.settings import Render, Settings
from lineage_verify.sources.target import Target

if TYPE_CHECKING:
    from lineage_verify.pages.answer import Page
    from lineage_verify.pages.render import Renderer

__all__ = ["RenderedPages", "Web"]

_OFFLINE = "no rendered page is in the cache, and --offline forbids making one"


class Web(Protocol):
    """The web as a rendered page's scripts may ask it."""

    async def ask(self, address: str) -> "Page | Unreachable":
        """What an address answers now."""
        ...

    async def robots_allow(self, url: str) -> bool:
        """Whether the site's robots.txt allows an address."""
        ...


class RenderedPages:
    """Renders pages as the policy says, under robots.txt and the limits, and keeps what comes."""

    def __init__(
        self,
        shelf: Shelf,
        settings: Settings,
        web: Web,
        *,
        ends: float,
        now: Callable[[], datetime],
        environ: Mapping[str, str],
        screen: Callable[[Snapshot], Awaitable[Unreachable | None]] | None,
        notes: Callable[[str], None],
    ) -> None:
        """Start nothing yet; `shelf` is that of the rendered pages.

        `ends` is when the run's time is up, by the loop's clock.
        """
        self._shelf = shelf
        self._settings = settings
        self._web = web
        self._ends = ends
        self._now = now
        self._environ = environ
        self._screen = screen
        self._notes = notes
        self._renderer: Renderer | None = None

    async def close(self) -> None:
        """Stop the browser, where one was started."""
        if self._renderer is not None:
            await self._renderer.__aexit__(None, None, None)

    async def held(self, target: Target, sent: datetime | None) -> Snapshot | None:
        """What may be used without asking; `sent` is when the page was last read as it was sent.

        Where only pages without text are rendered, one that had some since then has the word. What
        does not pass the screen is made anew.
        """
        made = self._shelf.newest(target.address)
        if made is None:
            return None
        policy = self._settings.policy
        if policy.render is Render.AUTO and sent is not None and sent > made.validated_at:
            return None
        if policy.offline:
            return light(made)
        fresh = timedelta(0) <= self._now() - made.validated_at < policy.max_age
        return light(made) if fresh and not await self._refusal(made) else None

    async def instead_of(
        self, page: Snapshot, refused: Unreachable | None
    ) -> Snapshot | Unreachable:
        """What is read in a page's place; `refused` is why the page itself is none.

        That is the page as rendered, the page as it was sent where rendering it is forbidden, or
        why nothing can be said of it.
        """
        from lineage_verify.pages.render import is_html

        policy = self._settings.policy
        wanted = policy.render is Render.ALWAYS or _is_empty(refused)
        if not wanted or (refused and not _is_empty(refused)) or not is_html(page):
            return refused or page
        if policy.offline:
            return self._unrendered(page, refused, _OFFLINE)
        if not await self._web.robots_allow(page.url):
            host = urlsplit(page.url).netloc
            return self._unrendered(page, refused, f"the robots.txt of {host} forbids it")
        made = await self._rendered(page)
        if isinstance(made, Snapshot):
            return await self._kept(made)
        return replace(made, message=f"{refused.message}; {made.message}") if refused else made

    async def _rendered(self, page: Snapshot) -> Snapshot | Unreachable:
        """What the browser makes of a page; of one that comes out far shorter, a second time.

        A page that really shrank does so again. One that was caught half-made does not.
        """
        known = self._shelf.newest(page.address)
        try:
            async with asyncio.timeout_at(self._ends):
                made = await self._browser().render(page)
                if known and isinstance(made, Snapshot) and _shrank(made, known):
                    made = await self._browser().render(page)
                return made
        except TimeoutError:
            message = "the run's time was over before the page was rendered"
            return Unreachable(ErrorKind.TIMEOUT, message, url=page.url)

    async def _kept(self, made: Snapshot) -> Snapshot | Unreachable:
        refused = await self._refusal(made)
        if refused is not None:
            return replace(refused, message=f"once rendered: {refused.message}")
        self._shelf.keep(made)
        return light(made)

    async def _refusal(self, made: Snapshot) -> Unreachable | None:
        return await self._screen(light(made)) if self._screen else None

    def _unrendered(
        self, page: Snapshot, refused: Unreachable | None, why: str
    ) -> Snapshot | Unreachable:
        made = self._shelf.newest(page.address) if self._settings.policy.offline else None
        if made is not None:
            return light(made)
        if refused is not None:
            return replace(refused, message=f"{refused.message}; it is not rendered: {why}")
        return replace(page, unrendered=why)

    def _browser(self) -> "Renderer":
        from lineage_verify.pages.render import Renderer

        if self._renderer is None:
            limits = self._settings.limits
            self._renderer = Renderer(
                self._ask,
                seconds=limits.try_s,
                bytes_limit=limits.body_bytes,
                executable=self._settings.browser,
                environ=self._environ,
                notes=self._notes,
            )
        return self._renderer

    async def _ask(self, address: str) -> "Page | Unreachable":
        """What a page's scripts ask for; nobody wrote it down, so its site's rules are heeded."""
        if await self._web.robots_allow(address):
            return await self._web.ask(address)
        message = f"the robots.txt of {urlsplit(address).netloc} forbids it"
        return Unreachable(ErrorKind.BLOCKED, message, url=address)


def _shrank(made: Snapshot, known: Snapshot) -> bool:
    return far_shorter(len(made.body), len(known.body))


def _is_empty(refused: Unreachable | None) -> bool:
    return refused is not None and refused.kind is ErrorKind.NO_TEXT
