"""The parts of a quote with words left out, in order and not too far apart."""

from bisect import bisect_left
from dataclasses import dataclass

from lineage_verify.matches.exact import Span, occurrences, spans_of
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
        return tuple((one[1], two[0]) for one, two in zip(self.spans, self.spans[1:], strict=False))

    def too_far(self) -> bool:
        """Tell whether any two parts are further apart than is allowed."""
        return any(end - start > FURTHEST_APART for start, end in self.gaps())


def chains_of(reading: Reading, parts: tuple[Part, ...], *, far: bool = False) -> list[Chain]:
    """Return the chains of a quote's parts, each first place with its nearest following ones.

    With `far`, parts may be further apart than `FURTHEST_APART`.
    """
    furthest = _FAR if far else FURTHEST_APART
    places = [_places(reading, part, first=index == 0) for index, part in enumerate(parts)]
    if not all(places[index] for index, part in enumerate(parts) if part.text):
        return []
    best: list[Chain] = []
    for index in range(len(parts) - 1, -1, -1):
        reach = None
        if index + 1 < len(parts):
            reach = _EDITED_APART if parts[index + 1].before is Gap.EDITED else furthest
        best = _extended(places[index], best, reach)
        if not best:
            return []
    return _tightest(best)


def _places(reading: Reading, part: Part, *, first: bool) -> list[Span]:
    if first and part.text:
        return spans_of(reading, part.text)
    found = []
    for span in occurrences(reading, part.text):
        found.append(span)
        if len(found) >= _MOST_OF_A_PART:
            break
    return found


def _extended(places: list[Span], following: list[Chain], reach: int | None) -> list[Chain]:
    """Return each place followed by the nearest chain within reach (all, where none follows)."""
    if reach is None:
        return [Chain((span,)) for span in places]
    starts = [chain.start for chain in following]
    chains = []
    for span in places:
        index = bisect_left(starts, span[1])
        if index < len(following) and starts[index] - span[1] <= reach:
            chains.append(Chain((span, *following[index].spans)))
    return chains


def _tightest(chains: list[Chain]) -> list[Chain]:
    """Return the chains of which none holds another: a first part that recurs counts once."""
    kept: list[Chain] = []
    for chain in chains:
        if kept and kept[-1].spans[1:] == chain.spans[1:] and len(chain.spans) > 1:
            kept.pop()
        kept.append(chain)
    return kept
