"""Which characters may stand for which: the table of typography.

Sources: Unicode Standard Annex 15 (compatibility forms), the general punctuation block, and
DESIGN.md section 2. A folding never changes a value: super- and subscripts, fractions and circled
numbers stand for themselves.
"""

import unicodedata
from functools import lru_cache

__all__ = ["INVISIBLE", "WHITE", "fold_character", "is_combining", "is_unspaced"]

WHITE = frozenset(
    " \t\n\v\f\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
    "\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""Every character that `str.split` takes as white space."""

INVISIBLE = frozenset(
    "\xad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff"
)
"""Soft hyphen, zero-width and directional characters, and the two common variation selectors."""

_SAME = {
    "'": "\u2018\u2019\u201a\u201b\u2039\u203a\u2032\u02bc\u02b9\u00b4\uff07",
    '"': "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u02ba\u301d\u301e\uff02",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d",
    "": "`\u00b6",
}
_TABLE = (
    {one: plain for plain, many in _SAME.items() for one in many}
    | dict.fromkeys(WHITE, " ")
    | dict.fromkeys(INVISIBLE, "")
)

_VALUE_TAGS = ("<super>", "<sub>", "<fraction>", "<circle>")
_DIGIT_TAGS = ("<wide>", "<narrow>", "<font>")


@lru_cache(maxsize=65536)
def fold_character(character: str) -> str:
    """Return what one character reads as, typography set aside: maybe nothing, maybe several."""
    known = _TABLE.get(character)
    if known is not None or character < "\x80":
        return character if known is None else known
    folded = _compatible(character)
    return "".join(_TABLE.get(one, one) for one in folded)


def _compatible(character: str) -> str:
    tag, _, rest = unicodedata.decomposition(character).partition(" ")
    if not tag.startswith("<"):
        return unicodedata.normalize("NFC", character)
    if tag in _VALUE_TAGS or (not rest):
        return character
    folded = unicodedata.normalize("NFKC", character)
    keeps_value = tag in _DIGIT_TAGS or not any(one.isdigit() for one in folded)
    return folded if keeps_value and not folded[:1].isspace() else character


@lru_cache(maxsize=65536)
def is_combining(character: str) -> bool:
    """Tell whether a character joins the one before it (marks, and Hangul vowels and finals)."""
    return (
        unicodedata.category(character)[0] == "M" or "\u1160" <= character <= "\u11ff"
    ) and character not in INVISIBLE


_UNSPACED = (
    ("\u0e00", "\u0eff"),  # Thai, Lao
    ("\u1000", "\u109f"),  # Myanmar
    ("\u1780", "\u17ff"),  # Khmer
    ("\u2e80", "\u2fdf"),  # radicals
    ("\u3005", "\u3007"),
    ("\u3040", "\u30ff"),  # kana
    ("\u31f0", "\u31ff"),
    ("\u3400", "\u4dbf"),  # Han
    ("\u4e00", "\u9fff"),
    ("\uf900", "\ufaff"),
    ("\U00020000", "\U0003ffff"),
)


@lru_cache(maxsize=65536)
def is_unspaced(character: str) -> bool:
    """Tell whether a character's script is written without spaces between words."""
    return any(low <= character <= high for low, high in _UNSPACED)
