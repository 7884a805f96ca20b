"""Signs that are the claim: symbols, brackets, delimiters, and spaces that part what was one."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from lineage_verify.matches.folding import fold
from lineage_verify.matches.negation import denial_of, negations_in
from lineage_verify.verdicts.changes import Change, Kind, Token, tokens_of

__all__ = ["grouping_reasons", "interval_reasons", "letters_of", "sign_reasons", "squeezed"]

_SAME_BRACKETS = str.maketrans("[]", "()")
_BOUND = re.compile(r"[\[(][+-]?\d[\d.]*,|[+-]?\d[\d.]*[\])][.,;:]?$")
"""One end of an interval, as a word: `[0,` or `1)`."""
_TYPOGRAPHIC = frozenset("©®™℠°¶§†‡№℮´¨¯¸˙˚")
_ORNAMENTS = frozenset("◦‣▪▫■□●○◆◇◉▶▷►▸➤➔➢✦✧❖☛☞🔗📝📌")
"""Signs that mark an item of a list or a link: they say nothing unless one stands for another."""
_TELLING_PICTURES = frozenset("👍👎🟢🟡🔴🟠🔵🟩🟥🟨🚫🛑🔒🔓🆕🆗🆓🔺🔻🔼🔽📈📉🌕🌑🔥🔜🚧🔝🔙")
"""Pictures that say something by themselves; others beside a text adorn it."""
_PICTURES = range(0x1F300, 0x1FB00)
_BRACKETS = re.compile(r"[\[\](){}]")
_QUOTED_SIGN = re.compile(r"""(?<![\w"'])(["'])([^\w\s"'.]{1,3}|\.)\1""")
_CODE_SIGNS = re.compile(r"[^\[\]{}()<>?:;|&^$@!\\/=+\w]|_")
"""What does not count when the words of code are compared: commas, stops, hyphens, quotes."""
_EDGES = ".,;:!?\"'*_"
_PAIRS = (("(", ")"), ("[", "]"), ("{", "}"))
_PLAIN_SIGNS = frozenset("-•·*:|…~'\"")
_PATH = re.compile(r"[/~$\\]+[\w.]")
_ANSWERS = frozenset({"no", "yes", "not"})
_STOPS = ",.:;!"
_OPERATORS = re.compile(r"(?:[<>=!+*/%&|^-]|\b(?:and|or|not)\b)")
_OPERATOR_BEFORE = re.compile(r"(?:[<>=!+*/%&|^-]|\b(?:and|or|not)) ?$")
_MOST_GROUPS = 200
_GROUP = re.compile(r"\(([^()]{1,200})\)")


def squeezed(text: str) -> str:
    """Return some words folded and without spaces."""
    return fold(text).replace(" ", "")


def letters_of(text: str) -> str:
    """Return the letters and digits of some words, in lower case."""
    return "".join(one for one in fold(text).lower() if one.isalnum())


def sign_reasons(change: Change) -> Iterator[str]:
    """Yield the signs that bear on the claim and are not the same on both sides."""
    yield from _symbols(change)
    yield from interval_reasons(change)
    yield from _delimiters(change)
    if letters_of(change.gone) == letters_of(change.come):
        yield from _brackets(change)
        yield from _code(change)
        yield from _answers(change)
    if squeezed(change.gone) == squeezed(change.come):
        yield from _spaces(change)


def _symbols(change: Change) -> Iterator[str]:
    """Yield the marks, arrows, pictures and signs of mathematics that changed."""
    lost = [one.text for one in change.lost if _is_symbol(one)]
    added = [one.text for one in change.added if _is_symbol(one)]
    if not (lost and added):
        lost = [one for one in lost if not _adorns(one)]
        added = [one for one in added if not _adorns(one)]
    for one, two in zip(lost, added, strict=False):
        yield f"symbol: {one} -> {two}"
    yield from (f"symbol lost: {one}" for one in lost[len(added) :])
    yield from (f"symbol added: {one}" for one in added[len(lost) :])


def _adorns(sign: str) -> bool:
    """Tell whether a sign says nothing where none other stands in its place."""
    picture = ord(sign) in _PICTURES and sign not in _TELLING_PICTURES
    return picture or sign in _ORNAMENTS


def _is_symbol(token: Token) -> bool:
    if token.kind is not Kind.SIGN or token.text.isascii() or token.text in _TYPOGRAPHIC:
        return False
    return unicodedata.category(token.text) in {"So", "Sm", "No"}


def interval_reasons(change: Change) -> Iterator[str]:
    """Yield the ends of intervals that are in where they were out, or the other way round."""
    for one, two in zip(change.gone.split(), change.come.split(), strict=False):
        same = one != two and one.translate(_SAME_BRACKETS) == two.translate(_SAME_BRACKETS)
        if same and _BOUND.match(one) and _BOUND.match(two):
            yield f"interval: {one} -> {two}"


def _brackets(change: Change) -> Iterator[str]:
    """Yield that a bracket is of another kind, in words that are the same."""
    ours, theirs = _BRACKETS.findall(fold(change.gone)), _BRACKETS.findall(fold(change.come))
    if ours != theirs and len(ours) == len(theirs) and not any(interval_reasons(change)):
        yield f"brackets: {change.gone} -> {change.come}"


def _delimiters(change: Change) -> Iterator[str]:
    """Yield the signs that are spoken of, in quotes or alone, and are not the same."""
    ours, theirs = _spoken_of(change.gone), _spoken_of(change.come)
    lost, added = ours - theirs, theirs - ours
    for one, two in zip(lost.elements(), added.elements(), strict=False):
        yield f"sign: {one} -> {two}"
    if not (lost and added):
        yield from (f"sign lost: {one}" for one in lost)
        yield from (f"sign added: {one}" for one in added)
    for one, two in _word_pairs(change):
        both = one + two
        alone = both.isascii() and not any(map(str.isalnum, both))
        if alone and one.strip("'\"") != two.strip("'\"") and not set(both) <= _PLAIN_SIGNS:
            yield f"sign: {one} -> {two}"


def _spoken_of(text: str) -> Counter[str]:
    return Counter(found[2] for found in _QUOTED_SIGN.finditer(fold(text)))


def _word_pairs(change: Change) -> list[tuple[str, str]]:
    """Return the words of both sides that stand for each other and differ, if as many."""
    ours, theirs = fold(change.gone).split(), fold(change.come).split()
    if len(ours) != len(theirs):
        return []
    return [(one, two) for one, two in zip(ours, theirs, strict=True) if one != two]


def _code(change: Change) -> Iterator[str]:
    """Yield the words of code whose signs differ: `x[1:]` and `x[:1]`, `name?:` and `name:`."""
    for one, two in _word_pairs(change):
        if one.lower() != two.lower() and (
            _core(one) != _core(two) or ("?:" in one) != ("?:" in two)
        ):
            yield f"code: {one} -> {two}"


def _core(word: str) -> str:
    """Return a word's letters and signs of code, without what only surrounds it in a sentence."""
    word = word.strip(_EDGES).removesuffix("()").replace("(s)", "s").replace("(es)", "es")
    for opening, closing in _PAIRS:
        if word.startswith(opening) and closing not in word[:-1]:
            word = word[1:].removesuffix(closing)
        elif word.endswith(closing) and opening not in word:
            word = word[:-1]
    return _CODE_SIGNS.sub("", word.strip(_EDGES)).lower()


