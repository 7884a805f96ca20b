"""The specs that a command names: a file, a folder, or standard input."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO, NoReturn

from lineage_verify.errors import SpecError
from lineage_verify.load import read_bounded
from lineage_verify.settings import Limits
from lineage_verify.spec.document import SpecDocument
from lineage_verify.spec.read import read_spec

__all__ = ["STDIN", "SpecFiles", "each_file_once", "spec_paths"]

STDIN = "-"
HELD = 64
"""Up to how many specs are held once they are read."""
_DIGEST = 16
"""Bytes kept of each spec that is not held."""


def spec_paths(words: Sequence[str]) -> list[str]:
    """The files that words name, each once, in order; a folder gives its `*.json`, recursively.

    Raises:
        SpecError: a word names nothing, or a folder without a spec.
    """
    found: dict[str, None] = {}
    for word in words:
        found.update(dict.fromkeys(_paths(word)))
    return list(found)


class SpecFiles:
    """The named specs, read anew each time they are gone through; a few are read once and held.

    What is wrong inside a spec is in its problems. A spec that cannot be read, or is another one
    than the first time, raises `SpecError`.
    """

    def __init__(self, paths: Sequence[str], stdin: BinaryIO, limits: Limits) -> None:
        """Read nothing yet."""
        self.paths = tuple(paths)
        self._stdin = stdin
        self._limits = limits
        self._held: list[SpecDocument] = []
        self._digests = bytearray(_DIGEST * len(self.paths))
        self._said: bytes | None = None
        self._look: Callable[[SpecDocument], None] | None = None

    def at_first(self, look: Callable[[SpecDocument], None]) -> None:
        """Have each spec looked at when it is read for the first time."""
        self._look = look

    def __iter__(self) -> Iterator[SpecDocument]:
        """Go through the specs, one at a time."""
        if len(self.paths) > HELD:
            return map(self._read, range(len(self.paths)))
        for number in range(len(self._held), len(self.paths)):
            self._held.append(self._read(number))
        return iter(self._held)

    def _read(self, number: int) -> SpecDocument:
        path, place = self.paths[number], slice(number * _DIGEST, (number + 1) * _DIGEST)
        data = self._bytes(path)
        digest = blake2b(data, digest_size=_DIGEST).digest()
        known = bytes(self._digests[place])
        if any(known) and known != digest:
            raise SpecError(f"{path}: was changed while it was being verified; run again")
        document = read_spec(data, path=path, limits=self._limits)
        if not any(known) and self._look is not None:
            self._look(document)
        self._digests[place] = digest
        return document

    def _bytes(self, path: str) -> bytes:
        if path != STDIN:
            return read_bounded(path, self._limits)
        if self._said is None:
            self._said = self._stdin.read(self._limits.spec_bytes + 1)
        return self._said


def each_file_once(
    documents: Iterable[SpecDocument], tell: Callable[[str], None]
) -> list[SpecDocument]:
    """Specs to be written, each file under one name: its own, or else the first link to it.

    The other names are told.
    """
    files: dict[str, SpecDocument] = {}
    for document in documents:
        file = STDIN if document.path == STDIN else os.path.realpath(document.path)
        taken = files.setdefault(file, document)
        if taken is document:
            continue
        own = _is_own_name(document.path, file) and not _is_own_name(taken.path, file)
        kept, other = (document, taken) if own else (taken, document)
        files[file] = kept
        tell(f"{other.path}: the same file as {kept.path}, and taken once")
    return list(files.values())


def _is_own_name(path: str, file: str) -> bool:
    """Whether a path leads to a file through no link."""
    return os.path.abspath(path) == file  # noqa: PTH100 - resolve() would follow links


def _paths(word: str) -> list[str]:
    if word == STDIN:
        return [STDIN]
    path = Path(_from_here(word))
    if path.is_dir():
        inside = sorted(_inside(path))
        if not inside:
            raise SpecError(f"{word}: no spec (*.json) in this folder")
        return inside
    if not path.exists():
        raise SpecError(f"{word}: no such file or folder")
    return [str(path)]


def _from_here(word: str) -> str:
    """The plain path from the current folder, where that leads to the same place below it.

    A spec's relative sources, waivers and annotations go by this path, however it was typed.
    """
    try:
        short = os.path.relpath(word)
        same = os.path.realpath(short) == os.path.realpath(word)
    except (OSError, ValueError):
        return word
    return short if same and short.partition(os.sep)[0] != os.pardir else word


def _unreadable(error: OSError) -> NoReturn:
    """A folder that cannot be looked into may hold any spec: none is passed over in silence."""
    raise SpecError(f"{error.filename}: {error.strerror}") from None


def _inside(folder: Path) -> Iterator[str]:
    for parent, folders, names in os.walk(folder, onerror=_unreadable):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in names:
            if name.endswith(".json") and not name.startswith("."):
                yield str(Path(parent, name))
