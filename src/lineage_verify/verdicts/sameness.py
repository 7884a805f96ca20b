"""Other ways to say or to write the same: taken back before a change is looked at."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from lineage_verify.matches.folding import fold
from lineage_verify.matches.word_lists import phrases_of
from lineage_verify.verdicts.changes import Change

__all__ = ["same_said", "same_signs"]

_CONTRACTED = (
    (re.compile(r"(?<=[^\W\d_])'ll\b", re.IGNORECASE), " will"),
    (re.compile(r"(?<=[^\W\d_])'ve\b", re.IGNORECASE), " have"),
    (re.compile(r"(?<=[^\W\d_])'re\b", re.IGNORECASE), " are"),
    (re.compile(r"\b(i)'m\b", re.IGNORECASE), r"\1 am"),
    (re.compile(r"\b(it|that|there|he|she|what|here)'s\b", re.IGNORECASE), r"\1 is"),
    (re.compile(r"(?<![\w.])\.(?=\d)"), "0."),
)
_TIMES = re.compile(r"(?<=\d) ?×")
_CALL = re.compile(r"(?<![\w.])([^\W\d_]+)\(\)(?![\w\[(])")
_POSSESSIVE = re.compile(r"(?<=\w)'s?(?![\w'])")


def same_signs(change: Change) -> Change:
    """Return a change with the page's signs written as the quote writes them."""
    gone, come = _TIMES.sub("x", fold(change.gone)), _TIMES.sub("x", fold(change.come))
    come = _as_ours("same-signs", gone, come)
    if (gone, come) == (fold(change.gone), fold(change.come)):
        return change
    return replace(change, gone=gone, come=come)


def same_said(change: Change) -> Change:
    """Return a change with the page's words put as the quote puts them, where both say the same."""
    gone, come = _spelled_out(fold(change.gone)), _spelled_out(fold(change.come))
    come = _as_ours("same", gone, come)
    for pattern in (_CALL, _POSSESSIVE):
        gone, come = _without(pattern, gone, come)
    if (gone, come) == (fold(change.gone), fold(change.come)):
        return change
    return replace(change, gone=gone, come=come)


def _spelled_out(text: str) -> str:
    if "'" in text or "." in text:
        for pattern, instead in _CONTRACTED:
            text = pattern.sub(instead, text)
    return text


def _without(pattern: re.Pattern[str], gone: str, come: str) -> tuple[str, str]:
    """Return both sides without some marks, where they are the same words without them."""
    bare = [pattern.sub(_kept, text) for text in (gone, come)]
    same = bare[0].lower().split() == bare[1].lower().split()
    return (bare[0], bare[1]) if same else (gone, come)


def _kept(found: re.Match[str]) -> str:
    return found[1] if found.re.groups else ""


def _as_ours(name: str, gone: str, come: str) -> str:
    """Return the page's words with one phrase of each line of a list replaced by the quote's."""
    lowered = gone.lower()
    for phrases in _patterns(name):
        said = (pair for pair in phrases if pair[0] in lowered and pair[1].search(gone))
        ours = next(said, None)
        for theirs, pattern in phrases if ours else ():
            if ours and theirs != ours[0] and _stands_for(ours[1], pattern, gone, come):
                come = ours[0].join(pattern.split(come))
                break
    return come


def _stands_for(ours: re.Pattern[str], theirs: re.Pattern[str], gone: str, come: str) -> bool:
    """Tell whether the page has one phrase where the quote has the other, and neither has both."""
    if not theirs.search(come) or theirs.search(ours.sub("", gone)):
        return False
    return not ours.search(theirs.sub("", come))


@cache
def _patterns(name: str) -> tuple[tuple[tuple[str, re.Pattern[str]], ...], ...]:
    """Return the phrases of each line of a list, the longest first, as patterns."""
    return tuple(
        tuple((one, _pattern(one)) for one in sorted(line, key=len, reverse=True))
        for line in phrases_of(name)
    )


def _pattern(phrase: str) -> re.Pattern[str]:
    return re.compile("".join(_bounded(phrase)), re.IGNORECASE)


def _bounded(phrase: str) -> Iterator[str]:
    """Yield the pattern of a phrase that is a whole word, or a sign beside no other sign."""
    beside = r"\w" if phrase[0].isalnum() else r"<>=!~&+\-"
    yield rf"(?<![{beside}])"
    yield re.escape(phrase)
    yield rf"(?![{beside}])"
