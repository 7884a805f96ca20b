"""Which terms a page has, where only their presence matters."""

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Final
from urllib.parse import unquote

from lineage_verify.matches.folding import fold
from lineage_verify.text.page_text import PageText

__all__ = ["present_terms"]

_JOINTS = re.compile(r"[-_]+")
_GAPS = re.compile(r"[-_\s]+")
_NUMBER = re.compile(r"v?\d[\d.,]*")
_LEAST_JOINED: Final = 5
"""Characters of a name that is looked for within others; a shorter one stands alone."""
_WORDS: Final = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
)
_NUMBER_WORDS: Final = {str(number): word for number, word in enumerate(_WORDS)}


def present_terms(terms: Iterable[str], text: PageText, body: bytes) -> frozenset[str]:
    """Those of some terms that a page has.

    A number stands as a whole token, or as a word where it is small. A name stands however it is
    cased, with hyphens, underscores or none (`--max-jobs` is `max_jobs`), and a name with humps in
    words, too (`FlashAttention` is `flash attention`). `#name` is a place that a link can lead to:
    an anchor of a section, or any element's id.
    """
    wanted = tuple(terms)
    if not wanted:
        return frozenset()
    page = _Words(text.text)
    anchors = {section.anchor for section in text.sections}
    return frozenset(
        term
        for term in wanted
        if (_is_place(term[1:], anchors, body) if term.startswith("#") else page.has(term))
    )


class _Words:
    """A page's words, folded when that is first needed."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _folded(self) -> str:
        return fold(self._text).casefold()

    @cached_property
    def _joined(self) -> str:
        return _JOINTS.sub("", self._folded)

    @cached_property
    def _run_together(self) -> str:
        return _GAPS.sub("", self._folded)

    def has(self, term: str) -> bool:
        plain = term.casefold()
        if _NUMBER.fullmatch(plain):
            return self._has_number(plain.removeprefix("v"))
        name = _JOINTS.sub("", plain)
        if len(name) < _LEAST_JOINED:
            return re.search(rf"(?<![\w-]){re.escape(plain)}(?!\w)", self._folded) is not None
        return name in self._joined or (plain.isalpha() and name in self._run_together)

    def _has_number(self, number: str) -> bool:
        spellings = {number, number.replace(",", ""), _NUMBER_WORDS.get(number, number)}
        spellings |= {f"{int(number):,}"} if number.isdecimal() and len(number) < 16 else set()
        either = "|".join(map(re.escape, sorted(spellings)))
        return re.search(rf"(?<![\w.,])v?(?:{either})(?![\w]|[.,]\d)", self._folded) is not None


def _is_place(name: str, anchors: Iterable[str | None], body: bytes) -> bool:
    """Whether an element has the name as its id (WHATWG HTML, 7.4.6.3: as it is, then decoded)."""
    for spelled in (name, unquote(name)):
        if spelled in anchors:
            return True
        escaped = re.escape(spelled.encode("utf-8", "surrogatepass"))
        if re.search(rb"""[\s"'](?:id|name)\s*=\s*["']?""" + escaped + rb"""["'\s>]""", body):
            return True
    return False
