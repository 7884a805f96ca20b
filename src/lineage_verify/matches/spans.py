"""The parts of a quote with words left out, in order and not too far apart."""

from bisect import bisect_left
from dataclasses import dataclass
from itertools import islice, pairwise

from lineage_verify.matches.exact import Span, occurrences, spans_of
from lineage_verify.matches.index import PieceIndex
from lineage_verify.matches.quote import Gap, Part
from lineage_verify.matches.reading import Reading

__all__ = ["FURTHEST_APART", "Chain", "chains_of"]

FURTHEST_APART = 1000
"""The most characters between two parts (DESIGN.md section 2)."""
_FAR = 20_000
"""How far apart parts may be and still be told as too far apart."""
_EDITED_APART = 80
"""The most characters of the page that an editor's brackets may stand for."""
_MOST_OF_A_PART = 2000


@dataclass(frozen=True, slots=True)
class Chain:
    """Where each part of a quote stands, in order."""

    spans: tuple[Span, ...]

    @property
    def start(self) -> int:
        """Where the first part begins."""
        return self.spans[0][0]

    @property
    def end(self) -> int:
        """Where the last part ends."""
        return self.spans[-1][1]

    def gaps(self) -> tuple[Span, ...]:
        """The spans between the parts."""
        return tuple((one[1], two[0]) for one, two in pairwise(self.spans))

    def too_far(self) -> bool:
        """Tell whether any two parts are further apart than is allowed."""
        return any(end - start > FURTHEST_APART for start, end in self.gaps())


def chains_of(
    reading: Reading, parts: tuple[Part, ...], index: PieceIndex | None = None
) -> list[Chain]:
    """Return the chains of a quote's parts, each first place with its nearest following ones.

    Where no chain keeps its parts within `FURTHEST_APART`, those that are further apart.
    """
    places: list[list[Span]] = []
    for part in parts:
        within = None if index is None else index.may_begin(part.text)
        places.append(_places(reading, part, within, first=not places))
        if not places[-1]:
            return []
    return _chained(parts, places, FURTHEST_APART) or _chained(parts, places, _FAR)


def _places(reading: Reading, part: Part, within: list[Span] | None, *, first: bool) -> list[Span]:
    if first:
        return spans_of(reading, part.text, within)
    return list(islice(occurrences(reading, part.text, within=within), _MOST_OF_A_PART))


def _chained(parts: tuple[Part, ...], places: list[list[Span]], furthest: int) -> list[Chain]:
    best = [Chain((span,)) for span in places[-1]]
    for number in range(len(parts) - 2, -1, -1):
        edited = parts[number + 1].before is Gap.EDITED
        best = _extended(places[number], best, _EDITED_APART if edited else furthest)
    return _tightest(best)


def _extended(places: list[Span], following: list[Chain], reach: int) -> list[Chain]:
    """Return each place that has a chain within reach behind it, followed by the nearest."""
    starts = [chain.start for chain in following]
    chains = []
    for span in places:
        number = bisect_left(starts, span[1])
        if number < len(following) and starts[number] - span[1] <= reach:
            chains.append(Chain((span, *following[number].spans)))
    return chains


def _tightest(chains: list[Chain]) -> list[Chain]:
    """Return the chains of which none holds another: a first part that recurs counts once."""
    kept: list[Chain] = []
    for chain in chains:
        if kept and kept[-1].spans[1:] == chain.spans[1:] and len(chain.spans) > 1:
            kept.pop()
        kept.append(chain)
    return kept
