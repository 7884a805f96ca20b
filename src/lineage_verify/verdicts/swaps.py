"""Words that changed places, so that another does what is said: roles, directions, order."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from lineage_verify.matches.folding import fold
from lineage_verify.matches.opposites import are_opposite, base_forms
from lineage_verify.matches.weights import is_light
from lineage_verify.verdicts.changes import Change, Kind, Token, tokens_of

__all__ = ["swap_reasons"]

_MOST_CHANGES = 40
_MOST_WORDS = 60
_ARTICLES = frozenset({"a", "an", "the"})
_JOINTS = frozenset({"and", "or", "&"})
_BE = frozenset(["is", "are", "was", "were", "be", "been", "being", "gets", "got"])
_ORDER = re.compile(
    r"\b(?:orders?|sequence|first|then|precedence|priority|before|after|steps?|next|followed"
    r"|overrid\w+|prefer\w*|precedes?)\b",
    re.IGNORECASE,
)
_CALL = re.compile(r"\w\(")


def swap_reasons(changes: Sequence[Change], quote: str) -> Iterator[str]:
    """Yield what stands in the other's place now; a list in another order only if order matters."""
    if len(changes) > _MOST_CHANGES:
        return
    ordered = _ORDER.search(quote) is not None
    swapped = [
        told
        for first, second in combinations(range(len(changes)), 2)
        if (told := _swapped(changes, first, second, ordered=ordered))
    ]
    passive = [f"role: {one.gone} -> {one.come}" for one in changes if _turned_passive(one)]
    if not (swapped and passive):
        yield from (*swapped, *passive)
    for change in changes:
        if _reordered(change):
            yield f"order: {change.gone} -> {change.come}"


def _swapped(changes: Sequence[Change], first: int, second: int, *, ordered: bool) -> str | None:
    one, two = changes[first], changes[second]
    if max(map(_length, (one, two))) > _MOST_WORDS:
        return None
    between = " ".join(change.after for change in changes[first:second])
    exchanged = _exchanged(one, two)
    if exchanged and (ordered or not _is_list(one.gone, between, two)):
        return f"swapped: {exchanged[0]} and {exchanged[1]}"
    taken = _taken_place(one, two) or _taken_place(two, one)
    if taken and (ordered or not _is_list(one.gone or one.come, between, two)):
        return f"moved into another's place: {taken[0]} -> {taken[1]}"
    crossed = _crossed(one, two, between, ordered=ordered) if second == first + 1 else None
    return f"swapped: {crossed[0]} and {crossed[1]}" if crossed else None


def _length(change: Change) -> int:
    return change.gone.count(" ") + change.come.count(" ")


def _exchanged(one: Change, two: Change) -> tuple[str, str] | None:
    """Return a word that one change lost and the other added, with one the other way round."""
    ours = _common(one.lost, two.added)
    theirs = _common(two.lost, one.added)
    if ours and theirs and not base_forms(ours) & base_forms(theirs):
        return ours, theirs
    return None


def _taken_place(one: Change, two: Change) -> tuple[str, str] | None:
    """Return the word that a change lost, and the only one that another has its like for."""
    mine, theirs = (_content(side) for side in (one.lost, one.added))
    gone, come = _content(two.lost), _content(two.added)
    if len(mine) == len(gone) == len(come) == 1 and not theirs and _same(mine[0], come[0]):
        return gone[0].text, come[0].text
    return None


def _content(tokens: list[Token]) -> list[Token]:
    return [token for token in tokens if _tells(token)]


def _common(lost: list[Token], added: list[Token]) -> str | None:
    return next(
        (
            one.text
            for one in lost
            if _tells(one) and any(_same(one, two) for two in added if _tells(two))
        ),
        None,
    )


def _tells(token: Token) -> bool:
    if token.kind is Kind.SIGN or token.kind is Kind.OPERATOR:
        return False
    return not is_light(token.key) or len(token.text) == 1


def _same(one: Token, two: Token) -> bool:
    return one.key == two.key or bool(base_forms(one.key) & base_forms(two.key))


def _is_list(first: str, between: str, second: Change) -> bool:
    """Tell whether two things stand in one list: parted by commas, `and` and `or` only."""
    opened = first.endswith(",") or between.split(" ", 1)[0] in _JOINTS
    words = between.split()
    closed = not words or words[-1].endswith(",") or words[-1] in _JOINTS
    joined = second.gone.split(" ", 1)[0] in _JOINTS
    return opened and (closed or joined)


def _crossed(one: Change, two: Change, between: str, *, ordered: bool) -> tuple[str, str] | None:
    """Return what moved across what, where a joint stayed behind: `x to y` and `y to x`."""
    mine, theirs = (one.gone, two.come) if not _plain(one.come) else (one.come, two.gone)
    others = (one.come, two.gone) if mine is one.gone else (one.gone, two.come)
    if any(map(_plain, others)) or not (one.lost or one.added):
        return None
    moved, at = _plain(mine), _plain(theirs)
    if moved == at:
        return _crossed_alone(mine, between, ordered=ordered)
    for cut in range(1, len(moved)):
        head, tail = moved[:cut], moved[cut:]
        if at == [*tail, *head] and _tell(between):
            content = head if _tell(" ".join(head)) and set(tail) - set(head) else tail
            joint = tail if content is head else head
            if set(joint) <= _JOINTS and not ordered:
                return None
            return " ".join(content), between
    return None


def _crossed_alone(moved: str, between: str, *, ordered: bool) -> tuple[str, str] | None:
    """Return a word that changed places with its neighbour, where each excludes the other."""
    one, two = tokens_of(moved), tokens_of(between)
    if len(one) != 1 or len(two) != 1:
        return None
    names = one[0].is_name and two[0].is_name
    if are_opposite(one[0].key, two[0].key) or names or (ordered and one[0].key not in _JOINTS):
        return moved, between
    return None


def _plain(text: str) -> list[str]:
    """Return the words of a side without articles and punctuation, in lower case."""
    words = (word.strip(".,;:!?()\"'") for word in fold(text).lower().split())
    return [word for word in words if word and word not in _ARTICLES]


def _tell(text: str) -> bool:
    return any(not is_light(word) for word in _plain(text))


def _turned_passive(change: Change) -> bool:
    """Tell whether one side has `calls` where the other has `is called by`."""
    ours, theirs = _plain(change.gone), _plain(change.come)
    if len(ours) > _MOST_WORDS or len(theirs) > _MOST_WORDS:
        return False
    return _is_passive_of(theirs, ours) or _is_passive_of(ours, theirs)


def _is_passive_of(passive: list[str], active: list[str]) -> bool:
    if passive[-1:] != ["by"] or _BE.isdisjoint(passive) or "by" in active:
        return False
    forms = [base_forms(word) for word in passive if not is_light(word)]
    return any(base_forms(word) & form for word in active if not is_light(word) for form in forms)


def _reordered(change: Change) -> bool:
    """Tell whether the same numbers, or arguments, stand in another order at one place."""
    if change.lost or change.added or not (change.gone and change.come):
        return False
    ours, theirs = tokens_of(change.gone), tokens_of(change.come)
    told = {Kind.NUMBER, Kind.FLAG} | ({Kind.WORD, Kind.NAME} if _is_code(change.gone) else set())
    return [one.key for one in ours if one.kind in told] != [
        one.key for one in theirs if one.kind in told
    ]


def _is_code(text: str) -> bool:
    operators = {Kind.OPERATOR}
    return bool(_CALL.search(text)) or any(one.kind in operators for one in tokens_of(text))
