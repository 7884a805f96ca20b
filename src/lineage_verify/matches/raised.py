"""A page's raised and lowered characters, spelled as a quote may spell them.

`10<sup>6</sup>` may be quoted as `106` and as `10⁶`. A page's own text has such characters plain,
as a browser copies them.
"""

from dataclasses import replace

from lineage_verify.text.page_text import Mark, PageText

__all__ = ["has_raised", "spelled_raised"]

_RAISED = str.maketrans("0123456789+-=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ")
_LOWERED = str.maketrans("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎")
_WHOLE = {"TM": "™\u200b", "SM": "℠\u200b"}
"""What is one sign raised; a character that folding drops keeps the offsets behind it."""
_SPELLED = frozenset(map(chr, (*_RAISED.values(), *_LOWERED.values()))) | {"™", "℠"}


def has_raised(quote: str) -> bool:
    """Tell whether a quote spells a character raised or lowered."""
    return not _SPELLED.isdisjoint(quote)


def spelled_raised(page: PageText) -> PageText:
    """Return a page with its raised and lowered characters spelled so, each offset as it was."""
    pieces, at = [], 0
    for stretch in page.stretches:
        if stretch.marks & (Mark.RAISED | Mark.LOWERED):
            table = _RAISED if stretch.marks & Mark.RAISED else _LOWERED
            piece = page.text[stretch.start : stretch.end]
            piece = _WHOLE.get(piece.upper(), piece).translate(table)
            pieces += [page.text[at : stretch.start], piece]
            at = stretch.end
    return replace(page, text="".join((*pieces, page.text[at:])))
