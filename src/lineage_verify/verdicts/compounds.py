"""Words of several parts, part by part: `read-only` and `write-only`, `two-phase`, `x-axis`."""

from collections.abc import Iterator

from lineage_verify.matches.lexicon import quantities, unit_of
from lineage_verify.matches.opposites import are_opposite, base_forms
from lineage_verify.matches.weights import is_light
from lineage_verify.verdicts.changes import Change, Token

__all__ = ["compound_reasons"]

_SPECIFYING = frozenset(
    ["per", "multi", "single", "cross", "inter", "intra", "sub", "pre", "post", "non"]
)
"""First parts behind which another word is always another thing."""
_MOST_COMPARED = 60


def compound_reasons(change: Change) -> Iterator[str]:
    """Yield the compounds of one side that stand against one of the other; takes them out."""
    for one in [token for token in change.lost if "-" in token.text][:_MOST_COMPARED]:
        for two in [token for token in change.added if "-" in token.text][:_MOST_COMPARED]:
            reason = _told(one, two)
            if reason:
                change.lost.remove(one)
                change.added.remove(two)
                yield f"{reason}: {one.text} -> {two.text}"
                break


def _told(one: Token, two: Token) -> str | None:
    ours, theirs = one.text.lower().split("-"), two.text.lower().split("-")
    if not all((*ours, *theirs)) or len(ours) != len(theirs):
        return None
    if ours != theirs and sorted(ours) == sorted(theirs):
        return "swapped"
    pairs = [pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1]]
    if not pairs or len(pairs) == len(ours):
        return None
    if any(are_opposite(*pair) for pair in pairs):
        return "opposite"
    if any(first in quantities() and second in quantities() for first, second in pairs):
        return "number"
    if any(unit_of(first) and unit_of(second) for first, second in pairs):
        return "unit"
    if any(len(first) == len(second) == 1 for first, second in pairs):
        return "name"
    specified = ours[0] == theirs[0] and ours[0] in _SPECIFYING
    return "name" if specified and all(_other(*pair) for pair in pairs) else None


def _other(one: str, two: str) -> bool:
    """Tell whether two words are no forms of one another."""
    return not (is_light(one) or is_light(two) or base_forms(one) & base_forms(two))
