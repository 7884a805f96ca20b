"""JSON in pieces, the same bytes as in one go."""

import json
from collections.abc import Iterator

from lineage_verify.reports.escape import json_safe
from lineage_verify.reports.interface import Spool

__all__ = ["JsonArray", "JsonText"]

_INDENT = 2


class JsonText:
    """Writes values as JSON, indented, with every character that could do harm escaped."""

    def __init__(self, *, ascii_only: bool) -> None:
        """Take whether to escape all that is not ASCII."""
        self._encoder = json.JSONEncoder(indent=_INDENT, ensure_ascii=ascii_only)

    def text(self, value: object) -> str:
        """One value, without a line break at its end."""
        return json_safe(self._encoder.encode(value))


class JsonArray:
    """An array that is written an item at a time, `depth` members or items deep in a document."""

    def __init__(self, writer: JsonText, spool: Spool, *, depth: int) -> None:
        """Begin empty."""
        self._writer = writer
        self._spool = spool
        self._lead = "\n" + " " * (_INDENT * depth)
        self._empty = True

    def add(self, value: object) -> None:
        """Write one more item."""
        lead = f"{self._lead}{' ' * _INDENT}"
        # A line break only ever stands between JSON's own parts: in a string it is escaped.
        text = self._writer.text(value).replace("\n", lead)
        self._spool.write(f"{'' if self._empty else ','}{lead}{text}")
        self._empty = False

    def pieces(self) -> Iterator[str]:
        """The array, from its bracket to its bracket."""
        if self._empty:
            yield "[]"
            return
        yield "["
        yield from self._spool.pieces()
        yield f"{self._lead}]"
