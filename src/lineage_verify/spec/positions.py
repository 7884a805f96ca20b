r"""Where each value of a JSON text stands: pointer to line, column and byte range.

One scanner of RFC 8259 both reads the values and remembers where they were. It takes an object's
member, or an array's item, in one step of one regular expression, so that the loop turns once per
value and not once per token; it keeps its own stack, so no text can exhaust Python's; and it
refuses what the RFC refuses (`NaN`, trailing commas, raw control characters), with a place for the
message. The alternatives: the standard library's parser is some ten times as fast but tells no
place and reads `NaN` (`quick` takes it where places are not wanted, and a test holds the two to one
answer); kept parsers that tell ranges walk tokens in Python as this does, or build syntax trees in
C whose every node is then asked from Python, which costs as much as the scan.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Self

from lineage_verify.spec.json_scan import DEFAULT_DEPTH, Node, Scan, scan
from lineage_verify.spec.lines import BOM, LineIndex
from lineage_verify.spec.pointers import split_pointer
from lineage_verify.spec.problems import Location

__all__ = ["PositionMap"]


@dataclass(frozen=True, slots=True)
class PositionMap:
    """A JSON text's value, and the place of every part of it."""

    scan: Scan
    lines: LineIndex

    @classmethod
    def of(cls, data: bytes, *, depth: int = DEFAULT_DEPTH) -> Self:
        """The map of a file's bytes.

        Raises `JsonError` where they are no JSON text, and `UnicodeDecodeError`.
        """
        lead = len(BOM) if data.startswith(BOM) else 0
        text = data[lead:].decode()
        return cls(scan(text, depth=depth), LineIndex(text, lead=lead))

    def value(self, pointer: str) -> Location:
        """Where the value that a pointer names stands; raises `KeyError` where there is none."""
        *above, name = split_pointer(pointer) or [""]
        if not pointer:
            return self.lines.location("", self.scan.start, self.scan.end)
        with _naming(pointer):
            return self.lines.location(pointer, *self._node(above).value_span(name))

    def key(self, pointer: str) -> Location:
        """Where the name of the member that a pointer names stands, its quote marks included.

        Raises `KeyError` where the pointer names no member of an object.
        """
        *above, name = split_pointer(pointer) or [""]
        with _naming(pointer):
            return self.lines.location(pointer, *self._node(above).name_span(name))

    def _node(self, path: list[str]) -> Node:
        node = self.scan.node
        if node is None:
            raise KeyError(path)
        for name in path:
            node = node.children[name]
        return node


@contextmanager
def _naming(pointer: str) -> Iterator[None]:
    """Let a `KeyError` name the whole pointer."""
    try:
        yield
    except KeyError:
        raise KeyError(pointer) from None
