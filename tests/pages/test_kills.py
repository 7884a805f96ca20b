"""Runs that are killed at any moment leave a cache that the next run can trust."""

import os
import random
import subprocess
import sys
import time
from multiprocessing import get_context
from pathlib import Path

import pytest

from lineage_verify.pages.shelf import DiskShelf
from tests.pages.keeper import ADDRESSES, keep, run

RUNS = 100
SIDE_BY_SIDE = 4
FORKS = get_context("forkserver")
FORKS.set_forkserver_preload(["tests.pages.keeper"])
ROOT = Path(__file__).resolve().parents[2]


def kill_some(cache: Path, seeds: range, chance: random.Random) -> None:
    """Start some runs side by side, and kill each at a moment of its own."""
    here, there = FORKS.Pipe()
    runs = [FORKS.Process(target=run, args=(cache, seed, there)) for seed in seeds]
    for one in runs:
        one.start()
        here.recv()
    for one in runs:
        time.sleep(chance.uniform(0.0, 0.04))
        one.kill()
    for one in runs:
        one.join(30)
        assert one.exitcode == -9
        one.close()
    here.close()
    there.close()


def names(cache: Path) -> set[str]:
    return {str(path.relative_to(cache)) for path in cache.rglob("*.warc.gz")}


def left_behind(cache: Path) -> list[Path]:
    return list(cache.glob(".tmp/*"))


def whole(cache: Path) -> set[tuple[str, str]]:
    """Every snapshot of a cache that can be read, by its file and digest."""
    notes: list[str] = []
    shelf = DiskShelf(cache, notes=notes.append)
    found = {(entry.name, entry.sha256) for one in ADDRESSES for entry in shelf.history(one)}
    assert notes == []
    return found


def test_a_hundred_killed_runs_lose_and_spoil_nothing(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    chance = random.Random(5)
    kept: set[str] = set()
    for first in range(1, RUNS, SIDE_BY_SIDE):
        kill_some(cache, range(first, first + SIDE_BY_SIDE), chance)
        assert kept <= names(cache)
        kept = names(cache)
    assert {name for name, _ in whole(cache)} == kept
    keep(DiskShelf(cache), RUNS + 1, 3)
    assert len(names(cache)) > len(kept)
    assert left_behind(cache) == []
    assert list(cache.rglob("*.damaged")) == []


def test_a_run_that_dies_with_a_file_half_written_leaves_it_to_the_next(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    keep(DiskShelf(cache), 1, 3)
    script = (
        "import sys, os; from pathlib import Path; from lineage_verify.pages import folder\n"
        "from tests.pages.keeper import keep; from lineage_verify.pages.shelf import DiskShelf\n"
        "folder.os.fsync = lambda _: os.kill(os.getpid(), 9)\n"
        "keep(DiskShelf(Path(sys.argv[1])), 2, 1)\n"
    )
    dead = subprocess.run([sys.executable, "-c", script, str(cache)], cwd=ROOT, check=False)
    assert dead.returncode == -9
    assert len(left_behind(cache)) == 1
    assert whole(cache)
    assert left_behind(cache) == []


@pytest.mark.skipif(
    os.name != "posix", reason="file locks tell living runs from dead ones on POSIX"
)
def test_the_file_of_a_living_run_is_left_alone(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    keep(DiskShelf(cache), 1, 3)
    script = (
        "import sys, time; from pathlib import Path; from lineage_verify.pages import folder\n"
        "from tests.pages.keeper import keep; from lineage_verify.pages.shelf import DiskShelf\n"
        "def stay(_): print('here', flush=True); time.sleep(60)\n"
        "folder.os.fsync = stay\n"
        "keep(DiskShelf(Path(sys.argv[1])), 2, 1)\n"
    )
    command = [sys.executable, "-c", script, str(cache)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as living:
        assert living.stdout is not None
        assert living.stdout.readline() == "here\n"
        DiskShelf(cache).newest(ADDRESSES[0])
        assert len(left_behind(cache)) == 1
        living.kill()
        living.wait(30)
    DiskShelf(cache).newest(ADDRESSES[0])
    assert left_behind(cache) == []
