"""A quote with the numbers or bullets of a list, which a page's text does not have.

A browser draws them, so that a person sees and may copy them. The quote is looked for without, and
holds where the page's list draws the same number before the very same item.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from lineage_verify.matches.exact import Span
from lineage_verify.matches.reading import Reading

__all__ = ["Unmarked", "without_markers"]

_BULLETS = frozenset("•◦▪‣●○■∙·-*")
"""A `-` or a `*` only where a quote begins with it."""
_CANDIDATE = re.compile(
    r"(?:^|(?<= ))(?:(?P<number>\d{1,9})[.)]|(?P<letter>[A-Za-z])[.)]|(?P<roman>[IVXivx]{1,5})[.)]"
    r"|(?P<bullet>[•◦▪‣●○■∙·*-])) (?=\S)"
)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv")
_FIRST_TRIED = 3
"""How many numbers of a quote are tried as the first that a list has."""
_MOST = 500


@dataclass(frozen=True, slots=True)
class Unmarked:
    """A folded quote without its markers, each with the place in the form that it stood before."""

    form: str
    markers: tuple[tuple[int, str], ...]

    def fits(self, reading: Reading, span: Span) -> bool:
        """Tell whether the page's lists draw these markers there."""
        return all(_is_drawn(mark, reading.marker_at(span[0] + at)) for at, mark in self.markers)


def _is_drawn(marks: str, drawn: str) -> bool:
    ours, theirs = marks.split(), drawn.split()
    if len(ours) > len(theirs):
        return False
    pairs = zip(ours, theirs[len(theirs) - len(ours) :], strict=True)
    return all(_bare(mine) == _bare(other) for mine, other in pairs)


def _bare(mark: str) -> str:
    return "•" if mark in _BULLETS else mark.rstrip(".)")


@lru_cache(maxsize=64)
def without_markers(folded: str) -> tuple[Unmarked, ...]:
    """Return a folded quote without what may be a list's markers, in each way that they count up.

    These are kept for a while: a quote is looked for in several readings of a page.
    """
    found = list(_CANDIDATE.finditer(folded))
    return tuple(_forms(folded, found)) if 0 < len(found) <= _MOST else ()


def _forms(folded: str, found: list[re.Match[str]]) -> Iterator[Unmarked]:
    bullets = [one for one in found if one["bullet"] and _is_bullet(one["bullet"], folded)]
    if bullets:
        yield _unmarked(folded, bullets)
    seen: set[tuple[int, ...]] = set()
    for numbers in _sequences(found):
        starts = tuple(one.start() for one in numbers)
        if starts not in seen:
            seen.add(starts)
            yield _unmarked(folded, numbers)
            if bullets:
                yield _unmarked(folded, sorted((*numbers, *bullets), key=re.Match.start))


def _is_bullet(sign: str, folded: str) -> bool:
    return sign not in "-*" or folded.startswith(f"{sign} ")


def _sequences(found: list[re.Match[str]]) -> Iterator[list[re.Match[str]]]:
    """Yield those candidates that count up by one, from each of the first few on."""
    for kind in ("number", "letter", "roman"):
        those = [(one, _value(one, kind)) for one in found]
        numbered = [(one, value) for one, value in those if value is not None]
        for first in range(min(_FIRST_TRIED, len(numbered))):
            yield _counting(numbered[first:])


def _counting(numbered: list[tuple[re.Match[str], int]]) -> list[re.Match[str]]:
    expected = numbered[0][1]
    taken = []
    for one, value in numbered:
        if value == expected:
            taken.append(one)
            expected += 1
    return taken


def _value(found: re.Match[str], kind: str) -> int | None:
    text = found[0].strip().rstrip(".)")
    match kind:
        case "number":
            return int(text) if found["number"] else None
        case "letter":
            return _LETTERS.index(text.lower()) if found["letter"] else None
        case _:
            return _ROMAN.index(text.lower()) if text.lower() in _ROMAN else None


def _unmarked(folded: str, marks: list[re.Match[str]]) -> Unmarked:
    pieces: list[str] = []
    places: dict[int, str] = {}
    at = length = 0
    for mark in marks:
        pieces.append(folded[at : mark.start()])
        length += len(pieces[-1])
        places[length] = f"{places.get(length, '')} {mark[0]}".strip()
        at = mark.end()
    return Unmarked("".join((*pieces, folded[at:])), tuple(places.items()))
