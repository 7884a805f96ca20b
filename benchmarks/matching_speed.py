"""What matching costs against plain scans of the same page, as ratios of one run.

Run as `python benchmarks/matching_speed.py`. Every figure has the page's own work in it: ours folds
and indexes the page anew each time; the scans it stands against collapse its white space. Times are
the processor's, the best of a few runs; ratios are the median over the draws.
"""

import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from rapidfuzz import fuzz

from lineage_verify.matches import match_quotes
from lineage_verify.text.page_text import PageText

SHARED = Path(__file__).resolve().parents[2] / "shared" / "match"
CUTOFF = 55
DRAWS = 3


def pages() -> list[str]:
    lines = (SHARED / "pages.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)["text"] for line in lines]


def page_of(texts: Sequence[str], size: int, draw: random.Random) -> tuple[str, str]:
    """Return a page of about `size` characters, and the text of the pages that are not in it."""
    order = draw.sample(range(len(texts)), len(texts))
    page = ""
    while len(page) < size and len(order) > 20:
        page += texts[order.pop()] + "\n\n"
    while len(page) < size:  # more is wanted than there is: the same words in another order
        page += " ".join(draw.sample(page.split(" "), min(2000, page.count(" ")))) + "\n\n"
    return page[:size], "\n\n".join(texts[index] for index in order)


def cut(text: str, count: int, draw: random.Random) -> list[str]:
    """Return that many stretches of about 60 to 200 characters of a text, at word boundaries."""
    words = text.split()
    quotes = []
    for _ in range(count):
        start = draw.randrange(len(words) - 40)
        quotes.append(" ".join(words[start : start + draw.randrange(10, 30)]))
    return quotes


def best(work: Callable[[], object], runs: int) -> float:
    times = []
    for _ in range(runs):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def ours(quotes: Sequence[str], page: str) -> Callable[[], object]:
    return lambda: match_quotes(quotes, PageText.plain(page))


def scan(quotes: Sequence[str], page: str, cutoff: float) -> Callable[[], object]:
    def work() -> list[object]:
        text = " ".join(page.split())
        return [fuzz.partial_ratio_alignment(one, text, score_cutoff=cutoff) for one in quotes]

    return work


def finds(quotes: Sequence[str], page: str) -> Callable[[], object]:
    def work() -> list[int]:
        text = " ".join(page.split())
        return [text.find(one) for one in quotes]

    return work


def scan_cost(quotes: Sequence[str], page: str, cutoff: float, sample: int) -> float:
    """Return what a scan for all quotes costs, from some of them: each costs about the same."""
    return best(scan(quotes[:sample], page, cutoff), 1) * len(quotes) / sample


def figures(texts: Sequence[str], draw: random.Random) -> dict[str, float]:
    small, others = page_of(texts, 200_000, draw)
    present, absent = cut(small, 200, draw), cut(others, 200, draw)
    exact = best(ours(present, small), 3)
    missing = best(ours(absent, small), 3)
    one = median(
        best(ours([quote], small), 3) / best(scan([quote], small, CUTOFF), 3)
        for quote in (*absent[:5], *present[:5])
    )
    one_missing = median(
        best(ours([quote], small), 3) / best(scan([quote], small, CUTOFF), 3)
        for quote in absent[:9]
    )
    large, rest = page_of(texts, 2_000_000, draw)
    far = cut(rest, 200, draw)
    far_cost = best(ours(far, large), 1)
    result = {
        "one quote / one scan with a cutoff": one,
        "one missing quote / one scan with a cutoff": one_missing,
        "200 KB, 200 missing: scans without a cutoff / ours": scan_cost(absent, small, 0, 60)
        / missing,
        "200 KB, 200 missing: scans with a cutoff / ours": scan_cost(absent, small, CUTOFF, 60)
        / missing,
        "2 MB, 200 missing: scans without a cutoff / ours": scan_cost(far, large, 0, 8) / far_cost,
        "2 MB, 200 missing: scans with a cutoff / ours": scan_cost(far, large, CUTOFF, 8)
        / far_cost,
        "200 KB, 200 exact: ours / str.find": exact / best(finds(present, small), 3),
    }
    for count in (20, 50, 200):
        result[f"200 KB, {count} quotes: missing / exact"] = best(
            ours(absent[:count], small), 3
        ) / best(ours(present[:count], small), 3)
    return result


BARS = {
    "one quote / one scan with a cutoff": "at most 1",
    "one missing quote / one scan with a cutoff": "at most 1",
    "200 KB, 200 missing: scans without a cutoff / ours": "at least 18",
    "200 KB, 200 missing: scans with a cutoff / ours": "at least 7",
    "2 MB, 200 missing: scans without a cutoff / ours": "at least 30",
    "2 MB, 200 missing: scans with a cutoff / ours": "at least 13",
    "200 KB, 200 exact: ours / str.find": "at most 5",
    "200 KB, 20 quotes: missing / exact": "at most 2.5",
    "200 KB, 50 quotes: missing / exact": "at most 2.5",
    "200 KB, 200 quotes: missing / exact": "at most 2.5",
}


def main() -> int:
    if not SHARED.is_dir():
        print(f"needs {SHARED}", file=sys.stderr)
        return 1
    texts = pages()
    draws = [figures(texts, random.Random(seed)) for seed in range(DRAWS)]
    for name, bar in BARS.items():
        values = [draw[name] for draw in draws]
        spread = ", ".join(f"{value:.2f}" for value in values)
        print(f"{median(values):8.2f}  {bar:12}  {name}  ({spread})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
