"""The words of a quote against the words of a passage: which are kept, in order, and which moved.

The best chain of matched runs, with a cost for the words between two runs that grows with their
logarithm: a long interruption is bridged, a stray word far from the passage is not taken along. A
step back on the page costs more, so that a clause that changed its place is found beside the rest.
"""

from bisect import insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import log2
from typing import NamedTuple

from rapidfuzz import fuzz

from lineage_verify.matches.weights import is_light, is_number, telling

__all__ = ["Alignment", "Run", "align", "measured"]

_GAP_COST = 0.4
_STEP_BACK = 1.3
_LIGHT_WEIGHT = 0.5
_LEAST_ALIKE = 72.0
"""The `ratio` (0..100) from which two unequal words count in part."""
_LONE = 0.25
_LEAST_ALIKE_OF_NAMES = 80.0
"""The same for identifiers and addresses: those of one family share most of their letters."""
_CONTRACTED = {"can't": "cannot", "won't": "willnot", "shan't": "shallnot"}
_MOST_RUNS = 220
_MOST_PAIRS = 40_000
_MOST_FILLED = 48
"""Words of the page between two runs beyond which only a few at each end are looked at."""


class Run(NamedTuple):
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
    """The matched runs in order, and those that moved.

    `in_order` and `kept` are shares of the quote's words, 0..1, the second with what moved; `firm`
    is `kept` with lone light words counted in part; `content` is `kept` by what words weigh.
    `lost` is what the words that are not kept weigh. `near_words` tells whether a word counted in
    part. `score` ranks one passage against another.
    """

    runs: tuple[Run, ...]
    moved: tuple[Run, ...]
    in_order: float
    kept: float
    firm: float
    content: float
    lost: float
    near_words: bool
    score: float


def align(quote: Sequence[str], page: Sequence[str]) -> Alignment | None:
    """Align the keys of a quote with those of a passage; `None` where they share nothing."""
    runs = _strong(_runs(quote, page), quote)
    if not runs:
        return None
    chain, score = _chain(runs, quote)
    main, moved = _parted(chain)
    main = _filled(main, _without(quote, moved), page)
    moved += _swapped(quote, page, (*main, *moved))
    return measured(quote, page, main, moved, score)


def _swapped(quote: Sequence[str], page: Sequence[str], runs: Sequence[Run]) -> list[Run]:
    """Return the telling words that only changed places within a passage, as in a list."""
    ours = {at for run in runs for at in range(run.quote, run.quote_end)}
    theirs = {at for run in runs for at in range(run.page, run.page_end)}
    within = range(min(theirs), max(theirs))
    free = {page[at]: at for at in reversed(within) if at not in theirs}
    found = []
    for at, word in enumerate(quote):
        if at not in ours and telling(word) == 1 and word in free:
            found.append(Run(at, free.pop(word), 1))
    return found


def _without(quote: Sequence[str], moved: list[Run]) -> list[str]:
    """Return a quote's words with those that moved away made equal to none."""
    words = list(quote)
    for run in moved:
        words[run.quote : run.quote_end] = [""] * run.length
    return words


def measured(
    quote: Sequence[str], page: Sequence[str], main: list[Run], moved: list[Run], score: float
) -> Alignment:
    """Return the alignment of these runs; `score` is the chain's own."""
    partial, partial_content = _partial(_without(quote, moved), page, main)
    total, content_total = len(quote), sum(map(telling, quote))
    in_order = sum(run.length for run in main) + partial
    content = sum(
        telling(key) for run in (*main, *moved) for key in quote[run.quote : run.quote_end]
    )
    kept = (in_order + sum(run.length for run in moved)) / total
    return Alignment(
        runs=tuple(main),
        moved=tuple(moved),
        in_order=min(1.0, in_order / total),
        kept=min(1.0, kept),
        firm=min(1.0, kept - _LONE * _lone_light(quote, (*main, *moved)) / total),
        content=min(1.0, (content + partial_content) / content_total) if content_total else 1.0,
        lost=content_total - content - partial_content,
        near_words=partial > 0,
        score=score + partial,
    )


