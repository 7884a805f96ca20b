"""What is worth a look though a quote holds: warnings, by code."""

from collections.abc import Iterator

from lineage_verify.matches.context import in_context, in_lines
from lineage_verify.matches.letters import is_unspaced
from lineage_verify.matches.model import Place, QuoteWarning, Selector, WarningCode
from lineage_verify.matches.tokens import is_word
from lineage_verify.text.page_text import Mark, PageText

__all__ = ["cautions"]

_LEAST_WORDS = 3
_LEAST_LETTERS = 12
_SURELY_LONG = 60
_MARKED = (
    (Mark.HIDDEN, WarningCode.HIDDEN_TEXT, "stands in text that the page does not show"),
    (Mark.DELETED, WarningCode.DELETED_TEXT, "stands in text that the page strikes out"),
    (Mark.NAVIGATION, WarningCode.NAVIGATION_TEXT, "stands in the page's navigation only"),
)


def cautions(
    selector: Selector, folded: str, page: PageText, place: Place, parts: tuple[Place, ...]
) -> Iterator[QuoteWarning]:
    """Yield the warnings on a place where a quote holds, but for those on other places."""
    if is_short(folded):
        yield QuoteWarning(WarningCode.TOO_SHORT, "is too short to be evidence on its own")
    if not in_context(place, selector, page):
        yield QuoteWarning(
            WarningCode.CONTEXT_CHANGED, "does not stand between its prefix and suffix any more"
        )
    if not in_lines(place, selector, page):
        yield _moved(page, place)
    yield from _on_marks(page, parts or (place,))
    yield from _on_blocks(page, place)


def is_short(folded: str) -> bool:
    """Tell whether a quote has too few words to be evidence."""
    if len(folded) > _SURELY_LONG and folded.count(" ") > _LEAST_WORDS:
        return False
    letters = sum(3 if is_unspaced(one) else 1 for one in folded if is_word(one))
    words = [word for word in folded.split(" ") if any(map(is_word, word))]
    return letters < _LEAST_LETTERS or (
        len(words) < _LEAST_WORDS and not any(map(is_unspaced, folded)) and letters < 20
    )


def _moved(page: PageText, place: Place) -> QuoteWarning:
    first, last = page.line_at(place.start), page.line_at(max(place.start, place.end - 1))
    lines = f"line {first}" if first == last else f"lines {first} to {last}"
    return QuoteWarning(WarningCode.LINES_MOVED, f"now stands on {lines}")


def _on_marks(page: PageText, parts: tuple[Place, ...]) -> Iterator[QuoteWarning]:
    marks = Mark.NONE
    for part in parts:
        marks |= page.marks_in(part.start, part.end)
    for mark, code, message in _MARKED:
        if marks & mark:
            yield QuoteWarning(code, message)
    if all(_is_heading(page, part) for part in parts):
        yield QuoteWarning(WarningCode.HEADING_TEXT, "is a heading, not a statement")


def _is_heading(page: PageText, part: Place) -> bool:
    """Tell whether every character of a place lies in a heading."""
    covered = sum(
        min(part.end, stretch.end) - max(part.start, stretch.start)
        for stretch in page.stretches
        if stretch.marks & Mark.HEADING and stretch.start < part.end and stretch.end > part.start
    )
    return covered >= len(page.text[part.start : part.end].strip())


def _on_blocks(page: PageText, place: Place) -> Iterator[QuoteWarning]:
    """Yield a warning where a place runs from one section into another, or out of the main text."""
    first, last = page.block_at(place.start), page.block_at(max(place.start, place.end - 1))
    if first is None or last is None or first == last:
        return
    one, two = page.section_at(place.start), page.section_at(place.end - 1)
    if page.blocks[first].main != page.blocks[last].main:
        yield QuoteWarning(WarningCode.CROSSES_BLOCKS, "runs out of the page's main text")
    elif one != two and two is not None and two.start > place.start:
        yield QuoteWarning(
            WarningCode.CROSSES_BLOCKS, f'runs on into another section, "{two.title}"'
        )
