"""The word lists that severity goes by, read from `data/` when first needed."""

from functools import cache
from importlib.resources import files

__all__ = ["quantities", "restrictors", "unit_of"]


@cache
def _lines(name: str) -> tuple[tuple[str, ...], ...]:
    text = files("lineage_verify.verdicts").joinpath("data", name).read_text("utf-8")
    lines = (line.partition("#")[0].split() for line in text.splitlines())
    return tuple(tuple(line) for line in lines if line)


@cache
def quantities() -> frozenset[str]:
    """The words that say how many."""
    return frozenset(word for line in _lines("quantities.txt") for word in line)


@cache
def restrictors() -> frozenset[str]:
    """The words, and runs of words, that narrow or widen a claim."""
    return frozenset(" ".join(line) for line in _lines("restrictors.txt"))


@cache
def _units() -> dict[str, str]:
    return {word: line[0] for line in _lines("units.txt") for word in line}


def unit_of(word: str) -> str | None:
    """Return the unit that a word names, by its first spelling."""
    return _units().get(word.lower())
