"""The word diff of a quote and the passage found for it."""

from collections.abc import Iterator

from lineage_verify.matches.align import Run
from lineage_verify.matches.model import Difference, Edit
from lineage_verify.matches.quote import other_first_case
from lineage_verify.matches.words import Words

__all__ = ["word_diff"]

_INTERRUPTS = 4
"""The fewest words of the page alone that are told as an interruption."""


def word_diff(
    quote: Words,
    page: Words,
    runs: tuple[Run, ...],
    first: int,
    last: int,
) -> tuple[Difference, ...]:
    """Return the differences between a quote and the page's words `first` to `last`, in order.

    Words are whole and carry their punctuation; an equal word is shown as the page has it.
    """
    edits = list(_edits(quote, page, runs, first, last))
    return tuple(_joined(edits, len(quote)))


def _edits(
    quote: Words, page: Words, runs: tuple[Run, ...], first: int, last: int
) -> Iterator[tuple[Edit, str]]:
    at, here = 0, first
    for run in runs:
        yield from ((Edit.DELETE, word) for word in quote.texts[at : run.quote])
        yield from ((Edit.INSERT, word) for word in page.texts[here : run.page])
        for offset in range(run.length):
            yield from _pair(quote, page, run.quote + offset, run.page + offset)
        at, here = run.quote_end, run.page_end
    yield from ((Edit.DELETE, word) for word in quote.texts[at:])
    yield from ((Edit.INSERT, word) for word in page.texts[here : last + 1])


def _pair(quote: Words, page: Words, one: int, two: int) -> Iterator[tuple[Edit, str]]:
    mine, theirs = quote.texts[one], page.texts[two]
    if one == 0 and other_first_case(mine) == theirs:
        mine = theirs
    if mine == theirs:
        yield Edit.EQUAL, theirs
    elif (one == len(quote) - 1 and _only_more_punctuation(mine, theirs)) or (
        one == 0 and _only_more_punctuation(mine[::-1], theirs[::-1])
    ):
        yield Edit.EQUAL, mine
    else:
        yield Edit.DELETE, mine
        yield Edit.INSERT, theirs


def _only_more_punctuation(mine: str, theirs: str) -> bool:
    """Tell whether the page's word goes on with punctuation only, past the quote's end."""
    more = theirs[len(mine) :]
    return theirs.startswith(mine) and not any(one.isalnum() for one in more)


def _joined(edits: list[tuple[Edit, str]], quote_words: int) -> Iterator[Difference]:
    """Yield runs of one edit as one difference; in a replacement what the quote had comes first."""
    kept = 0
    for region in _regions(edits):
        gone = [word for edit, word in region if edit is Edit.DELETE]
        come = [word for edit, word in region if edit is Edit.INSERT]
        if not gone and not come:
            kept += len(region)
            yield Difference(Edit.EQUAL, " ".join(word for _, word in region))
            continue
        if gone:
            kept += len(gone)
            yield Difference(Edit.DELETE, " ".join(gone))
        if come:
            parts = not gone and len(come) >= _INTERRUPTS and 0 < kept < quote_words
            yield Difference(Edit.INSERT, " ".join(come), interruption=parts)


def _regions(edits: list[tuple[Edit, str]]) -> Iterator[list[tuple[Edit, str]]]:
    region: list[tuple[Edit, str]] = []
    for edit in edits:
        if region and (region[-1][0] is Edit.EQUAL) != (edit[0] is Edit.EQUAL):
            yield region
            region = []
        region.append(edit)
    if region:
        yield region
