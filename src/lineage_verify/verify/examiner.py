"""Examines pages in an executor, those that are just being fetched among them."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from types import TracebackType
from typing import Self

from lineage_verify.pages.snapshot import Snapshot, Unreachable
from lineage_verify.verify.memo import Memo, NoMemo
from lineage_verify.verify.reading import Examined, Inquiry

__all__ = ["Examiner"]


class Examiner:
    """Looks for quotes on pages, off the thread that talks to the network.

    It is also the fetcher's screen: a page is examined before it is kept, so that what turns out
    not to be the page (a robot wall, a soft 404) takes no good snapshot's place.
    """

    def __init__(self, executor: Executor | None = None, memo: Memo | None = None) -> None:
        """Work in `executor`, in one thread where none is given; ask `memo` before that."""
        self._memo = memo or NoMemo()
        self._own = None if executor else ThreadPoolExecutor(1)
        self._executor = executor or self._own
        self._inquiries: Mapping[str, Inquiry] = {}
        self._screened: dict[tuple[str, str], tuple[Inquiry, Examined]] = {}

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Give up what has not begun."""
        if self._own is not None:
            self._own.shutdown(wait=kind is None, cancel_futures=True)

    def expect(self, inquiries: Mapping[str, Inquiry]) -> None:
        """Know what will be asked of each address, from now on."""
        self._inquiries = inquiries
        self._screened.clear()

    async def screen(self, snapshot: Snapshot) -> Unreachable | None:
        """Whether a page that has just been fetched is the page at all."""
        inquiry = self._inquiries.get(snapshot.address, Inquiry())
        examined = await self._work(snapshot, inquiry)
        self._screened[snapshot.address, snapshot.sha256] = (inquiry, examined)
        return examined.error

    async def examine(self, snapshot: Snapshot, inquiry: Inquiry) -> Examined:
        """What a page says of its quotes, in the order asked."""
        asked, examined = self._screened.get((snapshot.address, snapshot.sha256), (None, None))
        if examined is not None and asked == inquiry:
            return examined
        return await self._work(snapshot, inquiry)

    async def _work(self, snapshot: Snapshot, inquiry: Inquiry) -> Examined:
        known = self._memo.recall(snapshot, inquiry)
        if known is not None:
            return known
        from lineage_verify.verify.examine import examine

        loop = asyncio.get_running_loop()
        examined = await loop.run_in_executor(self._executor, examine, snapshot, inquiry)
        self._memo.remember(snapshot, inquiry, examined)
        return examined
