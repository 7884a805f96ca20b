"""What places cost: our scanner against the standard library's parser, and whole specs.

    python benchmarks/positions.py [--runs 7]

Prints the time of each reading of a made-up spec over that of `json.loads`, as the median of runs
taken in turn. `read_spec` of a sound spec takes no places but its quotes'; of one with a slip, all.
"""

import argparse
import json
import random
import time
from collections.abc import Callable, Mapping
from statistics import median

from lineage_verify.spec.positions import PositionMap
from lineage_verify.spec.read import read_spec

__all__ = ["measure"]

SIZES = (40, 400, 4000)
WORDS = ("the", "worker", "plan", "queue", "holds", "sends", "each", "request", "before", "“page”")


def words(draw: random.Random, count: int) -> str:
    return " ".join(draw.choices(WORDS, k=count))


def spec_of(quotes: int, **more: object) -> bytes:
    """A spec with so many quotes, four a stage, and further fields."""
    draw = random.Random(quotes)
    stages = [
        {
            "id": f"part-{number}",
            "name": words(draw, 2),
            "kind": "process",
            "layer": "host",
            "pos": [number % 4, number // 4],
            "summary": words(draw, 20),
            "evidence": [{"source": "mill", "quote": words(draw, 18)} for _ in range(4)],
        }
        for number in range(quotes // 4)
    ]
    fields = ("version", "slug", "name", "title", "h1", "description", "scope", "answer")
    spec = {
        **dict.fromkeys(fields, "How the mill runs"),
        "verified_on": "2026-01-02",
        "verified_against": "the mill's own pages",
        "sources": {"mill": {"url": "https://mill.example/", "title": "Mill"}},
        "stages": stages,
        "steps": [],
        **more,
    }
    return json.dumps(spec, ensure_ascii=False, indent=2).encode()


def measure(runs: int = 7) -> list[tuple[str, float]]:
    """For each size and way of reading, how many times the time of `json.loads` it takes."""
    rows = []
    for size in SIZES:
        times = in_turn(ways(spec_of(size), spec_of(size, color="red")), runs)
        floor = median(times.pop("json.loads"))
        rows += [(f"{size} quotes, {name}", median(taken) / floor) for name, taken in times.items()]
    return rows


def ways(sound: bytes, odd: bytes) -> dict[str, Callable[[], object]]:
    return {
        "json.loads": lambda: json.loads(sound),
        "PositionMap": lambda: PositionMap.of(sound),
        "read_spec, sound": lambda: read_spec(sound, path="a.json"),
        "read_spec, an unknown field": lambda: read_spec(odd, path="a.json"),
    }


def in_turn(cases: Mapping[str, Callable[[], object]], runs: int) -> dict[str, list[float]]:
    """Seconds of processor time of each run; the first round only warms, and is not counted."""
    times: dict[str, list[float]] = {name: [] for name in cases}
    for turn in range(runs + 1):
        for name, work in cases.items():
            began = time.process_time()
            work()
            if turn:
                times[name].append(time.process_time() - began)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description="What places in a spec cost.")
    parser.add_argument("--runs", type=int, default=7)
    print("| reading | times json.loads |\n| --- | --- |")
    for name, ratio in measure(parser.parse_args().runs):
        print(f"| {name} | {ratio:.1f} |")


if __name__ == "__main__":
    main()