def _answers(change: Change) -> Iterator[str]:
    """Yield the answers that a comma makes of a word: `No restart` and `No, restart`."""
    for one, two in _word_pairs(change):
        bare = one.rstrip(_STOPS).lower()
        stopped = one[-1:] in _STOPS
        if change.after and bare in _ANSWERS and stopped != (two[-1:] in _STOPS):
            yield f"answer: {one} -> {two}"


def _spaces(change: Change) -> Iterator[str]:
    """Yield the spaces that make another flag, path or negation of the same letters."""
    ours, theirs = fold(change.gone), fold(change.come)
    flags = (
        [one.text for one in tokens_of(text) if one.kind is Kind.FLAG] for text in (ours, theirs)
    )
    paths = ([one for one in text.split() if _PATH.match(one)] for text in (ours, theirs))
    denied = ([denial_of(one) for one in negations_in(text)] for text in (ours, theirs))
    if any(len({tuple(side) for side in sides}) > 1 for sides in (flags, paths, denied)):
        yield f"spacing: {change.gone} -> {change.come}"


def grouping_reasons(quote: str, page: str) -> Iterator[str]:
    """Yield the brackets that group an expression on one side only: `(a + b) * c`."""
    ours, theirs = _groups(quote), _groups(page)
    flat = (_flat(quote), _flat(page))
    lost = [one for one in (ours - theirs) if one in flat[1]]
    added = [one for one in (theirs - ours) if one in flat[0]]
    if lost or added:
        shown = (" ".join(f"({one})" for one in side) or "none" for side in (lost, added))
        yield "grouping: " + " -> ".join(shown)


def _groups(text: str) -> Counter[str]:
    """Return what brackets hold where operators stand both in them and beside them."""
    folded = " ".join(fold(text).lower().split())
    found = islice(_GROUP.finditer(folded), _MOST_GROUPS)
    return Counter(
        _flat(one[1])
        for one in found
        if _OPERATORS.search(one[1])
        and (
            _OPERATORS.match(folded[one.end() : one.end() + 5].lstrip())
            or _OPERATOR_BEFORE.search(folded[max(0, one.start() - 5) : one.start()])
        )
    )


def _flat(text: str) -> str:
    return " ".join(re.sub(r"[()]", " ", fold(text).lower()).split())
