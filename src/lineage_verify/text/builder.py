"""Characters, breaks and marks, put in one by one, to a `PageText`.

White space is collapsed as CSS Text 3 (section 4.1) does, twice at once: for the whole text and
for the main reading, so that cutting an aside out of a sentence neither glues nor parts its words.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from lineage_verify.text.page_text import Block, Mark, PageText, Section, Stretch

__all__ = ["ASIDE", "Heading", "TextBuilder"]

ASIDE = Mark.aside().value
"""The marks are plain integers here: a page has many, and `Flag` is slow."""

_HIDDEN = Mark.HIDDEN.value
_TAIL = 24
"""How many of the last characters are kept at hand."""
_SPACES = " \t\n\r\f"
_RUN = re.compile(r"[ \t\n\r\f]+")


@dataclass(slots=True, eq=False)
class Heading:
    """A heading whose characters are being put in; offsets are into the whole text."""

    level: int
    anchor: str | None
    start: int | None = None
    end: int = 0


@dataclass(slots=True)
class TextBuilder:
    """What has been put in so far, and the break or space that waits for the next character."""

    main: bool = True
    """Whether the blocks that begin now lie in the page's main region."""

    _parts: list[str] = field(default_factory=list)
    _length: int = 0
    _runs: list[tuple[int, int, int]] = field(default_factory=list)
    _run_start: int = 0
    _run_marks: int = 0
    _blocks: list[tuple[int, int, bool]] = field(default_factory=list)
    _block_start: int = 0
    _block_main: bool = True
    _block_shown: bool = False
    _headings: list[Heading] = field(default_factory=list)
    _awaiting: list[Heading] = field(default_factory=list)
    _items: list[str] = field(default_factory=list)
    """The markers of list items that have begun and have no character yet."""
    _markers: list[tuple[int, str]] = field(default_factory=list)
    _break: str = ""
    _break_marks: int = 0
    _break_hard: bool = False
    _space: int | None = None
    _aside_space: int | None = None
    _after_space: bool = True
    _main_after_space: bool = True
    _tail: str = ""
    _boxes: list[int] = field(default_factory=list)
    """Of each open box in a line, innermost last, the text's length when it began."""
    _cells: list[int] = field(default_factory=list)
    """Of each open table cell, innermost last, the text's length when it began."""

    @property
    def behind(self) -> str:
        """The last characters of the main reading's block, with the space that waits, if any."""
        if self._break:
            return ""
        return self._tail if self._space is None else self._tail + " "

    @property
    def length(self) -> int:
        """How many characters the text has so far."""
        return self._length

    def words(self, text: str, marks: int) -> None:
        """Put in text in which runs of white space are one space."""
        if text[0] in _SPACES:
            self._want_space(marks)
        core = " ".join(text.split()) if text.isascii() else _RUN.sub(" ", text).strip(" ")
        if core:
            self._settle(marks)
            self._put(core, marks, spaced=False)
            if text[-1] in _SPACES:
                self._want_space(marks)

    def as_it_is(self, text: str, marks: int) -> None:
        """Put in preformatted text."""
        self._settle(marks)
        self._put(text, marks, spaced=text[-1] in _SPACES)

    def break_block(self, marks: int) -> None:
        """End a block here, unless a table's cell has just begun: its tab is apart enough."""
        if not (self._break and self._cells and self._cells[-1] == self._length):
            self.end_row(marks)

    def end_row(self, marks: int) -> None:
        """End a table's row here, or any block."""
        self._want_break("\n", marks)
        self._break_hard = True

    def break_line(self, marks: int) -> None:
        """Begin a new line within the block."""
        hard = self._break_hard if self._break else False
        self._want_break(self._break or "\n", marks)
        self._break_hard = hard

    def open_cell(self, marks: int) -> None:
        """Begin a table's cell."""
        if not self._break:
            self.break_block(marks)
        self._cells.append(self._length)

    def close_cell(self, marks: int) -> None:
        """End a table's cell; the next one in the row is a tab apart, an empty one as well."""
        is_empty = self._cells.pop() == self._length
        self._want_break((self._break if is_empty else "") + "\t", marks)
        self._break_hard = True

    def begin_heading(self, level: int, anchor: str | None) -> Heading:
        """Let a section begin with the next character."""
        heading = Heading(level, anchor)
        self._awaiting.append(heading)
        return heading

    def end_heading(self, heading: Heading) -> None:
        """End a heading's own words; one without any begins no section."""
        if heading.start is None:
            self._awaiting.pop()  # whatever was opened later has been ended before
        else:
            heading.end = self._length
            self._headings.append(heading)

    def begin_item(self, marker: str) -> int:
        """Begin a list's item, whose marker stands before its next character."""
        self._items.append(marker)
        return len(self._items) - 1

    def end_item(self, item: int) -> None:
        """End an item; one without any character has no marker."""
        del self._items[item:]

    def open_box(self) -> None:
        """Begin a box within the line; white space at its start falls away."""
        self._boxes.append(self._length)

    def close_box(self) -> None:
        """End a box within the line; white space at its end falls away."""
        if self._boxes.pop() != self._length:
            self._space = self._aside_space = None

    def _want_space(self, marks: int) -> None:
        if self._boxes and self._boxes[-1] == self._length:
            return
        if marks & ASIDE:
            self._aside_space = marks
        else:
            self._space = marks

    def _want_break(self, characters: str, marks: int) -> None:
        if not self._length:
            return
        self._break_marks = self._break_marks & marks if self._break else marks
        self._break = characters
        self._aside_space = None
        if not self._break_marks & ASIDE:
            self._space = None

    def _settle(self, marks: int) -> None:
        """Put in the break and the space that wait, so that a character may follow."""
        if self._break:
            self._put_break()
        elif not self._length:
            self._block_main = self.main
        if self._space is not None or self._aside_space is not None:
            self._put_space()
        if not marks & _HIDDEN:
            self._block_shown = True
        if self._awaiting:
            for heading in self._awaiting:
                heading.start = self._length
            self._awaiting.clear()
        if self._items and not marks & ASIDE:
            self._markers.append((self._length, " ".join(self._items)))
            self._items.clear()

    def _put_break(self) -> None:
        characters, self._break = self._break, ""
        inside = self._break_marks & _HIDDEN and self._block_shown
        if self._break_hard and not inside:
            self._end_block()
            self._block_start = self._length + len(characters)
            self._block_main, self._block_shown = self.main, False
        self._put(characters, self._break_marks, spaced=True)

    def _put_space(self) -> None:
        space, aside, self._space, self._aside_space = self._space, self._aside_space, None, None
        if space is not None and not self._main_after_space:
            self._put(" ", space, spaced=True)
        elif not self._after_space:
            own = aside if aside is not None else self._run_marks
            self._put(" ", own, spaced=True)

    def _put(self, text: str, marks: int, *, spaced: bool) -> None:
        if marks != self._run_marks:
            self._end_run(marks)
        self._parts.append(text)
        self._length += len(text)
        self._after_space = spaced
        if not marks & ASIDE:
            self._main_after_space = spaced
            self._tail = text[-_TAIL:] if len(text) >= _TAIL else (self._tail + text)[-_TAIL:]

    def _end_run(self, marks: int) -> None:
        if self._run_marks and self._length > self._run_start:
            self._runs.append((self._run_start, self._length, self._run_marks))
        self._run_start, self._run_marks = self._length, marks

    def _end_block(self) -> None:
        if self._length > self._block_start:
            self._blocks.append((self._block_start, self._length, self._block_main))

    def finish(self, *, title: str | None = None, notes: Iterable[str] = ()) -> PageText:
        """Return the text with all that was put in; the builder is used up."""
        self._end_run(0)
        self._end_block()
        text = "".join(self._parts)
        stretches = tuple(Stretch(start, end, Mark(marks)) for start, end, marks in self._runs)
        return PageText(
            text=text,
            blocks=tuple(_blocks(text, self._blocks)),
            sections=tuple(_sections(text, self._headings, self._runs)),
            stretches=stretches,
            title=title,
            markers=tuple(self._markers),
            notes=tuple(notes),
        )


def _blocks(text: str, found: list[tuple[int, int, bool]]) -> Iterator[Block]:
    for start, end, main in found:
        first, last = start, end
        while last > first and text[last - 1] in _SPACES:
            last -= 1
        while first < last and text[first] in _SPACES:
            first += 1
        if last > first:
            yield Block(first, last, main)


def _sections(
    text: str, headings: list[Heading], runs: list[tuple[int, int, int]]
) -> Iterator[Section]:
    placed = [(heading.start, heading) for heading in headings if heading.start is not None]
    for start, heading in sorted(placed, key=lambda pair: pair[0]):
        title = " ".join(_main_reading(text, start, heading.end, runs).split())
        if title:
            yield Section(start, title, heading.anchor, heading.level)


def _main_reading(text: str, start: int, end: int, runs: list[tuple[int, int, int]]) -> str:
    kept, at = [], start
    for index in range(bisect_right(runs, start, key=lambda run: run[1]), len(runs)):
        first, last, marks = runs[index]
        if first >= end:
            break
        if marks & ASIDE:
            kept.append(text[at : max(at, first)])
            at = last
    kept.append(text[at : max(at, end)])
    return "".join(kept)
