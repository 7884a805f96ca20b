"""How much a drift matters, and why, from the words on one side of its diff only."""

import re
from collections.abc import Iterable, Iterator

from lineage_verify.matches.folding import fold
from lineage_verify.matches.model import Match
from lineage_verify.matches.negation import negations_in, negations_within_words
from lineage_verify.matches.spans import FURTHEST_APART
from lineage_verify.verdicts.changes import Change, changes_of, moved_apart, sides_of
from lineage_verify.verdicts.cosmetic import is_cosmetic
from lineage_verify.verdicts.dates import take_same_dates
from lineage_verify.verdicts.model import Severity
from lineage_verify.verdicts.qualifiers import complexity_reasons, qualifier_reasons
from lineage_verify.verdicts.reasons import meaning_reasons, negation_reasons, wording_reason
from lineage_verify.verdicts.sameness import same_said, same_signs
from lineage_verify.verdicts.signs import grouping_reasons
from lineage_verify.verdicts.swaps import swap_reasons

__all__ = ["severity_of"]

_VAGUE = frozenset({"sign", "code", "identifier"})
"""What a change is called that another kind may name better."""
_SERIOUS = ("negation", "condition")
_ELLIPSIS = re.compile(r"\[? ?\.{3,4} ?\]?")


def severity_of(match: Match) -> tuple[Severity, tuple[str, ...]]:
    """Return the severity of an altered match and the reasons a person reads, worst first."""
    every = changes_of(match)
    whole = list(_of_the_whole(match, every))
    changes, moved = moved_apart([*every])
    meant = [*_apart(match), *_inflected_negations(match)]
    if not changes and not moved and not match.parts:
        meant.append("the quote is cut out of a longer number, name or negation")
    worded = [f"clause moved: {clause}" for clause in moved]
    meant += [
        reason for change in changes if _is_gap(match, change) for reason in _left_out(change)
    ]
    written = [same_signs(change) for change in changes if not _is_gap(match, change)]
    told = [change for change in written if not is_cosmetic(change)]
    said = [same_said(change) for change in told]
    take_same_dates(said, *sides_of(every))
    for change, plain in zip(told, said, strict=True):
        reasons = meaning_reasons(plain)
        meant += reasons
        if not reasons:
            worded.append(wording_reason(change))
    meant += whole
    if meant:
        return Severity.MEANING, _told_once(meant)
    if worded:
        return Severity.WORDING, tuple(dict.fromkeys(worded))
    return Severity.COSMETIC, ("letter case, punctuation or spacing",)


def _of_the_whole(match: Match, every: list[Change]) -> Iterator[str]:
    """Yield what the words between the changes are needed for, or their order."""
    if match.parts:
        return
    changes = [same_said(same_signs(change)) for change in every]
    quote, page = sides_of(changes)
    take_same_dates(changes, quote, page)
    yield from swap_reasons(changes, quote)
    yield from qualifier_reasons(quote, page)
    yield from grouping_reasons(quote, page)
    yield from complexity_reasons(quote, page)


def _apart(match: Match) -> Iterator[str]:
    for one, two in zip(match.parts, match.parts[1:], strict=False):
        if two.start - one.end > FURTHEST_APART:
            yield f"parts far apart: {two.start - one.end:,} characters between them"


def _inflected_negations(match: Match) -> Iterator[str]:
    """Yield the negations that an ending makes: a diff may cut such an ending in two."""
    ours, theirs = fold(match.selector.exact), fold(match.text or "")
    if not match.parts:
        yield from negation_reasons(negations_within_words(ours), negations_within_words(theirs))


def _is_gap(match: Match, change: Change) -> bool:
    """Tell whether a change is what the quote left out with an ellipsis."""
    if change.gone:
        return _ELLIPSIS.fullmatch(fold(change.gone)) is not None
    return bool(match.parts)


def _left_out(change: Change) -> Iterator[str]:
    for word in negations_in(fold(change.come)):
        yield f"negation left out: {word}"


def _told_once(reasons: Iterable[str]) -> tuple[str, ...]:
    """Return reasons without those that say of the same two words what another one says better.

    `number: 8 -> 4` is better than `code: 8 -> 4`, and either tells that `4` was added.
    """
    told: dict[str, str] = {}
    for reason in dict.fromkeys(reasons):
        _, found, pair = reason.partition(": ")
        changed = bool(found) and " -> " in pair
        before = told.get(pair)
        if not changed:
            told[reason] = reason
        elif before is None or before.partition(": ")[0] in _VAGUE:
            told[pair] = reason
    sides = {side for pair in told if " -> " in pair for side in pair.split(" -> ")}
    return tuple(reason for reason in told.values() if not _is_one_side(reason, sides))


def _is_one_side(reason: str, sides: set[str]) -> bool:
    label, _, word = reason.partition(": ")
    return label.endswith((" lost", " added")) and word in sides and not label.startswith(_SERIOUS)
