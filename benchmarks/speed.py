"""Every table of docs/performance.md, measured anew.

    python benchmarks/speed.py [--only startup quotes corpora polite] [--turns 5]
        [--specs 10 100 1000 10000] [--rivals FOLDER] [--write]

Each case and what it is measured against run in turn, in one session; what is told is the median.
With `--write` the tables take the places of those in the page; else they are printed.
"""

import argparse
import os
import platform
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import corpora
import politeness
import quotes
import startup
from rivals import installed
from world import Corpus

PAGE = Path(__file__).resolve().parents[1] / "docs" / "performance.md"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table, its numbers to the right."""
    lines = [f"| {' | '.join(head)} |", f"|{'|'.join(['---', *['--:'] * (len(head) - 1)])}|"]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines)


def startup_table(said: argparse.Namespace) -> str:
    rows = [
        (f"`{one.name}`", f"{one.ratio:.2f}", "" if one.bar is None else f"at most {one.bar}")
        for one in startup.measure(max(said.turns, 5))
    ]
    return table(("command", "times the imports", "wanted"), rows)


def quotes_table(said: argparse.Namespace) -> str:
    with installed(said.rivals) as rivals:
        versions = rivals.versions
        rows = list(quotes.measure(said.turns, rivals))
    names = list(rows[0].ratios)
    head = ["page, quotes", "ours", "from HTML", *(f"`{name}`" for name in names)]
    told = ", ".join(f"{name} {version}" for name, version in versions.items())
    return table(head, map(_quotes_row, rows)) + f"\n\nVersions: {told}."


def _quotes_row(row: quotes.Row) -> list[str]:
    size = f"{row.size // 1000} KB" if row.size < 1_000_000 else f"{row.size // 1_000_000} MB"
    return [
        f"{size}, {row.count} {row.kind}",
        _milliseconds(row.ours),
        _milliseconds(row.whole),
        *(_times(ratio) for ratio in row.ratios.values()),
    ]


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.1f} s"


def _times(ratio: float | None) -> str:
    if ratio is None:
        return "cannot"
    return f"{ratio:.2g}" if ratio < 10 else f"{ratio:.0f}"


def corpora_table(said: argparse.Namespace) -> str:
    measured = {}
    for specs in said.specs:
        turns = said.turns if specs < 10_000 else 1
        for case, runs in corpora.measure(Corpus(specs), list(corpora.CASES), turns).items():
            measured[specs, case] = corpora.typical(runs)
            print(specs, case, measured[specs, case], file=sys.stderr, flush=True)
    return growth_table(measured)


def growth_table(measured: Mapping[tuple[int, str], corpora.Spent]) -> str:
    """One row a case and size; growth is against 100 specs of the same case."""
    return table(
        (
            "run",
            "clock",
            "processor",
            "processor a spec",
            "growth over linear",
            "peak memory",
            "growth",
        ),
        (
            _growth_row(specs, case, one, measured.get((100, case)))
            for case in corpora.CASES
            for (specs, named), one in measured.items()
            if named == case
        ),
    )


def _growth_row(
    specs: int, case: str, one: corpora.Spent, base: corpora.Spent | None
) -> tuple[str, ...]:
    grown = specs > 100 and base is not None
    return (
        f"{case}, {specs:,} specs",
        f"{one.wall:.1f} s",
        f"{one.cpu:.1f} s",
        f"{1000 * one.cpu / specs:.1f} ms",
        f"{one.cpu / base.cpu / (specs / 100):.2f}" if grown and base else "",
        f"{one.peak:.0f} MiB",
        f"{one.peak / base.peak:.2f}" if grown and base else "",
    )


def polite_table(said: argparse.Namespace) -> str:
    """Cold runs of 1,000 pages against what the limits on connections allow."""
    rows = [politeness.measure(hosts, said.turns) for hosts in (1, 4)]
    return table(
        (
            "1,000 pages from",
            "bound",
            "httpx alone",
            "ours",
            "over bound",
            "over httpx alone",
            "processor",
        ),
        (
            (
                f"{row.hosts} host{'s' if row.hosts > 1 else ''}, {row.at_once} connections",
                f"{row.bound:.1f} s",
                f"{row.alone:.1f} s",
                f"{row.ours:.1f} s",
                f"{row.ours / row.bound:.2f}",
                f"{row.ours / row.alone:.2f}",
                f"{row.processor:.1f} s",
            )
            for row in rows
        ),
    )


def machine() -> str:
    """The machine in general terms."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"Measured on {os.cpu_count()} cores with {memory:.0f} GiB of memory, {platform.system()}"
        f" on {platform.machine()}, {platform.python_implementation()} {platform.python_version()}."
    )


TABLES: Mapping[str, Callable[[argparse.Namespace], str]] = {
    "startup": startup_table,
    "quotes": quotes_table,
    "corpora": corpora_table,
    "polite": polite_table,
}


def put(page: str, name: str, text: str) -> str:
    """The page with the text between the marks of that name."""
    marks = rf"(<!-- measured: {name} -->\n).*?(<!-- end -->)"
    found = re.compile(marks, re.DOTALL)
    if not found.search(page):
        raise SystemExit(f"{PAGE.name} has no place for {name}")
    return found.sub(lambda match: f"{match[1]}{text}\n{match[2]}", page)


def tables(said: argparse.Namespace) -> Iterator[tuple[str, str]]:
    yield "machine", machine()
    for name in said.only:
        yield name, TABLES[name](said)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--only", nargs="+", choices=list(TABLES), default=list(TABLES))
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--specs", type=int, nargs="+", default=[10, 100, 1_000, 10_000])
    parser.add_argument("--rivals", type=Path, help="a virtual environment to keep rivals in")
    parser.add_argument("--write", action="store_true", help="change docs/performance.md")
    said = parser.parse_args()
    for name, text in tables(said):
        print(f"{text}\n", flush=True)
        if said.write:
            page = PAGE.read_text(encoding="utf-8")
            PAGE.write_text(put(page, name, text), encoding="utf-8")


if __name__ == "__main__":
    main()
