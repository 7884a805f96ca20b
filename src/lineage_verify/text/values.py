"""JSON, YAML and XML: the file as it is, and beside it the values that are spelled in escapes.

What a reader of the value would quote stands right behind the line that holds it, marked as
`MARKUP`: the main reading is the file itself, the whole text has both.
"""

import html
import json
import re
from collections.abc import Iterator

from lineage_verify.text.composed import Composition
from lineage_verify.text.page_text import Mark, PageText
from lineage_verify.text.plain import line_starts, paragraphs, with_plain_line_ends

__all__ = ["read_values"]

_QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*+)("?)')
"""A string, or what a quotation mark without a partner leaves of its line."""

_YAML_ESCAPES = {
    "0": "\0", "a": "\a", "v": "\v", "e": "\x1b", " ": " ", "N": "\x85", "_": "\xa0",
    "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_SINGLE_QUOTED = re.compile(r"'((?:[^'\n]|'')*)'")
_XML_TOKEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<!\[CDATA\[(?P<cdata>.*?)(?:\]\]>|\Z)|<[?!][^>]*>?"
    r"|</(?P<close>[^\s>]+)[^>]*>?|<(?P<open>[^\s/<>]+)(?P<rest>[^<>]*+)>|(?P<text>[^<]+)|<",
    re.DOTALL,
)


def read_values(text: str, *, xml: bool = False, notes: tuple[str, ...] = ()) -> PageText:
    """Return a data file as it is, with decoded values where they read otherwise."""
    text = with_plain_line_ends(text)
    values = _xml_values(text) if xml else _quoted_values(text)
    whole, starts = _with_values(text, list(values))
    made = whole.text
    return PageText(
        text=made,
        blocks=tuple(paragraphs(made)),
        stretches=whole.stretches,
        lines=starts,
        notes=notes,
    )


def _with_values(text: str, values: list[tuple[int, str]]) -> tuple[Composition, tuple[int, ...]]:
    """Put each value (an offset, and what it reads) behind the line that it ends on."""
    whole = Composition()
    starts: list[int] = []
    values.reverse()
    lines = line_starts(text)
    for start, end in zip(lines, (*lines[1:], len(text)), strict=True):
        starts.append(whole.length)
        line = text[start:end]
        content = line.rstrip("\n")
        whole.add(content)
        while values and values[-1][0] <= start + len(content):
            whole.add("\n" + values.pop()[1], Mark.MARKUP)
        whole.add(line[len(content) :])
    return whole, tuple(starts)


def _quoted_values(text: str) -> Iterator[tuple[int, str]]:
    """Yield the strings with escapes in them: JSON's, and YAML's two quoted forms."""
    for found in _QUOTED.finditer(text):
        if found[2] and "\\" in found[1]:
            yield found.end(), _unescaped(found[1])
    if "''" in text:
        for found in _SINGLE_QUOTED.finditer(text):
            if "''" in found[1]:
                yield found.end(), found[1].replace("''", "'")


def _unescaped(body: str) -> str:
    try:
        value = json.loads(f'"{body}"', strict=False)
    except ValueError:
        value = _ESCAPE.sub(_yaml_escape, body)
    return str(value).encode("utf-8", "replace").decode("utf-8")


def _yaml_escape(found: re.Match[str]) -> str:
    code = found[1]
    if len(code) > 1:
        number = int(code[1:], 16)
        return chr(number) if number < 0x110000 else found[0]
    return _YAML_ESCAPES.get(code) or {"n": "\n", "t": "\t", "r": "\r"}.get(code, code)


def _xml_values(text: str) -> Iterator[tuple[int, str]]:
    """Yield the text of each outermost element that has words of its own and does not read so raw.

    The elements within such a one (emphasis, links) belong to its sentence.
    """
    depth = 0
    words_at: int | None = None
    pieces: list[str] = []
    starts: list[int] = []
    for token in _XML_TOKEN.finditer(text):
        said = _said(token)
        if said is not None:
            if words_at is None and said.strip():
                words_at = depth
                pieces, starts = [], [token.start()]
            if words_at is not None:
                pieces.append(said)
        elif token["open"] and not token["rest"].endswith("/"):
            depth += 1
        elif token["close"]:
            depth -= 1
            if words_at is not None and depth < words_at:
                value = " ".join("".join(pieces).split())
                if value not in " ".join(text[starts[0] : token.start()].split()):
                    yield token.start(), value
                words_at = None


def _said(token: re.Match[str]) -> str | None:
    if token["cdata"] is not None:
        return token["cdata"]
    return html.unescape(token["text"]) if token["text"] is not None else None
