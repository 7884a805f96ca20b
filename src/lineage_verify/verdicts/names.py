"""Names that changed: of people and things, of commands, of values, of what code holds."""

import re
from collections.abc import Iterator

from lineage_verify.matches.folding import fold
from lineage_verify.matches.opposites import base_forms
from lineage_verify.matches.weights import is_light, telling
from lineage_verify.matches.word_lists import words_of
from lineage_verify.verdicts.changes import Change, Kind, Token, take_out
from lineage_verify.verdicts.qualifiers import misspelled

__all__ = ["code_names", "letter_names", "proper_names", "subject_names", "value_names"]

_MODE = re.compile(r"[\"'(]*[-dlbcps]?(?:[r-][w-][xsStT-]){3}[\"').,;:]*")
_HOLDS = re.compile(r"\w(?:\[[\"']?[^\W\d][\w\"',.:-]*\]|\([\"']?[^\W\d][\w\"',.:=-]*\))")
_FILE = re.compile(r"[*~/]*\.[A-Za-z]\w*|\.{1,2}|[*~/]")
"""The ending of a file's name, a pattern of names, or a folder by its sign."""
_LITERAL = re.compile(r"[\"'(]*[\"'][^\s\"']+[\"'][\"').,;:]*")
_PLURAL = re.compile(r"\((?:s|es|ies|x)\)")
_LETTER = re.compile(r"[A-Za-zΑ-Ωα-ω]")
_DEFAULT = re.compile(r"\bdefaults?(?: \w+){0,3} (?:is|are|to|of|be|:|=)$|\bdefaults? ?[:=]$")
_VERB_BEHIND = frozenset(
    {"is", "are", "was", "were", "has", "had", "can", "may", "must", "should", "will", "would"}
    | {"does", "did", "supports", "uses", "runs"}
)


def code_names(change: Change) -> Iterator[str]:
    """Yield the words of code that are others: `data['host']`, `"w"`, `.zip`, a file's mode."""
    ours, theirs = fold(change.gone).split(), fold(change.come).split()
    if len(ours) != len(theirs):
        return
    for one, two in zip(ours, theirs, strict=True):
        if _bare(one) != _bare(two) and (_both(_MODE, one, two) or _is_code(one, two)):
            yield f"identifier: {one} -> {two}"


def _both(pattern: re.Pattern[str], one: str, two: str) -> bool:
    return bool(pattern.fullmatch(one) and pattern.fullmatch(two))


def _is_code(one: str, two: str) -> bool:
    bare = [_PLURAL.sub("", word).strip(",;:!?\"'()") for word in (one, two)]
    if bare[0].lower() == bare[1].lower():
        return False
    if any(_HOLDS.search(word) for word in (_PLURAL.sub("", one), _PLURAL.sub("", two))):
        return True
    files = any(map(_FILE.fullmatch, bare)) and all(bare)
    return files or (_both(_LITERAL, one, two) and not misspelled(bare[0], bare[1]))


def _bare(word: str) -> str:
    return re.sub(r"\(s\)", "s", word).strip(".,;:!?\"'").lower()


def letter_names(change: Change) -> Iterator[str]:
    """Yield the letters that name a thing by themselves, as in `Appendix A`; takes them out."""
    lost = [one for one in change.lost if _is_letter(one)]
    added = [one for one in change.added if _is_letter(one)]
    pairs = [
        pair
        for pair in zip(lost, added, strict=False)
        if {pair[0].text, pair[1].text}.isdisjoint({"a", "I"})
    ]
    yield from _paired(change, pairs)


def _paired(change: Change, pairs: list[tuple[Token, Token]]) -> Iterator[str]:
    """Yield the pairs of names and take them out."""
    take_out(change.lost, (one for one, _ in pairs))
    take_out(change.added, (two for _, two in pairs))
    yield from (f"name: {one.text} -> {two.text}" for one, two in pairs)


def _is_letter(token: Token) -> bool:
    return token.kind is Kind.WORD and _LETTER.fullmatch(token.text) is not None


def proper_names(change: Change) -> Iterator[str]:
    """Yield the names of people and things that changed: words with a capital within a sentence."""
    if not change.before or change.before[-1:] in ".!?:":
        return
    lost = [one for one in change.lost if _is_proper(one)]
    added = [one for one in change.added if _is_proper(one)]
    yield from _paired(change, list(zip(lost, added, strict=False)))


def _is_proper(token: Token) -> bool:
    return token.kind is Kind.WORD and token.text[:1].isupper() and len(token.text) > 1


def subject_names(change: Change) -> Iterator[str]:
    """Yield a name that begins a sentence: one word with a capital, a verb right behind it."""
    begins = not change.before or change.before[-1:] in ".!?:"
    one, two = _lone(change.lost), _lone(change.added)
    behind = change.after.split(" ", 1)[0].lower()
    if not begins or one is None or two is None or behind not in _VERB_BEHIND:
        return
    if change.gone != one.text or change.come != two.text:
        return
    common = any(telling(word.key) < 1 for word in (one, two))
    if _is_proper(one) and _is_proper(two) and not common and _unlike(one, two):
        yield from _replaced("name", change, one, two)


def value_names(change: Change) -> Iterator[str]:
    """Yield what a default is, per what is counted, and the word of a command that changed."""
    one, two = _lone(change.lost), _lone(change.added)
    if one is None or two is None or one.kind is not Kind.WORD or two.kind is not Kind.WORD:
        return
    before = change.before[-80:].lower()
    last = before.rsplit(" ", 1)[-1].strip("`$>'\"(")
    if _unlike(one, two):
        if _DEFAULT.search(before) and not (is_light(one.key) or is_light(two.key)):
            yield from _replaced("value", change, one, two)
        elif last == "per":
            yield from _replaced("counted per", change, one, two)
        elif last in words_of("commands"):
            yield from _replaced("command", change, one, two)


def _lone(tokens: list[Token]) -> Token | None:
    words = [one for one in tokens if one.kind is not Kind.SIGN]
    return words[0] if len(words) == 1 else None


def _unlike(one: Token, two: Token) -> bool:
    return not (base_forms(one.key) & base_forms(two.key) or misspelled(one.key, two.key))


def _replaced(what: str, change: Change, one: Token, two: Token) -> Iterator[str]:
    change.lost.remove(one)
    change.added.remove(two)
    yield f"{what}: {one.text} -> {two.text}"
