"""A page's text for people: what `lineage-verify text` prints."""

from collections.abc import Iterator
from typing import NamedTuple

from lineage_verify.text.page_text import Mark, PageText, Section

__all__ = ["text_listing"]


class _Change(NamedTuple):
    """Words put in before an offset of the text, and where the text goes on behind them.

    `rank` orders the changes at one offset: ends of marks, sections, line numbers, starts.
    """

    offset: int
    rank: int
    words: str
    resume: int


def text_listing(text: PageText, *, sections: bool, marks: bool) -> str:
    """Return a page's text as the matcher sees it, ending in a line feed.

    That is the main reading; with `marks` the whole text, each marked stretch as `⟦hidden: words⟧`.
    With `sections` each section's title and anchor stands before it, and each line's number before
    the lines of a source whose sections are lines.
    """
    changes = [*(_marks(text) if marks else _cuts(text)), *(_sections(text) if sections else ())]
    return _rendered(text.text, sorted(changes)).strip("\n") + "\n"


def _cuts(text: PageText) -> Iterator[_Change]:
    for stretch in text.stretches:
        if stretch.marks & Mark.aside():
            yield _Change(stretch.start, 3, "", stretch.end)


def _marks(text: PageText) -> Iterator[_Change]:
    for stretch in text.stretches:
        names = ", ".join((mark.name or "").lower() for mark in stretch.marks)
        if names:
            yield _Change(stretch.start, 3, f"⟦{names}: ", stretch.start)
            yield _Change(stretch.end, 0, "⟧", stretch.end)


def _sections(text: PageText) -> Iterator[_Change]:
    for section in text.sections:
        line = f"§ {_named(section)}\n"
        begins = not section.start or text.text[section.start - 1] == "\n"
        yield _Change(section.start, 1, line if begins else f"\n{line}", section.start)
    if text.lines and not text.sections:
        width = len(str(len(text.lines)))
        for number, start in enumerate(text.lines, start=1):
            yield _Change(start, 2, f"{number:>{width}}  ", start)


def _named(section: Section) -> str:
    return f"{section.title} (#{section.anchor})" if section.anchor else section.title


def _rendered(text: str, changes: list[_Change]) -> str:
    parts: list[str] = []
    at = 0
    for change in changes:
        parts.append(text[at : max(at, change.offset)])
        parts.append(change.words)
        at = max(at, change.resume)
    parts.append(text[at:])
    return "".join(parts)
