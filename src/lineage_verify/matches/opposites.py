"""Which words exclude each other: by the lists of `data/`, WordNet's antonyms, and affixes."""

import re
from functools import cache
from itertools import combinations, product

from lineage_verify.matches.lexicon import unit_of
from lineage_verify.matches.weights import is_light
from lineage_verify.matches.word_lists import lines_of

__all__ = ["are_opposite", "are_turned", "base_forms", "contradicts"]

_LEAST_STEM = 3
_WORD = re.compile(r"[^\W\d_]+")
_NAMED = re.compile(r"--?\w[\w-]*|\w+")


def contradicts(editor: str, replaced: str) -> bool:
    """Tell whether an editor's words say another thing than the page's that they stand for.

    One of them is the opposite of one of the page's, or both name a thing, and not the same one.
    """
    for named in (_names_in, _units_in):
        ours, theirs = named(editor), named(replaced)
        if ours and theirs and ours.isdisjoint(theirs):
            return True
    pairs = product(_WORD.findall(editor), _WORD.findall(replaced))
    return any(are_opposite(one, two) for one, two in pairs)


def _names_in(text: str) -> set[str]:
    """Return the flags, the identifiers and the words with a capital; not `It` or `The`."""
    return {
        word
        for word in _NAMED.findall(text)
        if (word[0] == "-" or "_" in word or word != word.lower()) and not is_light(word.lower())
    }


def _units_in(text: str) -> set[str]:
    return {unit for word in _WORD.findall(text) if (unit := unit_of(word)) is not None}


@cache
def _opposites() -> frozenset[frozenset[str]]:
    pairs = {
        frozenset(pair) for line in lines_of("contrasts.txt") for pair in combinations(line, 2)
    }
    pairs |= {frozenset(line) for line in lines_of("wordnet-antonyms.tsv")}
    return frozenset(pairs)


_ENDINGS = (
    ("ies", "y"), ("ied", "y"), ("ier", "y"), ("iest", "y"), ("ily", "y"),
    ("es", ""), ("s", ""), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"), ("er", ""),
    ("er", "e"), ("est", ""), ("est", "e"), ("ly", ""), ("able", ""), ("able", "e"),
    ("ation", "e"), ("ion", ""), ("ion", "e"), ("tion", "t"),
)  # fmt: skip
_IRREGULAR = {
    "kept": "keep", "sent": "send", "got": "get", "gotten": "get", "lost": "lose", "won": "win",
    "began": "begin", "begun": "begin", "built": "build", "left": "leave", "held": "hold",
    "wrote": "write", "written": "write", "threw": "throw", "thrown": "throw", "hid": "hide",
    "hidden": "hide", "froze": "freeze", "frozen": "freeze", "grew": "grow", "grown": "grow",
    "children": "child", "indices": "index", "vertices": "vertex", "men": "man",
    "women": "woman", "forgotten": "forget", "forgot": "forget", "bound": "bind",
    "forbidden": "forbid", "forbade": "forbid", "knew": "know", "known": "know",
    "found": "find", "bought": "buy", "sold": "sell", "caught": "catch", "shown": "show",
    "drove": "drive", "driven": "drive", "made": "make", "took": "take", "taken": "take",
    "gave": "give", "given": "give", "ran": "run", "saw": "see", "seen": "see", "chose": "choose",
    "chosen": "choose", "broke": "break", "broken": "break", "came": "come", "became": "become",
    "done": "do", "paid": "pay", "drew": "draw", "drawn": "draw", "stole": "steal",
    "stolen": "steal", "overrode": "override", "overridden": "override", "overwrote": "overwrite",
    "overwritten": "overwrite", "rewrote": "rewrite", "rewritten": "rewrite", "rebuilt": "rebuild",
    "fed": "feed", "fell": "fall", "fallen": "fall", "rose": "rise", "risen": "rise",
}  # fmt: skip


@cache
def base_forms(word: str) -> frozenset[str]:
    """Return a word in lower case with the forms it may be an inflection of."""
    word = word.lower()
    forms = {word, _IRREGULAR.get(word, word)}
    for ending, instead in _ENDINGS:
        stem = word[: -len(ending)] + instead
        if word.endswith(ending) and len(stem) >= _LEAST_STEM:
            forms.add(stem)
            if len(stem) > _LEAST_STEM and stem[-1] == stem[-2]:
                forms.add(stem[:-1])
    return frozenset(forms)


@cache
def are_opposite(one: str, two: str) -> bool:
    """Tell whether two words exclude each other, by the lists or by their prefixes."""
    ones, twos = base_forms(one), base_forms(two)
    if ones & twos and one.lower() == two.lower():
        return False
    if any(frozenset((a, b)) in _opposites() for a in ones for b in twos if a != b):
        return True
    return _by_affix(one.lower(), two.lower())


def are_turned(one: str, two: str) -> bool:
    """Tell whether an affix alone makes one word the opposite of another: `enabled`, `disabled`."""
    return _by_affix(one.lower(), two.lower())


@cache
def _affixes() -> tuple[tuple[str, ...], tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """Return what denies in front of a word, and the pairs of prefixes and of suffixes."""
    denying, prefixes, suffixes = [], [], []
    for line in lines_of("affixes.txt"):
        if len(line) == 1:
            denying.append(line[0].rstrip("-"))
        elif line[0].endswith("-"):
            prefixes.append((line[0][:-1], line[1][:-1]))
        else:
            suffixes.append((line[0][1:], line[1][1:]))
    return tuple(denying), tuple(prefixes), tuple(suffixes)


def _by_affix(one: str, two: str) -> bool:
    denying, prefixes, suffixes = _affixes()
    for short, long in ((one, two), (two, one)):
        denies = len(short) > _LEAST_STEM and long.endswith(short)
        if denies and long[: -len(short)].rstrip("-") in denying:
            return True
        if any(_swapped(short, long, *pair) for pair in prefixes):
            return True
        if any(_swapped(short[::-1], long[::-1], a[::-1], b[::-1]) for a, b in suffixes):
            return True
    return False


def _swapped(one: str, two: str, first: str, second: str) -> bool:
    if not (one.startswith(first) and two.startswith(second)):
        return False
    rest = one[len(first) :]
    return len(rest) >= _LEAST_STEM and rest == two[len(second) :]
