"""What makes a change bear on a claim: each kind looks at the tokens of one side only."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from lineage_verify.matches.folding import fold
from lineage_verify.matches.lexicon import quantities, restrictors, unit_of
from lineage_verify.matches.negation import negations_in
from lineage_verify.matches.opposites import are_opposite, base_forms
from lineage_verify.matches.word_lists import words_of
from lineage_verify.verdicts.amounts import amounts_in
from lineage_verify.verdicts.changes import Change, Kind, Token

__all__ = ["is_cosmetic", "meaning_reasons", "negation_reasons", "wording_reason"]

_VERSION = re.compile(r"v\d|\d+(?:\.\d+)+[a-z]*\d*$")
_IDENTIFIER = re.compile(r"[_/\\(@=]|::|\w\.\w")
_DIGITS_APART = re.compile(r"\d\s+\d")
_MEASURED = re.compile(r"(?P<number>[\d.,]*)(?P<unit>[^\W\d_]+)[.,;:!?)]*")
_SAME_BRACKETS = str.maketrans("[]", "()")
_BOUND = re.compile(r"[\[(][+-]?\d[\d.]*,|[+-]?\d[\d.]*[\])][.,;:]?$")
"""One end of an interval, as a word: `[0,` or `1)`."""
_CONNECTIVES = frozenset({"and", "or"})
_ANSWERS = frozenset({"yes", "true", "false"})
"""Words that are a claim by themselves; `no` is a negation."""
_MODAL_FORMS = {"cannot": "can", "can't": "can", "won't": "will", "shan't": "shall"}
_CLAUSE = 4
"""Words in a row without counterpart that make a clause."""
_MOST_SHOWN = 12
"""Words of a clause that a reason shows."""
_MOST_COMPARED = 400
_SHORT_UNIT = 2


def is_cosmetic(change: Change) -> bool:
    """Tell whether a change is of letter case, punctuation or spacing alone.

    Never where a number, a flag, an operator or an identifier is not the same.
    """
    if any(_recased_units(change)) or any(_intervals(change)) or any(_questions(change)):
        return False
    if _squeezed(change.gone) == _squeezed(change.come):
        return not (_DIGITS_APART.search(change.gone) or _DIGITS_APART.search(change.come))
    if _letters(change.gone) != _letters(change.come):
        return False
    values = {Kind.NUMBER, Kind.FLAG, Kind.OPERATOR}
    if any(token.kind in values for token in (*change.lost, *change.added)):
        return False
    return _identifiers(change.lost) == _identifiers(change.added)


def _squeezed(text: str) -> str:
    return fold(text).replace(" ", "")


def _identifiers(tokens: list[Token]) -> Counter[str]:
    """Return the identifiers among some tokens, the case of their first letter aside."""
    names = (token.text for token in tokens if token.kind is Kind.NAME)
    return Counter(name[:1].lower() + name[1:] for name in names if _IDENTIFIER.search(name))


def _letters(text: str) -> str:
    return "".join(one for one in fold(text).lower() if one.isalnum())


def meaning_reasons(change: Change) -> list[str]:
    """Return why a change bears on the claim, worst first; nothing where it does not."""
    kinds: tuple[Callable[[Change], Iterator[str]], ...] = (
        _negations,
        _inflections,
        _flags,
        _intervals,
        _same_amounts,
        _numbers,
        _units,
        _connectives,
        _opposites,
        _answers,
        _names,
        _proper_names,
        _questions,
        _modals,
        _quantities,
        _conditions,
        _operators,
        _clauses,
    )
    return [reason for kind in kinds for reason in kind(change)]


def negation_reasons(gone: Iterable[str], come: Iterable[str]) -> list[str]:
    """Return what to say of the negations of a quote and those of the page."""
    return list(_paired("negation", *_unmatched(gone, come)))


def _negations(change: Change) -> Iterator[str]:
    lost, added = _unmatched(negations_in(fold(change.gone)), negations_in(fold(change.come)))
    yield from _paired("negation", lost, added)
    for word in (*lost, *added):
        _take(change.lost, word)
        _take(change.added, word)


def _unmatched(gone: Iterable[str], come: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return what denies on one side only."""
    ours, theirs = Counter(map(_denial, gone)), Counter(map(_denial, come))
    return list((ours - theirs).elements()), list((theirs - ours).elements())


def _denial(word: str) -> str:
    """Return what a word denies with: `isn't` and `cannot` deny as `not` does."""
    return "not" if word.endswith("n't") or word == "cannot" else word


