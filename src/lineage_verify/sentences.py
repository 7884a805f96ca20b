"""A passage of a page in its surroundings: its sentence, its block, and what is aside of it.

Pure. For whoever offers a page's words to an author: `repair`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from lineage_verify.matches.folding import collapse, fold
from lineage_verify.matches.model import Place
from lineage_verify.text.page_text import Mark, PageText

__all__ = [
    "Context",
    "balanced",
    "context_of",
    "is_sentence",
    "parted_by_headings",
    "without_headings",
]

_END = r"[.!?。！？…][\"'”’)\]»]*"
_SENTENCE = re.compile(rf".*{_END}", re.DOTALL)
_BREAK = re.compile(rf"{_END}\s+(?=[\"'“‘(\[«]*[A-Z0-9\u0080-\uffff`_-])|\n[ \t]*\n\s*")
_ABBREVIATED = re.compile(
    r"\b(?:e\.g|i\.e|etc|cf|vs|approx|incl|resp|[Ff]igs?|Eqs?|Secs?|Nos?|Dr|Mrs?|Ms|St|al|[A-Z])\.$"
)
_CLOSING: Final = "\"'”’)]»"
_LONGEST_ABBREVIATION: Final = 8
_AROUND: Final = 4_000
"""Characters of its block that a passage is seen in, on each side."""
_OTHER_HALF: Final = dict(zip("\"'()[]{}“”‘’«»", "\"')(][}{”“’‘»«", strict=True))
_EDGES = re.compile("|".join(f"{re.escape(mark)}+" for mark in _OTHER_HALF))
_MOST_WORDS: Final = 60
"""A sentence is not followed further than this."""


@dataclass(frozen=True, slots=True)
class Context:
    """Characters `[start, end)` of the visible text of the blocks that they stand in."""

    around: str
    start: int
    end: int

    @property
    def text(self) -> str:
        """The passage's own words, white space collapsed."""
        return collapse(self.around[self.start : self.end])

    def to_sentences(self) -> "Context":
        """The passage widened to whole sentences, where those are not too long."""
        start, end = self._sentence_start(), self._sentence_end()
        if len(self.around[start:end].split()) > len(self.text.split()) + _MOST_WORDS:
            return self
        return Context(self.around, start, end)

    def _sentence_start(self) -> int:
        starts = [at for at in _breaks(self.around) if at <= self.start]
        return starts[-1] if starts else 0

    def _sentence_end(self) -> int:
        if _SENTENCE.fullmatch(self.around[self.start : self.end]):
            return self.end
        ends = (at for at in _breaks(self.around) if at >= self.end)
        end = next(ends, len(self.around))
        return len(self.around[:end].rstrip())


def _breaks(text: str) -> Iterator[int]:
    """Where sentences of a text begin, but for the first."""
    for match in _BREAK.finditer(text):
        end = match.start() + len(match[0].rstrip().rstrip(_CLOSING))
        if not _ABBREVIATED.search(text[max(0, end - _LONGEST_ABBREVIATION) : end]):
            yield match.end()


def is_sentence(quote: str) -> bool:
    """Whether a quote is one whole sentence or more: begins as one does, and ends as one does."""
    words = quote.strip().lstrip("\"'“‘(«[`")
    return bool(words) and not words[0].islower() and _SENTENCE.fullmatch(quote.strip()) is not None


def balanced(words: str, *, like: str) -> str:
    """Words without a quote mark or bracket at either end that has no other half among them.

    What the text `like` itself begins or ends with may stay.
    """
    return _balanced_start(_balanced_start(words, like)[::-1], like[::-1])[::-1]


def _balanced_start(words: str, like: str) -> str:
    edge = _EDGES.match(words)
    if edge is None or like.startswith(edge[0][0]):
        return words
    rest = words[edge.end() :]
    return words if _OTHER_HALF[edge[0][0]] in rest else rest.lstrip()


def context_of(page: PageText, place: Place) -> Context:
    """A place of a page within the visible text of its blocks."""
    first, last = page.block_at(place.start), page.block_at(max(place.start, place.end - 1))
    start = page.blocks[first].start if first is not None else place.start
    end = page.blocks[last].end if last is not None else place.end
    start, end = max(start, place.start - _AROUND), min(end, place.end + _AROUND)
    before = _visible(page, start, place.start)
    within = _visible(page, place.start, place.end)
    after = _visible(page, place.end, max(end, place.end))
    return Context(before + within + after, len(before), len(before) + len(within))


def _visible(page: PageText, start: int, end: int) -> str:
    """The characters of a span that a reader of the page's text sees."""
    pieces, at = [], start
    for stretch in page.stretches:
        if stretch.start >= end:
            break
        if stretch.end > at and stretch.marks & Mark.aside():
            pieces.append(page.text[at : max(at, stretch.start)])
            at = min(stretch.end, end)
    return "".join([*pieces, page.text[at:end]])


def without_headings(page: PageText, place: Place) -> Place:
    """A place without the headings at its two ends, unless it is all heading."""
    start, end = place.start, place.end
    for stretch in page.stretches:
        if stretch.marks & Mark.HEADING and stretch.start <= start < stretch.end < end:
            start = _next_word(page.text, stretch.end)
    for stretch in reversed(page.stretches):
        if stretch.marks & Mark.HEADING and start < stretch.start < end <= stretch.end:
            end = len(page.text[: stretch.start].rstrip())
    return Place(start, end) if start < end else place


def parted_by_headings(page: PageText, place: Place, *, quote: str) -> tuple[Place, ...]:
    """A place in the parts between the headings that stand within it and that a quote lacks."""
    heads = [head for head in _headings_within(page, place) if head.end < place.end]
    gone = [head for head in heads if not _quoted(page, head, place, quote)]
    starts = [place.start, *(_next_word(page.text, head.end) for head in gone)]
    ends = [*(len(page.text[: head.start].rstrip()) for head in gone), place.end]
    pairs = zip(starts, ends, strict=True)
    return tuple(Place(start, end) for start, end in pairs if start < end)


def _headings_within(page: PageText, place: Place) -> list[Place]:
    """The headings that begin and end within a place, each whole."""
    found: list[Place] = []
    for stretch in page.stretches:
        if not stretch.marks & Mark.HEADING or not place.start < stretch.start < place.end:
            continue
        if found and not page.text[found[-1].end : stretch.start].strip():
            found[-1] = Place(found[-1].start, stretch.end)
        else:
            found.append(Place(stretch.start, stretch.end))
    return found


def _quoted(page: PageText, head: Place, place: Place, quote: str) -> bool:
    """Whether a quote has a heading's words more often than the rest of the passage has."""
    words = fold(page.text[head.start : head.end]).lower()
    rest = (page.text[place.start : head.start], page.text[head.end : place.end])
    others = sum(fold(one).lower().count(words) for one in rest)
    return not words or fold(quote).lower().count(words) > others


def _next_word(text: str, at: int) -> int:
    return len(text) - len(text[at:].lstrip())
