"""A page of terminal text: rich's tables and wrapping, without its guesses about the terminal."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from io import StringIO
from itertools import groupby, zip_longest
from math import ceil
from typing import TYPE_CHECKING

from lineage_verify.matches.model import Edit
from lineage_verify.reports.escape import href, one_line
from lineage_verify.reports.interface import Options
from lineage_verify.reports.sides import Run, mark

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

__all__ = ["INDENT", "Painter"]

_STYLES = {
    "broken": "bold red",
    "unknown": "bold yellow",
    "warning": "yellow",
    "ok": "green",
    "strong": "bold",
    "label": "dim",
    "place": "cyan",
    "delete": "red",
    "insert": "green",
}

_NARROWEST = 24
_WIDE = 100
_LABEL = 8
"""The width of a label's column, in cells."""

_MARGIN = "  "
_GAP = "  "

INDENT = 2 + _LABEL + 1
"""Where the words behind a label begin."""

_random_link_id = re.compile("(\x1b]8;)id=[^;]*;")


class Painter:
    """Makes pieces of text, and lays them out in the width of the terminal."""

    def __init__(self, options: Options) -> None:
        """Take the terminal's width and what it can do."""
        from rich.text import Text

        self.width = max(options.width, _NARROWEST)
        self.wide = self.width >= _WIDE
        self._color = options.color
        self._links = options.links
        self._styled = self._color or self._links
        self._new = Text

    def text(self, words: str, style: str = "") -> "Text":
        """Words in a style of this report; they are made harmless here."""
        return self._raw(one_line(words), style)

    def line(self, *pieces: "str | Text") -> "Text":
        """Pieces side by side; a plain string is our own and keeps its spaces."""
        line = self._raw("")
        for piece in pieces:
            if isinstance(piece, str):
                line.append(piece)
            else:
                line.append_text(piece)
        return line

    def unbroken(self, *pieces: "str | Text") -> "Text":
        """A line that is left to the terminal to wrap, so that what is in it can be copied."""
        line = self.line(*pieces)
        line.no_wrap = True
        return line

    def runs(self, runs: Iterable[Run]) -> "Text":
        """One side of a word diff; changes are marked by signs, and by colour as well."""
        line = self._raw("")
        for run in runs:
            style = "" if run.edit is Edit.EQUAL else run.edit.value
            line.append_text(self._raw(mark(run), style))
        return line

    def link(self, url: str, label: str | None = None) -> "Text":
        """An address: a hyperlink where the terminal can, else the address in full."""
        from rich.style import Style

        target = href(url)
        if target is None or not self._links:
            return self.unbroken(self.text(url))
        text = self.text(label or url, "place")
        text.stylize(Style(link=target))
        return text

    def indented(self, body: "Text") -> "Text":
        """Words that wrap below each other, indented."""
        return self._columns([(self._raw("  "), body)])

    def signed(self, sign: str, body: "Text", style: str) -> "Text":
        """A sign, and beside it words that wrap beside it."""
        return self._columns([(self.line(self.text(sign, style), " "), body)])

    def labelled(self, rows: Iterable[tuple[str, "Text"]]) -> Iterator["Text"]:
        """Rows of a label and what it names, indented."""
        for unbroken, group in groupby(rows, key=lambda row: _is_unbroken(row[1])):
            if unbroken:
                for label, content in group:
                    yield self._hanging(label, content)
            else:
                yield self._columns([(self._label(label), content) for label, content in group])

    def beside(self, left: "Text", right: "Text", heads: tuple[str, str]) -> "Text":
        """Two texts in two columns of equal width, indented."""
        room = self.width - len(_MARGIN) - len(_GAP)
        first, second = ceil((room - len(_GAP)) / 2), (room + len(_GAP)) // 2
        rows = [
            *zip(
                *(
                    self._wrapped(self.text(head, "label"), width)
                    for head, width in zip(heads, (first, second), strict=True)
                ),
                strict=True,
            )
        ]
        rows += zip_longest(self._wrapped(left, first), self._wrapped(right, second))
        lines = (
            self.line(
                _MARGIN, one or "", " " * (first - (one.cell_len if one else 0)), _GAP, other or ""
            )
            for one, other in rows
        )
        return self._lines(lines)

    def heading(self, words: str, note: str = "") -> "Text":
        """A line across the page with words in it."""
        from rich.cells import cell_len

        title, aside = one_line(words), f" {one_line(note)} " if note else ""
        rest = self.width - cell_len(title) - cell_len(aside) - 6
        if rest < 2:
            return self.unbroken(self._raw(title, "strong"))
        pieces = ("── ", self._raw(title, "strong"), " ", "─" * rest, aside, "──")
        return self.unbroken(*pieces)

    def page(self, blocks: Iterable["RenderableType"]) -> str:
        """Everything, one block below the other, without spaces at the ends of lines."""
        canvas = StringIO()
        console = self._console(canvas)
        for block in blocks:
            if isinstance(block, str) or (_is_unbroken(block) and not self._styled):
                canvas.write(f"{block}\n")
            else:
                console.print(block, soft_wrap=_is_unbroken(block))
        text = _random_link_id.sub(r"\1;", canvas.getvalue())
        return "".join(f"{line.rstrip(' ')}\n" for line in text.split("\n")[:-1])

    def _raw(self, words: str, style: str = "") -> "Text":
        return self._new(words, style=_STYLES.get(style, "") if self._color else "")

    def _label(self, label: str) -> "Text":
        return self.line("  ", self._raw(label, "label"), " " * (_LABEL + 1 - len(label)))

    def _columns(self, rows: Sequence[tuple["Text", "Text"]]) -> "Text":
        """Heads, and beside each its words, which wrap within their column.

        It looks as a table of rich's does, which takes several times as long to make.
        """
        room = self.width - rows[0][0].cell_len
        width = min(room, max(_longest_line(body) for _, body in rows))
        return self._lines(line for head, body in rows for line in self._hung(head, body, width))

    def _lines(self, lines: Iterable["Text"]) -> "Text":
        """Lines that are wrapped already."""
        first, *rest = lines
        return self.unbroken(first, *(part for line in rest for part in ("\n", line)))

    def _wrapped(self, body: "Text", width: int) -> Sequence["Text"]:
        """The lines of a text; none goes on in its style to the column's edge."""
        lines = list(body.wrap(self._measure, max(width, 1), overflow="fold"))
        for line in lines:
            if blank := len(line.plain) - len(line.plain.rstrip(" ")):
                line.right_crop(blank)
        return lines

    def _hung(self, head: "Text", body: "Text", width: int) -> Iterator["Text"]:
        wrapped = self._wrapped(body, width)
        yield self.line(head, *wrapped[:1])
        for line in wrapped[1:]:
            yield self.line(" " * head.cell_len, line)

    @cached_property
    def _measure(self) -> "Console":
        return self._console(StringIO())

    def _hanging(self, label: str, content: "RenderableType") -> "Text":
        from rich.text import Text

        assert isinstance(content, Text)  # noqa: S101 - only texts are unbroken
        return self.unbroken(self._label(label), content)

    def _console(self, canvas: StringIO) -> "Console":
        from rich.console import Console

        styled = self._styled
        return Console(
            file=canvas,
            width=self.width,
            color_system="standard" if styled else None,
            force_terminal=styled,
            no_color=False,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
            _environ={},
        )


def _longest_line(body: "Text") -> int:
    from rich.cells import cell_len

    return max((cell_len(line) for line in body.plain.splitlines()), default=0)


def _is_unbroken(block: "RenderableType") -> bool:
    return getattr(block, "no_wrap", None) is True