def _take(tokens: list[Token], key: str) -> None:
    for token in tokens:
        if token.key == key:
            tokens.remove(token)
            return


def _inflections(change: Change) -> Iterator[str]:
    """Take out the words that are forms of one another: they are wording, whatever they say."""
    for one in [token for token in change.lost if token.kind is Kind.WORD]:
        for two in [token for token in change.added if token.kind is Kind.WORD]:
            plain = not (one.is_name or two.is_name or are_opposite(one.key, two.key))
            if plain and base_forms(one.key) & base_forms(two.key):
                change.lost.remove(one)
                change.added.remove(two)
                break
    yield from ()


def _paired(what: str, lost: list[str], added: list[str]) -> Iterator[str]:
    """Yield one reason for each pair that stands against each other, then for what is left."""
    for one, two in zip(lost, added, strict=False):
        yield f"{what}: {one} -> {two}"
    for word in lost[len(added) :]:
        yield f"{what} lost: {word}"
    for word in added[len(lost) :]:
        yield f"{what} added: {word}"


def _taken(tokens: list[Token], wanted: Callable[[Token], bool]) -> list[str]:
    """Take the tokens of a kind out of a side and return their texts."""
    found = [token for token in tokens if wanted(token)]
    for token in found:
        tokens.remove(token)
    return [token.text for token in found]


def _by(
    what: str, change: Change, wanted: Callable[[Token], bool], *, to: str | None = None
) -> Iterator[str]:
    lost, added = _taken(change.lost, wanted), _taken(change.added, wanted)
    for reason in _paired(what, lost, added):
        yield reason.replace(f"{what}: ", f"{to}: ", 1) if to else reason


def _flags(change: Change) -> Iterator[str]:
    yield from _by("flag", change, lambda one: one.kind is Kind.FLAG, to="flag renamed")


def _intervals(change: Change) -> Iterator[str]:
    """Yield the ends of intervals that are in where they were out, or the other way round."""
    for one, two in zip(change.gone.split(), change.come.split(), strict=False):
        same = one != two and one.translate(_SAME_BRACKETS) == two.translate(_SAME_BRACKETS)
        if same and _BOUND.match(one) and _BOUND.match(two):
            yield f"interval: {one} -> {two}"


def _same_amounts(change: Change) -> Iterator[str]:
    """Take out the amounts that are the same in another spelling: they are wording."""
    for one in amounts_in(change.gone):
        for two in amounts_in(change.come):
            if one.same_as(two) and one.of(change.lost) and two.of(change.added):
                one.take(change.lost)
                two.take(change.added)
                break
    yield from ()


def _proper_names(change: Change) -> Iterator[str]:
    """Yield the names of people and things that changed: words with a capital within a sentence."""
    if not change.before or change.before[-1:] in ".!?:":
        return
    lost = [one for one in change.lost if _is_proper(one)]
    added = [one for one in change.added if _is_proper(one)]
    for one, two in zip(lost, added, strict=False):
        change.lost.remove(one)
        change.added.remove(two)
        yield f"name: {one.text} -> {two.text}"


def _is_proper(token: Token) -> bool:
    return token.kind is Kind.WORD and token.text[:1].isupper() and len(token.text) > 1


def _questions(change: Change) -> Iterator[str]:
    """Yield that a statement has become a question, or a question a statement."""
    one, two = change.gone.rstrip("\"')"), change.come.rstrip("\"')")
    if one.endswith("?") != two.endswith("?") and {one[-1:], two[-1:]} <= set(".!?"):
        yield f"question: {change.gone} -> {change.come}"


def _numbers(change: Change) -> Iterator[str]:
    numbers = [one.text for one in (*change.lost, *change.added) if one.kind is Kind.NUMBER]
    named = "version" in change.before.lower().split()[-2:]
    what = "version" if named or any(map(_VERSION.match, numbers)) else "number"
    yield from _by(what, change, lambda one: one.kind is Kind.NUMBER)


def _units(change: Change) -> Iterator[str]:
    yield from _recased_units(change)
    lost = [one for one in change.lost if _is_unit(one, change)]
    added = [one for one in change.added if _is_unit(one, change)]
    for one, two in zip(lost, added, strict=False):
        change.lost.remove(one)
        change.added.remove(two)
        if unit_of(one.text) != unit_of(two.text):
            yield f"unit: {one.text} -> {two.text}"


