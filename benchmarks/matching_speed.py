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


def times(works: Sequence[Callable[[], object]], runs: int) -> list[float]:
    """Return the least time of each work, run in turn: a slow moment of the machine hits all."""
    least = [float("inf")] * len(works)
    for _ in range(runs):
        for number, work in enumerate(works):
            started = time.process_time()
            work()
            least[number] = min(least[number], time.process_time() - started)
    return least


def ratio(work: Callable[[], object], other: Callable[[], object], runs: int = 5) -> float:
    ours_least, other_least = times((work, other), runs)
    return ours_least / other_least


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


def gain(quotes: Sequence[str], page: str, sample: int, runs: int) -> tuple[float, float]:
    """Return how many times cheaper ours is than scans without and with a cutoff.

    The scans are of some of the quotes: each costs about the same.
    """
    works = (
        ours(quotes, page),
        scan(quotes[:sample], page, 0),
        scan(quotes[:sample], page, CUTOFF),
    )
    mine, without, with_cutoff = times(works, runs)
    share = len(quotes) / sample
    return without * share / mine, with_cutoff * share / mine


def figures(texts: Sequence[str], draw: random.Random) -> dict[str, float]:
    small, others = page_of(texts, 200_000, draw)
    present, absent = cut(small, 200, draw), cut(others, 200, draw)
    large, rest = page_of(texts, 2_000_000, draw)
    far = cut(rest, 200, draw)

    def one(quotes: Sequence[str]) -> float:
        return median(ratio(ours([it], small), scan([it], small, CUTOFF)) for it in quotes)

    small_gains, large_gains = gain(absent, small, 40, 5), gain(far, large, 8, 3)
    return {
        "one quote / one scan with a cutoff": one((*absent[:5], *present[:5])),
        "one missing quote / one scan with a cutoff": one(absent[:9]),
        "200 KB, 200 missing: scans without a cutoff / ours": small_gains[0],
        "200 KB, 200 missing: scans with a cutoff / ours": small_gains[1],
        "2 MB, 200 missing: scans without a cutoff / ours": large_gains[0],
        "2 MB, 200 missing: scans with a cutoff / ours": large_gains[1],
        "200 KB, 200 exact: ours / str.find": ratio(ours(present, small), finds(present, small)),
    } | {
        f"200 KB, {count} quotes: missing / exact": ratio(
            ours(absent[:count], small), ours(present[:count], small)
        )
        for count in (20, 50, 200)
    }


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
