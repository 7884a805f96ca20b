"""A scanner of JSON texts (RFC 8259) that keeps places; `positions` argues why there is one."""

import re
from json.decoder import scanstring  # type: ignore[attr-defined]  # known to all but typeshed
from math import isinf
from typing import Final

from lineage_verify.spec.json_fault import (
    BLANK,
    CHARS,
    CLOSER,
    NUMBER,
    JsonError,
    explain_after,
    explain_step,
    explain_value,
)

__all__ = ["DEFAULT_DEPTH", "Node", "Oddity", "Scan", "scan"]

DEFAULT_DEPTH: Final = 200

_VALUE = rf'(?:(?:"({CHARS})"|({NUMBER}|true|false|null)){BLANK}([,\]}}])|([\[{{]))'
# Groups: 1 the name, 2 a string, 3 another scalar, 4 what follows it, 5 an opening bracket.
_STEP: Final = {
    "{": re.compile(rf'{BLANK}"({CHARS})"{BLANK}:{BLANK}{_VALUE}').match,
    "[": re.compile(rf"{BLANK}(){_VALUE}").match,
}
_AFTER = re.compile(rf"{BLANK}([,\]}}])").match
_BLANK = re.compile(BLANK)
_SCALAR = re.compile(rf'(?:"({CHARS})"|({NUMBER}|true|false|null))')
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_LITERALS: Final[dict[str, object]] = {"true": True, "false": False, "null": None}
_LONGEST_INT = 300  # digits; Python refuses to read very long ones at all


class Node:
    """A container of a JSON text, with the places of what is in it; items go by their index."""

    __slots__ = (
        "bracket",
        "children",
        "depth",
        "end",
        "name",
        "parent",
        "spots",
        "start",
        "value",
    )

    def __init__(self, bracket: str, start: int, parent: "Node | None", name: str) -> None:
        """Begin an object or an array at a character, under a name in its parent."""
        self.bracket = bracket
        self.start = start
        self.end = start
        self.parent = parent
        self.name = name
        self.depth: int = parent.depth + 1 if parent else 1
        self.value: dict[str, object] | list[object] = {} if bracket == "{" else []
        self.spots: dict[str, re.Match[str]] = {}
        self.children: dict[str, Node] = {}

    def put(self, name: str, value: object) -> None:
        """Keep a value under a name, or as the next item."""
        if isinstance(self.value, dict):
            self.value[name] = value
        else:
            self.value.append(value)

    def path(self) -> list[str]:
        """The names from the root to this container."""
        names: list[str] = []
        node: Node = self
        while node.parent is not None:
            names.append(node.name)
            node = node.parent
        return names[::-1]

    def value_span(self, name: str) -> tuple[int, int]:
        """The characters of the value under a name; raises `KeyError`."""
        if name in self.children:
            return self.children[name].start, self.children[name].end
        start, end = self.spots[name].span(2)
        return (start - 1, end + 1) if start >= 0 else self.spots[name].span(3)

    def name_span(self, name: str) -> tuple[int, int]:
        """The characters of a member's name, its quote marks included; raises `KeyError`."""
        if self.bracket != "{":
            raise KeyError(name)
        start, end = self.spots[name].span(1)
        return start - 1, end + 1


class Oddity:
    """Something that the grammar allows and a spec may not have, at a member of a container."""

    __slots__ = ("code", "end", "name", "node", "start")

    def __init__(self, code: str, node: Node, name: str, span: tuple[int, int]) -> None:
        """Keep the problem's code, the container, the member's name, and the characters."""
        self.code = code
        self.node = node
        self.name = name
        self.start, self.end = span


