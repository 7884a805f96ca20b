"""As many tries at a page as are worth making, within the source's time."""

import asyncio
from random import SystemRandom
from urllib.parse import urlsplit

from lineage_verify.pages.answer import NotModified, Page
from lineage_verify.pages.budget import Budget
from lineage_verify.pages.exchange import Exchange, Wish
from lineage_verify.pages.faults import Failure
from lineage_verify.pages.hosts import Hosts
from lineage_verify.pages.observer import FetchObserver
from lineage_verify.pages.retry import GiveUp, Wait, after_failure
from lineage_verify.pages.snapshot import Unreachable
from lineage_verify.settings import Limits
from lineage_verify.sources.target import Target

__all__ = ["Tries"]

_chance = SystemRandom()


class Tries:
    """Asks again where a fault may pass, and says so to the observer."""

    def __init__(
        self, exchange: Exchange, hosts: Hosts, limits: Limits, observer: FetchObserver
    ) -> None:
        """Ask through `exchange`."""
        self._exchange = exchange
        self._hosts = hosts
        self._limits = limits
        self._observer = observer

    async def page(
        self, target: Target, wish: Wish, time: Budget
    ) -> Page | NotModified | Unreachable:
        """The answer of the first try that is one, or the last failure.

        `time` is the source's: tries and the waits between them count, queueing for a place at a
        busy host does not.
        """
        tries = 0
        while True:
            tries += 1
            once = Budget(min(self._limits.try_s, time.left))
            answer = await self._exchange.ask(target.address, wish, once)
            time.left -= once.seconds - once.left
            if not isinstance(answer, Failure):
                return answer
            following = self._following(answer, tries)
            if isinstance(following, GiveUp):
                return _told(answer.unreachable, following.reason)
            if following.seconds >= time.left:
                return _told(answer.unreachable, "no time is left to try again")
            await self._wait(target, answer.unreachable, following, time)

    def _following(self, failure: Failure, tries: int) -> Wait | GiveUp:
        return after_failure(
            failure.unreachable.kind,
            tries=tries,
            limits=self._limits,
            jitter=_chance.random(),
            status=failure.unreachable.status,
            asked_s=failure.asked_s,
            passing=failure.passing,
        )

    async def _wait(self, target: Target, failed: Unreachable, wait: Wait, time: Budget) -> None:
        self._observer.waiting(target, wait.seconds, failed.message)
        if wait.for_host:
            self._hosts.pause(_host(failed.url or target.address), wait.seconds)
        time.left -= wait.seconds
        await asyncio.sleep(wait.seconds)


def _told(failed: Unreachable, reason: str | None) -> Unreachable:
    if reason is None:
        return failed
    message = f"{failed.message} ({reason})"
    return Unreachable(failed.kind, message, failed.status, failed.url)


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""
