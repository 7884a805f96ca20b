"""The specs that a command names: a file, a folder, or standard input."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from lineage_verify.errors import SpecError
from lineage_verify.load import read_bounded
from lineage_verify.settings import Limits
from lineage_verify.spec.document import SpecDocument
from lineage_verify.spec.read import read_spec

__all__ = ["read_specs", "spec_paths"]

STDIN = "-"


def spec_paths(words: Sequence[str]) -> list[str]:
    """The files that words name, each once, in order; a folder gives its `*.json`, recursively.

    Raises:
        SpecError: a word names nothing, or a folder without a spec.
    """
    found: dict[str, None] = {}
    for word in words:
        found.update(dict.fromkeys(_paths(word)))
    return list(found)


def read_specs(paths: Sequence[str], stdin: BinaryIO, limits: Limits) -> Iterator[SpecDocument]:
    """Read the named specs one at a time; what is wrong inside one is in its problems.

    Raises:
        SpecError: a file cannot be read.
    """
    for path in paths:
        yield read_spec(_bytes(path, stdin, limits), path=path, limits=limits)


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


def _inside(folder: Path) -> Iterator[str]:
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in names:
            if name.endswith(".json") and not name.startswith("."):
                yield str(Path(parent, name))


def _bytes(path: str, stdin: BinaryIO, limits: Limits) -> bytes:
    return stdin.read(limits.spec_bytes + 1) if path == STDIN else read_bounded(path, limits)
