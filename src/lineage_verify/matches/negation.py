"""Which words deny: read from `data/negations.txt`, and any word that ends in `n't`."""

import re
from functools import cache
from importlib.resources import files

__all__ = ["negations_in"]

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")

_CONSTANTS = frozenset({"None"})
"""Spellings that name a value of a programming language."""


@cache
def _negations() -> frozenset[str]:
    text = files("lineage_verify.matches").joinpath("data", "negations.txt").read_text("utf-8")
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return frozenset(line for line in lines if line)


def negations_in(folded: str) -> tuple[str, ...]:
    """Return the words of a folded text that deny, in order."""
    listed = _negations()
    found = (word.group() for word in _WORD.finditer(folded))
    words = (word.lower() for word in found if word not in _CONSTANTS)
    return tuple(word for word in words if word in listed or word.endswith("n't"))
