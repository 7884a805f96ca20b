"""How much a word that two sentences share says about whether one is a form of the other."""

from functools import cache
from importlib.resources import files

__all__ = ["LIGHT", "is_number", "telling"]

LIGHT = frozenset(
    ["a", "an", "and", "are", "as", "at", "be", "been", "by", "can", "do", "for", "from", "has", "have", "he", "her", "his", "i", "if", "in", "is", "it", "its", "may", "no", "not", "of", "on", "or", "our", "she", "so", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "to", "was", "we", "were", "which", "who", "will", "with", "you", "your"]
)
"""Words so common that one of them alone is no sign of a passage."""

_WEAK = 0.3
_NUMBER = frozenset("0123456789.,+-%<>=~v")


@cache
def _weak_words() -> frozenset[str]:
    text = files("lineage_verify.matches").joinpath("data", "weak.txt").read_text("utf-8")
    lines = (line.partition("#")[0] for line in text.splitlines())
    return frozenset(word for line in lines for word in line.split())


def is_number(key: str) -> bool:
    """Tell whether a word is a bare number or a bare version."""
    return set(key) <= _NUMBER


@cache
def telling(key: str) -> float:
    """Return what a word weighs, 0..1: nothing for the lightest, and for bare numbers.

    A number that changed makes a claim false; it does not make it another sentence.
    """
    if key in LIGHT or not key or is_number(key):
        return 0.0
    return _WEAK if key in _weak_words() else 1.0
