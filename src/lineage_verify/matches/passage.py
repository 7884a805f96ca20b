"""Where a passage begins and ends on the page, around the words that a quote shares with it."""

from collections.abc import Iterator

from lineage_verify.matches.align import Alignment, Run
from lineage_verify.matches.negation import negations_in
from lineage_verify.matches.reading import Reading
from lineage_verify.matches.words import Words

__all__ = ["bounds", "is_sentence"]

_ENDS = (".", "!", "?", ":", ";", "。", "！", "？")
_OPENING = "\"'([{*"
_CLOSING = "\"')]}*"
_MOST_GOING_ON = 32
"""Words of the page's own sentence that are told past the quote's end."""
_MOST_LEADING = 12
_MOST_APART = 4
"""Words of a quote in a sentence of their own that the page may have others for: `Shared: yes`."""


def bounds(quote: Words, page: Words, alignment: Alignment, reading: Reading) -> tuple[int, int]:
    """Return the first and last word of the passage that a quote was altered to.

    Those are its matched runs, what stands where the quote has other words, and what the page's
    sentence now says before a quote that begins it or after a quote that ends it. A sentence's end
    is only passed where the quote passes one, for a word or a few.
    """
    runs, moved = alignment.runs, alignment.moved
    first, last = runs[0].page, runs[-1].page_end - 1
    for run in moved:
        first, last = min(first, run.page), max(last, run.page_end - 1)
    ahead = runs[0].quote - _length(run for run in moved if run.quote < runs[0].quote)
    behind = len(quote) - runs[-1].quote_end
    behind -= _length(run for run in moved if run.quote >= runs[-1].quote_end)
    if _apart(quote, runs[0].quote - 1, ahead) and _goes_on(page, reading, first - 1):
        first, ahead = first - 1, ahead - 1
    if _apart(quote, runs[-1].quote_end - 1, behind) and _goes_on(page, reading, last):
        last, behind = last + 1, behind - 1
    first = _back(page, reading, first, ahead)
    last = _on(page, reading, last, behind)
    if behind and _is_denied(page, reading, last):
        last += 1
    last += _rest_of_word(
        quote.keys[runs[-1].quote_end :],
        page.keys[runs[-1].page_end :],
        last + 1 - runs[-1].page_end,
    )
    if ahead == 0 and _begins_inside(quote, page, runs[0]):
        first = _sentence_start(page, reading, first)
    if behind <= 1 and _is_end(quote.texts[-1]):
        last = _sentence_end(page, reading, last)
    return first, last


def is_sentence(
    words: Words, first: int = 0, last: int | None = None, reading: Reading | None = None
) -> bool:
    """Tell whether some words are a whole sentence; in a reading, a block may end it, too."""
    last = len(words) - 1 if last is None else last
    if not words.texts[first].lstrip(_OPENING)[:1].isupper() or not _is_end(words.texts[last]):
        return False
    return first == 0 or reading is None or _parted(words, reading, first - 1)


def _rest_of_word(ours: list[str], theirs: list[str], taken: int) -> int:
    """Return how many more words of the page make up what a quote has in fewer: `16 KB`, `16KB`."""
    wanted, more = "".join(ours), 0
    have = "".join(theirs[:taken])
    while taken + more < len(theirs) and have != wanted:
        have += theirs[taken + more]
        more += 1
        if not wanted.startswith(have):
            return 0
    return more if have == wanted else 0


def _length(runs: Iterator[Run]) -> int:
    return sum(run.length for run in runs)


def _is_end(word: str) -> bool:
    return word.rstrip(_CLOSING).endswith(_ENDS)


def _parted(page: Words, reading: Reading, at: int) -> bool:
    """Tell whether a sentence or a block ends between a word and the one after it."""
    if at + 1 >= len(page) or _is_end(page.texts[at]):
        return True
    return reading.parts(page.ends[at], page.starts[at + 1])


def _apart(quote: Words, at: int, count: int) -> bool:
    """Tell whether a sentence ends with a word of a quote, and few of its words lie past that."""
    return 0 < count <= _MOST_APART and _is_end(quote.texts[at])


def _is_denied(page: Words, reading: Reading, at: int) -> bool:
    """Tell whether the next word of the same sentence denies what stands before it."""
    return not _parted(page, reading, at) and bool(negations_in(page.texts[at + 1]))


def _goes_on(page: Words, reading: Reading, at: int) -> bool:
    """Tell whether a sentence ends with a word, and another one follows in the same block."""
    if not 0 <= at < len(page) - 1:
        return False
    return _is_end(page.texts[at]) and not reading.parts(page.ends[at], page.starts[at + 1])


def _back(page: Words, reading: Reading, first: int, most: int) -> int:
    for _ in range(most):
        if first == 0 or _parted(page, reading, first - 1):
            break
        first -= 1
    return first


def _on(page: Words, reading: Reading, last: int, most: int) -> int:
    for _ in range(most):
        if _parted(page, reading, last):
            break
        last += 1
    return last


def _begins_inside(quote: Words, page: Words, run: Run) -> bool:
    """Tell whether a quote begins a sentence, and the page has its words further on in one."""
    ours, theirs = quote.texts[run.quote], page.texts[run.page]
    return run.quote == 0 and ours != theirs and ours[:1].isupper() and theirs[:1].islower()


def _sentence_start(page: Words, reading: Reading, first: int) -> int:
    start = _back(page, reading, first, _MOST_LEADING)
    return start if start == 0 or _parted(page, reading, start - 1) else first


def _sentence_end(page: Words, reading: Reading, last: int) -> int:
    end = _on(page, reading, last, _MOST_GOING_ON)
    return end if _parted(page, reading, end) else last
