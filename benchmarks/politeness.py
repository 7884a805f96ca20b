"""A cold run of 1,000 pages against what the limits on connections allow.

    python benchmarks/politeness.py [--hosts 1 4] [--turns 5]

`bound` is the server's latency times the requests over the connections that are allowed at once.
`httpx alone` is a process that asks for the same pages within the same limits and drops them: no
program that asks through httpx takes less on the same machine. It and the command run in turn.
"""

import argparse
import asyncio
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import corpora
import httpx
from world import Corpus, serving

__all__ = ["Row", "measure"]

CONNECTIONS = 8
PER_HOST = 2
"""The command's own limits (DESIGN.md section 9)."""
SPECS = 125
"""Of eight pages each."""


@dataclass(frozen=True)
class Row:
    """Seconds on the clock for all pages, and the processors' seconds of the command."""

    hosts: int
    at_once: int
    bound: float
    alone: float
    ours: float
    processor: float


def measure(hosts: int, turns: int) -> Row:
    """The medians of so many runs each."""
    corpus = Corpus(SPECS, hosts=hosts, shared=False)
    at_once = min(CONNECTIONS, hosts * PER_HOST)
    alone: list[float] = []
    ours: list[corpora.Spent] = []
    with tempfile.TemporaryDirectory() as name, serving(corpora.LATENCY, corpus) as port:
        folder = Path(name)
        corpus.write(folder / "specs", port)
        (folder / "addresses").write_text("\n".join(addresses(corpus, port)))
        for _ in range(turns):
            alone.append(ask_alone(folder / "addresses", at_once))
            shutil.rmtree(folder / "cache", ignore_errors=True)
            ours.append(corpora.check(folder, corpora.CASES["cold"]))
    spent = corpora.typical(ours)
    bound = corpora.LATENCY * corpus.pages / at_once
    return Row(hosts, at_once, bound, median(alone), spent.wall, spent.cpu)


def addresses(corpus: Corpus, port: int) -> Iterator[str]:
    for number in range(corpus.pages):
        yield f"http://127.0.0.{1 + number % corpus.hosts}:{port}/{corpus.size}/{number}"


def ask_alone(file: Path, at_once: int) -> float:
    """How long a process takes that does nothing but ask, from its start to its end."""
    started = time.perf_counter()
    words = [sys.executable, __file__, "--ask", str(file), str(at_once)]
    subprocess.run(words, check=True)
    return time.perf_counter() - started


async def ask(urls: Sequence[str], at_once: int) -> None:
    """Ask for each URL, so many at once."""
    left = iter(urls)
    async with httpx.AsyncClient(trust_env=False) as client:

        async def go_on() -> None:
            for url in left:
                (await client.get(url)).raise_for_status()

        await asyncio.gather(*(go_on() for _ in range(at_once)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--hosts", type=int, nargs="+", default=[1, 4])
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--ask", nargs=2, metavar=("FILE", "CONNECTIONS"), help=argparse.SUPPRESS)
    said = parser.parse_args()
    if said.ask:
        file, at_once = said.ask
        asyncio.run(ask(Path(file).read_text().split(), int(at_once)))
        return
    for hosts in said.hosts:
        row = measure(hosts, said.turns)
        print(
            f"{hosts} hosts, {row.at_once} connections: bound {row.bound:.1f} s,"
            f" httpx alone {row.alone:.1f} s, ours {row.ours:.1f} s"
            f" ({row.ours / row.bound:.2f} and {row.ours / row.alone:.2f} times),"
            f" {row.processor:.1f} s of processor"
        )


if __name__ == "__main__":
    main()
