"""What the pages say: one answer a page."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from lineage_verify.pages.snapshot import Snapshot, Unreachable
from lineage_verify.verify.examiner import Examiner
from lineage_verify.verify.plan import Plan
from lineage_verify.verify.ports import Pages, VerifyObserver
from lineage_verify.verify.reading import Question, Reading

__all__ = ["PageAnswer", "ask_pages"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageAnswer:
    """One page, or why there is none, and what it says of each question."""

    snapshot: Snapshot | None = None
    error: Unreachable | None = None
    readings: Mapping[Question, Reading] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    terms: frozenset[str] = frozenset()


async def ask_pages(
    plan: Plan, pages: Pages, examiner: Examiner, observer: VerifyObserver
) -> dict[str, PageAnswer]:
    """Get every page of a plan once, and ask it all its questions."""
    observer.planned(len(plan.targets))
    examiner.expect({address: plan.inquiry(address) for address in plan.targets})

    async def one(address: str) -> tuple[str, PageAnswer]:
        answer = await _ask_page(plan, address, pages, examiner)
        observer.read(address)
        return address, answer

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(address)) for address in plan.targets]
    return dict(task.result() for task in tasks)


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
