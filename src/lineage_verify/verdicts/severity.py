"""How much a drift matters, and why, from the words on one side of its diff only."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from lineage_verify.matches.folding import fold
from lineage_verify.matches.model import Edit, Match
from lineage_verify.matches.negation import negations_in
from lineage_verify.matches.spans import FURTHEST_APART
from lineage_verify.verdicts.lexicon import (
    are_opposite,
    base_forms,
    modals,
    quantities,
    restrictors,
    unit_of,
)
from lineage_verify.verdicts.model import Severity

__all__ = ["severity_of"]

_TOKEN = re.compile(
    r"(?P<flag>(?<![\w\-])--?[A-Za-z][\w\-]*)"
    r"|(?P<number>(?<![\w.])[<>=~≈±$€£]*[+\-]?v?\d[\d.,]*(?:\w*)(?:[.\-+]\w+)*%?)"
    r"|(?P<name>\w+(?:(?:[./:@\\]+|->|::|-)\w+)+(?:\(\))?|\w+\(\)|\w*_\w*|C\+\+|C#)"
    r"|(?P<word>[^\W\d_]+(?:'[^\W\d_]+)?)"
    r"|(?P<mixed>\w+)"
    r"|(?P<operator>[<>=!+*/%&|^~]+|[-]>)"
    r"|(?P<sign>\S)"
)
_NAME = re.compile(r"[a-z][A-Z]|[A-Z]{2}|\d|[_./:@\\()]")
_VERSION = re.compile(r"v?\d+(?:\.\d+)+\w*$|v\d+$")
_CLAUSE = 4
"""Words in a row without counterpart that make a clause."""


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str

    @property
    def key(self) -> str:
        return self.text if self.kind in {"name", "flag"} else self.text.lower()


@dataclass(frozen=True, slots=True)
class _Region:
    """The words of one change: what the quote had, what the page has, and what stands before."""

    gone: str
    come: str
    before: str
    interruption: bool


def severity_of(match: Match) -> tuple[Severity, tuple[str, ...]]:
    """Return the severity of an altered match and the reasons a person reads, worst first."""
    reasons: list[str] = list(_apart(match))
    wording: list[str] = []
    for region in _regions(match):
        meant, worded = _weigh(region)
        reasons += meant
        wording += worded
    if reasons:
        return Severity.MEANING, tuple(dict.fromkeys(reasons))
    if wording:
        return Severity.WORDING, tuple(dict.fromkeys(wording))
    return Severity.COSMETIC, ("letter case or punctuation",)


def _apart(match: Match) -> Iterator[str]:
    for one, two in zip(match.parts, match.parts[1:], strict=False):
        if two.start - one.end > FURTHEST_APART:
            yield f"parts far apart: {two.start - one.end:,} characters between them"


def _regions(match: Match) -> Iterator[_Region]:
    before = ""
    gone = come = ""
    interruption = False
    for difference in match.diff:
        if difference.edit is Edit.EQUAL:
            if gone or come:
                yield _Region(gone, come, before, interruption)
            before, gone, come, interruption = difference.text, "", "", False
        elif difference.edit is Edit.DELETE:
            gone = f"{gone} {difference.text}".strip()
        else:
            come = f"{come} {difference.text}".strip()
            interruption = interruption or difference.interruption
    if gone or come:
        yield _Region(gone, come, before, interruption)


def _tokens(text: str) -> list[_Token]:
    return [
        _Token(found.lastgroup or "sign", found.group()) for found in _TOKEN.finditer(fold(text))
    ]


def _weigh(region: _Region) -> tuple[list[str], list[str]]:
    gone, come = _tokens(region.gone), _tokens(region.come)
    lost, added = _one_sided(gone, come)
    if _same_letters(region.gone, region.come) and not _has_value(lost + added):
        return [], []
    reasons = [
        *_negations(region),
        *_modals(lost, added),
        *_numbers(lost, added, region.before),
        *_units(lost, added),
        *_names(lost, added),
        *_operators(lost, added),
        *_quantities(lost, added),
        *_restrictors(region),
        *_opposites(lost, added),
        *_clauses(region, lost, added),
    ]
    return reasons, list(_worded(lost, added))


def _one_sided(gone: list[_Token], come: list[_Token]) -> tuple[list[_Token], list[_Token]]:
    ours, theirs = Counter(one.key for one in gone), Counter(one.key for one in come)
    return _rest(gone, ours - theirs), _rest(come, theirs - ours)


def _rest(tokens: list[_Token], left: Counter[str]) -> list[_Token]:
    rest = []
    for token in tokens:
        if left[token.key] > 0:
            left[token.key] -= 1
            rest.append(token)
    return rest


def _same_letters(one: str, two: str) -> bool:
    """Tell whether two texts are the same but for case, punctuation and spacing."""
    return _letters(one) == _letters(two)


def _letters(text: str) -> str:
    return "".join(character for character in fold(text).lower() if character.isalnum())


def _has_value(tokens: list[_Token]) -> bool:
    return any(token.kind in {"number", "flag", "operator"} for token in tokens)


def _negations(region: _Region) -> Iterator[str]:
    ours, theirs = (
        Counter(negations_in(fold(region.gone))),
        Counter(negations_in(fold(region.come))),
    )
    for word in ours - theirs:
        yield f"negation lost: {word}"
    for word in theirs - ours:
        yield f"negation added: {word}"


def _of(tokens: list[_Token], words: frozenset[str]) -> list[str]:
    return [token.key for token in tokens if token.kind == "word" and token.key in words]


def _changed(what: str, ours: list[str], theirs: list[str]) -> Iterator[str]:
    """Yield one reason for each pair of words that stand against each other, then the rest."""
    for index in range(max(len(ours), len(theirs))):
        one = ours[index] if index < len(ours) else None
        two = theirs[index] if index < len(theirs) else None
        if one is None:
            yield f"{what} added: {two}"
        elif two is None:
            yield f"{what} lost: {one}"
        else:
            yield f"{what}: {one} -> {two}"


def _modals(lost: list[_Token], added: list[_Token]) -> Iterator[str]:
    yield from _changed("modal", _of(lost, modals()), _of(added, modals()))


def _numbers(lost: list[_Token], added: list[_Token], before: str) -> Iterator[str]:
    ours = [token.text for token in lost if token.kind == "number"]
    theirs = [token.text for token in added if token.kind == "number"]
    versions = [one for one in ours + theirs if _VERSION.match(one)]
    what = "version" if versions or "version" in before.lower().split()[-2:] else "number"
    yield from _changed(what, ours, theirs)


def _units(lost: list[_Token], added: list[_Token]) -> Iterator[str]:
    ours = [token.text for token in lost if unit_of(token.text)]
    theirs = [token.text for token in added if unit_of(token.text)]
    for one, two in zip(ours, theirs, strict=False):
        if unit_of(one) != unit_of(two):
            yield f"unit: {one} -> {two}"


def _names(lost: list[_Token], added: list[_Token]) -> Iterator[str]:
    ours = [token.text for token in lost if _is_name(token)]
    theirs = [token.text for token in added if _is_name(token)]
    flags = any(token.kind == "flag" for token in lost + added)
    for reason in _changed("identifier", ours, theirs):
        yield reason.replace("identifier: ", "flag renamed: ") if flags else reason


def _is_name(token: _Token) -> bool:
    if token.kind in {"flag", "mixed"}:
        return True
    return token.kind in {"name", "word"} and bool(_NAME.search(token.text))


def _operators(lost: list[_Token], added: list[_Token]) -> Iterator[str]:
    ours = [token.text for token in lost if token.kind == "operator"]
    theirs = [token.text for token in added if token.kind == "operator"]
    yield from _changed("operator", ours, theirs)


def _quantities(lost: list[_Token], added: list[_Token]) -> Iterator[str]:
    ours, theirs = _of(lost, quantities()), _of(added, quantities())
    yield from _changed("quantity", ours, theirs)


def _restrictors(region: _Region) -> Iterator[str]:
    ours, theirs = f" {_plain(region.gone)} ", f" {_plain(region.come)} "
    for words in sorted(restrictors()):
        if f" {words} " in ours and f" {words} " not in theirs:
            yield f"condition lost: {words}"
        if f" {words} " in theirs and f" {words} " not in ours:
            yield f"condition added: {words}"


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", fold(text).lower()))


def _opposites(lost: list[_Token], added: list[_Token]) -> Iterator[str]:
    for one in lost:
        for two in added:
            if len(lost) * len(added) < 400 and are_opposite(one.key, two.key):
                yield f"opposite: {one.text} -> {two.text}"


def _clauses(region: _Region, lost: list[_Token], added: list[_Token]) -> Iterator[str]:
    ours = [token.text for token in lost if token.kind != "sign"]
    theirs = [token.text for token in added if token.kind != "sign"]
    if len(ours) >= _CLAUSE and not theirs:
        yield f"clause lost: {region.gone}"
    if len(theirs) >= _CLAUSE and not ours:
        yield f"clause added: {region.come}"


def _worded(lost: list[_Token], added: list[_Token]) -> Iterator[str]:
    ours = " ".join(token.text for token in lost if token.kind != "sign")
    theirs = " ".join(token.text for token in added if token.kind != "sign")
    if ours and theirs and base_forms(ours) & base_forms(theirs):
        yield f"form: {ours} -> {theirs}"
    elif ours or theirs:
        yield f"words: {ours or '(none)'} -> {theirs or '(none)'}"
