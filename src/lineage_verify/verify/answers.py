"""What the pages say: each page is asked once for all specs, and answers wait for their spec."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self

from lineage_verify.pages.snapshot import Unreachable
from lineage_verify.verify.examiner import Examiner
from lineage_verify.verify.page_answer import PageAnswer, page_answers, without_body
from lineage_verify.verify.plan import Share, together
from lineage_verify.verify.ports import Pages, VerifyObserver
from lineage_verify.verify.spill import Spill
from lineage_verify.verify.survey import Survey

__all__ = ["Answers"]

IN_WORK = 64
"""How many pages are in work at once: got, waited for, read or searched."""


class Answers:
    """Gets the pages of a survey in the background, some at a time, and asks each all at once.

    Specs take their answers in the order in which the survey had them. Of a page that has answered
    no byte and no text stays in memory.
    """

    def __init__(
        self,
        survey: Survey,
        spill: Spill[tuple[int, PageAnswer]],
        pages: Pages,
        examiner: Examiner,
        observer: VerifyObserver,
    ) -> None:
        """Ask nothing yet."""
        self._survey = survey
        self._spill = spill
        self._pages = pages
        self._examiner = examiner
        self._observer = observer
        self._waiting: dict[str, int] = {}
        self._wanted: dict[str, asyncio.Event] = {}
        self._failure: BaseException | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        """Begin to get pages."""
        self._observer.planned(len(self._survey))
        self._examiner.begin(len(self._survey))
        addresses = iter(self._survey)
        for _ in range(min(IN_WORK, len(self._survey))):
            task = asyncio.create_task(self._work(addresses))
            task.add_done_callback(self._ended)
            self._tasks.append(task)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Drop what is under way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def of(self, addresses: Iterable[str]) -> dict[str, PageAnswer]:
        """What the pages of the next spec say to it; waits for those that are still in work.

        Raises:
            CacheError: the shelf cannot be read or written.
        """
        await asyncio.sleep(0)  # a spec takes a while to put together; let pages come in between
        return {address: await self._answer(address) for address in addresses}

    async def _answer(self, address: str) -> PageAnswer:
        while address not in self._waiting:
            if self._failure is not None:
                raise self._failure
            await self._wanted.setdefault(address, asyncio.Event()).wait()
        following, answer = self._spill.take(self._waiting.pop(address))
        if following:
            self._waiting[address] = following
        return answer

    async def _work(self, addresses: Iterator[str]) -> None:
        """Go from page to page, beside others that do the same."""
        for address in addresses:
            shares = self._survey.take(address)
            answers = await self._ask(address, shares)
            number = 0  # each answer is put down with the number of the next spec's
            for answer in reversed(answers):
                number = self._spill.put((number, answer))
            self._waiting[address] = number
            self._observer.read(address)
            if address in self._wanted:
                self._wanted.pop(address).set()

    async def _ask(self, address: str, shares: Sequence[Share]) -> list[PageAnswer]:
        """One page's answers to what each spec asks of it."""
        inquiry = together(shares)
        self._examiner.expect(address, inquiry)
        try:
            # By the one text of the address that is held: whoever keeps it keeps no other.
            snapshot = await self._pages.get(replace(shares[0].target, address=address))
            if isinstance(snapshot, Unreachable):
                return [PageAnswer(error=snapshot)] * len(shares)
            examined = await self._examiner.examine(snapshot, inquiry)
        finally:
            self._examiner.forget(address)
        return page_answers(without_body(snapshot), inquiry, examined, shares)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        """Pass a worker's error on to whoever waits for a page."""
        if task.cancelled() or task.exception() is None:
            return
        self._failure = self._failure or task.exception()
        for event in self._wanted.values():
            event.set()
