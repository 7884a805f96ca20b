"""The fetcher: a target's page from the cache, from the network, or from a file.

Each address is seen to once, however many sources name it. What the world does is a value; only
the disk and the settings raise.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, assert_never

from lineage_verify.pages.freshness import (
    NOT_CACHED,
    ONLY_RENDERED,
    Fetch,
    Refuse,
    Refused,
    Revalidate,
    UseHeld,
    decide,
    light,
)
from lineage_verify.pages.local import read_local
from lineage_verify.pages.observer import FetchObserver, SilentObserver
from lineage_verify.pages.shelf import Shelf
from lineage_verify.pages.snapshot import ErrorKind, Provenance, Snapshot, Unreachable
from lineage_verify.settings import Render, Settings
from lineage_verify.sources.target import Target

if TYPE_CHECKING:
    from lineage_verify.pages.answer import Page
    from lineage_verify.pages.asking import Asking
    from lineage_verify.pages.guard import Resolver
    from lineage_verify.pages.memento import Archived
    from lineage_verify.pages.rendered_pages import RenderedPages

__all__ = ["Fetcher", "Screen"]

Screen = Callable[[Snapshot], Awaitable[Unreachable | None]]
"""Looks at a page that was sent in full, before it is kept; what it returns is the result."""


class Fetcher:
    """Gets pages, as an async context manager: `async with Fetcher(...) as fetcher`."""

    def __init__(
        self,
        shelf: Shelf,
        settings: Settings,
        *,
        root: Path,
        now: Callable[[], datetime],
        environ: Mapping[str, str],
        screen: Screen | None = None,
        observer: FetchObserver | None = None,
        resolve: "Resolver | None" = None,
    ) -> None:
        """Open nothing yet.

        `root` is the tree that local targets lie in; `resolve` replaces the system's look-up.
        """
        self._shelf = shelf
        self._settings = settings
        self._root = root
        self._now = now
        self._screen = screen
        self._observer = observer or SilentObserver()
        self._environ = environ
        self._resolve = resolve
        self._ends = 0.0
        self._opened: Asking | None = None
        self._renders = settings.policy.render is not Render.NEVER
        self._rendering: RenderedPages | None = None
        self._running: dict[tuple[bool, str], asyncio.Task[Snapshot | Unreachable]] = {}
        self._settled: dict[tuple[bool, str], Unreachable | _Known] = {}

    async def __aenter__(self) -> Self:
        """Begin the run: its time counts from here."""
        self._ends = asyncio.get_running_loop().time() + self._settings.limits.run_s
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the run: what is under way is dropped, and connections are closed."""
        running = tuple(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        if self._rendering is not None:
            await self._rendering.close()
        if self._opened is not None:
            await self._opened.network.close()

    async def get(self, target: Target) -> Snapshot | Unreachable:
        """The target's page, or why it cannot be read.

        Raises:
            CacheError: the cache folder cannot be read or written.
        """
        key = (target.local, target.address)
        if key not in self._running:
            again = self._again(key)
            if again is not None:
                return again
            task = asyncio.create_task(self._settle(key, target))
            task.add_done_callback(_heard)
            self._running[key] = task
        return await asyncio.shield(self._running[key])

    async def archived(
        self, address: str, *, base: str, moment: datetime
    ) -> "Archived | Unreachable":
        """The capture of an address nearest to a moment, in a web archive at `base`.

        A hint for a person whose page is gone; it is no snapshot of the page, and is not kept.
        """
        return await self._asking().network.archived(address, base=base, moment=moment)

    async def ask(self, address: str) -> "Page | Unreachable":
        """Ask for an address as it is now, within the limits and behind the guard.

        For what a page is made of, when a browser renders it: no cache, no screen, no credentials.
        """
        return await self._asking().network.ask(address)

    async def robots_allow(self, url: str) -> bool:
        """Whether the robots.txt of a URL's host allows it; for rendering alone."""
        return await self._asking().network.robots_allow(url)

    def _again(self, key: tuple[bool, str]) -> Snapshot | Unreachable | None:
        """What this run already knows of an address; pages are read anew, not kept in memory."""
        settled = self._settled.get(key)
        if not isinstance(settled, _Known):
            return settled
        shelf = self._shelf.rendered if settled.rendered else self._shelf
        held = shelf.newest(key[1])
        if held is None or held.sha256 != settled.sha256:
            return None
        held = replace(held, provenance=settled.provenance, unrendered=settled.unrendered)
        return light(held)

    async def _settle(self, key: tuple[bool, str], target: Target) -> Snapshot | Unreachable:
        try:
            self._observer.started(target)
            result = await self._obtain(target)
            if not target.local:  # a file is read again, rather than held to the end
                self._settled[key] = _remembered(result)
            self._observer.finished(target, result)
            return result
        finally:
            del self._running[key]

    async def _obtain(self, target: Target) -> Snapshot | Unreachable:
        if target.local:
            limit = self._settings.limits.body_bytes
            return read_local(self._root, target.address, limit=limit, now=self._now())
        held = self._shelf.newest(target.address)
        if not self._renders:
            got = await self._sent(target, held)
            return got.why if isinstance(got, Refused) else got
        made = await self._rendered_pages().held(target, held.validated_at if held else None)
        if made is not None:
            return made
        got = await self._sent(target, held)
        if isinstance(got, Unreachable):
            return got
        if isinstance(got, Refused):
            return await self._rendered_pages().instead_of(got.page, got.why)
        return await self._rendered_pages().instead_of(got, await self._doubt(got))

    async def _doubt(self, page: Snapshot) -> Unreachable | None:
        """What the screen says of a page that was kept before: a new one has passed it."""
        if self._screen is None or page.provenance is Provenance.FETCHED:
            return None
        return await self._screen(page)

    async def _sent(
        self, target: Target, held: Snapshot | None
    ) -> "Snapshot | Unreachable | Refused":
        """The page as its server sends it."""
        decision = decide(held, self._settings.policy, target, self._now())
        match decision:
            case UseHeld():
                return light(decision.held)
            case Refuse():
                return self._not_cached(target)
            case Fetch():
                return await self._asking().page(target, _size(held), None)
            case Revalidate():
                # Bodies are not held in memory while pages queue for their hosts.
                bare = replace(decision, held=replace(decision.held, body=b"", encoded=None))
                return await self._asking().page(target, _size(held), bare)
            case _:
                assert_never(decision)

    def _not_cached(self, target: Target) -> Unreachable:
        message = NOT_CACHED
        if not self._renders and self._shelf.rendered.newest(target.address) is not None:
            message = ONLY_RENDERED
        return Unreachable(ErrorKind.NOT_CACHED, message, url=target.address)

    def _rendered_pages(self) -> "RenderedPages":
        if self._rendering is None:
            from lineage_verify.pages.rendered_pages import RenderedPages

            self._rendering = RenderedPages(
                self._shelf.rendered,
                self._settings,
                self,
                ends=self._ends,
                now=self._now,
                environ=self._environ,
                screen=self._screen,
                notes=self._observer.noted,
            )
        return self._rendering

    def _asking(self) -> "Asking":
        """What asks, loaded when the first page needs it: of most runs every page is kept."""
        if self._opened is None:
            from lineage_verify.pages.asking import Asking
            from lineage_verify.pages.network import Network

            network = Network(
                self._settings,
                now=self._now,
                environ=self._environ,
                observer=self._observer,
                resolve=self._resolve,
                ends=self._ends,
            )
            self._opened = Asking(
                network, self._shelf, now=self._now, screen=self._screen, observer=self._observer
            )
        return self._opened


@dataclass(frozen=True, slots=True)
class _Known:
    """A page that this run has settled, and that lies in the shelf."""

    sha256: str
    provenance: Provenance
    rendered: bool
    unrendered: str | None


def _size(held: Snapshot | None) -> int:
    return len(held.body) if held else 0


def _heard(task: "asyncio.Task[Snapshot | Unreachable]") -> None:
    """Take note of a task's error, though its caller may have gone: another one tells the user."""
    if not task.cancelled():
        task.exception()


def _remembered(result: Snapshot | Unreachable) -> "Unreachable | _Known":
    if isinstance(result, Unreachable):
        return result
    is_rendered = result.rendering is not None
    return _Known(result.sha256, result.provenance, is_rendered, result.unrendered)