def _lone_light(quote: Sequence[str], runs: Sequence[Run]) -> int:
    """Count the light words that are kept without the words beside them: they may be chance."""
    kept = {index for run in runs for index in range(run.quote, run.quote_end)}
    return sum(
        is_light(quote[index]) and index - 1 not in kept and index + 1 not in kept for index in kept
    )


def _runs(quote: Sequence[str], page: Sequence[str]) -> list[Run]:
    """Return the maximal runs of equal words."""
    at: dict[str, list[int]] = {}
    for index, key in enumerate(page):
        at.setdefault(key, []).append(index)
    runs: list[Run] = []
    previous: dict[int, int] = {}  # where a run ends on the page -> its length
    pairs = 0
    for index, key in enumerate(quote):
        current = {place + 1: previous.get(place, 0) + 1 for place in at.get(key, ())}
        runs += [
            Run(index - length, end - length, length)
            for end, length in previous.items()
            if end + 1 not in current
        ]
        previous = current
        pairs += len(current)
        if pairs > _MOST_PAIRS:
            previous = {}
            break
    last = len(quote)
    runs += [Run(last - length, end - length, length) for end, length in previous.items()]
    return runs


def _strong(runs: list[Run], quote: Sequence[str]) -> list[Run]:
    """Return the runs worth a place in the chain, by where they begin; all of them, where few."""
    if len(runs) > _MOST_RUNS // 4:
        strong = [run for run in runs if run.length > 1 or not is_light(quote[run.quote])]
        runs = strong or runs
    if len(runs) > _MOST_RUNS:
        runs = sorted(runs, key=lambda run: (-run.length, run.quote, run.page))[:_MOST_RUNS]
    return sorted(runs, key=lambda run: (run.quote, run.page))


def _chain(runs: list[Run], quote: Sequence[str]) -> tuple[list[Run], float]:
    """Return the runs of the best chain in the quote's order, trimmed apart, and its score."""
    sums = [0.0]
    for key in quote:
        sums.append(sums[-1] + (_LIGHT_WEIGHT if is_light(key) else 1.0))
    scores: list[float] = []
    came: list[tuple[int, int]] = []  # the index of the run before, and words trimmed
    ranked: list[tuple[float, int]] = []  # scores negated, so the best come first
    for number, run in enumerate(runs):
        top, way = _best_step(runs, ranked, run, sums)
        scores.append(top)
        came.append(way)
        insort(ranked, (-top, number))
    at = ranked[0][1]
    score, chain = scores[at], []
    while at >= 0:
        before, trim = came[at]
        run = runs[at]
        chain.append(Run(run.quote + trim, run.page + trim, run.length - trim))
        at = before
    return chain[::-1], score


def _best_step(
    runs: list[Run], ranked: list[tuple[float, int]], run: Run, sums: list[float]
) -> tuple[float, tuple[int, int]]:
    """Return the best score of a chain that ends in a run, the run before it and words trimmed."""
    start, page, length = run
    end = sums[start + length]
    whole = end - sums[start]
    top, way = whole, (-1, 0)
    for negated, before in ranked:
        if whole - negated <= top:  # a step costs something, and those that follow score less
            break
        before_quote, before_page, before_length = runs[before]
        quote_end = before_quote + before_length
        trim = quote_end - start if quote_end > start else 0
        gap = page + trim - before_page - before_length
        if gap < 0 and page + length <= before_page:
            cost = _STEP_BACK + _gap_cost(before_page - page - length)
        else:
            if gap < 0:
                trim, gap = trim - gap, 0
            skipped = start + trim - quote_end
            cost = _gap_cost(max(gap, skipped))
        if trim < length:
            score = end - sums[start + trim] - cost - negated
            if score > top or (score == top and before < way[0]):
                top, way = score, (before, trim)
    return top, way


