"""Footnotes' marks that are no links: `[1]`, `†`, `[citation needed]`, a number behind a sentence.

What is raised may as well be an exponent, an ordinal's ending or a charge. So a mark is one only
by its own shape and by what stands around it; where both are possible, it stays part of the text.
"""

import re
from typing import Final

from selectolax.lexbor import LexborNode

from lineage_verify.text.html.display import DISPLAYS, Display

__all__ = ["is_unlinked_marker"]

_ENOUGH: Final = 24
"""How many characters of a text behind a mark are looked at."""
_NEAR = 20
"""How many nodes behind a mark are looked at."""

_BRACKETED = re.compile(r"\[\s*[^\[\]\s][^\[\]]*\]")
_SIGN = re.compile(r"[*†‡§¶‖⁑]{1,4}")
_NUMBER = re.compile(r"[1-9]\d{0,2}(?:\s?[,–-]\s?[1-9]\d{0,2}){0,4}")
_NAME = re.compile(r"(?:^|\W)[^\W\d_]\)?$|[^\W\d_a-z]\)$")
"""A name of one letter or a product of such, which a sign changes: `A†`, `p*`, `W[1]`, `(AB)†`."""
_WORD_AND_SIGN = re.compile(
    r"[^\W\d_]{2}[.!?…,;:]$"
    r"|(?:[^\W_]{2}|[^\W_][.,!?…])[\"”’»›]$"  # a closing quotation mark, no prime
)
_SENTENCE_UNSPACED = re.compile(r"[。！？」』]$")
_NUMBER_WITH_UNIT = re.compile(r"\d[\s-]?[^\W\d_]{1,3}\.$")
"""`20 in.`, of which a raised 2 makes square inches."""
_SENTENCE = re.compile(r"(?:(?<![\d.,$€£¥])(?<![$€£¥]\s)(?P<number>\d+)|[^\W\d_]|[\])])[.!?…]$")
"""What a sentence may end with, and a price or an operation on each element goes on behind."""
_LEAST_YEAR = 4
_NEW_SENTENCE = re.compile(r"\s+[\"“‘'«‹(\[]?(?P<first>\w)")
_PARTED = re.compile(r"$|[\s\"”’»›)\]—–-]")


def is_unlinked_marker(node: LexborNode, text: str, behind: str) -> bool:
    """Tell whether a `sup` is a footnote's marker by its shape.

    `text` is what it holds; `behind` are the last characters before it, nothing where a block
    begins with it, and a space at their end where it does not touch a word.
    """
    if _BRACKETED.fullmatch(text) or _SIGN.fullmatch(text):
        is_indexed = node.prev is not None and node.prev.tag == "sub"
        return not (is_indexed or _NAME.search(behind))
    return _NUMBER.fullmatch(text) is not None and _ends_sentence(behind, text, node)


def _ends_sentence(behind: str, note: str, node: LexborNode) -> bool:
    if _NUMBER_WITH_UNIT.search(behind):
        return False
    if _SENTENCE_UNSPACED.search(behind):
        return True
    if _WORD_AND_SIGN.search(behind):
        return _PARTED.match(_following(node)) is not None
    ended = _SENTENCE.search(behind)
    if ended is None or _is_price(ended["number"], note):
        return False
    following = _following(node)
    begun = _NEW_SENTENCE.match(following)
    return not following.strip() or (begun is not None and begun["first"].isupper())


def _is_price(number: str | None, note: str) -> bool:
    """Tell whether a number and a raised one behind its full stop may be a price: `9.99`."""
    return number is not None and len(number) < _LEAST_YEAR and len(note) > 1


def _following(node: LexborNode) -> str:
    """Return the text right behind an element, up to its block's end, of the nearest nodes."""
    found = ""
    at: LexborNode | None = node
    for _ in range(_NEAR):
        at = _next(at) if at is not None else None
        if at is None or (_parts(at) and not _is_unseen(at)):
            return found
        if at.tag == "-text":
            found += (at.text_content or "")[:_ENOUGH]
            if found.strip():
                return found
    return found or "?"


def _next(node: LexborNode) -> LexborNode | None:
    """Return what comes behind a node within its block: its next leaf, going no further up."""
    up: LexborNode | None = node
    for _ in range(_NEAR):
        if up is None or (up is not node and _parts(up)):
            return None
        if up.next is not None:
            return _first_leaf(up.next)
        up = up.parent
    return None


def _first_leaf(node: LexborNode) -> LexborNode:
    for _ in range(_NEAR):
        if node.first_child is None or _parts(node) or node.tag == "sup":
            break
        node = node.first_child
    return node


def _parts(node: LexborNode) -> bool:
    """Tell whether an element is no part of a line."""
    display = DISPLAYS.get(node.tag or "", Display.INLINE)
    return display not in {Display.INLINE, Display.INLINE_BLOCK}


def _is_unseen(node: LexborNode) -> bool:
    return DISPLAYS.get(node.tag or "") in {Display.ABSENT, Display.HIDDEN}
