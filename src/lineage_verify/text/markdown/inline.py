"""The pieces of one block's line of words, written in the order in which they are read."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from lineage_verify.text.markdown.aligned import Aligned
from lineage_verify.text.page_text import Mark

__all__ = ["write_inline"]

_LINE_BREAK_TAG = re.compile(r"<br\b", re.IGNORECASE)
_ROLE = re.compile(r"\{[\w:+.-]{1,40}\}\Z")
_ATTRIBUTE_LIST = re.compile(r"[ \t]*\{:?[ \t]*[#.][^{}\n]*\}[ \t]*\Z")


@dataclass(slots=True)
class _State:
    aligned: Aligned
    limit: int
    marks: Mark
    struck: int = 0

    @property
    def here(self) -> Mark:
        return self.marks | Mark.DELETED if self.struck else self.marks


def write_inline(aligned: Aligned, children: Sequence[Token], marks: Mark, limit: int) -> str:
    """Write a block's words and return them as rendered; `limit` is where the block ends."""
    state = _State(aligned, limit, marks)
    return "".join(
        _write(state, child, children[index + 1] if index + 1 < len(children) else None)
        for index, child in enumerate(children)
    )


def _write(state: _State, child: Token, following: Token | None) -> str:
    aligned = state.aligned
    match child.type:
        case "text":
            return _write_text(state, child.content, following)
        case "text_special":
            return _write_special(state, child)
        case "code_inline":
            return _write_code(state, child)
        case "softbreak" | "hardbreak":
            aligned.break_line(state.limit)
            return " "
        case "html_inline":
            return _write_tag(state, child.content)
        case "image":
            aligned.skip_to(_end_of_image(aligned.source, aligned.passed, state.limit))
        case "link_open":
            aligned.skip("<" if child.markup == "autolink" else "[")
        case "link_close":
            _skip_link_end(state, child)
        case _:
            state.struck += {"s_open": 1, "s_close": -1}.get(child.type, 0)
            aligned.skip(child.markup)
    return ""


def _write_code(state: _State, child: Token) -> str:
    aligned = state.aligned
    aligned.skip(child.markup)
    aligned.take(child.content, state.here | Mark.CODE, state.limit)
    aligned.skip(" ")
    aligned.skip(child.markup)
    return child.content


def _write_text(state: _State, text: str, following: Token | None) -> str:
    words, trail = text, ""
    if following is None:
        trail = next(iter(_ATTRIBUTE_LIST.findall(text)), "")
    elif following.type == "code_inline":
        trail = next(iter(_ROLE.findall(text)), "")
    if trail:
        words = text[: -len(trail)]
    if words:
        state.aligned.take(words, state.here, state.limit)
    state.aligned.skip(trail)
    return words


def _write_special(state: _State, child: Token) -> str:
    """Write an escaped character or an entity: what it reads as, its spelling as markup."""
    aligned, content, spelling = state.aligned, child.content, child.markup
    if spelling.startswith("\\"):
        aligned.skip("\\")
        aligned.take(content, state.here, state.limit)
    elif content == spelling[:1]:
        aligned.take(content, state.here, state.limit)
        aligned.skip(spelling[1:])
    else:
        aligned.insert(content, state.here)
        aligned.skip(spelling)
    return content


def _write_tag(state: _State, tag: str) -> str:
    if _LINE_BREAK_TAG.match(tag):
        state.aligned.insert("\n")
        state.aligned.skip(tag)
        return " "
    state.aligned.skip(tag)
    return ""


def _skip_link_end(state: _State, child: Token) -> None:
    aligned = state.aligned
    if child.markup == "autolink":
        aligned.skip(">")
    elif aligned.source.startswith("]", aligned.passed):
        aligned.skip_to(_end_of_target(aligned.source, aligned.passed + 1, state.limit))


def _end_of_image(source: str, at: int, limit: int) -> int:
    start = source.find("![", at, limit)
    if start < 0:
        return at
    for end in _closing(source, start + 1, limit, "[]"):
        return _end_of_target(source, end, limit)
    return at


def _end_of_target(source: str, at: int, limit: int) -> int:
    """Return the end of a link's `(target "title")` or `[label]` that may begin at an offset."""
    pair = {"(": "()", "[": "[]"}.get(source[at : at + 1])
    if pair is None:
        return at
    return next(_closing(source, at, limit, pair), at)


def _closing(source: str, at: int, limit: int, pair: str) -> Iterator[int]:
    """Yield the offset behind the bracket that closes the one at `at`, if there is one."""
    depth = 0
    index = at
    while index < limit:
        char = source[index]
        if char == "\\":
            index += 1
        elif char == pair[0]:
            depth += 1
        elif char == pair[1]:
            depth -= 1
            if not depth:
                yield index + 1
                return
        index += 1
