"""A page of terminal text: rich's tables and wrapping, without its guesses about the terminal."""

import re
from collections.abc import Iterable
from io import StringIO
from typing import TYPE_CHECKING

from lineage_verify.matches.model import Edit
from lineage_verify.reports.escape import href, one_line
from lineage_verify.reports.interface import Options
from lineage_verify.reports.sides import Run, mark

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

__all__ = ["Painter"]

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

_random_link_id = re.compile("(\x1b]8;)id=[^;]*;")

NARROW = 24
WIDE = 100


class Painter:
    """Makes pieces of text, and lays them out in the width of the terminal."""

    def __init__(self, options: Options) -> None:
        """Take the terminal's width and what it can do."""
        self.width = max(options.width, NARROW)
        self.wide = self.width >= WIDE
        self._color = options.color
        self._links = options.links

    def text(self, words: str, style: str = "") -> "Text":
        """Words in a style of this report; they are made harmless here."""
        return self._raw(one_line(words), style)

    def _raw(self, words: str, style: str = "") -> "Text":
        from rich.text import Text

        return Text(words, style=_STYLES.get(style, "") if self._color else "")

    def line(self, *pieces: "str | Text") -> "Text":
        """Pieces side by side."""
        line = self._raw("")
        for piece in pieces:
            line.append_text(self._raw(piece) if isinstance(piece, str) else piece)
        return line

    def runs(self, runs: Iterable[Run]) -> "Text":
        """One side of a word diff; changes are marked by signs, and by colour as well."""
        line = self._raw("")
        for run in runs:
            style = "" if run.edit is Edit.EQUAL else run.edit.value
            line.append_text(self._raw(mark(run), style))
        return line

    def link(self, url: str, label: str | None = None) -> "Text":
        """An address: a hyperlink where the terminal can, else the address, never broken."""
        from rich.style import Style

        target = href(url)
        if target is None or not self._links:
            text = self.text(url)
            text.no_wrap, text.overflow = True, "ignore"
            return text
        text = self.text(label or url, "place")
        text.stylize(Style(link=target))
        return text

    def labelled(self, rows: Iterable[tuple[str, "RenderableType"]]) -> "RenderableType":
        """Rows of a label and what it names, indented."""
        from rich.padding import Padding
        from rich.table import Table

        grid = Table.grid(padding=(0, 1))
        grid.add_column(no_wrap=True, width=8)
        grid.add_column(overflow="fold")
        for label, content in rows:
            grid.add_row(self.text(label, "label"), content)
        return Padding(grid, (0, 0, 0, 2))

    def page(self, blocks: Iterable["RenderableType"]) -> str:
        """Everything, one block below the other, without spaces at the ends of lines."""
        from rich.console import Console

        canvas = StringIO()
        styled = self._color or self._links
        console = Console(
            file=canvas,
            width=self.width,
            color_system="standard" if styled else None,
            force_terminal=styled,
            force_interactive=False,
            no_color=False,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
            _environ={},
        )
        for block in blocks:
            console.print(block)
        text = _random_link_id.sub(r"\1;", canvas.getvalue())
        return "".join(f"{line.rstrip(' ')}\n" for line in text.split("\n")[:-1])
