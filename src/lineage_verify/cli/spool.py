"""Where a report waits for what stands before it: in memory at first, then in a nameless file."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tempfile import _TemporaryFileWrapper
    from typing import BinaryIO

__all__ = ["DiskSpool"]

HELD = 1 << 20
"""How many characters stay in memory."""
_PIECE = 1 << 16


class DiskSpool:
    """A text that grows, and is read once from its beginning."""

    def __init__(self, held: int = HELD) -> None:
        """Begin empty; up to `held` characters stay in memory."""
        self._most = held
        self._held: list[str] = []
        self._size = 0
        self._file: BinaryIO | _TemporaryFileWrapper[bytes] | None = None

    def write(self, text: str) -> None:
        """Add to the end."""
        self._held.append(text)
        self._size += len(text)
        if self._size > self._most:
            self._put_down()

    def pieces(self) -> Iterator[str]:
        """The text from its beginning, in pieces."""
        if self._file is not None:
            self._file.seek(0)
            while size := self._file.read(8):
                yield self._file.read(int.from_bytes(size)).decode("utf-8", "surrogatepass")
            self._file.close()
        yield from self._held

    def _put_down(self) -> None:
        if self._file is None:
            from tempfile import TemporaryFile

            self._file = TemporaryFile(prefix="lineage-verify-")  # noqa: SIM115 - closed when read
        text = "".join(self._held)
        for start in range(0, len(text), _PIECE):
            piece = text[start : start + _PIECE].encode("utf-8", "surrogatepass")
            self._file.write(len(piece).to_bytes(8))
            self._file.write(piece)
        self._held.clear()
        self._size = 0
