"""The text of a page: characters, blocks, sections and marks."""

from bisect import bisect_right
from dataclasses import dataclass
from enum import Flag, auto

__all__ = ["Block", "Mark", "PageText", "Section", "Stretch"]


class Mark(Flag):
    """What a stretch of text is, where that bears on its worth as evidence."""

    NONE = 0
    HIDDEN = auto()
    """Not shown to a reader at all."""
    DELETED = auto()
    """Struck through (`del`, `s`)."""
    NAVIGATION = auto()
    """Page chrome: menus, breadcrumbs, header, footer, tables of contents."""
    PERMALINK = auto()
    """A heading's `¶` or `#`, a copy button, a sort arrow: furniture within the text."""
    FOOTNOTE = auto()
    """A footnote's marker in running text."""
    HEADING = auto()
    CODE = auto()
    TABLE = auto()
    MARKUP = auto()
    """Characters of the source's own markup: what a Markdown file has around its words."""
    RAISED = auto()
    """Superscript: `6` of `10<sup>6</sup>`, which reads `106` and may be quoted as `10⁶`."""
    LOWERED = auto()
    """Subscript, in the same way."""
    SYNTAX = auto()
    """Characters of a source read as it is that part the words of a sentence: the leader of a
    comment's line, a role before its words. In the main reading, and left out of a looser one."""

    @classmethod
    def aside(cls) -> "Mark":
        """The marks whose stretches are left out of the main reading."""
        return cls.HIDDEN | cls.DELETED | cls.NAVIGATION | cls.PERMALINK | cls.FOOTNOTE | cls.MARKUP


@dataclass(frozen=True, slots=True)
class Section:
    """The part of a page under one heading; `start` is the heading's offset in the text.

    `anchor` is what a link's fragment would say (`None` where the heading has none); `level` is
    the heading's, from 1.
    """

    start: int
    title: str
    anchor: str | None
    level: int


@dataclass(frozen=True, slots=True)
class Block:
    """A run of text that a reader sees as one unit: a paragraph, a list item, a cell, code."""

    start: int
    end: int
    main: bool = True
    """Whether it lies in the page's own main region."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A run of characters with marks; stretches are in order and do not overlap."""

    start: int
    end: int
    marks: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class PageText:
    """What can be read on a page, in reading order, with a map back to its sections.

    `text` holds everything, blocks apart by line breaks, table cells by tabs, and white space
    collapsed outside preformatted text. The *main reading* is `text` without the stretches that
    have a mark of `Mark.aside()`; a quote is looked for there first, then in the whole text.
    `blocks` are in order and do not overlap; the white space between them belongs to none.
    `lines` holds the offset of each line's start for sources whose sections are line numbers
    (plain text, source code), and is empty for others. `pages` is the same for a PDF's pages.
    """

    text: str
    blocks: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()
    stretches: tuple[Stretch, ...] = ()
    title: str | None = None
    lines: tuple[int, ...] = ()
    markers: tuple[tuple[int, str], ...] = ()
    """What a browser draws before list items (`1.`, `•`), which is no part of the text: the offset
    of each item's first character, in order, and its marker."""
    notes: tuple[str, ...] = ()
    """What a reader should be told of how the text was read (undecodable bytes, a wrong label)."""

    @classmethod
    def plain(cls, text: str) -> "PageText":
        """A text without any structure, as one block: for callers that bring their own."""
        return cls(text=text, blocks=(Block(0, len(text)),) if text else ())

    def section_at(self, offset: int) -> Section | None:
        """The nearest section that begins at or before an offset."""
        index = bisect_right(self.sections, offset, key=lambda section: section.start)
        return self.sections[index - 1] if index else None

    def block_at(self, offset: int) -> int | None:
        """The index of the block that holds an offset, or `None` between blocks."""
        index = bisect_right(self.blocks, offset, key=lambda block: block.start) - 1
        return index if index >= 0 and offset < self.blocks[index].end else None

    def line_at(self, offset: int) -> int | None:
        """The number of the line that holds an offset, from 1, where lines are known."""
        return bisect_right(self.lines, offset) or None if self.lines else None

    def marks_in(self, start: int, end: int) -> Mark:
        """The marks that any character of `[start, end)` has."""
        found = Mark.NONE
        index = max(0, bisect_right(self.stretches, start, key=lambda s: s.start) - 1)
        while index < len(self.stretches) and self.stretches[index].start < end:
            if self.stretches[index].end > start:
                found |= self.stretches[index].marks
            index += 1
        return found
