"""Dates in whatever order and spelling: `January 5, 2024`, `5 Jan 2024`."""

import re
from collections import Counter
from collections.abc import Iterable

from lineage_verify.matches.folding import fold
from lineage_verify.verdicts.changes import Change, Kind

__all__ = ["take_same_dates"]

_MONTH = (
    r"(?P<month>(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?))\b\.?"
)
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?\b"
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_MONTH} {_DAY},? (?P<year>\d{{4}})\b",
        rf"\b{_DAY} (?:of )?{_MONTH},? (?P<year>\d{{4}})\b",
    )
)


def take_same_dates(changes: Iterable[Change], quote: str, page: str) -> None:
    """Take the parts of dates out of changes, where both sides have the same dates."""
    ours, theirs = _dates_in(fold(quote)), _dates_in(fold(page))
    if not ours or Counter(ours.values()) != Counter(theirs.values()):
        return
    parts = {part for date in (*ours, *theirs) for part in re.findall(r"\w+", date.lower())}
    for change in changes:
        rest = [one for one in (*change.lost, *change.added) if one.kind is not Kind.SIGN]
        if all(one.text.lower() in parts for one in rest):
            change.lost.clear()
            change.added.clear()


def _dates_in(text: str) -> dict[str, tuple[str, str, int]]:
    """Return the dates of a text as year, month and day, by their spelling."""
    return {
        found.group(): (found["year"], found["month"][:3].lower(), int(found["day"]))
        for pattern in _DATES
        for found in pattern.finditer(text)
    }
