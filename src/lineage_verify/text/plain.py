"""Text that is read as it is: plain text, source code, formats without a reader of their own."""

import re
from collections.abc import Callable, Iterable, Iterator

from lineage_verify.text.page_text import Block, Mark, PageText, Stretch

__all__ = ["line_starts", "paragraphs", "read_plain", "with_plain_line_ends"]

_LINE_END = re.compile(r"\r\n?")


_Spans = Callable[[str], Iterable[tuple[int, int]]]


def read_plain(
    text: str, *, code: bool = False, syntax: _Spans | None = None, notes: tuple[str, ...] = ()
) -> PageText:
    """Return a text as it is, its paragraphs as blocks and its lines known.

    `syntax` finds the characters to mark as `SYNTAX`.
    """
    text = with_plain_line_ends(text)
    usual = Mark.CODE if code else Mark.NONE
    return PageText(
        text=text,
        blocks=tuple(paragraphs(text)),
        stretches=tuple(_stretches(text, usual, syntax(text) if syntax else ())),
        lines=line_starts(text),
        notes=notes,
    )


def _stretches(text: str, usual: Mark, syntax: Iterable[tuple[int, int]]) -> Iterator[Stretch]:
    at = 0
    for start, end in syntax:
        if usual and start > at:
            yield Stretch(at, start, usual)
        yield Stretch(start, end, usual | Mark.SYNTAX)
        at = end
    if usual and at < len(text):
        yield Stretch(at, len(text), usual)


def with_plain_line_ends(text: str) -> str:
    """Return a text with every line end as one line feed."""
    return _LINE_END.sub("\n", text) if "\r" in text else text


def line_starts(text: str) -> tuple[int, ...]:
    """Return the offset at which each line begins."""
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    if len(starts) > 1 and starts[-1] == len(text):
        starts.pop()
    return tuple(starts)


def paragraphs(text: str) -> Iterator[Block]:
    """Yield the runs of text between blank lines."""
    start: int | None = None
    end = at = 0
    for line in text.splitlines(keepends=True):
        if line.isspace():
            if start is not None:
                yield Block(start, end)
            start = None
        else:
            if start is None:
                start = at + len(line) - len(line.lstrip())
            end = at + len(line.rstrip())
        at += len(line)
    if start is not None:
        yield Block(start, end)
