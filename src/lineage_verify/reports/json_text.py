"""JSON in pieces, the same bytes as in one go."""

from collections.abc import Callable, Iterator
from json.encoder import encode_basestring, encode_basestring_ascii

from lineage_verify.reports.escape import json_safe
from lineage_verify.reports.interface import Spool

__all__ = ["JsonArray", "JsonText"]

_INDENT = "  "


class JsonText:
    """Writes values as JSON, indented, with every character that could do harm escaped.

    The bytes are those of `json.dumps` with an indent of two, which takes several times as long:
    the standard library's quick encoder cannot indent.
    """

    def __init__(self, *, ascii_only: bool) -> None:
        """Take whether to escape all that is not ASCII."""
        self._quoted: Callable[[str], str] = (
            encode_basestring_ascii if ascii_only else encode_basestring
        )
        self._names: dict[str, str] = {}

    def text(self, value: object, *, depth: int = 0) -> str:
        """One value that stands `depth` members or items deep, without a line break at its end."""
        return self._value(value, f"\n{_INDENT * depth}")

    def _value(self, value: object, lead: str) -> str:
        match value:
            case str():
                return self._string(value)
            case None:
                return "null"
            case bool():
                return "true" if value else "false"
            case int() | float():
                return repr(value)
            case dict():
                inner = lead + _INDENT
                members = [
                    f"{inner}{self._name(name)}: {self._value(member, inner)}"
                    for name, member in value.items()
                ]
                return f"{{{','.join(members)}{lead}}}" if members else "{}"
            case list() | tuple():
                inner = lead + _INDENT
                items = [f"{inner}{self._value(item, inner)}" for item in value]
                return f"[{','.join(items)}{lead}]" if items else "[]"
            case _:
                raise TypeError(type(value))

    def _name(self, name: str) -> str:
        """A member's name; there are few, and they come again and again."""
        quoted = self._names.get(name)
        if quoted is None:
            quoted = self._names[name] = self._string(name)
        return quoted

    def _string(self, text: str) -> str:
        quoted = self._quoted(text)
        return quoted if _is_plain(quoted) else json_safe(quoted)


def _is_plain(text: str) -> bool:
    """Whether a text has nothing but ASCII that can be seen; that is soon told."""
    return text.isascii() and text.isprintable()


class JsonArray:
    """An array that is written an item at a time, `depth` members or items deep in a document."""

    def __init__(self, writer: JsonText, spool: Spool, *, depth: int) -> None:
        """Begin empty."""
        self._writer = writer
        self._spool = spool
        self._depth = depth
        self._empty = True

    def add(self, value: object) -> None:
        """Write one more item."""
        lead = f"\n{_INDENT * (self._depth + 1)}"
        text = self._writer.text(value, depth=self._depth + 1)
        self._spool.write(f"{'' if self._empty else ','}{lead}{text}")
        self._empty = False

    def pieces(self) -> Iterator[str]:
        """The array, from its bracket to its bracket."""
        if self._empty:
            yield "[]"
            return
        yield "["
        yield from self._spool.pieces()
        yield f"\n{_INDENT * self._depth}]"
