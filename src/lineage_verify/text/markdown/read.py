"""A Markdown file to a `PageText`."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lineage_verify.text.markdown.aligned import Aligned
from lineage_verify.text.markdown.dialect import Evened, even_out
from lineage_verify.text.page_text import Block, Mark, PageText, Section
from lineage_verify.text.plain import line_starts, read_plain, with_plain_line_ends

if TYPE_CHECKING:
    from markdown_it.token import Token

__all__ = ["read_markdown"]

_LONGEST = 1_500_000
_LONGEST_LINE = 20_000
_MOST_LINES = 60_000
_MARKS = "[*_`<|"
_MOST_MARKS = 150_000
"""Twice what the longest change logs hold; more takes a renderer minutes."""

_EXPLICIT_ID = re.compile(r"\{[^{}]*#([\w:.-]+)[^{}]*\}\s*\Z")
_NOT_IN_SLUG = re.compile(r"[^\w\- ]")


def read_markdown(source: str, *, notes: tuple[str, ...] = ()) -> PageText:
    """Return a file's text: its own characters, with markup marked, so that both readings stand.

    What no renderer takes in good time is read as plain text, and said so.
    """
    source = with_plain_line_ends(source)
    if _is_too_large(source):
        note = "the Markdown file is too large to be rendered; it is read as it is written"
        return read_plain(source, notes=(*notes, note))
    evened = even_out(source)
    reading = _Reading(Aligned(source), line_starts(source), evened)
    reading.go(_tokens(evened.text))
    return reading.finish(notes)


def _is_too_large(source: str) -> bool:
    if len(source) > _LONGEST or source.count("\n") > _MOST_LINES:
        return True
    if sum(map(source.count, _MARKS)) > _MOST_MARKS:
        return True
    return max(map(len, source.split("\n"))) > _LONGEST_LINE


def _tokens(text: str) -> "list[Token]":
    from markdown_it import MarkdownIt

    # Entities and escapes stay apart, so that their spelling is known.
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"]).disable("text_join")
    return parser.parse(text)


@dataclass(slots=True)
class _Reading:
    aligned: Aligned
    starts: tuple[int, ...]
    evened: Evened
    marks: Mark = Mark.NONE
    level: int = 0
    in_row: bool = False
    quoted: int = 0
    blocks: list[Block] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    slugs: Counter[str] = field(default_factory=Counter)

    def go(self, tokens: "list[Token]") -> None:
        for token in tokens:
            match token.type:
                case "heading_open":
                    self.level, self.marks = int(token.tag[1:]), self.marks | Mark.HEADING
                case "heading_close":
                    self.level, self.marks = 0, self.marks & ~Mark.HEADING
                case "table_open":
                    self.marks |= Mark.TABLE
                case "table_close":
                    self.marks &= ~Mark.TABLE
                case "blockquote_open" | "blockquote_close":
                    self.quoted += token.nesting
                case "tr_open":
                    self.in_row = False
                case "inline":
                    self._write_inline(token)
                case "fence" | "code_block":
                    self._write_code(token)
                case "html_block":
                    self._write_html(token)

    def _span(self, token: "Token") -> tuple[int, int]:
        """Return the part of the source that a token's lines take."""
        first, last = token.map or (0, len(self.starts))
        end = self.starts[last] if last < len(self.starts) else len(self.aligned.source)
        return self.starts[min(first, len(self.starts) - 1)], end

    def _write_inline(self, token: "Token") -> None:
        from lineage_verify.text.markdown.inline import write_inline

        start, end = self._span(token)
        self.aligned.skip_to(start)
        if self.marks & Mark.TABLE:
            self._part_cells(end)
        self.aligned.first = None
        title = write_inline(self.aligned, token.children or [], self.marks, end)
        begins = self._end_block()
        if self.level and begins is not None and (token.map or [-1])[0] not in self.evened.titles:
            self._begin_section(begins, title, token.content)

    def _part_cells(self, end: int) -> None:
        aligned = self.aligned
        bar = aligned.source.find("|", aligned.passed, end)
        if bar >= 0 and not aligned.source[aligned.passed : bar].strip():
            aligned.skip_to(bar + 1)
        if self.in_row:
            aligned.part("\t")
        self.in_row = True

    def _end_block(self) -> int | None:
        """Make a block of the words written last; return where it begins."""
        start = self.aligned.first
        if start is not None:
            self.blocks.append(Block(start, self.aligned.made.length))
        return start

    def _begin_section(self, start: int, title: str, content: str) -> None:
        words = " ".join(title.split())
        if words:
            explicit = _EXPLICIT_ID.search(content)
            anchor = explicit[1] if explicit else self._slug(words)
            self.sections.append(Section(start, words, anchor, self.level))

    def _slug(self, title: str) -> str:
        """Return a heading's id as GitHub makes it."""
        slug = _NOT_IN_SLUG.sub("", title.lower()).replace(" ", "-")
        self.slugs[slug] += 1
        again = self.slugs[slug] - 1
        return f"{slug}-{again}" if again else slug

    def _write_code(self, token: "Token") -> None:
        start, end = self._span(token)
        self.aligned.skip_to(start)
        if token.type == "fence":
            self.aligned.skip_to(min(end, self.aligned.source.find("\n", start) + 1 or end))
        self.aligned.first = None
        for line in token.content.split("\n"):
            if line.strip():
                self.aligned.take(line, self.marks | Mark.CODE, end)
        self._end_block()

    def _write_html(self, token: "Token") -> None:
        from lineage_verify.text.markdown.raw_html import write_html

        start, end = self._span(token)
        self.aligned.skip_to(start)
        self.aligned.first = None
        write_html(self.aligned, start, end, quoted=self.quoted > 0)
        self._end_block()

    def finish(self, notes: tuple[str, ...]) -> PageText:
        self.aligned.finish()
        made = self.aligned.made
        title = self.evened.title or next((one.title for one in self.sections), None)
        return PageText(
            text=made.text,
            blocks=tuple(self.blocks),
            sections=tuple(self.sections),
            stretches=made.stretches,
            title=title,
            lines=self.aligned.offsets(self.starts),
            notes=notes,
        )
