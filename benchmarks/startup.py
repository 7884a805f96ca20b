"""What it costs to start: each command against what the same interpreter needs for the libraries.

    python benchmarks/startup.py [--runs 15] [--spec FILE --pages WARC] [--all]

The base imports what a tool of this kind cannot do without: typer, pydantic, rich's table,
selectolax and rapidfuzz. Commands and base run in turn, each in a process of its own, and are
compared by the processor's time (user and system), which other work on the machine disturbs
least; ratios are those of the medians. A check is *warm* from its second run on: its pages are
kept and its verdicts remembered.

Without `--spec`, a spec of 24 quotes on 8 pages is made. `--all` runs further commands, which have
no bar.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from statistics import median

from lineage_verify.pages.shelf import DiskShelf
from lineage_verify.pages.snapshot import Provenance, Snapshot

__all__ = ["BASE", "Ratio", "measure"]

BASE = "import typer, pydantic, rich.table, selectolax.lexbor, rapidfuzz"
WARM_BAR = 1.6
HELP_BAR = 0.6
_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
"""Not handed on: with it, a checkout is compiled anew at each start, and a library is not."""
PAGES = 8
QUOTES = 3
WORDS = [
    "the",
    "worker",
    "scheduler",
    "plan",
    "batch",
    "queue",
    "holds",
    "sends",
    "reads",
    "keeps",
    "engine",
    "request",
    "page",
    "block",
    "cache",
    "of",
    "to",
    "in",
    "by",
    "default",
    "each",
    "one",
    "when",
    "is",
    "not",
    "token",
    "graph",
    "split",
    "memory",
    "compiled",
    "captured",
    "before",
]


@dataclass(frozen=True, slots=True)
class Ratio:
    """A command's processor time over the base's, and the most that it may be (if anything)."""

    name: str
    ratio: float
    bar: float | None


def measure(
    runs: int = 15, *, spec: Path | None = None, pages: Path | None = None, further: bool = False
) -> list[Ratio]:
    """The ratio of each command; `pages` is a WARC file of the pages that `spec` quotes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if spec is None or pages is None:
            checked = made(folder)
        else:
            checked = folder / spec.name
            checked.write_bytes(spec.read_bytes())
            spent(command("cache", "import", str(pages.resolve())), folder)
        bars = {"check --offline, warm": WARM_BAR, "--help": HELP_BAR, "--version": HELP_BAR}
        cases = {
            "check --offline, warm": command("check", "--offline", checked.name),
            "--help": command("--help"),
            "--version": command("--version"),
            **(further_cases(checked.name) if further else {}),
        }
        times = in_turn({"base": [sys.executable, "-c", BASE], **cases}, folder, runs)
    base = median(times.pop("base"))
    return [Ratio(name, median(taken) / base, bars.get(name)) for name, taken in times.items()]


def further_cases(spec: str) -> dict[str, list[str]]:
    return {
        "check --help": command("check", "--help"),
        "lint": command("lint", spec),
        "schema": command("schema"),
        "cache list": command("cache", "list"),
        "check --offline, warm, json": command("check", "--offline", "--format", "json", spec),
        "renew --dry-run --offline": command("renew", "--dry-run", "--offline", spec),
        "python -c pass": [sys.executable, "-c", "pass"],
    }


def command(*words: str) -> list[str]:
    """The words of the installed console script, or of the module where it is not installed."""
    script = Path(sys.executable).with_name("lineage-verify")
    start = [str(script)] if script.exists() else [sys.executable, "-m", "lineage_verify"]
    return [*start, *words]


def in_turn(cases: Mapping[str, Sequence[str]], folder: Path, runs: int) -> dict[str, list[float]]:
    """Seconds of processor time of each run; the first round only warms, and is not counted."""
    times: dict[str, list[float]] = {name: [] for name in cases}
    for turn in range(runs + 1):
        for name, words in cases.items():
            taken = spent(words, folder)
            if turn:
                times[name].append(taken)
    return times


def spent(words: Sequence[str], folder: Path) -> float:
    """Seconds of processor time that a program takes, its own children's included."""
    environ = {name: value for name, value in os.environ.items() if name != _NO_BYTECODE}
    before = children()
    subprocess.run(
        words,
        cwd=folder,
        env=environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return children() - before


def children() -> float:
    """Seconds of processor time of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def made(folder: Path) -> Path:
    """A spec whose pages are kept in a folder's cache."""
    draw = random.Random(8)
    shelf = DiskShelf(folder / "cache")
    sources, evidence = {}, []
    for number in range(PAGES):
        sentences = [sentence(draw) for _ in range(600)]
        url = f"https://mill.example/page/{number}"
        shelf.keep(snapshot(url, sentences))
        sources[f"page-{number}"] = {"url": url, "title": f"Page {number}"}
        evidence += [
            {"source": f"page-{number}", "quote": quote} for quote in draw.sample(sentences, QUOTES)
        ]
    evidence[0]["quote"] = "No sentence of any of these pages says a thing like this one."
    path = folder / "how-the-mill-runs.json"
    path.write_text(json.dumps(spec_of(sources, evidence), indent=2), encoding="utf-8")
    return path


def sentence(draw: random.Random) -> str:
    return " ".join(draw.choices(WORDS, k=draw.randrange(8, 20))).capitalize() + "."


def snapshot(url: str, sentences: Sequence[str]) -> Snapshot:
    paragraphs = "\n".join(f"<p>{one}</p>" for one in sentences)
    body = f"<!doctype html><title>Mill</title><h1>Mill</h1>{paragraphs}".encode()
    now = datetime.now(UTC)
    return Snapshot(
        address=url,
        url=url,
        status=200,
        headers=(("content-type", "text/html; charset=utf-8"),),
        body=body,
        sha256=sha256(body).hexdigest(),
        fetched_at=now,
        validated_at=now,
        provenance=Provenance.FETCHED,
    )


def spec_of(sources: object, evidence: Sequence[object]) -> dict[str, object]:
    words = ("version", "slug", "name", "title", "h1", "description", "scope", "answer")
    half = len(evidence) // 2
    stages = [
        {
            "id": name,
            "name": name,
            "kind": "process",
            "layer": "host",
            "pos": [0, row],
            "summary": "A part of the mill.",
            "evidence": rows,
        }
        for row, (name, rows) in enumerate(
            {"wheel": evidence[:half], "stone": evidence[half:]}.items()
        )
    ]
    step = {
        "from": "wheel",
        "to": "stone",
        "kind": "calls",
        "label": "turns",
        "explanation": "The one turns the other.",
    }
    return {
        **dict.fromkeys(words, "How the mill runs"),
        "verified_on": "2026-01-02",
        "verified_against": "the mill's own pages",
        "sources": sources,
        "stages": stages,
        "steps": [step],
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--spec", type=Path)
    parser.add_argument("--pages", type=Path)
    parser.add_argument("--all", action="store_true", help="further commands, without a bar")
    words = parser.parse_args()
    print("| command | times the base | bar |\n| --- | --- | --- |")
    for row in measure(words.runs, spec=words.spec, pages=words.pages, further=words.all):
        print(f"| {row.name} | {row.ratio:.2f} | {row.bar or ''} |")


if __name__ == "__main__":
    main()
