"""What makes a change bear on a claim: each kind looks at the tokens of one side only."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from lineage_verify.matches.folding import fold
from lineage_verify.matches.lexicon import quantities, restrictors
from lineage_verify.matches.negation import denial_of, negations_in
from lineage_verify.matches.opposites import are_opposite, base_forms
from lineage_verify.matches.word_lists import words_of
from lineage_verify.verdicts.amounts import amounts_in
from lineage_verify.verdicts.changes import Change, Kind, Token, take_out
from lineage_verify.verdicts.compounds import compound_reasons
from lineage_verify.verdicts.cosmetic import question_reasons
from lineage_verify.verdicts.names import (
    code_names,
    letter_names,
    proper_names,
    subject_names,
    value_names,
)
from lineage_verify.verdicts.qualifiers import comparison_reasons, tense_reasons
from lineage_verify.verdicts.signs import sign_reasons
from lineage_verify.verdicts.units import counted_reasons, unit_reasons

__all__ = ["meaning_reasons", "negation_reasons", "wording_reason"]

_VERSION = re.compile(r"v\d|\d+(?:\.\d+)+[a-z]*\d*$")
_CONNECTIVES = frozenset({"and", "or"})
_ANSWERS = frozenset({"yes", "true", "false"})
"""Words that are a claim by themselves; `no` is a negation."""
_MODAL_FORMS = {"cannot": "can", "can't": "can", "won't": "will", "shan't": "shall"}
_CLAUSE = 4
"""Words in a row without counterpart that make a clause."""
_MOST_SHOWN = 12
"""Words of a clause that a reason shows."""
_MOST_COMPARED = 400
_MOST_AMOUNTS = 60
_MOST_FORMS = 20


def meaning_reasons(change: Change) -> list[str]:
    """Return why a change bears on the claim, worst first; nothing where it does not."""
    kinds: tuple[Callable[[Change], Iterator[str]], ...] = (
        _negations,
        _inflections,
        sign_reasons,
        _flags,
        code_names,
        _same_amounts,
        _numbers,
        unit_reasons,
        counted_reasons,
        _connectives,
        compound_reasons,
        _opposites,
        _answers,
        _names,
        proper_names,
        subject_names,
        letter_names,
        value_names,
        question_reasons,
        tense_reasons,
        _modals,
        comparison_reasons,
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
    ours, theirs = Counter(map(denial_of, gone)), Counter(map(denial_of, come))
    return list((ours - theirs).elements()), list((theirs - ours).elements())


def _take(tokens: list[Token], key: str) -> None:
    for token in tokens:
        if token.key == key:
            tokens.remove(token)
            return


def _inflections(change: Change) -> Iterator[str]:
    """Take out the words that are forms of one another: they are wording, whatever they say."""
    by_form: dict[str, list[Token]] = {}
    for two in change.added:
        for form in base_forms(two.key) if _is_word(two) else ():
            by_form.setdefault(form, []).append(two)
    taken: Counter[Token] = Counter()
    free = Counter(change.added)
    lost = []
    for one in change.lost:
        forms = base_forms(one.key) if _is_word(one) else frozenset()
        alike = (two for key in forms for two in by_form.get(key, ())[:_MOST_FORMS])
        found = next(
            (two for two in alike if free[two] > taken[two] and _are_forms(one, two)), None
        )
        if found is None:
            lost.append(one)
        else:
            taken[found] += 1
    change.lost[:] = lost
    take_out(change.added, taken.elements())
    yield from ()


def _is_word(token: Token) -> bool:
    return token.kind is Kind.WORD


def _are_forms(one: Token, two: Token) -> bool:
    """Tell whether two words are inflections of one; of an acronym that is its plural alone."""
    if one.is_name or two.is_name:
        short, long = sorted((one.text, two.text), key=len)
        return short.isalpha() and short.isupper() and long in {f"{short}s", f"{short}es"}
    return not are_opposite(one.key, two.key) and bool(base_forms(one.key) & base_forms(two.key))


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
    found = [token.text for token in tokens if wanted(token)]
    tokens[:] = [token for token in tokens if not wanted(token)]
    return found


def _by(
    what: str, change: Change, wanted: Callable[[Token], bool], *, to: str | None = None
) -> Iterator[str]:
    lost, added = _taken(change.lost, wanted), _taken(change.added, wanted)
    for reason in _paired(what, lost, added):
        yield reason.replace(f"{what}: ", f"{to}: ", 1) if to else reason


def _flags(change: Change) -> Iterator[str]:
    yield from _by("flag", change, lambda one: one.kind is Kind.FLAG, to="flag renamed")


def _same_amounts(change: Change) -> Iterator[str]:
    """Take out the amounts that are the same in another spelling: they are wording."""
    for one in islice(amounts_in(change.gone), _MOST_AMOUNTS):
        for two in islice(amounts_in(change.come), _MOST_AMOUNTS):
            if one.same_as(two) and one.of(change.lost) and two.of(change.added):
                one.take(change.lost)
                two.take(change.added)
                break
    yield from ()


def _numbers(change: Change) -> Iterator[str]:
    numbers = [one.text for one in (*change.lost, *change.added) if one.kind is Kind.NUMBER]
    named = "version" in change.before.lower().split()[-2:]
    what = "version" if named or any(map(_VERSION.match, numbers)) else "number"
    yield from _by(what, change, lambda one: one.kind is Kind.NUMBER)


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
