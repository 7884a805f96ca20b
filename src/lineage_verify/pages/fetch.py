"""The fetcher: a target's page from the cache, from the network, or from a file.

Each address is seen to once, however many sources name it. What the world does is a value; only
the disk and the settings raise.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, assert_never

from lineage_verify.pages.answer import NotModified, Page
from lineage_verify.pages.budget import Budget
from lineage_verify.pages.exchange import Wish
from lineage_verify.pages.freshness import (
    Fetch,
    Refuse,
    Revalidate,
    UseHeld,
    absorb,
    decide,
    far_shorter,
)
from lineage_verify.pages.local import read_local
from lineage_verify.pages.memento import Archived
from lineage_verify.pages.network import NOT_CACHED, Network, unasked
from lineage_verify.pages.observer import FetchObserver, SilentObserver
from lineage_verify.pages.shelf import Shelf
from lineage_verify.pages.snapshot import ErrorKind, Provenance, Snapshot, Unreachable
from lineage_verify.settings import Settings
from lineage_verify.sources.target import Target

if TYPE_CHECKING:
    from lineage_verify.pages.guard import Resolver

__all__ = ["Fetcher", "Screen"]

Screen = Callable[[Snapshot], Awaitable[Unreachable | None]]
"""Looks at a page that was sent in full, before it is kept; what it returns is the result."""

_SECOND_LOOK_S = 1.0


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
        self._network = Network(
            settings, now=now, environ=environ, observer=self._observer, resolve=resolve
        )
        self._running: dict[tuple[bool, str], asyncio.Task[Snapshot | Unreachable]] = {}
        self._settled: dict[tuple[bool, str], Snapshot | Unreachable | _Known] = {}

    async def __aenter__(self) -> Self:
        """Begin the run: its time counts from here."""
        self._network.begin()
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
        await self._network.close()

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
    ) -> Archived | Unreachable:
        """The capture of an address nearest to a moment, in a web archive at `base`.

        A hint for a person whose page is gone; it is no snapshot of the page, and is not kept.
        """
        return await self._network.archived(address, base=base, moment=moment)

    async def ask(self, address: str) -> Page | Unreachable:
        """Ask for an address as it is now, within the limits and behind the guard.

        For what a page is made of, when a browser renders it: no cache, no screen, no credentials.
        """
        return await self._network.ask(address)

    async def robots_allow(self, url: str) -> bool:
        """Whether the robots.txt of a URL's host allows it; for rendering alone."""
        return await self._network.robots_allow(url)

    def _again(self, key: tuple[bool, str]) -> Snapshot | Unreachable | None:
        """What this run already knows of an address; pages are read anew, not kept in memory."""
        settled = self._settled.get(key)
        if not isinstance(settled, _Known):
            return settled
        held = self._shelf.newest(key[1])
        if held is None or held.sha256 != settled.sha256:
            return None
        return _light(replace(held, provenance=settled.provenance))

    async def _settle(self, key: tuple[bool, str], target: Target) -> Snapshot | Unreachable:
        try:
            self._observer.started(target)
            result = await self._obtain(target)
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
        decision = decide(held, self._settings.policy, target, self._now())
        match decision:
            case UseHeld():
                return _light(decision.held)
            case Refuse():
                return Unreachable(ErrorKind.NOT_CACHED, NOT_CACHED, url=target.address)
            case Fetch():
                return await self._ask(target, _size(held), None)
            case Revalidate():
                # Bodies are not held in memory while pages queue for their hosts.
                bare = replace(decision, held=replace(decision.held, body=b"", encoded=None))
                return await self._ask(target, _size(held), bare)
            case _:
                assert_never(decision)

    async def _ask(
        self, target: Target, known: int, condition: Revalidate | None
    ) -> Snapshot | Unreachable:
        """Ask the server, and take in what it says; `known` is the size of the held body."""
        time = self._network.budget()
        answer = await self._network.page(target, Wish(condition), time)
        if isinstance(answer, NotModified) and condition is not None:
            confirmed = self._confirmed(condition.held, answer)
            if confirmed is not None:
                return confirmed
            answer = await self._network.page(target, Wish(), time)
        match answer:
            case Unreachable():
                return answer
            case Page():
                return await self._taken(target, answer, known, time)
            case NotModified():
                return unasked(target.address)
            case _:
                assert_never(answer)

    def _confirmed(self, bare: Snapshot, answer: NotModified) -> Snapshot | None:
        """The held page, confirmed; `None` where it is gone, or where another one is meant."""
        held = self._shelf.newest(bare.address)
        if held is None or held.sha256 != bare.sha256:
            return None
        snapshot = absorb(held, answer.headers, self._now())
        if snapshot is None:
            return None
        snapshot = replace(snapshot, redirects=answer.redirects)
        self._shelf.keep(snapshot)
        return _light(snapshot)

    async def _taken(
        self, target: Target, page: Page, known: int, time: Budget
    ) -> Snapshot | Unreachable:
        """Keep a page, unless the screen knows it for something else or it is not the whole."""
        snapshot = self._snapshot(target, page)
        refused = await self._screen(_light(snapshot)) if self._screen else None
        if refused is not None:
            return refused
        if far_shorter(len(page.body), known):
            return await self._second_look(target, page, known, time)
        self._shelf.keep(snapshot)
        return _light(snapshot)

    async def _second_look(
        self, target: Target, short: Page, known: int, time: Budget
    ) -> Snapshot | Unreachable:
        """Ask once more for a page that came back far shorter than it was.

        A page that really shrank answers the same again, and is believed. One that was caught
        half-written or half-loaded does not, and a good snapshot is not replaced by it.
        """
        sizes = f"{len(short.body)} bytes where {known} are known"
        self._observer.waiting(target, _SECOND_LOOK_S, f"the page has {sizes}")
        await asyncio.sleep(_SECOND_LOOK_S)
        answer = await self._network.page(target, Wish(), time)
        if isinstance(answer, Page):
            return await self._taken(target, answer, 0, time)
        why = answer.message if isinstance(answer, Unreachable) else "304 Not Modified"
        message = f"the page had {sizes}, and then could not be asked again: {why}"
        return Unreachable(ErrorKind.TRUNCATED, message, url=target.address)

    def _snapshot(self, target: Target, page: Page) -> Snapshot:
        now = self._now()
        return Snapshot(
            address=target.address,
            url=page.url if page.redirects else target.address,
            status=200,
            headers=page.headers,
            body=page.body,
            sha256=sha256(page.body).hexdigest(),
            fetched_at=now,
            validated_at=now,
            provenance=Provenance.FETCHED,
            redirects=page.redirects,
            encoded=page.encoded,
        )


@dataclass(frozen=True, slots=True)
class _Known:
    """A page that this run has settled, and that lies in the shelf."""

    sha256: str
    provenance: Provenance


def _size(held: Snapshot | None) -> int:
    return len(held.body) if held else 0


def _heard(task: "asyncio.Task[Snapshot | Unreachable]") -> None:
    """Take note of a task's error, though its caller may have gone: another one tells the user."""
    if not task.cancelled():
        task.exception()


def _remembered(result: Snapshot | Unreachable) -> "Snapshot | Unreachable | _Known":
    if isinstance(result, Unreachable) or result.provenance is Provenance.LOCAL:
        return result
    return _Known(result.sha256, result.provenance)


def _light(snapshot: Snapshot) -> Snapshot:
    """A snapshot without what only the archive needs."""
    return replace(snapshot, encoded=None, confirmation=None)