class Scan:
    """A JSON text, read: its value, the tree of places, and what is odd about it."""

    __slots__ = ("end", "node", "oddities", "start", "text", "value")

    def __init__(self, text: str, start: int) -> None:
        """Begin at the first character that is not white space."""
        self.text = text
        self.start = start
        self.end = start
        self.node: Node | None = None
        self.value: object = None
        self.oddities: list[Oddity] = []

    def read_scalar(self) -> None:
        """Read a text that is one string, number or literal; raises `JsonError`."""
        match = _SCALAR.match(self.text, self.start)
        if match is None:
            raise explain_value(self.text, self.start)
        self.end = match.end()
        self.value = self._string(match, 1) if match[1] is not None else _plain(match, 2)

    def read_container(self, limit: int) -> None:
        """Read a text that is one object or array; raises `JsonError`."""
        text, pos, fresh = self.text, self.start + 1, True
        self.node = node = Node(text[self.start], self.start, None, "")
        self.value = node.value
        while True:
            match = _STEP[node.bracket](text, pos)
            if match is None:
                after, pos = _end_of_empty(text, pos, node, fresh=fresh)
            else:
                after, pos = match[4], match.end()
                if after is None:
                    node, fresh = self._open(node, match, limit), True
                    continue
                self._keep(node, match)
            fresh = False
            while after != ",":
                _close(text, pos, node, after)
                if node.parent is None:
                    self.end = pos
                    return
                node = node.parent
                after, pos = _after_container(text, pos, node)

    def _open(self, node: Node, match: re.Match[str], limit: int) -> Node:
        start = match.end() - 1
        name = self._name(node, match)
        child = Node(match[5], start, node, name)
        if child.depth > limit:
            message = f"Brackets nest deeper than {limit} levels, which no spec needs."
            raise JsonError(start, message, "too-deep")
        node.children[name] = child
        node.put(name, child.value)
        return child

    def _keep(self, node: Node, match: re.Match[str]) -> None:
        name = self._name(node, match)
        if match[2] is None:
            value = _plain(match, 3)
        else:
            value = self._string(match, 2)
            if "\\" in match[2] and _SURROGATE.search(str(value)):
                self.oddities.append(Oddity("lone-surrogate", node, name, match.span(2)))
        node.children.pop(name, None)
        node.put(name, value)

    def _name(self, node: Node, match: re.Match[str]) -> str:
        if node.bracket == "[":
            name = str(len(node.value))
        else:
            name = self._string(match, 1)
            if name in node.spots:
                self.oddities.append(Oddity("duplicate-key", node, name, match.span(1)))
            if "\\" in match[1] and _SURROGATE.search(name):
                self.oddities.append(Oddity("lone-surrogate", node, name, match.span(1)))
        node.spots[name] = match
        return name

    def _string(self, match: re.Match[str], group: int) -> str:
        raw: str = match[group]
        return scanstring(self.text, match.start(group))[0] if "\\" in raw else raw


def scan(text: str, *, depth: int = DEFAULT_DEPTH) -> Scan:
    """Read a JSON text, its byte order mark taken off.

    Raises `JsonError` for a text that is none, or that nests deeper than `depth`. Of members with
    one name the last stands, as everywhere; the `oddities` tell of the others.
    """
    scan = Scan(text, _skip_blank(text, 0))
    if text[scan.start : scan.start + 1] in CLOSER:
        scan.read_container(depth)
    else:
        scan.read_scalar()
    rest = _skip_blank(text, scan.end)
    if rest < len(text):
        raise JsonError(rest, "There is more text after the end of the JSON value.")
    return scan


def _skip_blank(text: str, pos: int) -> int:
    match = _BLANK.match(text, pos)
    return match.end() if match else pos


def _plain(match: re.Match[str], group: int) -> object:
    raw: str = match[group]
    if raw in _LITERALS:
        return _LITERALS[raw]
    if len(raw) <= _LONGEST_INT and raw.lstrip("-").isdigit():
        return int(raw)
    value = float(raw)
    if isinf(value):
        message = "The number is larger than can be kept; no spec needs one of that size."
        raise JsonError(match.start(group), message, "number-too-large")
    return value


def _end_of_empty(text: str, pos: int, node: Node, *, fresh: bool) -> tuple[str, int]:
    """The closing bracket of a container with nothing in it; raises `JsonError` for all else."""
    match = _AFTER(text, pos)
    if fresh and match and match[1] == CLOSER[node.bracket]:
        return match[1], match.end()
    raise explain_step(text, pos, bracket=node.bracket, opened=node.start, fresh=fresh)


def _close(text: str, pos: int, node: Node, after: str) -> None:
    if after != CLOSER[node.bracket]:
        raise explain_after(text, pos - 1, bracket=node.bracket, opened=node.start)
    node.end = pos


def _after_container(text: str, pos: int, node: Node) -> tuple[str, int]:
    match = _AFTER(text, pos)
    if match is None:
        raise explain_after(text, pos, bracket=node.bracket, opened=node.start)
    return match[1], match.end()
