"""Which terms a page has, where only their presence matters."""

import re
from collections.abc import Iterable
from urllib.parse import unquote

from lineage_verify.text.page_text import PageText

__all__ = ["present_terms"]


def present_terms(terms: Iterable[str], text: PageText, body: bytes) -> frozenset[str]:
    """Those of some terms that a page has, letter case aside, each as a whole word.

    `#name` is a place that a link can lead to: an anchor of a section, or any element's id.
    """
    wanted = tuple(terms)
    if not wanted:
        return frozenset()
    words = text.text.casefold()
    anchors = {section.anchor for section in text.sections}
    return frozenset(
        term
        for term in wanted
        if (_is_place(term[1:], anchors, body) if term.startswith("#") else _stands(term, words))
    )


def _stands(term: str, words: str) -> bool:
    plain = term.casefold()
    if plain not in words:
        return False
    before = r"(?<![\w-])" if plain.startswith("-") else r"(?<!\w)"
    return re.search(rf"{before}{re.escape(plain)}(?!\w)", words) is not None


def _is_place(name: str, anchors: Iterable[str | None], body: bytes) -> bool:
    """Whether an element has the name as its id (WHATWG HTML, 7.4.6.3: as it is, then decoded)."""
    for spelled in (name, unquote(name)):
        if spelled in anchors:
            return True
        escaped = re.escape(spelled.encode("utf-8", "surrogatepass"))
        if re.search(rb"""[\s"'](?:id|name)\s*=\s*["']?""" + escaped + rb"""["'\s>]""", body):
            return True
    return False