def _recased_units(change: Change) -> Iterator[str]:
    """Yield the units whose letters tell by their case alone what is meant: bit, byte; milli, mega.

    The binding case of unit symbols is that of the SI brochure, 5.2, and of IEC 80000-13.
    """
    lost, added = change.gone.split(), change.come.split()
    before = [change.before, *lost]
    for number, (one, two) in enumerate(zip(lost, added, strict=False)):
        was, now = _MEASURED.fullmatch(one), _MEASURED.fullmatch(two)
        if not was or not now or was["unit"].lower() != now["unit"].lower():
            continue
        measured = bool(was["number"]) or before[number][-1:].isdigit()
        differing = {x for x, y in zip(was["unit"], now["unit"], strict=True) if x != y}
        if measured and unit_of(was["unit"]) and differing & set("bBmM"):
            yield f"unit: {was['unit']} -> {now['unit']}"


def _is_unit(token: Token, change: Change) -> bool:
    if unit_of(token.text) is None:
        return False
    after_number = change.before[-1:].isdigit() or any(one.isdigit() for one in change.gone)
    return len(token.text) > _SHORT_UNIT or after_number


def _connectives(change: Change) -> Iterator[str]:
    one, two = change.gone.lower(), change.come.lower()
    if {one, two} == _CONNECTIVES:
        change.lost.clear()
        change.added.clear()
        yield f"connective: {one} -> {two}"


def _opposites(change: Change) -> Iterator[str]:
    if len(change.lost) * len(change.added) > _MOST_COMPARED:
        return
    for one in list(change.lost):
        for two in list(change.added):
            if one in change.lost and are_opposite(one.key, two.key):
                change.lost.remove(one)
                change.added.remove(two)
                yield f"opposite: {one.text} -> {two.text}"


def _answers(change: Change) -> Iterator[str]:
    yield from _by("answer", change, lambda one: one.key in _ANSWERS)


def _names(change: Change) -> Iterator[str]:
    yield from _by("identifier", change, lambda one: one.is_name)


def _modals(change: Change) -> Iterator[str]:
    """Yield the modal verbs that changed; `can't` and `cannot` are `can`, denied elsewhere."""
    lost = Counter(_taken_modals(change.lost))
    added = Counter(_taken_modals(change.added))
    yield from _paired("modal", list((lost - added).elements()), list((added - lost).elements()))


def _taken_modals(tokens: list[Token]) -> list[str]:
    taken = _taken(tokens, lambda one: _modal_of(one.key) in words_of("modals"))
    return [_modal_of(word.lower()) for word in taken]


def _modal_of(word: str) -> str:
    return _MODAL_FORMS.get(word) or word.removesuffix("n't")


def _quantities(change: Change) -> Iterator[str]:
    yield from _by("quantity", change, lambda one: one.key in quantities())


def _conditions(change: Change) -> Iterator[str]:
    ours, theirs = f" {_plain(change.gone)} ", f" {_plain(change.come)} "
    for words in sorted(restrictors()):
        if f" {words} " in ours and f" {words} " not in theirs:
            yield f"condition lost: {words}"
        if f" {words} " in theirs and f" {words} " not in ours:
            yield f"condition added: {words}"


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", fold(text).lower()))


def _operators(change: Change) -> Iterator[str]:
    yield from _by("operator", change, lambda one: one.kind is Kind.OPERATOR)


def _clauses(change: Change) -> Iterator[str]:
    lost = sum(token.kind is not Kind.SIGN for token in change.lost)
    added = sum(token.kind is not Kind.SIGN for token in change.added)
    if lost >= _CLAUSE and (not added or not _words(change.come)):
        yield f"clause lost: {_shown(change.gone)}"
    elif added >= _CLAUSE and (not lost or not _words(change.gone)):
        yield f"clause added: {_shown(change.come)}"
    elif lost > _CLAUSE or (lost == _CLAUSE and added <= _CLAUSE // 2):
        yield f"clause changed: {_shown(change.gone)} -> {_shown(change.come)}"


def _words(text: str) -> int:
    return sum(any(one.isalnum() for one in word) for word in text.split())


def _shown(text: str) -> str:
    words = text.split()
    return " ".join(words[:_MOST_SHOWN]) + (" ..." if len(words) > _MOST_SHOWN else "")


def wording_reason(change: Change) -> str:
    """Return what a change that bears on no claim is, for a person to read."""
    gone, come = _shown(change.gone), _shown(change.come)
    if not gone:
        return f"words added: {come}"
    if not come:
        return f"words lost: {gone}"
    return f"words: {gone} -> {come}"
