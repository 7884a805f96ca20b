"""Changes of letter case, punctuation and spacing alone."""

import re
from collections import Counter
from collections.abc import Iterator

from lineage_verify.verdicts.changes import Change, Kind, Token
from lineage_verify.verdicts.signs import letters_of, sign_reasons, squeezed
from lineage_verify.verdicts.units import recased_units

__all__ = ["is_cosmetic", "question_reasons"]

_IDENTIFIER = re.compile(r"[_/\\(@=]|::|\w\.\w")
_DIGITS_APART = re.compile(r"\d\s+\d")


def is_cosmetic(change: Change) -> bool:
    """Tell whether a change is of letter case, punctuation or spacing alone.

    Never where a number, a flag, an operator, an identifier or a sign that tells is not the same.
    """
    if any(any(kind(change)) for kind in (recased_units, sign_reasons, question_reasons)):
        return False
    if squeezed(change.gone) == squeezed(change.come):
        return not (_DIGITS_APART.search(change.gone) or _DIGITS_APART.search(change.come))
    if letters_of(change.gone) != letters_of(change.come):
        return False
    values = {Kind.NUMBER, Kind.FLAG, Kind.OPERATOR}
    if any(token.kind in values for token in (*change.lost, *change.added)):
        return False
    return _identifiers(change.lost) == _identifiers(change.added)


def _identifiers(tokens: list[Token]) -> Counter[str]:
    """Return the identifiers among some tokens, the case of their first letter aside."""
    names = (token.text for token in tokens if token.kind is Kind.NAME)
    return Counter(name[:1].lower() + name[1:] for name in names if _IDENTIFIER.search(name))


def question_reasons(change: Change) -> Iterator[str]:
    """Yield that a statement has become a question, or a question a statement."""
    one, two = change.gone.rstrip("\"')"), change.come.rstrip("\"')")
    if one.endswith("?") != two.endswith("?") and {one[-1:], two[-1:]} <= set(".!?"):
        yield f"question: {change.gone} -> {change.come}"
