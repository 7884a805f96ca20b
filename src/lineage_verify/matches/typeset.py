"""Other ways in which a page may set what a quote says: its dashes, its quotation marks.

These are forms of a quote, no foldings: `a—b` may be set `a - b` and may be set `a-b`, and those
two are not the same. Each is looked for only where the forms before it stand nowhere.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, product

from lineage_verify.matches.exact import Span
from lineage_verify.matches.folding import fold
from lineage_verify.matches.letters import fold_character
from lineage_verify.matches.reading import Reading

__all__ = ["Setting", "set_otherwise"]

_BEFORE = r"(?<=[\w.,;:!?…)\]\"'’”»`%])"
_AFTER = r"(?=[^\W\d_]|[(\[\"'‘“«`])"
_SPACED = re.compile(rf"{_BEFORE} --? {_AFTER}")
"""Between words; never before a number, where it may be a sign."""
_CLOSED = re.compile(rf"{_BEFORE}[—―]{_AFTER}")
_TYPED = re.compile(r"(?<=[^\W\d_][^\W\d_])--(?=[^\W\d_])")
_DOUBLE = re.compile(r"(?<=[^\W\d_])--(?=[^\W\d_])|(?<= )--(?= )")
"""A dash as it is typed; a hyphen alone is another argument of a command."""
_EM_DASHES = frozenset("—―")
_HYPHEN = re.compile(r"\s-\s")

_LONGEST_QUOTATION = 400
_CODE = re.compile(r"[$\\{}<>=|^;]")
"""What a shell or a programming language reads otherwise in the other kind of quotation marks."""
_SIGNS = frozenset("-'\"")
_WORDS = re.compile(r"\[?\w.")


@dataclass(frozen=True, slots=True)
class Setting:
    """A folded form of a quote, and what the page's own characters must be for it to stand."""

    form: str
    em_dashes: tuple[int, ...] = ()
    """Which of the page's dashes and hyphens, counted from 0, must be no hyphens."""
    hyphens: int | None = None
    """How many spaced hyphens the page has at most, where that is bounded."""

    def fits(self, reading: Reading, span: Span) -> bool:
        """Tell whether a page's own characters are set as this form takes them to be."""
        if not self.em_dashes and self.hyphens is None:
            return True
        own = reading.found(*span)[1]
        if self.em_dashes:
            dashes = [one for one in own if fold_character(one) == "-"]
            if not all(_EM_DASHES.issuperset(dashes[n : n + 1]) for n in self.em_dashes):
                return False
        return self.hyphens is None or len(_HYPHEN.findall(own)) <= self.hyphens


@lru_cache(maxsize=64)
def set_otherwise(quote: str, folded: str) -> tuple[Setting, ...]:
    """Return the other forms of a quote, those with the fewest changes first, each once.

    They are kept for a while: a quote is looked for in several readings of a page.
    """
    if _SIGNS.isdisjoint(folded):
        return ()
    return tuple(_forms(quote, folded))


def _forms(quote: str, folded: str) -> Iterator[Setting]:
    seen = {folded}
    for dashed, marked in product(_dashed(quote, folded), (_same, *_MARKED)):
        form = marked(dashed.form)
        if form not in seen:
            seen.add(form)
            yield Setting(form, dashed.em_dashes, dashed.hyphens)


def _dashed(quote: str, folded: str) -> Iterator[Setting]:
    yield Setting(folded)
    if "-" not in folded:
        return
    single, changed = _DOUBLE.subn("-", folded)
    if changed:
        yield Setting(single, hyphens=len(_HYPHEN.findall(quote)))
    closed = _SPACED.split(folded)
    if len(closed) > 1:
        numbers = accumulate(1 + part.count("-") for part in closed[:-1])
        yield Setting("-".join(closed), tuple(number - 1 for number in numbers))
    spaced, changed = _CLOSED.subn(" - ", quote)
    if changed:
        yield Setting(fold(spaced))
    typed, changed = _TYPED.subn(" - ", spaced)
    if changed:
        yield Setting(fold(typed), hyphens=len(_HYPHEN.findall(quote)))


def _same(text: str) -> str:
    return text


def _doubled(text: str) -> str:
    return _with_marks(text, "'", '"')


def _singled(text: str) -> str:
    return _with_marks(text, '"', "'")


def _swapped(text: str) -> str:
    doubles, singles = _quotations(text, '"'), _quotations(text, "'")
    return _replaced(_replaced(text, singles, '"'), doubles, "'")


_MARKED = (_doubled, _singled, _swapped)


def _with_marks(text: str, old: str, new: str) -> str:
    return _replaced(text, _quotations(text, old), new)


def _replaced(text: str, places: list[int], mark: str) -> str:
    if not places:
        return text
    characters = list(text)
    for place in places:
        characters[place] = mark
    return "".join(characters)


def _quotations(text: str, mark: str) -> list[int]:
    """Return where the marks of whole quotations stand: no apostrophe, no prime, no code."""
    found: list[int] = []
    opening = -1
    at = text.find(mark)
    while at >= 0:
        if _opens(text, at):
            opening = at
        elif opening >= 0 and _closes(text, at):
            if _is_said(text[opening + 1 : at]):
                found += [opening, at]
            opening = -1
        at = text.find(mark, at + 1)
    return found


def _opens(text: str, at: int) -> bool:
    before, after = text[max(0, at - 2) : at], text[at + 1 : at + 2]
    if not after.isalnum() and after not in {"[", "'", '"'}:
        return False
    last = before[-1:]
    if last in {"(", "["}:
        return not before[0].isalnum() or len(before) == 1
    return last in {"", " ", "-", "'", '"'} and before not in {"= ", "+ ", "> ", "< "}


def _closes(text: str, at: int) -> bool:
    return not text[at - 1].isspace() and not text[at + 1 : at + 2].isalnum()


def _is_said(words: str) -> bool:
    return (
        len(words) <= _LONGEST_QUOTATION
        and _WORDS.match(words.lstrip("'\"")) is not None
        and _CODE.search(words) is None
    )
