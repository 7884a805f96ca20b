"""Words that say how many, how far and in what: read from `data/` when first needed."""

from functools import cache

from lineage_verify.matches.word_lists import lines_of

__all__ = ["quantities", "restrictors", "unit_of"]


@cache
def quantities() -> frozenset[str]:
    """The words that say how many."""
    return frozenset(word for line in lines_of("quantities.txt") for word in line)


@cache
def restrictors() -> frozenset[str]:
    """The words, and runs of words, that narrow or widen a claim."""
    return frozenset(" ".join(line) for line in lines_of("restrictors.txt"))


@cache
def _units() -> dict[str, str]:
    return {word: line[0] for line in lines_of("units.txt") for word in line}


def unit_of(word: str) -> str | None:
    """Return the unit that a word names, by its first spelling."""
    return _units().get(word.lower())
