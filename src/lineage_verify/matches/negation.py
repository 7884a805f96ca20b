"""Which words deny, and which bear on a claim whatever the other words are."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from lineage_verify.matches.lexicon import quantities, restrictors
from lineage_verify.matches.word_lists import lines_of, words_of

__all__ = [
    "bears_on_claim",
    "denial_of",
    "may_narrow",
    "narrowings_in",
    "negations_in",
    "negations_within_words",
    "restrictions_in",
]

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_UNSPACED = re.compile(
    r"(?!不同|不断|不仅|不但|不过|不久|非常|未来|无论|无线|無線|無料)[不没沒未无無非勿莫]"
    r"|ません|なかった|(?<!ければなら)ない|(?:せ|れ|でき)ず|ไม่"
    r"|않|(?<!잘)못|없|아니|불가"
    r"|(?<!\S)(?:नहीं|बिना|मत|ना)(?!\S)"
)
"""What denies within a word, in scripts without spaces and in Korean; and in Hindi.

Not the common words that only begin so.
"""
_AMBIGUOUS = (
    (
        re.compile(r"\bnon(?= \w)", re.IGNORECASE),
        frozenset(
            {"il", "lo", "gli", "della", "dei", "delle", "del", "nel", "nella", "di", "che", "per"}
            | {"una", "è", "con", "viene", "sono"}
        ),
    ),
    (
        re.compile(r"\bnu(?= \w)", re.IGNORECASE),
        frozenset(
            {"este", "sunt", "și", "în", "pe", "din", "pentru", "mod", "poate", "care", "fi", "ul"}
        ),
    ),
)
"""Words that deny in Italian and in Romanian, with the commonest words of that language.

They are other words elsewhere: `non` is a prefix in English, `nu` is `now` in Dutch.
"""
_LEAST_COMMON = 2
_CONSTANTS = frozenset({"None"})
"""Spellings that name a value of a programming language."""


def negations_in(folded: str) -> tuple[str, ...]:
    """Return the words of a folded text that deny, in lower case, in order.

    Those of `data/negations.txt`, and any that ends in `n't`.
    """
    found = [word.group() for word in _WORD.finditer(folded)]
    words = (word.lower() for word in found if word not in _CONSTANTS)
    denying = [word for word in words if word in words_of("negations") or word.endswith("n't")]
    return (*denying, *negations_within_words(folded))


def negations_within_words(folded: str) -> tuple[str, ...]:
    """Return what denies in a text whose negations are no words of their own, in order."""
    found = () if folded.isascii() else _UNSPACED.findall(folded)
    return (*found, *_ambiguous(folded))


def _ambiguous(folded: str) -> Iterator[str]:
    """Yield what denies in the language that a text's commonest words are of."""
    for pattern, common in _AMBIGUOUS:
        denying = pattern.findall(folded)
        if denying:
            words = {word.group().lower() for word in _WORD.finditer(folded)}
            if len(words & common) >= _LEAST_COMMON:
                yield from (word.lower() for word in denying)


def denial_of(word: str) -> str:
    """Return what a word denies with: `isn't` and `cannot` deny as `not` does."""
    return "not" if word.endswith("n't") or word == "cannot" else word


def restrictions_in(folded: str) -> tuple[str, ...]:
    """Return the words, and runs of words, of a folded text that narrow or deny what they go with.

    Those of `data/restrictors.txt` and `data/denials.txt`, in lower case.
    """
    return _said(folded, _restricting())


def narrowings_in(folded: str) -> tuple[str, ...]:
    """Return what denies in a folded text, or else the conditions of `data/restrictors.txt`."""
    return negations_in(folded) or _said(folded, restrictors())


def may_narrow(words: Iterable[str]) -> bool:
    """Tell, at little cost, whether any of some lower-case words can be one of `narrowings_in`."""
    return any(word in _narrowing() or word.endswith(("n't", "n’t")) for word in words)


def _said(folded: str, runs: Iterable[str]) -> tuple[str, ...]:
    plain = f" {' '.join(word.group().lower() for word in _WORD.finditer(folded))} "
    return tuple(sorted(one for one in runs if f" {one} " in plain))


@cache
def _narrowing() -> frozenset[str]:
    return words_of("negations").union(*(one.split() for one in restrictors()))


@cache
def _restricting() -> frozenset[str]:
    return restrictors() | {" ".join(line) for line in lines_of("denials.txt")}


def bears_on_claim(folded: str) -> bool:
    """Tell whether some words hold a negation, a number, a modal verb or the like."""
    if negations_in(folded) or restrictions_in(folded) or any(one.isdigit() for one in folded):
        return True
    bearing = words_of("modals") | words_of("claims") | quantities()
    return any(word.group().lower() in bearing for word in _WORD.finditer(folded))
