"""What it costs to look for quotes on one page, beside what others take for the same.

    python benchmarks/quotes.py [--turns 5] [--rivals FOLDER] [--size 20000 ...]

In each turn every one does the same work after the other: ours reads the page and looks for all
quotes at once; the others look for one quote at a time, and for no more of them than fit into a
moment, since each costs the same.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from statistics import median

from rapidfuzz import fuzz
from rivals import NAMES, Rivals, installed
from world import Page, page

from lineage_verify.matches import match_quotes
from lineage_verify.matches.model import Selector
from lineage_verify.pages.snapshot import Provenance, Snapshot
from lineage_verify.text.page_text import PageText
from lineage_verify.verify.examine import TextCache, examine
from lineage_verify.verify.reading import Inquiry, Question

__all__ = ["COUNTS", "KINDS", "SIZES", "Row", "measure"]

SIZES = (20_000, 200_000, 2_000_000)
COUNTS = (1, 20, 200)
KINDS = ("exact", "drifted", "missing")
SCAN = "partial_ratio_alignment"
FLOOR = "str.find"
AT_MOST = 4_000_000
"""Characters of text that a scan is measured over in one turn."""


@dataclass(frozen=True)
class Row:
    """One case: our seconds from a text and from HTML, and how many times as long others take."""

    size: int
    kind: str
    count: int
    ours: float
    whole: float
    ratios: dict[str, float | None]


def measure(turns: int, rivals: Rivals, sizes: Sequence[int] = SIZES) -> Iterator[Row]:
    """Every case in turn."""
    for size in sizes:
        made = page(size, size)
        for kind in KINDS:
            for count in COUNTS:
                draw = random.Random(f"{size}/{kind}/{count}")
                quotes = getattr(made, kind)(count, draw)
                yield _row(made, (size, kind), quotes, turns, rivals)


def _row(made: Page, case: tuple[int, str], quotes: list[str], turns: int, rivals: Rivals) -> Row:
    text, count = made.text, len(quotes)
    size, kind = case
    few = quotes[: max(1, AT_MOST // size)]
    ours: list[float] = []
    whole: list[float] = []
    others: dict[str, list[float | None]] = {name: [] for name in (FLOOR, SCAN, *NAMES)}
    for _ in range(turns):
        ours.append(_spent(lambda: match_quotes(quotes, PageText.plain(text))))
        whole.append(_spent(lambda: _examined(made, quotes)))
        others[FLOOR].append(_spent(lambda: _finds(text, quotes)))
        others[SCAN].append(_spent(lambda: _scans(text, few)) * count / len(few))
        for name in NAMES:
            one = rivals.seconds(name, text, few)
            others[name].append(None if one is None else one * count)
    ratios = {name: _ratio(taken, ours) for name, taken in others.items()}
    return Row(size, kind, count, median(ours), median(whole), ratios)


def _ratio(theirs: Sequence[float | None], ours: Sequence[float]) -> float | None:
    """The median over the turns of how many times as long they take."""
    pairs = [(one, two) for one, two in zip(theirs, ours, strict=True) if one is not None]
    return median(one / two for one, two in pairs) if pairs else None


def _spent(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _scans(text: str, quotes: Sequence[str]) -> object:
    plain = " ".join(text.split())
    return [fuzz.partial_ratio_alignment(quote, plain) for quote in quotes]


def _finds(text: str, quotes: Sequence[str]) -> object:
    plain = " ".join(text.split())
    return [plain.find(quote) for quote in quotes]


def _examined(made: Page, quotes: Sequence[str]) -> object:
    url, now = "https://mill.example/", datetime.now(UTC)
    snapshot = Snapshot(
        address=url,
        url=url,
        status=200,
        headers=(("content-type", "text/html; charset=utf-8"),),
        body=made.html,
        sha256=sha256(made.html).hexdigest(),
        fetched_at=now,
        validated_at=now,
        provenance=Provenance.FETCHED,
    )
    inquiry = Inquiry(tuple(Question(Selector(quote), url) for quote in quotes))
    return examine(snapshot, inquiry, texts=TextCache())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--size", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--rivals", type=Path, help="a virtual environment to keep them in")
    said = parser.parse_args()
    with installed(said.rivals) as rivals:
        print(rivals.versions)
        for row in measure(said.turns, rivals, said.size):
            others = "  ".join(
                f"{name} {'-' if ratio is None else f'{ratio:.1f}'}"
                for name, ratio in row.ratios.items()
            )
            print(
                f"{row.size:8} {row.kind:8} {row.count:4} {1000 * row.ours:9.2f} ms"
                f" ({1000 * row.whole:.2f} from HTML)  {others}"
            )


if __name__ == "__main__":
    main()
