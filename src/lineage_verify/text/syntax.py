"""Characters of a source's syntax that stand between the words of a sentence.

A comment that goes on over several lines has a leader before each; reStructuredText has roles,
targets and stars around its words. The source is read as it is; these characters are only marked,
so that a sentence can also be looked for without them.
"""

import re
from collections.abc import Iterator

__all__ = ["comment_leaders", "restructured_syntax"]

_COMMENT_LINE = re.compile(
    r"^(?P<lead>[ \t]*(?P<leader>//[/!]?|#+(?=[ \t\n])|--(?=[ \t\n])|;+(?=[ \t\n])|%+(?=[ \t\n]))"
    r"[ \t]?)",
    re.MULTILINE,
)
_BLOCK_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_STAR_LINE = re.compile(r"\n(?P<lead>[ \t]*\*(?!/)[ \t]?)")

_ROLE_OR_TARGET = re.compile(
    r"(?P<literal>``[^\n]*?``)"
    r"|(?P<role>:[\w+.:-]{1,40}:)(?=`[^`\n])"
    r"|(?<=[^\s`])(?P<target>\s*<[^<>`]{1,500}>)(?=`)"
    r"|(?<=[`\w])(?P<tail>__?)(?=[\s.,;:!?)\]'\"-]|\Z)"
    r"|(?<![\w*\\])(?P<open>\*{1,2})(?=[^\s*][^*\n]*\*)"
    r"|(?<=[^\s*\\])(?P<close>\*{1,2})(?![\w*])"
    r"|^[ \t]*(?P<directive>\.\. [\w-]{1,40}::[ \t]?)",
    re.MULTILINE,
)


def comment_leaders(text: str) -> Iterator[tuple[int, int]]:
    """Yield the leaders of a comment's lines from its second line on, in order."""
    yield from sorted([*_line_leaders(text), *_star_leaders(text)])


def _line_leaders(text: str) -> Iterator[tuple[int, int]]:
    before: tuple[int, str] | None = None
    for found in _COMMENT_LINE.finditer(text):
        leader = found["leader"].rstrip("!")[:2]
        if before == (found.start(), leader):
            yield found.span("lead")
        end = text.find("\n", found.start())
        before = (end + 1, leader) if end >= 0 else None


def _star_leaders(text: str) -> Iterator[tuple[int, int]]:
    for comment in _BLOCK_COMMENT.finditer(text):
        for found in _STAR_LINE.finditer(text, comment.start(), comment.end()):
            yield found.span("lead")


def restructured_syntax(text: str) -> Iterator[tuple[int, int]]:
    """Yield what reStructuredText has around words: roles, link targets, emphasis, directives."""
    for found in _ROLE_OR_TARGET.finditer(text):
        if found.lastgroup not in {None, "literal"}:
            yield found.span(found.lastgroup or 0)
