"""One answer, in one thread or in many processes, and whoever dies on the way."""

import asyncio
from collections.abc import Callable
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from typing import Any

import pytest

from lineage_verify.verify.examiner import POOL_FROM, Examiner
from lineage_verify.verify.ports import Judging
from lineage_verify.verify.run import verify
from tests.verify.conftest import NOON, Document, World, without_match

COUNT = POOL_FROM + 4
ADDRESSES = [f"https://mill.example/{number}" for number in range(COUNT)]
PAGES = {
    address: f"<p>The wheel number {number} turns the shaft and the stone.</p>"
    for number, address in enumerate(ADDRESSES)
}


class DyingExecutor(Executor):
    """Breaks at the third piece of work, as a pool does whose worker was killed."""

    def __init__(self) -> None:
        self.taken = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        self.taken += 1
        future: Future[Any] = Future()
        if self.taken >= 3:
            future.set_exception(BrokenExecutor("a worker was killed"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def run(document: Document, examiner: Examiner) -> list[Any]:
    made = document(
        {f"s{number}": address for number, address in enumerate(ADDRESSES)},
        [
            (f"s{number}", f"The wheel number {number + number % 2} turns the shaft and the stone.")
            for number in range(COUNT)
        ],
    )
    world = World(PAGES)

    async def reports() -> list[Any]:
        with examiner:
            rules = Judging(today=NOON.date())
            found = verify([made], world, world.shelf, judging=rules, examiner=examiner)
            return [without_match(report) async for report in found]

    return asyncio.run(reports())


def test_processes_say_what_one_thread_says(document: Document) -> None:
    alone = run(document, Examiner())
    assert run(document, Examiner(jobs=2)) == alone
    kinds = [finding.kind.value for finding in alone[0].findings]
    assert kinds.count("verbatim") > 0
    assert kinds.count("drifted") > 0


def test_any_executor_of_the_standard_interface_will_do(document: Document) -> None:
    with ProcessPoolExecutor(1) as executor:
        assert run(document, Examiner(executor=executor)) == run(document, Examiner())


def test_a_dead_worker_costs_nothing(document: Document) -> None:
    dying = DyingExecutor()
    assert run(document, Examiner(executor=dying)) == run(document, Examiner())
    assert dying.taken >= 3


@pytest.mark.parametrize(
    ("pages", "size", "started"), [(2, 600_000, True), (2, 1_000, False), (1, 2_000_000, False)]
)
def test_processes_are_started_for_a_few_large_pages(
    document: Document, monkeypatch: pytest.MonkeyPatch, pages: int, size: int, *, started: bool
) -> None:
    made: list[int] = []

    def workers(jobs: int) -> Executor:
        made.append(jobs)
        return ThreadPoolExecutor(jobs)

    monkeypatch.setattr("lineage_verify.verify.examiner._processes", workers)
    body = "<p>The wheel turns the shaft and the stone.</p>" + "<p>Or so.</p>" * (size // 13)
    world = World(dict.fromkeys(ADDRESSES[:pages], body))
    asked = document(
        {f"s{number}": address for number, address in enumerate(ADDRESSES[:pages])},
        [(f"s{number}", "The wheel turns the shaft and the stone.") for number in range(pages)],
    )

    async def kinds() -> list[str]:
        with Examiner(jobs=2) as examiner:
            rules = Judging(today=NOON.date())
            found = verify([asked], world, world.shelf, judging=rules, examiner=examiner)
            return [one.kind.value async for report in found for one in report.findings]

    assert set(asyncio.run(kinds())) == {"verbatim"}
    assert made == ([2] if started else [])
