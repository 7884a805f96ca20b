"""Eight runs at once on one cache and one server: the same report from each, and no damage."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lineage_verify.pages.shelf import DiskShelf
from lineage_verify.settings import Limits
from tests.lineage import lineage_spec
from tests.pages.fault_server import page, running

RUNS = 8
PAGES = 10
OF_THE_RUN = ("fetched_at", "validated_at", "from_cache")


def run_all(folder: Path, *words: str) -> list[dict[str, Any]]:
    """The reports of runs that were started together."""
    command = [sys.executable, "-m", "lineage_verify", *words, "--format", "json", "--jobs", "1"]
    runs = [
        subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(RUNS)
    ]
    ended = [run.communicate(timeout=300) for run in runs]
    assert [run.returncode for run in runs] == [1] * RUNS, ended
    assert [err for _, err in ended] == [b""] * RUNS
    return [json.loads(out) for out, _ in ended]


def same(report: dict[str, Any], *, but: tuple[str, ...] = ()) -> dict[str, Any]:
    """A report without when it was made, and without what each run may tell of its own."""
    del report["generated_at"]
    for spec in report["specs"]:
        for source in spec["sources"]:
            for name in but:
                del source[name]
    return report


def test_eight_runs_tell_the_same(folder: Path, write_spec: Callable[..., str]) -> None:
    with running() as server:
        for number in range(PAGES):
            words = f"<h1>Pair {number}</h1><p>Pair {number} grinds {number + 20} sacks a day.</p>"
            server.scripts[f"/{number}"] = page(words.encode() * 40, 'ETag: "a"')
        server.scripts["/gone"] = page(b"", status="404 Not Found")
        server.scripts["/old"] = page(b"", "Location: /1", status="301 Moved Permanently")
        paths = [*map(str, range(PAGES)), "gone", "old"]
        sources = {f"s{path}": server.url(f"/{path}") for path in paths}
        quotes = [(f"s{n}", f"Pair {n} grinds {n + 20} sacks a day.") for n in range(PAGES)]
        quotes += [
            ("s2", "Pair 2 grinds 99 sacks a day."),
            ("s3", "The miller sleeps in the loft."),
        ]
        quotes += [("sgone", "It was here."), ("sold", "Pair 1 grinds 21 sacks a day.")]
        spec = write_spec(lineage_spec(sources, quotes))

        reports = run_all(folder, spec, "--allow-private-network")
        asked = Counter(path for path, _ in server.asked)
        offline = run_all(folder, spec, "--offline")
        assert sum(asked.values()) == len(server.asked)

    first, *others = [same(report, but=OF_THE_RUN) for report in reports]
    assert all(other == first for other in others)
    verdicts = {row["verdict"] for row in first["specs"][0]["evidence"]}
    assert verdicts == {"verbatim", "drifted", "missing", "unreachable"}
    assert max(asked.values()) <= 2 * RUNS  # /1 has two addresses
    assert server.busiest <= RUNS * Limits().per_host
    again, *more = [same(report) for report in offline]
    assert all(other == again for other in more)

    notes: list[str] = []
    shelf = DiskShelf(folder / "cache", notes=notes.append)
    assert set(shelf.addresses()) == set(sources.values()) - {sources["sgone"]}
    assert notes == []
    assert list((folder / "cache" / ".tmp").iterdir()) == []
