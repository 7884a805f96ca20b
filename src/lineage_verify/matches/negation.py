"""Which words deny, and which bear on a claim whatever the other words are."""

import re

from lineage_verify.matches.word_lists import words_of

__all__ = ["bears_on_claim", "negations_in"]

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_CONSTANTS = frozenset({"None"})
"""Spellings that name a value of a programming language."""


def negations_in(folded: str) -> tuple[str, ...]:
    """Return the words of a folded text that deny, in lower case, in order.

    Those of `data/negations.txt`, and any that ends in `n't`.
    """
    listed = words_of("negations")
    found = (word.group() for word in _WORD.finditer(folded))
    words = (word.lower() for word in found if word not in _CONSTANTS)
    return tuple(word for word in words if word in listed or word.endswith("n't"))


def bears_on_claim(folded: str) -> bool:
    """Tell whether some words hold a negation, a number, a modal verb or the like."""
    if negations_in(folded) or any(one.isdigit() for one in folded):
        return True
    bearing = words_of("modals") | words_of("claims")
    return any(word.group().lower() in bearing for word in _WORD.finditer(folded))
