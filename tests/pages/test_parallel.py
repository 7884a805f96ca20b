"""Runs side by side on one cache and one server see the same and spoil nothing."""

import asyncio
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

from lineage_verify.pages.shelf import DiskShelf
from lineage_verify.pages.snapshot import Snapshot
from lineage_verify.settings import Limits
from tests.pages.fault_server import page, running
from tests.pages.keeper import fetch
from tests.pages.world import NOON, World, got

RUNS = 8
PAGES = 12
FORKS = get_context("forkserver")


def test_eight_runs_on_one_cache_agree(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with running() as server:
        for number in range(PAGES):
            server.scripts[f"/{number}/"] = page(
                f"<p>Page {number}.</p>".encode() * 999, 'ETag: "a"'
            )
        urls = [server.url(f"/{number}/") for number in range(PAGES)]
        pipes = [FORKS.Pipe() for _ in range(RUNS)]
        runs = [FORKS.Process(target=fetch, args=(cache, urls, there)) for _, there in pipes]
        for run in runs:
            run.start()
        told = [here.recv() if here.poll(120) else None for here, _ in pipes]
        for run in runs:
            run.join(30)
            assert run.exitcode == 0
        asked = Counter(path for path, _ in server.asked)
    assert all(digests == told[0] for digests in told)
    assert told[0] is not None
    assert len(set(told[0])) == PAGES
    assert max(asked.values()) <= RUNS
    assert server.busiest <= RUNS * Limits().per_host
    notes: list[str] = []
    shelf = DiskShelf(cache, notes=notes.append)
    assert shelf.addresses() == tuple(sorted(urls))
    assert [len(shelf.history(url)) >= 1 for url in urls] == [True] * PAGES
    assert notes == []
    assert list((cache / ".tmp").iterdir()) == []


def test_many_sources_of_many_hosts_stay_within_the_limits(tmp_path: Path) -> None:
    """A fleet: many addresses, few places, each asked for once."""
    count = 200
    with running() as server:
        server.scripts["/"] = page(b"<p>Hello.</p>")
        world = World(shelf=DiskShelf(tmp_path / "cache"), limits=Limits(connections=4, per_host=2))
        names = [f"host{number % 10}.example" for number in range(count)]

        async def loopback(host: str, port: int) -> list[str]:
            assert host in names
            assert port == server.port
            return ["127.0.0.1"]

        world.resolve = loopback
        urls = [f"http://{name}:{server.port}/{index}" for index, name in enumerate(names)]
        results = world.get(*urls, *urls)
        asked = len(server.asked)
        busiest = server.busiest
    assert all(isinstance(result, Snapshot) for result in results)
    assert asked == count
    assert busiest <= 4


def test_a_host_that_asks_for_a_pause_holds_its_other_pages_back() -> None:
    """While one page of a host waits, no other page of it is asked for."""
    with running() as server:
        slow = page(b"", "Retry-After: 1", status="429 Slow")
        server.scripts["/a"] = lambda count, text: (slow if count == 0 else page(b"a"))(count, text)
        server.scripts["/b"] = page(b"b")
        world = World(limits=replace(Limits(), per_host=1, retries=1))
        first, second = world.get(server.url("/a"), server.url("/b"))
        order = [path for path, _ in server.asked]
    assert (got(first).body, got(second).body) == (b"a", b"b")
    assert order.count("/a") == 2
    assert order[0] == "/a"


def test_spacing_parts_the_requests_of_a_host() -> None:
    async def moments() -> list[float]:
        from lineage_verify.pages.hosts import Hosts

        hosts = Hosts(Limits(per_host=4, host_spacing_s=0.05))
        loop = asyncio.get_running_loop()
        begun: list[float] = []

        async def one(host: str) -> None:
            async with hosts.place(host):
                begun.append(loop.time())

        async with asyncio.TaskGroup() as group:
            for _ in range(4):
                group.create_task(one("docs.example"))
        return begun

    begun = asyncio.run(moments())
    gaps = [later - earlier for earlier, later in pairwise(begun)]
    assert min(gaps) >= 0.045


def test_a_slow_host_takes_no_place_from_the_others() -> None:
    async def run() -> bool:
        from lineage_verify.pages.hosts import Hosts

        hosts = Hosts(Limits(connections=2, per_host=1))
        through = asyncio.Event()

        async def hold() -> None:
            async with hosts.place("slow.example"):
                await through.wait()

        async def other() -> None:
            async with hosts.place("quick.example"):
                through.set()

        async with asyncio.timeout(10), asyncio.TaskGroup() as group:
            for _ in range(5):
                group.create_task(hold())
            await asyncio.sleep(0)
            group.create_task(other())
        return through.is_set()

    assert asyncio.run(run())


def test_the_clock_of_snapshots_is_the_callers() -> None:
    with running() as server:
        server.scripts["/"] = page(b"x")
        assert got(World().one(server.url("/"))).fetched_at == NOON
