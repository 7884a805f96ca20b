"""What is worth a look though a quote holds: warnings, by code."""

import re
from collections.abc import Iterator

from lineage_verify.matches.context import Choice, in_context, in_lines
from lineage_verify.matches.folding import fold
from lineage_verify.matches.letters import is_unspaced
from lineage_verify.matches.model import Place, QuoteWarning, Selector, WarningCode
from lineage_verify.matches.negation import may_narrow, narrowings_in, negations_in
from lineage_verify.matches.tokens import is_word
from lineage_verify.text.page_text import Mark, PageText

__all__ = ["cautions"]

_SENTENCE_END = re.compile(r"[.!?:;] |[.!?:;]$|[。！？]|\n\s*\n")
_LEAST_WORDS = 3
_LEAST_LETTERS = 12
_LEAST_LETTERS_OF_FEW_WORDS = 20
_LETTERS_OF_UNSPACED = 3
"""A character of a script without spaces says as much as so many letters."""
_SURELY_LONG = 60
_STOPS = frozenset(".!?:;,。！？")
_NEXT_WORD = re.compile(r"[ \u00a0]([^\W\d_]+(?:['’][^\W\d_]+)?)")
_FURTHEST_BEFORE = 60
_WORDS_BEFORE = 2
_MARKED = (
    (Mark.HIDDEN, WarningCode.HIDDEN_TEXT, "stands in text that the page does not show"),
    (Mark.DELETED, WarningCode.DELETED_TEXT, "stands in text that the page strikes out"),
    (Mark.NAVIGATION, WarningCode.NAVIGATION_TEXT, "stands only in the page's navigation"),
)


def cautions(
    selector: Selector, folded: str, page: PageText, choice: Choice, *, unseen: bool
) -> tuple[QuoteWarning, ...]:
    """Return the warnings on the place where a quote holds.

    `unseen` says that it took text which the page hides, strikes out or only navigates by; else
    such text may lie within the place and is no part of the quote.
    """
    place = choice.standing.place
    return (
        *_on_quote(folded),
        *_on_choice(selector, page, choice),
        *_on_marks(page, choice.standing.parts or (place,), unseen=unseen),
        *_on_blocks(page, place),
        *_on_words_before(page, place),
        *_on_word_behind(page, place),
    )


def _on_quote(folded: str) -> Iterator[QuoteWarning]:
    if _is_short(folded):
        yield _warning(WarningCode.TOO_SHORT, "is too short to be evidence on its own")


def _warning(code: WarningCode, message: str) -> QuoteWarning:
    return QuoteWarning(code, f"the quote {message}")


def _is_short(folded: str) -> bool:
    """Tell whether a quote has too few words to be evidence."""
    if len(folded) > _SURELY_LONG and folded.count(" ") > _LEAST_WORDS:
        return False
    letters = sum(_LETTERS_OF_UNSPACED if is_unspaced(one) else 1 for one in folded if is_word(one))
    if letters < _LEAST_LETTERS:
        return True
    words = [word for word in folded.split(" ") if any(map(is_word, word))]
    few = len(words) < _LEAST_WORDS and not any(map(is_unspaced, folded))
    return few and letters < _LEAST_LETTERS_OF_FEW_WORDS


def _on_choice(selector: Selector, page: PageText, choice: Choice) -> Iterator[QuoteWarning]:
    place = choice.standing.place
    if choice.equal > 1:
        section = page.section_at(place.start)
        where = f' in section "{section.title}"' if section else ""
        yield _warning(
            WarningCode.SEVERAL_PLACES,
            f"stands at {choice.equal} places; the one{where or ' that comes first'} was taken, "
            "a prefix or a suffix would tell which is meant",
        )
    if not in_context(place, selector, page):
        yield _warning(
            WarningCode.CONTEXT_CHANGED, "stands no longer between its prefix and its suffix"
        )
    if not in_lines(place, selector, page):
        first, last = page.line_at(place.start), page.line_at(max(place.start, place.end - 1))
        lines = f"line {first}" if first == last else f"lines {first} to {last}"
        yield _warning(WarningCode.LINES_MOVED, f"now stands on {lines} of the file")


def _on_marks(page: PageText, parts: tuple[Place, ...], *, unseen: bool) -> Iterator[QuoteWarning]:
    marks = Mark.NONE
    for part in parts:
        marks |= page.marks_in(part.start, part.end)
    if marks is Mark.NONE:
        return
    for mark, code, message in _MARKED:
        if unseen and marks & mark:
            yield _warning(code, message)
    if marks & Mark.HEADING and all(_is_heading(page, part) for part in parts):
        yield _warning(WarningCode.HEADING_TEXT, "is a heading, not a statement")


def _is_heading(page: PageText, part: Place) -> bool:
    """Tell whether every character of a place, white space aside, lies in a heading."""
    at, covered = part.start, 0
    for stretch in page.stretches:
        if stretch.marks & Mark.HEADING and stretch.start < part.end and stretch.end > at:
            words = page.text[max(at, stretch.start) : min(part.end, stretch.end)]
            covered += len("".join(words.split()))
    return covered >= len("".join(page.text[part.start : part.end].split()))


def _on_words_before(page: PageText, place: Place) -> Iterator[QuoteWarning]:
    """Yield a warning where the page denies or narrows what a quote begins with.

    Not where the page has a capital there: a sentence of its own begins, whatever ends before it.
    """
    start = max(0, place.start - _FURTHEST_BEFORE)
    last = page.text[start : place.start].lower().split()[-_WORDS_BEFORE:]
    if page.text[place.start].isupper() or not may_narrow(word.strip("*_`") for word in last):
        return
    block = page.block_at(place.start)
    start = max(start, page.blocks[block].start if block is not None else 0)
    sentence = _SENTENCE_END.split(page.text[start : place.start])[-1]
    narrowed = narrowings_in(" ".join(fold(sentence).split(" ")[-_WORDS_BEFORE:]))
    if narrowed:
        yield _warning(
            WarningCode.LEFT_OUT_NEGATION, f'begins behind "{narrowed[0]}", which bears on it'
        )


def _on_word_behind(page: PageText, place: Place) -> Iterator[QuoteWarning]:
    """Yield a warning where the very next word of the same sentence denies what a quote says."""
    following = _NEXT_WORD.match(page.text, place.end)
    if (
        following is None
        or page.text[place.end - 1] in _STOPS
        or not may_narrow((following[1].lower(),))
    ):
        return
    denied = negations_in(fold(following[1]))
    if denied:
        yield _warning(
            WarningCode.LEFT_OUT_NEGATION, f'ends before "{denied[0]}", which bears on it'
        )


def _on_blocks(page: PageText, place: Place) -> Iterator[QuoteWarning]:
    """Yield a warning where a place runs from one section into another, or out of the main text.

    Several blocks of one section, such as a table's cells or a list's items, are normal reading.
    """
    first, last = page.block_at(place.start), page.block_at(max(place.start, place.end - 1))
    if first is None or last is None or first == last:
        return
    one, two = page.section_at(place.start), page.section_at(place.end - 1)
    if page.blocks[first].main != page.blocks[last].main:
        yield _warning(WarningCode.CROSSES_BLOCKS, "runs out of the page's main text")
    elif two is not None and one != two:
        yield _warning(WarningCode.CROSSES_BLOCKS, f'runs on into another section, "{two.title}"')
