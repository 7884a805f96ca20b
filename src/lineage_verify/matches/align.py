"""The words of a quote against the words of a passage: which are kept, in order, and which moved.

The best chain of matched runs, with a cost for the words between two runs that grows with their
logarithm: a long interruption is bridged, a stray word far from the passage is not taken along.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log2

from rapidfuzz import fuzz

__all__ = ["Alignment", "Run", "align"]

_GAP_COST = 0.45
_LEAST_ALIKE = 72.0
"""The `ratio` (0..100) from which two unequal words count in part."""
_LEAST_MOVED = 3
"""The fewest words that count as a moved clause."""
_MOST_PAIRS = 60_000
_LIGHT = frozenset(
    ["a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "is", "it", "its", "of", "on", "or", "that", "the", "this", "to", "was", "with", "you"]
)
"""Words so common that one of them alone is no sign of a passage."""


@dataclass(frozen=True, slots=True)
class Run:
    """`length` words of the quote from `quote` on, the same as those of the page from `page` on."""

    quote: int
    page: int
    length: int

    @property
    def quote_end(self) -> int:
        """Where the run ends in the quote."""
        return self.quote + self.length

    @property
    def page_end(self) -> int:
        """Where the run ends on the page."""
        return self.page + self.length


@dataclass(frozen=True, slots=True)
class Alignment:
    """The matched runs in order, those that moved, and the share of the quote's words kept."""

    runs: tuple[Run, ...]
    moved: tuple[Run, ...]
    in_order: float
    kept: float
    score: float
    """What ranks one passage against another."""


def align(quote: Sequence[str], page: Sequence[str]) -> Alignment | None:
    """Align the keys of a quote with those of a passage; `None` where they share nothing."""
    runs = _runs(quote, page)
    if not runs:
        return None
    chain, score = _chain(runs, quote)
    matched = sum(run.length for run in chain)
    partial = sum(_partial(quote, page, chain))
    moved = _moved(quote, runs, chain)
    total = len(quote)
    in_order = (matched + partial) / total
    kept = in_order + sum(run.length for run in moved) / total
    return Alignment(tuple(chain), moved, in_order, min(1.0, kept), score + partial)


def _runs(quote: Sequence[str], page: Sequence[str]) -> list[Run]:
    """Return the maximal runs of equal words, by where they begin in the quote."""
    at: dict[str, list[int]] = {}
    for index, key in enumerate(page):
        at.setdefault(key, []).append(index)
    runs, previous, pairs = [], dict[int, int](), 0
    for index, key in enumerate(quote):
        current = {}
        for place in at.get(key, ()):
            current[place + 1] = previous.get(place, 0) + 1
        runs += [
            Run(index - length, end - length, length)
            for end, length in previous.items()
            if end + 1 not in current or key != page[end]
        ]
        previous = current
        pairs += len(current)
        if pairs > _MOST_PAIRS:
            break
    runs += (
        [Run(len(quote) - length, end - length, length) for end, length in previous.items()]
        if pairs <= _MOST_PAIRS
        else []
    )
    return sorted(runs, key=lambda run: (run.quote, run.page))


def _weight(quote: Sequence[str], start: int, end: int) -> float:
    return sum(0.5 if key in _LIGHT else 1.0 for key in quote[start:end])


def _chain(runs: list[Run], quote: Sequence[str]) -> tuple[list[Run], float]:
    """Return the runs of the best chain, trimmed so that they do not overlap, and its score."""
    sums = [0.0]
    for key in quote:
        sums.append(sums[-1] + (0.5 if key in _LIGHT else 1.0))
    best: list[tuple[float, int, int]] = []  # score, index of the run before, words trimmed
    for index, run in enumerate(runs):
        top = (sums[run.quote_end] - sums[run.quote], -1, 0)
        for before in range(index):
            earlier = runs[before]
            trim = max(0, earlier.quote_end - run.quote, earlier.page_end - run.page)
            if trim >= run.length:
                continue
            gap = run.page + trim - earlier.page_end
            skipped = run.quote + trim - earlier.quote_end
            score = (
                best[before][0]
                + sums[run.quote_end]
                - sums[run.quote + trim]
                - _GAP_COST * log2(1 + max(gap, skipped))
            )
            if score > top[0]:
                top = (score, before, trim)
        best.append(top)
    at = max(range(len(runs)), key=lambda index: best[index][0])
    score, chain = best[at][0], []
    while at >= 0:
        _, before, trim = best[at]
        run = runs[at]
        chain.append(Run(run.quote + trim, run.page + trim, run.length - trim))
        at = before
    return chain[::-1], score


def _partial(quote: Sequence[str], page: Sequence[str], chain: list[Run]) -> Iterator[float]:
    """Yield what each unmatched word of the quote counts for being nearly the page's in its place."""
    for one, two in zip(chain, chain[1:], strict=False):
        words = quote[one.quote_end : two.quote]
        others = list(page[one.page_end : two.page])
        for word in words:
            alike = _most_alike(word, others)
            if alike:
                yield alike


def _most_alike(word: str, others: list[str]) -> float:
    if any(one.isdigit() for one in word):
        return 0.0
    best, at = 0.0, -1
    for index, other in enumerate(others[:12]):
        ratio = fuzz.ratio(word, other, score_cutoff=_LEAST_ALIKE)
        if ratio > best:
            best, at = ratio, index
    if at >= 0:
        del others[at]
    return best / 100


def _moved(quote: Sequence[str], runs: list[Run], chain: list[Run]) -> tuple[Run, ...]:
    """Return the longest runs that lie outside the chain, in the quote and on the page."""
    taken = [(run.quote, run.quote_end) for run in chain]
    held = [(run.page, run.page_end) for run in chain]
    moved = []
    for run in sorted(runs, key=lambda one: -one.length):
        if run.length < _LEAST_MOVED or _weight(quote, run.quote, run.quote_end) < 2:
            continue
        if _free(run.quote, run.quote_end, taken) and _free(run.page, run.page_end, held):
            moved.append(run)
            taken.append((run.quote, run.quote_end))
            held.append((run.page, run.page_end))
    return tuple(moved)


def _free(start: int, end: int, taken: list[tuple[int, int]]) -> bool:
    return all(end <= one or start >= two for one, two in taken)
