"""Rendered words found again in the source that they come from."""

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from lineage_verify.text.composed import Composition
from lineage_verify.text.page_text import Mark

__all__ = ["Aligned"]

_NOTE = re.compile(r"\[\^[\w.-]{1,60}\]:?")


@dataclass(slots=True)
class Aligned:
    """A source gone through once: what is taken are words, what is passed over is markup."""

    source: str
    made: Composition = field(default_factory=Composition)
    at: int = 0
    """How far the source has been written."""
    passed: int = 0
    """How far it has been recognised as markup; never before `at`."""
    first: int | None = None
    """Where in what was written the block's first word is; for the reader to reset."""
    _inserted: list[tuple[int, int]] = field(default_factory=list)

    def take(self, words: str, marks: Mark, limit: int) -> None:
        """Write words that stand in the source before `limit`; insert them where they do not."""
        found = self.source.find(words, self.passed, limit)
        if found < 0:
            found = self._find_wrapped(words, limit)
            if found < 0:
                self.insert(words, marks)
                return
        self._write_markup(found)
        self._note_first(words)
        end = self._wrapped_end(words, found)
        self._write_words(self.source[found:end], marks)
        self.at = self.passed = end

    def skip(self, markup: str) -> None:
        """Recognise markup that stands next in the source."""
        if self.source.startswith(markup, self.passed):
            self.passed += len(markup)

    def skip_to(self, offset: int) -> None:
        """Recognise everything up to an offset as markup."""
        self.passed = max(self.passed, offset)

    def break_line(self, limit: int) -> None:
        """Let the next line end stand as it is; a quotation's marks behind it are markup."""
        found = self.source.find("\n", self.passed, limit)
        if found >= 0:
            self._write_markup(found)
            while self.source[found + 1 : found + 2] in {" ", "\t", ">"}:
                found += 1
            self.skip_to(found + 1)

    def insert(self, words: str, marks: Mark = Mark.NONE) -> None:
        """Write what the source spells otherwise, before what comes next."""
        self._write_markup(self.passed)
        self._note_first(words)
        self._inserted.append((self.at, len(words)))
        self.made.add(words, marks)

    def part(self, separator: str) -> None:
        """Put white space between what has been written and what comes on the same line."""
        if self.made.length:
            self.insert(separator)

    def finish(self) -> None:
        """Write the rest as markup."""
        self._write_markup(len(self.source))

    def offsets(self, starts: tuple[int, ...]) -> tuple[int, ...]:
        """Return where the source's offsets lie in what was written."""
        places = [place for place, _ in self._inserted]
        totals = [0]
        for _, length in self._inserted:
            totals.append(totals[-1] + length)
        return tuple(start + totals[bisect_right(places, start - 1)] for start in starts)

    def _note_first(self, words: str) -> None:
        shown = words.lstrip(" \t\n")
        if self.first is None and shown:
            self.first = self.made.length + len(words) - len(shown)

    def _find_wrapped(self, words: str, limit: int) -> int:
        found = _wrapped(words).search(self.source, self.passed, limit)
        return found.start() if found else -1

    def _wrapped_end(self, words: str, start: int) -> int:
        if self.source.startswith(words, start):
            return start + len(words)
        found = _wrapped(words).match(self.source, start)
        return found.end() if found else start

    def _write_markup(self, end: int) -> None:
        """Write the source up to an offset as markup, its line ends left unmarked."""
        for line in self.source[self.at : end].splitlines(keepends=True):
            content = line.rstrip("\n")
            self.made.add(content, Mark.MARKUP)
            self.made.add(line[len(content) :])
        self.at = max(self.at, end)
        self.passed = max(self.passed, self.at)

    def _write_words(self, words: str, marks: Mark) -> None:
        at = 0
        for note in _NOTE.finditer(words):
            self.made.add(words[at : note.start()], marks)
            self.made.add(note[0], marks | Mark.FOOTNOTE)
            at = note.end()
        self.made.add(words[at:], marks)


def _wrapped(words: str) -> re.Pattern[str]:
    """Return a pattern of words whose spaces may be line ends, with a quotation's marks."""
    parts = [re.escape(part) for part in words.split(" ")]
    return re.compile(r"(?:[ \t]|[ \t]*\n[ \t>]*)+".join(parts))
