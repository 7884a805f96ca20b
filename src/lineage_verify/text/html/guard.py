"""Markup that is built to exhaust the parser is refused before it is parsed.

lexbor looks through a tag's attributes for each new one, and through the open elements at many
tags, so that a page of 2 MB can cost it an hour. Here the cost is reckoned in one pass over the
tags; browsers bound the same things (Chromium: 512 elements deep).
"""

import re
from dataclasses import dataclass, field
from typing import Final

__all__ = ["refusal"]

_MOST_TAGS = 2_000_000
_MOST_STEPS = 100_000_000
"""Steps of the parser's inner loops; about a second."""
_CHEAP_TAGS = 10_000
"""So many tags cannot cost more than `_MOST_STEPS`, however they are nested."""
_CHEAP_LENGTH = 40_000
"""So many characters cannot hold attributes enough."""
_LONG_TAG = 4_000

# Each alternative takes all that it has looked at, to the end of the page if need be, so that the
# scan is linear whatever is not closed.
_ATTRIBUTE = (
    r"[\s/]*+(?!>)[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|[^\s>]*+))?+"
)
_RAW_TEXT = "script|style|textarea|title|xmp|iframe|noembed|noframes|plaintext"
_TAG = re.compile(
    rf"<(?:/(?P<close>[a-z][^\s/>]*+)[^>]*+>?"
    rf"|(?:(?P<raw>{_RAW_TEXT})(?=[\s/>])(?:{_ATTRIBUTE})*+[\s/]*+>?"
    r"(?:[^<]|<(?!/(?P=raw)))*+)"
    rf"|(?P<open>[a-z][^\s/>]*+)(?:{_ATTRIBUTE})*+[\s/]*+>?"
    r"|!--(?:[^-]|-(?!->))*+(?:-->)?+)",
    re.IGNORECASE,
)
_ATTRIBUTES = re.compile(_ATTRIBUTE)
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
_LANGUAGES: Final = {
    "svg": True,
    "math": True,
    "foreignobject": False,
    "desc": False,
    "annotation-xml": False,
}
"""Elements within which a tag that ends in `/>` is closed by that, and those where it is not."""
_LOOK_BACK = 16


def refusal(markup: str) -> str | None:
    """Return why markup is not parsed at all; `None` for all that real pages hold."""
    tags = markup.count("<")
    if tags > _MOST_TAGS:
        return f"the page has more than {_MOST_TAGS:,} tags"
    if tags < _CHEAP_TAGS and len(markup) < _CHEAP_LENGTH:
        return None
    return _Reckoning(markup).refusal()


@dataclass(slots=True)
class _Reckoning:
    """What parsing would cost, tag by tag; `languages` tells where in `open` each change is."""

    markup: str
    open: list[str] = field(default_factory=list)
    languages: list[tuple[int, bool]] = field(default_factory=lambda: [(0, False)])

    def refusal(self) -> str | None:
        elements, steps = self.open, 0
        for found in _TAG.finditer(self.markup):
            name, close = found.group("open", "close")
            if name is not None:
                name = name.lower()
                if name not in _CLOSED_BY_THEMSELVES:
                    self._open(name, found.end())
            elif close is not None:
                close = close.lower()
                if elements and elements[-1] == close and close not in _LANGUAGES:
                    elements.pop()
                elif close not in _CLOSED_BY_THEMSELVES:
                    self._close(close)
            if found.end() - found.start() >= _LONG_TAG:
                attributes = self._count_attributes(found)
                steps += attributes * attributes // 2
                if steps > _MOST_STEPS:
                    return f"a tag of the page has {attributes:,} attributes"
            steps += len(elements)
            if steps > _MOST_STEPS:
                return f"the page's elements are nested {len(elements):,} deep"
        return None

    def _count_attributes(self, tag: re.Match[str]) -> int:
        group = "open" if tag["open"] is not None else "raw"
        count, at = 0, tag.end(group) if tag[group] is not None else tag.end()
        while (found := _ATTRIBUTES.match(self.markup, at, tag.end())) is not None:
            count, at = count + 1, found.end()
        return count

    def _open(self, name: str, end: int) -> None:
        if self.languages[-1][1] and self.markup.startswith("/>", end - 2):
            return
        self.open.append(name)
        language = _LANGUAGES.get(name)
        if language is not None:
            self.languages.append((len(self.open), language))

    def _close(self, name: str) -> None:
        """Take the nearest element of this name off, unless a scope's boundary lies between."""
        last = len(self.open) - 1
        for index in range(last, max(-1, last - _LOOK_BACK), -1):
            if self.open[index] == name:
                del self.open[index]
                while self.languages[-1][0] > len(self.open):
                    self.languages.pop()
                return
            if self.open[index] in _BOUNDARIES:
                return
