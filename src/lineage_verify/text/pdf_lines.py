"""The lines of a PDF's pages to paragraphs and words.

A PDF knows lines, not words: a hyphen at a line's end may be the word's own or the typesetter's.
Both readings are kept: the hyphen and the line end stand in the whole text, and are left out of the
main reading where the word without them stands elsewhere in the same file, or where the hyphen
cannot be the word's own.
"""

import re
from collections import Counter

from lineage_verify.text.composed import Composition
from lineage_verify.text.page_text import Block, Mark, PageText, Section

__all__ = ["join_pages"]

_HYPHEN_AT_END = re.compile(
    r"(?<![^\W\d_])(?P<head>(?:[^\W\d_]{1,40}[-\u2010]){0,6}[^\W\d_]{2,40})"
    r"[-\u2010\u00ad][ ]*\n[ ]*(?P<tail>[^\W\d_]+)"
)
_HYPHEN = re.compile(r"[-\u2010]")
_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*")
_LINE_END = re.compile(r"\r\n?|\x0c|\x0b")
_PAGE_FURNITURE = re.compile(r"\s*(?:page\s+)?\d{1,5}(?:\s*(?:/|of)\s*\d{1,5})?\s*", re.IGNORECASE)


def join_pages(
    pages: list[str], *, title: str | None = None, notes: tuple[str, ...] = ()
) -> PageText:
    """Return the text of a PDF's pages, each a section, all of them one block.

    Where a paragraph ends is nowhere told, and a sentence may well run from one page to the next.
    """
    texts = [_LINE_END.sub("\n", page).strip() for page in pages]
    vocabulary = _words(texts)
    furniture = _running_lines(texts)
    made = Composition()
    sections: list[Section] = []
    for number, text in enumerate(texts, 1):
        if not text:
            continue
        if made.length:
            made.add("\n")
        sections.append(Section(made.length, f"page {number}", f"page={number}", 1))
        _add_page(made, text, vocabulary, furniture)
    return PageText(
        text=made.text,
        blocks=(Block(0, made.length),) if made.length else (),
        sections=tuple(sections),
        stretches=made.stretches,
        title=title,
        notes=notes,
    )


def _words(texts: list[str]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for text in texts:
        counted.update(word.lower() for word in _WORD.findall(text))
    return counted


def _running_lines(texts: list[str]) -> frozenset[str]:
    """Return the lines that stand at the top or bottom of several pages: running heads, feet."""
    counted: Counter[str] = Counter()
    for text in texts:
        lines = text.split("\n")
        counted.update({_numberless(lines[0]), _numberless(lines[-1])})
    most = max(3, len(texts) // 3)
    return frozenset(line for line, count in counted.items() if line and count >= most)


def _numberless(line: str) -> str:
    return re.sub(r"\d+", "#", line.strip())


def _add_page(
    made: Composition, text: str, vocabulary: Counter[str], furniture: frozenset[str]
) -> None:
    lines = text.split("\n")
    first, last = 0, len(lines)
    if len(lines) > 2:
        first = 1 if _is_furniture(lines[0], furniture) else 0
        last -= 1 if _is_furniture(lines[-1], furniture) else 0
    if first:
        made.add(lines[0] + "\n", Mark.NAVIGATION)
    _add_joined(made, "\n".join(lines[first:last]), vocabulary)
    if last < len(lines):
        made.add("\n" + lines[-1], Mark.NAVIGATION)


def _is_furniture(line: str, furniture: frozenset[str]) -> bool:
    return _numberless(line) in furniture or _PAGE_FURNITURE.fullmatch(line) is not None


def _add_joined(made: Composition, text: str, vocabulary: Counter[str]) -> None:
    at = 0
    for found in _HYPHEN_AT_END.finditer(text):
        if not _is_typesetters(found, vocabulary):
            continue
        made.add(text[at : found.end("head")])
        made.add(text[found.end("head") : found.start("tail")], Mark.MARKUP)
        at = found.start("tail")
    made.add(text[at:])


def _is_typesetters(found: re.Match[str], vocabulary: Counter[str]) -> bool:
    """Tell whether a hyphen at a line's end only divides the word."""
    head, tail = found["head"], found["tail"]
    if "\u00ad" in found[0]:
        return True
    if tail[0].isupper():
        return False
    whole, hyphened = f"{head}{tail}".lower(), f"{head}-{tail}".lower()
    if vocabulary[hyphened] != vocabulary[whole]:
        return vocabulary[whole] > vocabulary[hyphened]
    *before, last = _HYPHEN.split(head.lower())
    if before and vocabulary[last] > 1:
        return False
    return vocabulary[last] <= 1 or vocabulary[tail.lower()] <= 1
