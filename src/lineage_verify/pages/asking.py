"""Asks a server for a page and takes in what it says: the part of fetching that needs a network."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import assert_never

from lineage_verify.pages.answer import NotModified, Page
from lineage_verify.pages.budget import Budget
from lineage_verify.pages.exchange import Wish
from lineage_verify.pages.freshness import Refused, Revalidate, absorb, far_shorter, light
from lineage_verify.pages.network import Network, unasked
from lineage_verify.pages.observer import FetchObserver
from lineage_verify.pages.shelf import Shelf
from lineage_verify.pages.snapshot import ErrorKind, Provenance, Snapshot, Unreachable
from lineage_verify.sources.target import Target

__all__ = ["Asking"]

_SECOND_LOOK_S = 1.0


class Asking:
    """Pages from the network, each kept in the shelf before it is given."""

    def __init__(
        self,
        network: Network,
        shelf: Shelf,
        *,
        now: Callable[[], datetime],
        screen: Callable[[Snapshot], Awaitable[Unreachable | None]] | None,
        observer: FetchObserver,
    ) -> None:
        """Ask nothing yet; `screen` looks at a page that was sent in full before it is kept."""
        self.network = network
        self._shelf = shelf
        self._now = now
        self._screen = screen
        self._observer = observer

    async def page(
        self, target: Target, known: int, condition: Revalidate | None
    ) -> Snapshot | Unreachable | Refused:
        """Ask the server, and take in what it says; `known` is the size of the held body."""
        time = self.network.budget()
        answer = await self.network.page(target, Wish(condition), time)
        if isinstance(answer, NotModified) and condition is not None:
            confirmed = await asyncio.to_thread(self._confirmed, condition.held, answer)
            if confirmed is not None:
                return confirmed
            answer = await self.network.page(target, Wish(), time)
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
        return light(snapshot)

    async def _taken(
        self, target: Target, page: Page, known: int, time: Budget
    ) -> Snapshot | Unreachable | Refused:
        """Keep a page, unless the screen knows it for something else or it is not the whole."""
        snapshot = self._snapshot(target, page)
        refused = await self._screen(light(snapshot)) if self._screen else None
        if refused is not None:
            return Refused(snapshot, refused)
        if far_shorter(len(page.body), known):
            return await self._second_look(target, page, known, time)
        # Until a file is safely on the disk takes a while, in which others can be asked.
        await asyncio.to_thread(self._shelf.keep, snapshot)
        return light(snapshot)

    async def _second_look(
        self, target: Target, short: Page, known: int, time: Budget
    ) -> Snapshot | Unreachable | Refused:
        """Ask once more for a page that came back far shorter than it was.

        A page that really shrank answers the same again, and is believed. One that was caught
        half-written or half-loaded does not, and a good snapshot is not replaced by it.
        """
        sizes = f"{len(short.body)} bytes where {known} are known"
        self._observer.waiting(target, _SECOND_LOOK_S, f"the page has {sizes}")
        await asyncio.sleep(_SECOND_LOOK_S)
        answer = await self.network.page(target, Wish(), time)
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
