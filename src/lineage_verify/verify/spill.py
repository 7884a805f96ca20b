"""A place for what a long run has to put down for a while: in memory at first, then on disk."""

import pickle
from dataclasses import fields, is_dataclass
from io import BytesIO
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, Self, TypeVar

if TYPE_CHECKING:
    from tempfile import _TemporaryFileWrapper

__all__ = ["Spill"]

T = TypeVar("T")

HELD = 256
"""How many things are held in memory before the first goes to disk."""


class Spill(Generic[T]):
    """Takes things in, and gives each out once; none but its own process reads what it wrote.

    The file has no name in the file system, where the system allows that, and is gone with the
    process.
    """

    def __init__(self, *, held: int = HELD) -> None:
        """Begin empty; up to `held` things at a time stay in memory."""
        self._most = held
        self._held: dict[int, T] = {}
        self._file: BinaryIO | _TemporaryFileWrapper[bytes] | None = None
        self._end = 0
        self._count = 0

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let go of everything."""
        self._held.clear()
        if self._file is not None:
            self._file.close()

    def put(self, thing: T) -> int:
        """Put a thing down; the number is what it is taken up by, and never nought."""
        if len(self._held) < self._most:
            self._count += 1
            self._held[self._count] = thing
            return 2 * self._count
        return 2 * self._write(_packed(thing)) + 1

    def take(self, number: int) -> T:
        """Take a thing up again, once."""
        if number % 2 == 0:
            return self._held.pop(number // 2)
        assert self._file is not None  # noqa: S101 - an odd number is a place in the file
        self._file.seek(number // 2)
        thing: T = pickle.load(self._file)  # noqa: S301 - its own, a moment ago
        return thing

    def _write(self, data: bytes) -> int:
        if self._file is None:
            from tempfile import TemporaryFile

            self._file = TemporaryFile(prefix="lineage-verify-")  # noqa: SIM115 - closed at the end
        place = self._end
        self._file.seek(place)
        self._file.write(data)
        self._end += len(data)
        return place


class _Pickler(pickle.Pickler):
    """Writes a dataclass as its class and its values; its own way asks for its fields each time."""

    def reducer_override(self, thing: object) -> Any:
        kind = type(thing)
        names = _NAMES.get(kind)
        if names is None:
            if not is_dataclass(kind):
                return NotImplemented
            names = _NAMES[kind] = tuple(field.name for field in fields(kind))
        return _made, (kind, *[getattr(thing, name) for name in names])


_NAMES: dict[type, tuple[str, ...]] = {}


def _made(kind: type[T], *values: object) -> T:
    """A dataclass of its values, as they were; nothing is worked out or checked anew."""
    thing = object.__new__(kind)
    for name, value in zip(_NAMES[kind], values, strict=True):
        object.__setattr__(thing, name, value)
    return thing


def _packed(thing: object) -> bytes:
    out = BytesIO()
    _Pickler(out, pickle.HIGHEST_PROTOCOL).dump(thing)
    return out.getvalue()
