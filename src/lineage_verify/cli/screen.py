"""What the terminal can show: width, colour, links, characters."""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TextIO

from lineage_verify.cli.options import ColorWhen, ScreenOptions
from lineage_verify.cli.streams import delivered
from lineage_verify.errors import SettingsError

__all__ = ["Screen", "line_width", "say", "screen_of", "write_pieces", "write_text"]

PIPE_WIDTH = 120
"""Columns of what is not written to a terminal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """How to write to one stream; `width` is in columns."""

    width: int
    color: bool
    links: bool
    encoding: str


def screen_of(
    stream: TextIO, options: ScreenOptions, filed: str | None, environ: Mapping[str, str]
) -> Screen:
    """What a stream can show, by the options, the settings file and the environment."""
    terminal = stream.isatty()
    color = _color(options.color or _filed(filed), environ, terminal)
    return Screen(
        width=_terminal_width() if terminal else _columns(environ),
        color=color,
        links=terminal and color and environ.get("TERM") != "linux",
        encoding=stream.encoding or "utf-8",
    )


def line_width(stream: TextIO, environ: Mapping[str, str]) -> int | None:
    """The columns that lines of plain words should wrap at; `None` where nothing asks for it.

    What another program reads has each line whole, unless `COLUMNS` says otherwise.
    """
    if stream.isatty():
        return _terminal_width()
    return _columns(environ) if environ.get("COLUMNS") else None


def write_text(stream: TextIO, text: str) -> None:
    """Write a text; a character that the stream cannot encode is shown as its escape.

    Raises:
        OutputError: the stream is full.
    """
    write_pieces(stream, (text,))


def write_pieces(stream: TextIO, pieces: Iterable[str]) -> None:
    """Write a text that comes in pieces, as `write_text` does.

    Raises:
        OutputError: the stream is full.
    """
    encoding = stream.encoding or "utf-8"
    with delivered(stream):
        stream.writelines(
            piece.encode(encoding, "backslashreplace").decode(encoding) for piece in pieces
        )


def say(message: str) -> None:
    """One line for a person, on standard error."""
    from lineage_verify.reports.escape import one_line

    write_text(sys.stderr, f"{one_line(message)}\n")


def _filed(word: str | None) -> ColorWhen | None:
    if word is None:
        return None
    try:
        return ColorWhen(word)
    except ValueError:
        raise SettingsError(f"color takes {', '.join(ColorWhen)}, not {word!r}") from None


def _color(said: ColorWhen | None, environ: Mapping[str, str], terminal: bool) -> bool:  # noqa: FBT001
    """Whether to colour: the option first, then NO_COLOR and FORCE_COLOR (no-color.org)."""
    if said is ColorWhen.ALWAYS:
        return True
    if said is ColorWhen.NEVER or environ.get("NO_COLOR") or environ.get("TERM") == "dumb":
        return False
    return terminal or bool(environ.get("FORCE_COLOR"))


def _terminal_width() -> int:
    from shutil import get_terminal_size

    return get_terminal_size().columns


def _columns(environ: Mapping[str, str]) -> int:
    said = environ.get("COLUMNS", "")
    return int(said) if said.isascii() and said.isdigit() and int(said) > 0 else PIPE_WIDTH
