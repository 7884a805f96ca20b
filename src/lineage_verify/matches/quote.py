"""A quote as it may be read: whole, in parts where words are left out, with brackets."""

import re
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise, product
from operator import add

from lineage_verify.matches.folding import fold
from lineage_verify.matches.letters import is_unspaced
from lineage_verify.matches.tokens import ends_in_denial, is_word

__all__ = ["Gap", "Part", "joined_at_line_ends", "other_first_case", "parts_of"]

_MARK = re.compile(
    r"(?P<elided>\[ ?\.{3} ?\]|(?<![\w.]\()(?<![\[({\"'=,.])\.{3,4}(?![\])}\"'.\d]))"
    r"|(?:(?<=[ (\"'])|(?<![^ ]))"
    r"\[(?P<words>[^\[\] ](?:[^\[\]]{0,78}[^\[\] ])?)\](?=[ .,;:!?)\"']|$)"
)
"""An ellipsis, or a few words in square brackets that touch no word, in a folded quote."""

_LINE_END = re.compile(r"(?<=\w)-[ \t]*\r?\n\s*(?=\w)")
_LEAST_LETTERS = 4
_MOST_EDITOR_WORDS = 8
_MOST_LINE_ENDS = 4
_MOST_PARTS = 50


class Gap(Enum):
    """What may stand in the text between two parts of a quote."""

    NOTHING = auto()
    ELIDED = auto()
    """Words left out."""
    EDITED = auto()
    """What an editor's bracket replaces: a few words, or nothing."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a quote, folded, what may stand before it, and the editor's words there."""

    text: str
    before: Gap = Gap.NOTHING
    editor: str = ""


def other_first_case(folded: str) -> str | None:
    """Return a quote with the case of its first letter changed, where that is one letter."""
    for at, character in enumerate(folded[:8]):
        if character.isalpha():
            swapped = character.swapcase()
            same = swapped == character or len(swapped) != 1
            return None if same else folded[:at] + swapped + folded[at + 1 :]
        if character.isalnum():
            return None
    return None


def joined_at_line_ends(quote: str) -> tuple[str, ...]:
    """Return the folded forms of a quote whose lines end in hyphens: without them, and with."""
    pieces = _LINE_END.split(quote)
    ends = len(pieces) - 1
    if not ends:
        return ()
    if ends > _MOST_LINE_ENDS:
        parted = ("" if _in_word(*pair) else "-" for pair in pairwise(pieces))
        joined = pieces[0] + "".join(map(add, parted, pieces[1:]))
        return fold(joined), fold("-".join(pieces))
    ways = (("", "-") if _in_word(*pair) else ("-",) for pair in pairwise(pieces))
    forms = (
        "".join(piece + glue for piece, glue in zip(pieces, (*glues, ""), strict=True))
        for glues in product(*ways)
    )
    return tuple(fold(form) for form in forms)


def _in_word(before: str, after: str) -> bool:
    """Tell whether a hyphen between two pieces may only be there for a line's end.

    That of a number, or behind the `no` of a flag, is its own.
    """
    return not (before[-1:].isdigit() or after[:1].isdigit() or ends_in_denial(before))


def parts_of(folded: str, *, brackets: bool) -> tuple[Part, ...]:
    """Return the parts of a folded quote, cut at its ellipses and, if asked, at its brackets.

    Fewer than one cut, or a part too short to mean something: nothing, the quote is read as it is.
    """
    parts: list[Part] = []
    at, before, editor, cuts = 0, Gap.NOTHING, "", 0
    for mark in _MARK.finditer(folded):
        words = mark["words"]
        if words is not None and (not brackets or not _is_editorial(words)):
            continue
        parts.append(Part(folded[at : mark.start()].strip(" "), before, editor))
        at, cuts = mark.end(), cuts + 1
        before, editor = (Gap.ELIDED, "") if words is None else (Gap.EDITED, words)
    parts.append(Part(folded[at:].strip(" "), before, editor))
    return _sound(parts) if cuts else ()


def _is_editorial(words: str) -> bool:
    """Tell whether square brackets hold an editor's words, not an index, a type or a footnote."""
    return (
        any(is_word(one) for one in words)
        and len(words.split(" ")) <= _MOST_EDITOR_WORDS
        and not words.strip().isdigit()
    )


def _sound(parts: list[Part]) -> tuple[Part, ...]:
    """Return the parts that say something, or none where what stands between ellipses is too short.

    Parts on both sides of an editor's brackets stand close together and count as one.
    """
    kept = [part for part in parts if part.text or part.editor]
    if len(kept) > _MOST_PARTS:
        return ()
    stretches: list[str] = []
    for part in kept:
        if not stretches or part.before is Gap.ELIDED:
            stretches.append("")
        stretches[-1] = f"{stretches[-1]} {part.text}".strip(" ")
    return tuple(kept) if kept and all(map(_means_something, stretches)) else ()


def _means_something(text: str) -> bool:
    words = [word for word in text.split(" ") if any(is_word(one) for one in word)]
    letters = sum(2 if is_unspaced(one) else 1 for one in text if is_word(one))
    return letters >= _LEAST_LETTERS and (len(words) > 1 or letters > _LEAST_LETTERS)
