"""Which words bear on what a sentence claims, whatever the other words are."""

import re

from lineage_verify.matches.negation import negations_in

__all__ = ["bears_on_claim"]

_MODALS = frozenset(
    [
        "can",
        "cannot",
        "could",
        "may",
        "might",
        "must",
        "shall",
        "should",
        "will",
        "would",
        "ought",
        "only",
        "never",
        "always",
    ]
)
_WORD = re.compile(r"[^\W\d_]+")


def bears_on_claim(folded: str) -> bool:
    """Tell whether some words hold a negation, a number or a modal verb."""
    if negations_in(folded) or any(one.isdigit() for one in folded):
        return True
    return any(word.group().lower() in _MODALS for word in _WORD.finditer(folded))
