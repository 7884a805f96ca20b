"""A Dask cluster of two worker processes, one of which is killed at work."""

import asyncio
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

import pytest

from lineage_verify.errors import MissingExtraError, SettingsError
from lineage_verify.pages.snapshot import Snapshot
from lineage_verify.verify import cluster
from lineage_verify.verify.cluster import OtherProgramError, open_cluster
from lineage_verify.verify.examiner import Examiner
from lineage_verify.verify.memo import NoMemo
from lineage_verify.verify.ports import Judging, SilentObserver
from lineage_verify.verify.reading import Examined, Inquiry
from lineage_verify.verify.run import verify
from tests.verify.conftest import NOON, Document, World, without_match

SCHEDULER = """
import asyncio
from distributed import Scheduler

async def main():
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()

asyncio.run(main())
"""
WORKER = """
import asyncio, sys
from distributed import Worker
{before}
async def main():
    async with Worker(sys.argv[1], host="127.0.0.1", nthreads=1, dashboard=False) as worker:
        print(worker.address, flush=True)
        await worker.finished()

asyncio.run(main())
"""
ANOTHER = """
import lineage_verify.verify.cluster
lineage_verify.verify.cluster.fingerprint = lambda: "another program's"
"""
NONE = "sys.modules['lineage_verify'] = None"

COUNT = 48
ADDRESSES = [f"https://mill.example/{number}" for number in range(COUNT)]
WORDS = " ".join(f"The stone {number} grinds what wheel {number} brings." for number in range(90))
PAGES = {
    address: f"<p>The wheel number {number} turns the shaft.</p><p>{WORDS}</p>"
    for number, address in enumerate(ADDRESSES)
}


@contextmanager
def running(script: str, *words: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A process, and the first line that it says."""
    process = subprocess.Popen(
        [sys.executable, "-c", script, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        said = process.stdout.readline().strip()
        assert said, process.wait()
        yield process, said
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.fixture
def scheduler() -> Iterator[str]:
    with running(SCHEDULER) as (_, address):
        yield address


def named(scheduler: str) -> str:
    return scheduler.replace("tcp://", "dask://")


class OnceEach(NoMemo):
    """Counts how often each page was read."""

    def __init__(self) -> None:
        self.read: Counter[str] = Counter()

    def remember(self, snapshot: Snapshot, inquiry: Inquiry, _: Examined) -> None:
        if inquiry.questions:  # else only whether another page's quotes stand there, too
            self.read[snapshot.address] += 1


class AtPage(SilentObserver):
    """Does something once so many pages have been read."""

    def __init__(self, number: int, then: Callable[[], None]) -> None:
        self.left = number
        self.then = then

    def read(self, _: str) -> None:
        self.left -= 1
        if self.left == 0:
            self.then()


def run(
    document: Document, executor: Executor | None, *, observer: AtPage | None = None
) -> tuple[list[Any], Counter[str]]:
    quotes = [
        (f"s{number}", f"The wheel number {number + (number % 20 == 3)} turns the shaft.")
        for number in range(COUNT)
    ]
    sources = {f"s{number}": address for number, address in enumerate(ADDRESSES)}
    made = document(sources, [*quotes, ("s5", "The miller sleeps while all the rest is at work.")])
    world, memo = World(PAGES), OnceEach()

    async def reports() -> list[Any]:
        with Examiner(executor=executor, memo=memo) as examiner:
            rules = Judging(today=NOON.date())
            found = verify(
                [made], world, world.shelf, judging=rules, examiner=examiner, observer=observer
            )
            return [without_match(report) async for report in found]

    return asyncio.run(reports()), memo.read


def test_a_killed_worker_loses_nothing_and_does_nothing_twice(
    scheduler: str, document: Document
) -> None:
    alone, _ = run(document, None)
    with (
        running(WORKER.format(before=""), scheduler) as (doomed, _),
        running(WORKER.format(before=""), scheduler),
        open_cluster(named(scheduler)) as executor,
    ):
        together, read = run(document, executor, observer=AtPage(9, doomed.kill))
        assert doomed.wait(10) != 0
    assert together == alone
    assert read == Counter(ADDRESSES)
    kinds = Counter(finding.kind.value for finding in alone[0].findings)
    assert {"verbatim", "drifted", "missing"} <= set(kinds)


def test_a_cluster_that_dies_leaves_the_work_here(
    scheduler: str, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "ALONE_S", 0.5)
    with (
        running(WORKER.format(before=""), scheduler) as (doomed, _),
        open_cluster(named(scheduler)) as executor,
    ):
        together, read = run(document, executor, observer=AtPage(9, doomed.kill))
    assert together == run(document, None)[0]
    assert read == Counter(ADDRESSES)


@pytest.mark.parametrize(("before", "says"), [(ANOTHER, "another program"), (NONE, "has no")])
def test_a_worker_of_another_version_is_told(scheduler: str, before: str, says: str) -> None:
    with (
        running(WORKER.format(before=before), scheduler),
        pytest.raises(OtherProgramError, match=says),
        open_cluster(named(scheduler)),
    ):
        pass


def test_a_worker_that_comes_later_is_looked_at_too() -> None:
    with pytest.raises(OtherProgramError, match="another program"):
        cluster._same_program(("another", "lineage-verify 0.0.1"), max, (1, 2), {})
    assert cluster._same_program(cluster._told(), max, (1, 2), {}) == 2


@pytest.mark.parametrize(
    "address", ["localhost:8786", "tcp://localhost:8786", "dask://localhost", "dask://a b:1"]
)
def test_an_address_that_is_none_is_told(address: str) -> None:
    with pytest.raises(SettingsError, match="dask://HOST:PORT"), open_cluster(address):
        pass


def test_a_scheduler_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_S", 0.5)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"dask://127.0.0.1:{free.getsockname()[1]}"
    with (
        pytest.raises(SettingsError, match="no Dask scheduler can be reached"),
        open_cluster(address),
    ):
        pass


def test_a_cluster_without_a_worker_is_told(
    scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "CONNECT_S", 2)
    with pytest.raises(SettingsError, match="has no worker"), open_cluster(named(scheduler)):
        pass


def test_a_missing_extra_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(MissingExtraError, match=r"pip install 'lineage-verify\[dask\]'"),
        open_cluster("dask://localhost:8786"),
    ):
        pass
