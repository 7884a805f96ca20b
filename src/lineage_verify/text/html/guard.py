"""Markup that is built to exhaust the parser is refused before it is parsed.

lexbor looks through a tag's attributes for each new one, and through the open elements at many
tags, so that a page of 2 MB can cost it an hour. Here the cost is reckoned in one pass over the
tags; browsers bound the same things (Chromium: 512 elements deep).
"""

import re
from dataclasses import dataclass, field
from typing import Final

__all__ = ["refusal"]

_MOST_TAGS = 4_000_000
_MOST_STEPS = 400_000_000
"""Steps of the parser's inner loops; some seconds."""
_CHEAP_TAGS = 20_000
"""So many tags cannot cost more than `_MOST_STEPS`, however they are nested."""
_CHEAP_LENGTH = 80_000
"""So many characters cannot hold attributes enough."""
_LONG_TAG = 4_000

_ATTRIBUTE = (
    r"[\s/]*+(?!>)[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|[^\s>]*+))?+"
)
_TAG = re.compile(
    rf"<(?:(?P<open>[a-z][^\s/>]*+)(?:{_ATTRIBUTE})*+[\s/]*+>?"
    r"|/(?P<close>[a-z][^\s/>]*+)[^>]*+>?"
    r"|!--(?:[^-]|-(?!->))*+(?:-->)?+)",
    re.IGNORECASE,
)
_ATTRIBUTES = re.compile(_ATTRIBUTE)
_RAW_TEXT: Final = frozenset(
    {"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext"}
)
_CLOSED_BY_THEMSELVES: Final = frozenset(
    {
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param"),
        *("source", "track", "wbr", "html", "head", "body", "p", "li", "dt", "dd", "tr", "td"),
        *("th", "thead", "tbody", "tfoot", "colgroup", "option"),
    }
)
_BOUNDARIES: Final = frozenset(
    {"table", "template", "svg", "math", "object", "select", "button", "caption"}
)
_LOOK_BACK = 16


def refusal(markup: str) -> str | None:
    """Return why markup is not parsed at all; `None` for all that real pages hold."""
    tags = markup.count("<")
    if tags > _MOST_TAGS:
        return f"the page has more than {_MOST_TAGS:,} tags"
    if tags < _CHEAP_TAGS and len(markup) < _CHEAP_LENGTH:
        return None
    return _Reckoning(markup, nesting=tags >= _CHEAP_TAGS).refusal()


@dataclass(slots=True)
class _Reckoning:
    """What parsing would cost, tag by tag."""

    markup: str
    nesting: bool
    open: list[str] = field(default_factory=list)
    steps: int = 0

    def refusal(self) -> str | None:
        at = 0
        while (found := _TAG.search(self.markup, at)) is not None:
            at = found.end()
            name = found["open"]
            if name is not None:
                attributes = self._count_attributes(found)
                self.steps += attributes * attributes // 2
                if self.steps > _MOST_STEPS:
                    return f"a tag of the page has {attributes:,} attributes"
                at = self._open(name.lower(), found)
            elif found["close"] is not None:
                self._close(found["close"].lower())
            self.steps += len(self.open)
            if self.steps > _MOST_STEPS:
                return f"the page's elements are nested {len(self.open):,} deep"
        return None

    def _count_attributes(self, tag: re.Match[str]) -> int:
        if tag.end() - tag.start() < _LONG_TAG:
            return 0
        start, end = tag.end("open"), tag.end()
        return sum(1 for _ in _ATTRIBUTES.finditer(self.markup, start, end))

    def _open(self, name: str, tag: re.Match[str]) -> int:
        if name in _RAW_TEXT:
            close = re.compile(rf"</{name}", re.IGNORECASE).search(self.markup, tag.end())
            return close.start() if close else len(self.markup)
        if self.nesting and name not in _CLOSED_BY_THEMSELVES and tag[0][-2:] != "/>":
            self.open.append(name)
        return tag.end()

    def _close(self, name: str) -> None:
        """Take the nearest element of this name off, unless a scope's boundary lies between."""
        last = len(self.open) - 1
        for index in range(last, max(-1, last - _LOOK_BACK), -1):
            if self.open[index] == name:
                del self.open[index]
                return
            if self.open[index] in _BOUNDARIES:
                return
