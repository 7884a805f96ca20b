"""Units and what is counted: the words behind a number."""

import re
from collections.abc import Iterator

from lineage_verify.matches.lexicon import quantities, unit_of
from lineage_verify.matches.opposites import base_forms
from lineage_verify.matches.weights import is_light
from lineage_verify.verdicts.changes import Change, Kind, Token, take_out

__all__ = ["counted_reasons", "recased_units", "unit_reasons"]

_MEASURED = re.compile(r"[(\[]*(?P<number>[\d.,]*)(?P<unit>[^\W\d_]+)(?:/\w{1,6})?[.,;:!?)\]]*")
_SHORT_UNIT = 2
_NUMBER_BEFORE = re.compile(r"(?:^|[\s(~<>=≤≥])\d[\d.,]*$")


def unit_reasons(change: Change) -> Iterator[str]:
    """Yield the units that are not the same; takes them out."""
    yield from recased_units(change)
    after_number = change.before[-1:].isdigit() or any(one.isdigit() for one in change.gone)
    lost = [one for one in change.lost if _is_unit(one, after_number=after_number)]
    added = [one for one in change.added if _is_unit(one, after_number=after_number)]
    pairs = list(zip(lost, added, strict=False))
    take_out(change.lost, (one for one, _ in pairs))
    take_out(change.added, (two for _, two in pairs))
    for one, two in pairs:
        if unit_of(one.text) != unit_of(two.text):
            yield f"unit: {one.text} -> {two.text}"


def recased_units(change: Change) -> Iterator[str]:
    """Yield the units whose letters tell by their case alone what is meant: bit, byte; milli, mega.

    The binding case of unit symbols is that of the SI brochure, 5.2, and of IEC 80000-13.
    """
    lost, added = change.gone.split(), change.come.split()
    before = [change.before, *lost]
    for number, (one, two) in enumerate(zip(lost, added, strict=False)):
        was, now = _MEASURED.fullmatch(one), _MEASURED.fullmatch(two)
        if not was or not now or was["unit"].lower() != now["unit"].lower():
            continue
        measured = bool(was["number"]) or before[number][-1:].isdigit()
        differing = {x for x, y in zip(was["unit"], now["unit"], strict=True) if x != y}
        if measured and unit_of(was["unit"]) and differing & set("bBmM"):
            yield f"unit: {was['unit']} -> {now['unit']}"


def _is_unit(token: Token, *, after_number: bool) -> bool:
    known = len(token.text) > _SHORT_UNIT or after_number
    return known and unit_of(token.text) is not None


def counted_reasons(change: Change) -> Iterator[str]:
    """Yield what an unchanged number counts, where it now counts another thing."""
    if not change.lost or not change.added or not _behind_number(change.before):
        return
    one, two = change.lost[0], change.added[0]
    if not (change.gone.startswith(one.text) and change.come.startswith(two.text)):
        return
    if _is_counted(one) and _is_counted(two) and not base_forms(one.key) & base_forms(two.key):
        change.lost.remove(one)
        change.added.remove(two)
        yield f"counted: {one.text} -> {two.text}"


def _behind_number(before: str) -> bool:
    last = before[-40:].rsplit(" ", 1)[-1].lower()
    return bool(_NUMBER_BEFORE.search(before[-40:])) or last in quantities() - {"each", "every"}


def _is_counted(token: Token) -> bool:
    """Tell whether a word is a unit, or a noun in the plural."""
    if token.kind is not Kind.WORD or is_light(token.key):
        return False
    plural = token.key.endswith("s") and not token.key.endswith(("ss", "us", "is"))
    return plural or unit_of(token.text) is not None
