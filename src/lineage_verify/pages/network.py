"""The network as a run sees it: opened when first needed, and closed to all when its time is up."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from lineage_verify.pages.answer import NotModified, Page
from lineage_verify.pages.budget import Budget
from lineage_verify.pages.exchange import Exchange, Wish
from lineage_verify.pages.freshness import NOT_CACHED
from lineage_verify.pages.hosts import Hosts
from lineage_verify.pages.memento import Archived, nearest
from lineage_verify.pages.observer import FetchObserver
from lineage_verify.pages.robots import Robots, read_robots
from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.pages.tries import Tries
from lineage_verify.settings import Settings
from lineage_verify.sources.target import Target

if TYPE_CHECKING:
    from lineage_verify.pages.guard import Resolver
    from lineage_verify.pages.transport import GuardedTransport

__all__ = ["Network", "unasked"]

_AGENT = "lineage-verify"


class Network:
    """Asks for addresses within the limits of a run."""

    def __init__(
        self,
        settings: Settings,
        *,
        now: Callable[[], datetime],
        environ: Mapping[str, str],
        observer: FetchObserver,
        resolve: "Resolver | None",
        ends: float,
    ) -> None:
        """Open nothing yet; the run's time is up when the event loop's clock says `ends`."""
        self._settings = settings
        self._now = now
        self._environ = environ
        self._observer = observer
        self._resolve = resolve
        self._ends = ends
        self._transport: GuardedTransport | None = None
        self._opened: Tries | None = None
        self._robots: dict[str, asyncio.Task[Robots | None]] = {}

    async def close(self) -> None:
        """Drop what is under way, and close every connection."""
        running = tuple(self._robots.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        if self._transport is not None:
            await self._transport.aclose()

    def budget(self) -> Budget:
        """The time that one source may take."""
        return Budget(self._settings.limits.source_s)

    async def page(
        self, target: Target, wish: Wish, time: Budget
    ) -> Page | NotModified | Unreachable:
        """A target's page, as often as it is worth trying."""
        try:
            async with asyncio.timeout_at(self._ends):
                return await self._tries().page(target, wish, time)
        except TimeoutError:
            return self._too_late(target.address)

    async def ask(self, address: str) -> Page | Unreachable:
        """An address as it is now: no cache, no screen, no credentials."""
        if self._settings.policy.offline:
            return Unreachable(ErrorKind.NOT_CACHED, NOT_CACHED, url=address)
        target = Target(url=address, address=address)
        answer = await self.page(target, Wish(anonymous=True), self.budget())
        return unasked(address) if isinstance(answer, NotModified) else answer

    async def archived(
        self, address: str, *, base: str, moment: datetime
    ) -> Archived | Unreachable:
        """The capture of an address nearest to a moment, in a web archive at `base`."""
        if self._settings.policy.offline:
            message = "--offline forbids asking a web archive"
            return Unreachable(ErrorKind.NOT_CACHED, message, url=address)
        try:
            async with asyncio.timeout_at(self._ends):
                return await nearest(
                    self._tries(), address, base=base, moment=moment, time=self.budget()
                )
        except TimeoutError:
            return self._too_late(address)

    async def robots_allow(self, url: str) -> bool:
        """Whether the robots.txt of a URL's host allows it; asked for once a host and run.

        No such file (4xx) allows everything; one that cannot be had allows nothing (RFC 9309,
        2.3.1).
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

    def _too_late(self, address: str) -> Unreachable:
        message = f"the run's {self._settings.limits.run_s:g} s were over before it was read"
        return Unreachable(ErrorKind.TIMEOUT, message, url=address)

    def _tries(self) -> Tries:
        """What asks, made when the first page needs it: httpx takes its time to load."""
        if self._opened is None:
            from lineage_verify.pages.guard import look_up
            from lineage_verify.pages.transport import GuardedTransport

            self._transport = GuardedTransport(
                self._settings, self._environ, self._resolve or look_up, self._observer.noted
            )
            hosts = Hosts(self._settings.limits)
            exchange = Exchange(
                self._transport, hosts, self._settings, now=self._now, environ=self._environ
            )
            self._opened = Tries(exchange, hosts, self._settings.limits, self._observer)
        return self._opened


def unasked(address: str) -> Unreachable:
    """A 304 to a request that set no condition."""
    message = "the server says 304 Not Modified to a request that set no condition"
    return Unreachable(ErrorKind.HTTP_STATUS, message, HTTPStatus.NOT_MODIFIED, address)
