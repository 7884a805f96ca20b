"""The work on one page: its bytes and its quotes in, one reading a quote out.

A pure function of its arguments (the texts it keeps are a cache and change no answer), small and
picklable on both sides, so that it can run in this process, in a worker, or on another machine.
"""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from lineage_verify.matches import match_quotes, standing_quotes
from lineage_verify.matches.model import Match, Place
from lineage_verify.pages.snapshot import ErrorKind, Snapshot, Unreachable
from lineage_verify.text.extract import extract
from lineage_verify.text.impostors import recognise
from lineage_verify.text.page_text import PageText
from lineage_verify.verdicts.deep_link import deep_link
from lineage_verify.verdicts.judge import judge
from lineage_verify.verdicts.model import Nearest, SectionRef, VerdictKind
from lineage_verify.verify.reading import Examined, Inquiry, Question, Reading
from lineage_verify.verify.terms import present_terms

__all__ = ["TextCache", "examine", "page_text", "read_match"]


class TextCache:
    """The texts of the pages read last, bounded by their total length in characters."""

    def __init__(self, capacity: int = 32_000_000) -> None:
        """Keep up to `capacity` characters; the newest text is always kept."""
        self._capacity = capacity
        self._held = 0
        self._lock = Lock()
        self._texts: OrderedDict[tuple[str, str, str | None], PageText | Unreachable] = (
            OrderedDict()
        )

    def text(self, snapshot: Snapshot) -> PageText | Unreachable:
        """The text of a snapshot; the same bytes from the same URL are read once."""
        key = (snapshot.sha256, snapshot.url, snapshot.header("content-type"))
        with self._lock:
            if key in self._texts:
                self._texts.move_to_end(key)
                return self._texts[key]
            text = self._texts[key] = extract(snapshot)
            self._held += _length(text)
            while self._held > self._capacity and len(self._texts) > 1:
                self._held -= _length(self._texts.popitem(last=False)[1])
            return text


_TEXTS = TextCache()


def examine(snapshot: Snapshot, inquiry: Inquiry, *, texts: TextCache = _TEXTS) -> Examined:
    """Read a page, and look for each quote and term on it.

    A page on which no quote stands may turn out not to be the page at all (a robot wall, a soft
    404); then `error` says so.
    """
    text = texts.text(snapshot)
    if isinstance(text, Unreachable):
        return Examined(error=text)
    questions = inquiry.questions
    matches = match_quotes([question.selector for question in questions], text)
    readings = tuple(
        read_match(match, text, question)
        for match, question in zip(matches, questions, strict=True)
    )
    standing = standing_quotes(inquiry.standing, text)
    if inquiry.asks_for_quotes and not standing and not any(one.holds for one in readings):
        impostor = recognise(snapshot, text) or _made_in_part(snapshot)
        if impostor is not None and not _has_been_filled(snapshot, impostor, readings):
            return Examined(error=impostor)
    terms = present_terms(inquiry.terms, text, snapshot.body)
    return Examined(readings=readings, notes=text.notes, terms=terms, standing=standing)


def _has_been_filled(
    snapshot: Snapshot, impostor: Unreachable, readings: Sequence[Reading]
) -> bool:
    """Whether a script that was to fill a page has done so: the words are there, if altered."""
    if snapshot.rendering is None or impostor.kind is not ErrorKind.NO_TEXT:
        return False
    return any(reading.verdict.kind is VerdictKind.DRIFTED for reading in readings)


def _made_in_part(snapshot: Snapshot) -> Unreachable | None:
    """Tell of a page whose scripts were not given all that they asked for."""
    without = snapshot.rendering and snapshot.rendering.without
    if not without:
        return None
    message = f"no quote stands on the page as it was rendered, which was without {without}"
    return Unreachable(ErrorKind.TRUNCATED, message, snapshot.status, snapshot.url)


def page_text(snapshot: Snapshot, *, texts: TextCache = _TEXTS) -> PageText | Unreachable:
    """The text of a page, as `examine` reads it."""
    return texts.text(snapshot)


def read_match(match: Match, text: PageText, question: Question) -> Reading:
    """What a match says of a question: the verdict, and where the words stand for a person."""
    verdict = judge(match)
    if match.place is None or verdict.kind is VerdictKind.MISSING:
        return Reading(verdict=verdict, nearest=_nearest(match, text))
    return Reading(
        verdict=verdict,
        section=_section(text, match.place),
        deep_link=_link(question.page_url, text, match.place),
    )


def _nearest(match: Match, text: PageText) -> tuple[Nearest, ...]:
    return tuple(
        Nearest(passage.text, _section(text, passage.place), passage.kept)
        for passage in match.nearest
    )


def _section(text: PageText, place: Place) -> SectionRef | None:
    section = text.section_at(place.start)
    if section is not None:
        return SectionRef(section.title, section.anchor)
    lines = _lines(text, place)
    if lines is None:
        return None
    first, last = lines
    title = f"line {first}" if first == last else f"lines {first}-{last}"
    return SectionRef(title, _line_anchor(first, last))


def _lines(text: PageText, place: Place) -> tuple[int, int] | None:
    first, last = text.line_at(place.start), text.line_at(max(place.start, place.end - 1))
    return None if first is None or last is None else (first, last)


def _line_anchor(first: int, last: int) -> str:
    return f"L{first}" if first == last else f"L{first}-L{last}"


def _link(page_url: str, text: PageText, place: Place) -> str | None:
    if not page_url.startswith(("http://", "https://")):
        return None
    lines = _lines(text, place)
    if lines is not None and not text.sections:
        return page_url.split("#", maxsplit=1)[0] + "#" + _line_anchor(*lines)
    return deep_link(page_url, text, place)


def _length(text: PageText | Unreachable) -> int:
    return len(text.text) if isinstance(text, PageText) else 0
