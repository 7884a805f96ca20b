"""HTML within Markdown: its words, its tags as markup."""

import re
from html import unescape

from lineage_verify.text.html.display import DISPLAYS, Display
from lineage_verify.text.markdown.aligned import Aligned
from lineage_verify.text.page_text import Mark

__all__ = ["write_html"]

_PIECE = re.compile(
    r"<!--.*?(?:-->|\Z)|<(?P<raw>script|style|template)\b.*?(?:</(?P=raw)[^>]*>|\Z)"
    r"|</?(?P<tag>[a-z][a-z0-9-]*)[^>]*>|(?P<entity>&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]\w{1,31});)",
    re.IGNORECASE | re.DOTALL,
)


_QUOTATION = re.compile(r"^[ \t]*>[ \t>]*", re.MULTILINE)


def write_html(aligned: Aligned, start: int, end: int, *, quoted: bool = False) -> None:
    """Write the part of the source from `start` to `end` as HTML; `quoted` lines begin with `>`."""
    at = start
    source = aligned.source
    for piece in _PIECE.finditer(source, start, end):
        _write_words(aligned, source[at : piece.start()], end, quoted=quoted)
        _write_piece(aligned, piece)
        at = piece.end()
    _write_words(aligned, source[at:end], end, quoted=quoted)


def _write_words(aligned: Aligned, words: str, end: int, *, quoted: bool) -> None:
    for part in _QUOTATION.split(words) if quoted else (words,):
        if part.strip():
            aligned.take(part, Mark.NONE, end)


def _write_piece(aligned: Aligned, piece: re.Match[str]) -> None:
    aligned.skip_to(piece.start())
    if piece["entity"]:
        aligned.insert(unescape(piece["entity"]))
    elif piece["tag"] and DISPLAYS.get(piece["tag"].lower(), Display.INLINE) in _PARTING:
        aligned.part("\t" if piece["tag"].lower() in {"td", "th"} else "\n")
    aligned.skip_to(piece.end())


_PARTING = frozenset({Display.BLOCK, Display.ROW, Display.CELL, Display.LINE_BREAK})
