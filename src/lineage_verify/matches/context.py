"""Which of several equal places is meant: prefix and suffix, lines, section, main text."""

from dataclasses import dataclass

from lineage_verify.matches.folding import fold
from lineage_verify.matches.model import Place, Rung, Selector
from lineage_verify.text.page_text import Mark, PageText

__all__ = ["Standing", "chosen", "in_context", "in_fragment", "in_lines"]

_RUNGS = list(Rung)
_CONTEXT = 400


@dataclass(frozen=True, slots=True)
class Standing:
    """One place where a quote holds, with the rung that it needed there."""

    place: Place
    rung: Rung
    parts: tuple[Place, ...] = ()
    left_out: tuple[str, ...] = ()


def chosen(standings: list[Standing], selector: Selector, page: PageText) -> Standing:
    """Return the place that a selector means; of equal ones the first."""
    if len(standings) == 1:
        return standings[0]
    return min(standings, key=lambda one: _rank(one, selector, page))


def _rank(standing: Standing, selector: Selector, page: PageText) -> tuple[int, ...]:
    place = standing.place
    return (
        not in_context(place, selector, page),
        not in_lines(place, selector, page),
        not in_fragment(place, selector, page),
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


def in_fragment(place: Place, selector: Selector, page: PageText) -> bool:
    """Tell whether a place lies in the section that a selector's fragment names."""
    if not selector.fragment:
        return True
    section = page.section_at(place.start)
    return section is not None and section.anchor == selector.fragment
