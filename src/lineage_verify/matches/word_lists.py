"""The word lists of this room, read from `data/` when first needed."""

from functools import cache
from importlib.resources import files

__all__ = ["lines_of", "phrases_of", "words_of"]


@cache
def words_of(name: str) -> frozenset[str]:
    """Return the words of one list, by its file's name without the ending; `#` begins a comment."""
    return frozenset(word for line in lines_of(f"{name}.txt") for word in line)


@cache
def lines_of(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the words of each line of one file; `#` begins a comment."""
    text = files("lineage_verify.matches").joinpath("data", name).read_text("utf-8")
    lines = (line.partition("#")[0].split() for line in text.splitlines())
    return tuple(tuple(line) for line in lines if line)


@cache
def phrases_of(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the runs of words of each line of one list, parted by `|`; `#` begins a comment."""
    lines = (" ".join(line).split(" | ") for line in lines_of(f"{name}.txt"))
    return tuple(tuple(line) for line in lines)
