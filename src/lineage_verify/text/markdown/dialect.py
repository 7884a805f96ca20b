"""What sites put around CommonMark, evened out line by line, so that line numbers stay.

Front matter, admonitions and content tabs of Python-Markdown (`!!! note "Title"`, `=== "Tab"`), and
the directives of MyST and Docusaurus (`:::{note} Title`). The result is for the parser only: its
words are looked for in the file itself.
"""

import re
from dataclasses import dataclass

__all__ = ["Evened", "even_out"]

_FRONT_MATTER = re.compile(r"(?:---|\+\+\+)[ \t]*\n(?:.*\n)*?(?:---|\+\+\+|\.\.\.)[ \t]*(?:\n|\Z)")
_FRONT_TITLE = re.compile(r"^title\s*[:=]\s*[\"']?(.+?)[\"']?\s*$", re.MULTILINE)
_OPENER = re.compile(
    r"(?P<indent>[ ]*)(?:!!!|\?\?\?\+?|={3}[!+]?)[ \t]*(?P<kinds>[\w -]*?)[ \t]*"
    r"(?:\"(?P<title>[^\"\n]*)\")?[ \t]*$"
)
_TAB = re.compile(r"[ ]*={3}")
_COLONS = re.compile(
    r"[ ]*:{3,}[ \t]*(?:\{[\w-]+\}|[\w-]+)?(?:\[(?P<bracketed>.*)\])?(?P<title>.*)$"
)
_FENCE = re.compile(r"[ ]*(?P<marks>`{3,}|~{3,})")
_DIRECTIVE_FENCE = re.compile(
    r"[ ]*(?:`{3,}|~{3,})[ \t]*\{(?:note|tip|warning|important|attention|caution|danger|error|hint"
    r"|seealso|admonition|dropdown|tab-item|versionadded|versionchanged|deprecated)\}(?P<title>.*)$"
)


@dataclass(frozen=True, slots=True)
class Evened:
    """What the parser is given; `titles` are the numbers (from 0) of lines that head a box."""

    text: str
    titles: frozenset[int]
    title: str | None


def even_out(source: str) -> Evened:
    """Return a source as CommonMark, with as many lines."""
    front = _FRONT_MATTER.match(source)
    head = front[0] if front else ""
    found = _FRONT_TITLE.search(head)
    lines = source[len(head) :].split("\n")
    blank = [""] * head.count("\n")
    made, titles = _without_boxes(lines, len(blank))
    return Evened("\n".join([*blank, *made]), frozenset(titles), found[1] if found else None)


def _without_boxes(lines: list[str], first: int) -> tuple[list[str], set[int]]:
    made: list[str] = []
    titles: set[int] = set()
    boxes: list[int] = []
    fence: str | None = None
    directives: list[str] = []
    for line in lines:
        text = _dedented(line, boxes) if line.strip() else line
        marks = _FENCE.match(text)
        if fence is None and (title := _title_of(text, boxes, line, directives)) is not None:
            titles.add(first + len(made))
            text = f"###### {title}" if title else ""
        elif marks and marks["marks"] in directives and not text.strip(" `~"):
            directives.remove(marks["marks"])
            text = ""
        elif marks:
            fence = _fence_after(fence, text, marks["marks"])
        made.append(text)
    return made, titles


def _fence_after(fence: str | None, line: str, marks: str) -> str | None:
    if fence is None:
        return marks
    closes = marks.startswith(fence) and not line.strip(" `~")
    return None if closes else fence


def _dedented(line: str, boxes: list[int]) -> str:
    """Return a line without its boxes' indentation; a line further out ends them."""
    indent = len(line) - len(line.lstrip(" "))
    while boxes and indent < boxes[-1] + 4:
        boxes.pop()
    cut = 4 * len(boxes)
    return line[cut:] if indent >= cut else line.lstrip(" ")


def _title_of(text: str, boxes: list[int], line: str, directives: list[str]) -> str | None:
    """Return the title of a box that a line opens, which may be empty; `None` for other lines."""
    directive = _DIRECTIVE_FENCE.match(text)
    if directive:
        marks = _FENCE.match(text)
        directives.append(marks["marks"] if marks else "")
        return directive["title"].strip()
    colons = _COLONS.match(text)
    if colons:
        return (colons["bracketed"] or colons["title"]).strip()
    opener = _OPENER.match(text)
    if opener and (opener["title"] is not None or (opener["kinds"] and not _TAB.match(text))):
        boxes.append(len(line) - len(line.lstrip(" ")))
        return opener["title"] or ""
    return None
