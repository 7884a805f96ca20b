"""The fetcher: a target's page from the cache, from the network, or from a file.

Each address is seen to once, however many sources name it. What the world does is a value; only
the disk and the settings raise.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, assert_never
from urllib.parse import urljoin

from lineage_verify.pages.answer import NotModified, Page
from lineage_verify.pages.budget import Budget
from lineage_verify.pages.exchange import Exchange, Wish
from lineage_verify.pages.freshness import (
    Fetch,
    Refuse,
    Revalidate,
    UseHeld,
    absorb,
    decide,
    far_shorter,
)
from lineage_verify.pages.hosts import Hosts
from lineage_verify.pages.local import read_local
from lineage_verify.pages.memento import Archived, nearest
from lineage_verify.pages.observer import FetchObserver, SilentObserver
from lineage_verify.pages.robots import Robots, read_robots
from lineage_verify.pages.shelf import Shelf
from lineage_verify.pages.snapshot import ErrorKind, Provenance, Snapshot, Unreachable
from lineage_verify.pages.tries import Tries
from lineage_verify.settings import Settings
from lineage_verify.sources.target import Target

if TYPE_CHECKING:
    from lineage_verify.pages.guard import Resolver
    from lineage_verify.pages.transport import GuardedTransport

__all__ = ["Fetcher", "Screen"]

Screen = Callable[[Snapshot], Awaitable[Unreachable | None]]
"""Looks at a page that was sent in full, before it is kept; what it returns is the result."""

_NOT_CACHED = "the page is not in the cache, and --offline forbids asking for it"
_AGENT = "lineage-verify"
_NO_ARCHIVE = "--offline forbids asking a web archive"
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
        self._environ = environ
        self._screen = screen
        self._observer = observer or SilentObserver()
        self._resolve = resolve
        self._hosts = Hosts(settings.limits)
        self._running: dict[tuple[bool, str], asyncio.Task[Snapshot | Unreachable]] = {}
        self._settled: dict[tuple[bool, str], Snapshot | Unreachable | _Known] = {}
        self._transport: GuardedTransport | None = None
        self._tries: Tries | None = None
        self._robots: dict[str, asyncio.Task[Robots | None]] = {}
        self._ends = 0.0

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
        running = (*self._running.values(), *self._robots.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        if self._transport is not None:
            await self._transport.aclose()

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
        if self._settings.policy.offline:
            return Unreachable(ErrorKind.NOT_CACHED, _NO_ARCHIVE, url=address)
        time = Budget(self._settings.limits.source_s)
        try:
            async with asyncio.timeout_at(self._ends):
                return await nearest(self._asking(), address, base=base, moment=moment, time=time)
        except TimeoutError:
            return self._too_late(address)

    async def ask(self, address: str) -> Page | Unreachable:
        """Ask for an address as it is now, within the limits and behind the guard.

        For what a page is made of, when a browser renders it: no cache, no screen, no credentials.
        """
        if self._settings.policy.offline:
            return Unreachable(ErrorKind.NOT_CACHED, _NOT_CACHED, url=address)
        target = Target(url=address, address=address)
        time = Budget(self._settings.limits.source_s)
        try:
            async with asyncio.timeout_at(self._ends):
                answer = await self._asking().page(target, Wish(anonymous=True), time)
        except TimeoutError:
            return self._too_late(address)
        return _unasked(address) if isinstance(answer, NotModified) else answer

    async def robots_allow(self, url: str) -> bool:
        """Whether the robots.txt of a URL's host allows it; for rendering alone.

        No such file (4xx) allows everything; one that cannot be had allows nothing (RFC 9309,
        2.3.1). It is asked for once a host and run.
        """
        place = urljoin(url, "/robots.txt")
        if place not in self._robots:
            self._robots[place] = asyncio.create_task(self._read_robots(place))
        robots = await asyncio.shield(self._robots[place])
        return robots is not None and robots.allow(url)

    async def _read_robots(self, place: str) -> Robots | None:
        answer = await self.ask(place)
        if isinstance(answer, Page):
            return read_robots(answer.body, _AGENT)
        gone = answer.status is not None and 400 <= answer.status < 500
        return Robots() if gone and answer.status != HTTPStatus.TOO_MANY_REQUESTS else None

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
                return Unreachable(ErrorKind.NOT_CACHED, _NOT_CACHED, url=target.address)
            case Fetch():
                return await self._within_the_run(target, _size(held), None)
            case Revalidate():
                # Bodies are not held in memory while pages queue for their hosts.
                bare = replace(decision, held=replace(decision.held, body=b"", encoded=None))
                return await self._within_the_run(target, _size(held), bare)
            case _:
                assert_never(decision)

    async def _within_the_run(
        self, target: Target, known: int, condition: Revalidate | None
    ) -> Snapshot | Unreachable:
        try:
            async with asyncio.timeout_at(self._ends):
                return await self._ask(target, known, condition)
        except TimeoutError:
            return self._too_late(target.address)

    async def _ask(
        self, target: Target, known: int, condition: Revalidate | None
    ) -> Snapshot | Unreachable:
        """Ask the server, and take in what it says; `known` is the size of the held body."""
        time = Budget(self._settings.limits.source_s)
        tries = self._asking()
        answer = await tries.page(target, Wish(condition), time)
        if isinstance(answer, NotModified) and condition is not None:
            confirmed = self._confirmed(condition.held, answer)
            if confirmed is not None:
                return confirmed
            answer = await tries.page(target, Wish(), time)
        match answer:
            case Unreachable():
                return answer
            case Page():
                return await self._taken(target, answer, known, time)
            case NotModified():
                return _unasked(target.address)
            case _:
                assert_never(answer)

    def _too_late(self, address: str) -> Unreachable:
        message = f"the run's {self._settings.limits.run_s:g} s were over before it was read"
        return Unreachable(ErrorKind.TIMEOUT, message, url=address)

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
        answer = await self._asking().page(target, Wish(), time)
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

    def _asking(self) -> Tries:
        """What asks the network, made when the first page needs it."""
        if self._tries is None:
            from lineage_verify.pages.guard import look_up
            from lineage_verify.pages.transport import GuardedTransport

            self._transport = GuardedTransport(
                self._settings, self._environ, self._resolve or look_up, self._observer.noted
            )
            exchange = Exchange(
                self._transport, self._hosts, self._settings, now=self._now, environ=self._environ
            )
            self._tries = Tries(exchange, self._hosts, self._settings.limits, self._observer)
        return self._tries


@dataclass(frozen=True, slots=True)
class _Known:
    """A page that this run has settled, and that lies in the shelf."""

    sha256: str
    provenance: Provenance


def _unasked(address: str) -> Unreachable:
    message = "the server says 304 Not Modified to a request that set no condition"
    return Unreachable(ErrorKind.HTTP_STATUS, message, HTTPStatus.NOT_MODIFIED, address)


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