@lru_cache(maxsize=8192)
def _gap_cost(words: int) -> float:
    return _GAP_COST * log2(1 + words)


def _parted(chain: list[Run]) -> tuple[list[Run], list[Run]]:
    """Return the runs of a chain that are in the page's order, and those that moved."""
    parts: list[list[Run]] = [[chain[0]]]
    for one, two in pairwise(chain):
        if two.page < one.page_end:
            parts.append([])
        parts[-1].append(two)
    main = max(parts, key=lambda part: sum(run.length for run in part))
    moved: list[Run] = []
    for part in parts:
        if part is not main:
            moved += [run for run in part if _apart(run, (*main, *moved))]
    return main, moved


def _apart(run: Run, others: Sequence[Run]) -> bool:
    """Tell whether no other run has taken any of a run's words of the page."""
    return all(run.page_end <= one.page or run.page >= one.page_end for one in others)


def _filled(main: list[Run], quote: Sequence[str], page: Sequence[str]) -> list[Run]:
    """Return the runs with the words that are also equal between them and at the ends."""
    first, last = main[0], main[-1]
    ahead = Run(0, max(0, first.page - first.quote - 2), 0)
    left = len(quote) - last.quote_end
    behind = Run(len(quote), min(len(page), last.page_end + left + 2), 0)
    filled: list[Run] = []
    for one, two in pairwise((ahead, *main, behind)):
        filled += _between(one, two, quote, page)
        if two.length:
            filled.append(two)
    return filled


def _between(one: Run, two: Run, quote: Sequence[str], page: Sequence[str]) -> Iterator[Run]:
    """Yield the longest common words of a gap, one by one (Hunt and Szymanski's problem, small)."""
    words = quote[one.quote_end : two.quote]
    there = page[one.page_end : two.page]
    if not words or not there or len(words) * len(there) > _MOST_FILLED**2:
        return
    lengths = [[0] * (len(there) + 1) for _ in range(len(words) + 1)]
    for i in range(len(words) - 1, -1, -1):
        row, below = lengths[i], lengths[i + 1]
        for j in range(len(there) - 1, -1, -1):
            row[j] = below[j + 1] + 1 if words[i] == there[j] else max(below[j], row[j + 1])
    i = j = 0
    while i < len(words) and j < len(there):
        if words[i] == there[j]:
            yield Run(one.quote_end + i, one.page_end + j, 1)
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] >= lengths[i][j + 1]:
            i += 1
        else:
            j += 1


def _partial(quote: Sequence[str], page: Sequence[str], main: list[Run]) -> tuple[float, float]:
    """Return what unmatched words count for being nearly the page's: plainly, and weighed."""
    everything = content = 0.0
    ends = (Run(0, max(0, main[0].page - main[0].quote), 0), *main, Run(len(quote), len(page), 0))
    for one, two in pairwise(ends):
        words, others = quote[one.quote_end : two.quote], list(page[one.page_end : two.page])
        if words and len(words) != len(others) and _spelled_out(words) == _spelled_out(others):
            everything += len(words)
            content += sum(map(telling, words))
            continue
        del others[4 + len(words) :]
        for word in words:
            alike = _most_alike(word, others)
            everything += alike
            content += telling(word) * alike
    return everything, content


def _spelled_out(words: Sequence[str]) -> str:
    """Return words without the spaces between them, `isn't` as `is not`."""
    return "".join(
        _CONTRACTED.get(word) or (f"{word[:-3]}not" if word.endswith("n't") else word)
        for word in words
    )


def _most_alike(word: str, others: list[str]) -> float:
    if is_number(word):
        return 0.0
    best, at = 0.0, -1
    cutoff = _LEAST_ALIKE if word.isalpha() else _LEAST_ALIKE_OF_NAMES
    for index, other in enumerate(others[:12]):
        ratio = fuzz.ratio(word, other, score_cutoff=cutoff)
        if ratio > best:
            best, at = ratio, index
    if at >= 0:
        del others[at]
    return best / 100
