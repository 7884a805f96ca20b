"""What a browser draws before a list's items (HTML Standard, 4.4.5 to 4.4.8)."""

import re
from dataclasses import dataclass
from typing import Final

from selectolax.lexbor import LexborNode

__all__ = ["ListMarkers", "markers_of"]

_BULLETS: Final = "•◦▪"
"""Of a list, of one within it, and of all further in."""
_NUMBER = re.compile(r"\s*([+-]?\d{1,9})")
_NONE = re.compile(r"list-style(?:-type)?\s*:[^;]*\bnone\b", re.IGNORECASE)
_ROMAN: Final = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l")),
    *((40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
_MOST_ROMAN = 3999


@dataclass(slots=True)
class ListMarkers:
    """The markers of one open list; `element` is its `mem_id`, `kind` its `type` or a bullet."""

    element: int
    kind: str
    number: int = 1
    step: int = 1

    @property
    def is_numbered(self) -> bool:
        """Whether its items are told apart by more than a bullet."""
        return self.kind not in _BULLETS

    def take(self, item: LexborNode) -> str:
        """Return the marker of the next item, nothing where the list has none."""
        given = _number(item.attributes.get("value"))
        number = self.number if given is None else given
        self.number = number + self.step
        if not self.kind or self.kind in _BULLETS:
            return self.kind
        return f"{_spelled(number, self.kind)}."


def markers_of(node: LexborNode, bullets: int) -> ListMarkers:
    """Return the markers of an `ol` or `ul` that stands in so many lists with bullets."""
    attributes = node.attributes
    if _NONE.search(attributes.get("style") or ""):
        return ListMarkers(node.mem_id, "")
    if node.tag != "ol":
        return ListMarkers(node.mem_id, _BULLETS[min(bullets, len(_BULLETS) - 1)])
    kind = attributes.get("type") or "1"
    start, step = _number(attributes.get("start")), 1
    if "reversed" in attributes:
        step = -1
        if start is None:
            start = sum(child.tag == "li" for child in node.iter())
    return ListMarkers(node.mem_id, kind, 1 if start is None else start, step)


def _number(text: str | None) -> int | None:
    found = _NUMBER.match(text or "")
    return int(found[1]) if found else None


def _spelled(number: int, kind: str) -> str:
    match kind:
        case "a" | "A" if number > 0:
            letters = _letters(number)
        case "i" | "I" if 0 < number <= _MOST_ROMAN:
            letters = _roman(number)
        case _:
            return str(number)
    return letters.upper() if kind.isupper() else letters


def _letters(number: int) -> str:
    letters = ""
    while number:
        number, last = divmod(number - 1, 26)
        letters = chr(ord("a") + last) + letters
    return letters


def _roman(number: int) -> str:
    letters = ""
    for value, sign in _ROMAN:
        count, number = divmod(number, value)
        letters += sign * count
    return letters
