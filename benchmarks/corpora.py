"""What whole runs of the command cost: few specs and many, with a network and without.

    python benchmarks/corpora.py [--specs 10 100 1000] [--turns 5] [--case offline ...]

Each run is the real command in a process of its own. Time is the clock's and the processor's, its
workers' included; memory is the peak of its largest process.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from world import Corpus, serving

__all__ = ["CASES", "LATENCY", "Spent", "measure", "typical"]

LATENCY = 0.02
READY = 2_000
"""Up to how many pages the server makes before it is asked for them."""
CASES = {
    "cold": ("--refresh",),
    "revalidated": ("--refresh",),
    "offline": ("--offline",),
}


@dataclass(frozen=True)
class Spent:
    """Seconds on the clock, seconds of the processors, and the peak of memory in MiB."""

    wall: float
    cpu: float
    peak: float


def measure(corpus: Corpus, cases: Sequence[str], turns: int) -> dict[str, list[Spent]]:
    """The runs of each case, in turn; a cold one begins without a cache."""
    ready = corpus if corpus.pages <= READY else None
    with tempfile.TemporaryDirectory() as name, serving(LATENCY, ready) as port:
        folder = Path(name)
        corpus.write(folder / "specs", port)
        spent: dict[str, list[Spent]] = {case: [] for case in cases}
        if "cold" not in cases:
            check(folder, CASES["cold"])
        for _ in range(turns):
            for case in cases:
                if case == "cold":
                    shutil.rmtree(folder / "cache", ignore_errors=True)
                spent[case].append(check(folder, CASES[case]))
        return spent


def check(folder: Path, options: Sequence[str]) -> Spent:
    """One run of the command; it must find what is broken, and nothing else."""
    words = [sys.executable, "-m", "lineage_verify", "check", "specs", "--allow-private-network"]
    (folder / "report.json").unlink(missing_ok=True)
    started = time.perf_counter()
    with (folder / "told").open("w") as told:
        process = subprocess.Popen(
            [*words, *options, "--output", "json=report.json", "--quiet"],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=told,
        )
        _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in {0, 1}:
        raise SystemExit((folder / "told").read_text())
    return Spent(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def typical(runs: Sequence[Spent]) -> Spent:
    """The median of each figure."""
    return Spent(
        median(run.wall for run in runs),
        median(run.cpu for run in runs),
        median(run.peak for run in runs),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--specs", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--case", nargs="+", choices=list(CASES), default=list(CASES))
    parser.add_argument("--hosts", type=int, default=4)
    parser.add_argument("--apart", action="store_true", help="no two specs share a page")
    said = parser.parse_args()
    for specs in said.specs:
        corpus = Corpus(specs, hosts=said.hosts, shared=not said.apart)
        for case, runs in measure(corpus, said.case, said.turns).items():
            one = typical(runs)
            print(
                f"{specs:6} specs  {corpus.pages:6} pages  {case:12} {one.wall:8.2f} s"
                f" {one.cpu:8.2f} s of processor {one.peak:7.1f} MiB"
                f"  {1000 * one.cpu / specs:7.2f} ms a spec"
            )


if __name__ == "__main__":
    main()
