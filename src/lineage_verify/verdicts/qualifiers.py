"""What qualifies a claim: words that come or go beside it, its tense, and how it compares."""

import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cache, lru_cache
from itertools import pairwise

from lineage_verify.matches.folding import fold
from lineage_verify.matches.lexicon import quantities
from lineage_verify.matches.opposites import are_opposite, base_forms
from lineage_verify.matches.word_lists import phrases_of
from lineage_verify.verdicts.changes import Change

__all__ = [
    "comparison_reasons",
    "complexity_reasons",
    "misspelled",
    "qualifier_reasons",
    "tense_reasons",
]

_LEAST_ALIKE = 0.85
_LEAST_SPELLED = 5
_MOST_STRANGE = 200
_WORD = re.compile(r"[^\W_]+(?:'[^\W\d_]+)?")
_BE = frozenset(["am", "is", "are", "was", "were", "be", "been", "being", "get", "gets", "got"])
_PRESENT = {"is": "be", "are": "be", "am": "be", "has": "have", "have": "have", "does": "do",
            "do": "do", "isn't": "be", "aren't": "be"}  # fmt: skip
_PAST = {"was": "be", "were": "be", "had": "have", "did": "do", "wasn't": "be", "weren't": "be"}
_COMPARED = re.compile(
    r"\b(?:(?P<more>\w{2,}er|more \w+|less \w+|worse) than|(?P<same>as \w+ as))\b"
)
_MEASURES = re.compile(
    r"\b(over|above|about|around|circa|under|below|nearly|almost|only|exactly|roughly|approximately"
    r"|just|precisely|more than|less than|fewer than|up to|at least|at most|beyond)\s*$"
)
_COMPLEXITY = re.compile(r"(?<!\w)([OΘΩo]\([^()]{1,40}(?:\([^()]{0,20}\))?[^()]{0,20}\))")


def qualifier_reasons(quote: str, page: str) -> Iterator[str]:
    """Yield the qualifying words that stand in a quote or in its passage only."""
    ours, theirs = _words_in(quote), _words_in(page)
    lost, added = list(_only_in(ours, theirs)), list(_only_in(theirs, ours))
    for one, two in zip(lost, added, strict=False):
        yield f"qualifier: {one} -> {two}"
    yield from (f"qualifier lost: {one}" for one in lost[len(added) :])
    yield from (f"qualifier added: {one}" for one in added[len(lost) :])


def _words_in(text: str) -> list[str]:
    return [word.group().lower() for word in _WORD.finditer(fold(text))]


def _only_in(ours: list[str], theirs: list[str]) -> Iterator[str]:
    """Yield the phrases that say what no phrase of the other side says, as often as they do."""
    left = Counter(name for name, _ in _qualifiers(theirs, ours))
    strange = sorted(set(theirs) - set(ours))[:_MOST_STRANGE]
    for name, phrase in _qualifiers(ours, theirs):
        if left[name]:
            left[name] -= 1
        elif not any(misspelled(word, other) for word in phrase.split() for other in strange):
            yield phrase


@lru_cache(maxsize=8192)
def misspelled(one: str, two: str) -> bool:
    """Tell whether two words are most likely one, spelled in two ways; never opposites."""
    if abs(len(one) - len(two)) > 2 or min(len(one), len(two)) < _LEAST_SPELLED:
        return False
    alike = SequenceMatcher(None, one, two, autojunk=False).ratio()
    return alike >= _LEAST_ALIKE and not are_opposite(one, two)


@cache
def _by_first_word() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """Return the phrases by their first word, the longest first, each with its line's first."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for line in phrases_of("qualifiers"):
        for phrase in line:
            words = tuple(phrase.replace("-", " ").split())
            found.setdefault(words[0], []).append((words, line[0]))
    for phrases in found.values():
        phrases.sort(key=lambda one: -len(one[0]))
    return found


def _qualifiers(words: list[str], others: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each qualifying phrase of some words: the first of its line, and as it is said."""
    kept = set(pairwise(others))
    at = 0
    while at < len(words):
        length = 1
        for phrase, name in _by_first_word().get(words[at], ()):
            end = at + len(phrase)
            if tuple(words[at:end]) == phrase and not _is_purpose(words, at, end, kept):
                yield name, " ".join(phrase)
                length = len(phrase)
                break
        at += length


def _is_purpose(words: list[str], at: int, end: int, kept: set[tuple[str, str]]) -> bool:
    """Tell whether `used to` says what a thing serves for: `is used to`, `a key used to sign`."""
    if words[at] != "used" or at == 0:
        return False
    return words[at - 1] in _BE or tuple(words[end - 1 : end + 1]) in kept


def tense_reasons(change: Change) -> Iterator[str]:
    """Yield the auxiliary verbs that are now past, or were and are present."""
    ours = {one.key for one in change.lost}
    theirs = {one.key for one in change.added}
    for was, now in ((_PRESENT, _PAST), (_PAST, _PRESENT)):
        for one in sorted(ours & was.keys()):
            two = next((two for two in sorted(theirs & now.keys()) if now[two] == was[one]), None)
            if two is not None:
                yield f"tense: {one} -> {two}"


def comparison_reasons(change: Change) -> Iterator[str]:
    """Yield the comparisons that became another: `faster than`, `as fast as`, `over 10`."""
    ours, theirs = fold(change.gone).lower(), fold(change.come).lower()
    one, two = _compared(f"{ours} {change.after}"), _compared(f"{theirs} {change.after}")
    if one and two and one.lastgroup != two.lastgroup:
        yield f"comparison: {one.group()} -> {two.group()}"
    elif change.after[:1].isdigit() or _begins_with_number(change):
        before, after = _MEASURES.search(ours), _MEASURES.search(theirs)
        said = (before[1] if before else "", after[1] if after else "")
        if said[0] != said[1]:
            yield "comparison" + _told(*said)


def _told(one: str, two: str) -> str:
    if one and two:
        return f": {one} -> {two}"
    return f" lost: {one}" if one else f" added: {two}"


def _begins_with_number(change: Change) -> bool:
    first = change.after.split(" ", 1)[0].lower()
    return bool(first) and not quantities().isdisjoint(base_forms(first))


def _compared(text: str) -> re.Match[str] | None:
    return _COMPARED.search(text[:400])


def complexity_reasons(quote: str, page: str) -> Iterator[str]:
    """Yield the orders of growth that are not the same: `O(n)` and `O(log n)`."""
    ours, theirs = (Counter(_COMPLEXITY.findall(fold(text))) for text in (quote, page))
    for one, two in zip((ours - theirs).elements(), (theirs - ours).elements(), strict=False):
        yield f"order of growth: {one} -> {two}"
