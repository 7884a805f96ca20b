"""What the pages say: one answer a page, and what other pages and older snapshots add."""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from lineage_verify.pages.shelf import Shelf
from lineage_verify.pages.snapshot import Snapshot, Unreachable
from lineage_verify.verdicts.model import LastKnown
from lineage_verify.verify.examiner import Examiner
from lineage_verify.verify.plan import Ask, Plan
from lineage_verify.verify.ports import Pages, VerifyObserver
from lineage_verify.verify.reading import Inquiry, Question, Reading

__all__ = ["Answers", "PageAnswer", "ask_pages"]

PAST_DEPTH = 20
"""How many older snapshots of a page are read to tell when a quote last held."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageAnswer:
    """One page, or why there is none, and what it says of each question."""

    snapshot: Snapshot | None = None
    error: Unreachable | None = None
    readings: Mapping[Question, Reading] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    terms: frozenset[str] = frozenset()


class Answers:
    """The answers of a window's pages, and where to ask on."""

    def __init__(self, pages: Mapping[str, PageAnswer], shelf: Shelf, examiner: Examiner) -> None:
        """Hold the pages' answers by address."""
        self.pages = pages
        self._shelf = shelf
        self._examiner = examiner

    async def elsewhere(self, ask: Ask, others: Mapping[str, str]) -> tuple[str, ...]:
        """The ids of the other sources, of `others` (id to address), in which a quote holds."""
        bare = replace(
            ask.question.selector, prefix=None, suffix=None, fragment=None,
            first_line=None, last_line=None,
        )  # fmt: skip
        holding = []
        for source, address in others.items():
            page = self.pages.get(address)
            if page is None or page.snapshot is None or address == ask.target.address:
                continue
            examined = await self._examiner.examine(
                page.snapshot, Inquiry((Question(bare, ask.target.url),))
            )
            if any(reading.holds for reading in examined.readings):
                holding.append(source)
        return tuple(holding)

    async def last_known(self, ask: Ask) -> LastKnown | None:
        """The newest verdict that a kept snapshot backs."""
        for snapshot in islice(_past(self._shelf, ask.target.address), 1):
            examined = await self._examiner.examine(snapshot, Inquiry((ask.question,)))
            for reading in examined.readings:
                return LastKnown(reading.verdict.kind, snapshot.validated_at)
        return None

    async def last_held(self, ask: Ask) -> Snapshot | None:
        """The newest kept snapshot in which a quote held."""
        for snapshot in islice(_past(self._shelf, ask.target.address), PAST_DEPTH):
            examined = await self._examiner.examine(snapshot, Inquiry((ask.question,)))
            if any(reading.holds for reading in examined.readings):
                return snapshot
        return None


async def ask_pages(
    plan: Plan, pages: Pages, shelf: Shelf, examiner: Examiner, observer: VerifyObserver
) -> Answers:
    """Get every page of a plan once, and ask it all its questions."""
    observer.planned(len(plan.targets))
    examiner.expect({address: plan.inquiry(address) for address in plan.targets})

    async def one(address: str) -> tuple[str, PageAnswer]:
        answer = await _ask_page(plan, address, pages, examiner)
        observer.read(address)
        return address, answer

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(address)) for address in plan.targets]
    return Answers(dict(task.result() for task in tasks), shelf, examiner)


async def _ask_page(plan: Plan, address: str, pages: Pages, examiner: Examiner) -> PageAnswer:
    inquiry = plan.inquiry(address)
    snapshot = await pages.get(plan.targets[address])
    if isinstance(snapshot, Unreachable):
        return PageAnswer(error=snapshot)
    examined = await examiner.examine(snapshot, inquiry)
    if examined.error is not None:
        return PageAnswer(snapshot=snapshot, error=examined.error)
    return PageAnswer(
        snapshot=snapshot,
        readings=dict(zip(inquiry.questions, examined.readings, strict=True)),
        notes=examined.notes,
        terms=examined.terms,
    )


def _past(shelf: Shelf, address: str) -> Iterator[Snapshot]:
    """The kept snapshots of an address, newest first, each body once."""
    seen: set[str] = set()
    for capture in reversed(shelf.history(address)):
        if capture.sha256 not in seen:
            seen.add(capture.sha256)
            snapshot = shelf.read(capture)
            if snapshot is not None:
                yield snapshot
