"""Examines pages in an executor, those that are just being fetched among them."""

import asyncio
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from types import TracebackType
from typing import Self

from lineage_verify.pages.snapshot import Snapshot, Unreachable
from lineage_verify.verify.memo import Memo, NoMemo
from lineage_verify.verify.reading import Examined, Inquiry

__all__ = ["POOL_FROM", "Examiner"]

POOL_FROM = 24
"""From how many pages on it pays to start processes: each takes a good part of a second."""
POOL_FROM_BYTES = 1 << 20
"""From how many bytes on it pays, where there are fewer pages, but more than one."""


class Examiner:
    """Looks for quotes on pages, off the thread that talks to the network.

    It is also the fetcher's screen: a page is examined before it is kept, so that what turns out
    not to be the page (a robot wall, a soft 404) takes no good snapshot's place.

    One thread works where there is little to do, `jobs` processes where there is much. An
    `executor` of the caller's takes the place of both: the work is one pure function of picklable
    arguments. Where workers die, the thread does their work again.
    """

    def __init__(
        self, *, executor: Executor | None = None, jobs: int = 1, memo: Memo | None = None
    ) -> None:
        """Start nothing yet; `memo` is asked before anything is examined."""
        self._memo = memo or NoMemo()
        self._jobs = jobs
        self._thread = ThreadPoolExecutor(1)
        self._pool: Executor | None = None
        self._executor = executor or self._thread
        self._given = executor is not None
        self._pages = 0
        self._bytes = 0
        self._inquiries: dict[str, Inquiry] = {}
        self._screened: dict[str, tuple[str, Inquiry, Examined]] = {}

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Give up what has not begun; an executor that was given is left open."""
        for own in (self._thread, self._pool):
            if own is not None:
                own.shutdown(wait=kind is None, cancel_futures=True)

    def begin(self, pages: int) -> None:
        """Know how many pages are to be read, and start as many workers as that is worth."""
        self._pages += pages
        self._share()

    def expect(self, address: str, inquiry: Inquiry) -> None:
        """Know what will be asked of an address, while it is got."""
        self._inquiries[address] = inquiry

    def forget(self, address: str) -> None:
        """Let go of what was known of an address: it has been asked."""
        self._inquiries.pop(address, None)
        self._screened.pop(address, None)

    async def screen(self, snapshot: Snapshot) -> Unreachable | None:
        """Whether a page that has just been fetched is the page at all."""
        inquiry = self._inquiries.get(snapshot.address, Inquiry())
        examined = await self._work(snapshot, inquiry)
        self._screened[snapshot.address] = (snapshot.sha256, inquiry, examined)
        return examined.error

    async def examine(self, snapshot: Snapshot, inquiry: Inquiry) -> Examined:
        """What a page says of its quotes, in the order asked."""
        seen, asked, examined = self._screened.get(snapshot.address, (None, None, None))
        if examined is not None and seen == snapshot.sha256 and asked == inquiry:
            return examined
        return await self._work(snapshot, inquiry)

    def recall(self, snapshot: Snapshot, inquiry: Inquiry) -> Examined | None:
        """What is known without the page's body."""
        return self._memo.recall(snapshot, inquiry)

    def _share(self) -> None:
        """Start processes, once there is enough to do for more than one."""
        much = self._pages >= POOL_FROM or (self._pages > 1 and self._bytes >= POOL_FROM_BYTES)
        if much and self._jobs > 1 and not self._given and self._pool is None:
            self._pool = self._executor = _processes(self._jobs)

    async def _work(self, snapshot: Snapshot, inquiry: Inquiry) -> Examined:
        known = self._memo.recall(snapshot, inquiry)
        if known is not None:
            return known
        self._bytes += len(snapshot.body)
        self._share()
        try:
            examined = await _run(self._executor, snapshot, inquiry)
        except BrokenExecutor:
            self._executor = self._thread
            examined = await _run(self._thread, snapshot, inquiry)
        await asyncio.to_thread(self._memo.remember, snapshot, inquiry, examined)
        return examined


async def _run(executor: Executor, snapshot: Snapshot, inquiry: Inquiry) -> Examined:
    from lineage_verify.verify.examine import examine

    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(executor, examine, snapshot, inquiry)


def _processes(jobs: int) -> Executor:
    """Workers that are started afresh: to fork a process that has threads is not safe."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
