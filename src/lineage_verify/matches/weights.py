"""How much a word that two sentences share says about whether one is a form of the other."""

from collections.abc import Mapping
from functools import cache

from lineage_verify.matches.word_lists import words_of

__all__ = ["is_light", "is_number", "telling", "weighed"]

_WEAK = 0.3
_HEAVY, _LIGHT = 4, 1
_NUMBER = frozenset("0123456789.,+-%<>=~v")


def is_light(key: str) -> bool:
    """Tell whether a word is so common that it alone is no sign of a passage."""
    return key in words_of("light")


def is_number(key: str) -> bool:
    """Tell whether a word is a bare number or a bare version."""
    return all(one in _NUMBER or one.isnumeric() for one in key)


@cache
def telling(key: str) -> float:
    """Return what a word weighs, 0..1: nothing for the lightest, and for bare numbers.

    A number that changed makes a claim false; it does not make it another sentence.
    """
    if is_light(key) or is_number(key):
        return 0.0
    return _WEAK if key in words_of("weak") else 1.0


def weighed(words: Mapping[bytes, str]) -> dict[bytes, int]:
    """Return the words to look for, weighed: the lightest only where there are no others."""
    known = {word: telling(text) for word, text in words.items()}
    heavy = {
        word: _HEAVY if weight == 1 else _LIGHT for word, weight in known.items() if weight > 0
    }
    return heavy if len(heavy) > 1 else dict.fromkeys(words, _LIGHT)
