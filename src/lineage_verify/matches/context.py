"""Which of several equal places is meant: prefix and suffix, lines, section, main text."""

from dataclasses import dataclass

from lineage_verify.matches.folding import fold
from lineage_verify.matches.model import Place, Rung, Selector
from lineage_verify.text.page_text import Mark, PageText

__all__ = ["Choice", "Standing", "choose", "in_context", "in_lines"]

_RUNGS = list(Rung)
_CONTEXT = 400
"""Characters of the page beside a place that a prefix or a suffix is compared with."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One place where a quote holds: the rung that it needed there, and the page's own words."""

    place: Place
    rung: Rung
    text: str
    parts: tuple[Place, ...] = ()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """The place that a selector means, and how many places nothing in it tells apart."""

    standing: Standing
    equal: int


def choose(standings: list[Standing], selector: Selector, page: PageText) -> Choice:
    """Return the place that a selector means; of equal ones the best kind, then the first."""
    if len(standings) == 1:
        return Choice(standings[0], 1)
    named = [_named(one, selector, page) for one in standings]
    best = min(
        range(len(standings)), key=lambda index: (named[index], *_worth(standings[index], page))
    )
    return Choice(standings[best], named.count(named[best]))


def _named(standing: Standing, selector: Selector, page: PageText) -> tuple[bool, ...]:
    """Return in what a place is not the one that a selector names; `False` sorts first."""
    return (
        not in_context(standing.place, selector, page),
        not in_lines(standing.place, selector, page),
        not _in_fragment(standing.place, selector, page),
    )


def _worth(standing: Standing, page: PageText) -> tuple[int, ...]:
    place = standing.place
    return (
        not _in_main(place, page),
        _RUNGS.index(standing.rung),
        bool(page.marks_in(place.start, place.end) & Mark.HEADING),
        place.end - place.start,
        place.start,
    )


def _in_main(place: Place, page: PageText) -> bool:
    index = page.block_at(place.start)
    return index is None or page.blocks[index].main


def in_context(place: Place, selector: Selector, page: PageText) -> bool:
    """Tell whether a selector's prefix and suffix, where it has them, stand around a place."""
    if not selector.prefix and not selector.suffix:
        return True
    before = _tight(page.text[max(0, place.start - _CONTEXT) : place.start])
    after = _tight(page.text[place.end : place.end + _CONTEXT])
    prefix, suffix = _tight(selector.prefix or ""), _tight(selector.suffix or "")
    return before.endswith(prefix[-_CONTEXT // 2 :]) and after.startswith(suffix[: _CONTEXT // 2])


def _tight(text: str) -> str:
    """Return a text folded and without spaces: a prefix may or may not carry the one at its end."""
    return fold(text).replace(" ", "")


def in_lines(place: Place, selector: Selector, page: PageText) -> bool:
    """Tell whether a place lies in a selector's line range (true where there is none)."""
    if selector.first_line is None or not page.lines:
        return True
    first, last = page.line_at(place.start), page.line_at(max(place.start, place.end - 1))
    end = selector.last_line or selector.first_line
    return first is not None and last is not None and selector.first_line <= first and last <= end


def _in_fragment(place: Place, selector: Selector, page: PageText) -> bool:
    if not selector.fragment:
        return True
    section = page.section_at(place.start)
    return section is not None and section.anchor == selector.fragment
