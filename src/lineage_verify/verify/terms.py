"""Which terms a page has, where only their presence matters."""

import re
from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise
from typing import Final
from urllib.parse import unquote

from lineage_verify.matches.folding import fold
from lineage_verify.text.page_text import PageText

__all__ = ["present_terms"]

_JOINTS = re.compile(r"[-_]+")
_GAPS = re.compile(r"[-_\s]+")
_NUMBER = re.compile(r"v?\d[\d.,]*")
_COMPOUND = re.compile(r"(?=[a-z:/-]*\d)[a-z0-9]+(?:[:/-][a-z0-9]+|[.,]\d[a-z0-9]*)*")
"""A term with a number in it and more: `h100`, `x86-64`, `24/7`, `8-bit`."""
_PARTS = re.compile(r"([a-z]+|\d+)([^a-z\d]*)")
_RANGE = re.compile(r"(\d[\d.,]*)-(\d[\d.,]*)")
_NUMBER_OF = re.compile(r"(?:[a-z]+:)?(\d[\d.,]*)(?:-[a-z-]+)?")
"""A number of something, or something's number: `8-bit`, `localhost:8000`."""
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

    A number stands as a whole token, or as a word where it is small; so does what has a number in
    it (`H100`, `24/7`), with a hyphen, a space or nothing between its parts. A name stands however
    it is cased, with hyphens, underscores or none (`--max-jobs` is `max_jobs`), and a name with
    humps in words, too (`FlashAttention` is `flash attention`). `#name` is a place that a link can
    lead to: an anchor of a section, or any element's id.
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
        if _COMPOUND.fullmatch(plain):
            return self._has_compound(plain)
        name = _JOINTS.sub("", plain)
        if len(name) < _LEAST_JOINED:
            return re.search(rf"(?<![\w-]){re.escape(plain)}(?!\w)", self._folded) is not None
        return name in self._joined or (plain.isalpha() and name in self._run_together)

    def _has_compound(self, plain: str) -> bool:
        """Whether the page has a term whole, or says the same with its parts apart."""
        if re.search(_compound_pattern(plain), self._folded):
            return True
        if "/" in plain and not plain.replace("/", "").isdigit():
            return all(self.has(part) for part in plain.split("/"))  # one or the other
        numbers = _RANGE.fullmatch(plain) or _NUMBER_OF.fullmatch(plain)
        return numbers is not None and all(map(self._has_number, numbers.groups()))

    def _has_number(self, number: str) -> bool:
        spellings = {number, number.replace(",", ""), _NUMBER_WORDS.get(number, number)}
        spellings |= {f"{int(number):,}"} if number.isdecimal() and len(number) < 16 else set()
        either = "|".join(map(re.escape, sorted(spellings)))
        return re.search(rf"(?<![\w.,])v?(?:{either})(?![\w]|[.,]\d)", self._folded) is not None


def _compound_pattern(plain: str) -> str:
    """How a page may write a term with a number in it; no more and no fewer digits or letters."""
    parts: list[tuple[str, str]] = _PARTS.findall(plain)
    joints = (_joint(before, sign, after) for (before, sign), (after, _) in pairwise(parts))
    pattern = "".join(part + joint for (part, _), joint in zip(parts, (*joints, ""), strict=True))
    return rf"(?<![^\W_])(?<!\d[.,]){pattern}s?(?![^\W_]|[.,]\d)"


def _joint(before: str, sign: str, after: str) -> str:
    """What may stand between two parts of a term, the sign between them being its own."""
    if sign not in {"", "-"}:
        return re.escape(sign)
    if before.isdigit() and after.isdigit():
        return r"[-_\s]"
    letters = before if before.isalpha() else after
    return r"[-_\s]?" if sign or len(letters) > 1 else "[-_]?"


def _is_place(name: str, anchors: Iterable[str | None], body: bytes) -> bool:
    """Whether an element has the name as its id (WHATWG HTML, 7.4.6.3: as it is, then decoded)."""
    for spelled in (name, unquote(name)):
        if spelled in anchors:
            return True
        escaped = re.escape(spelled.encode("utf-8", "surrogatepass"))
        if re.search(rb"""[\s"'](?:id|name)\s*=\s*["']?""" + escaped + rb"""["'\s>]""", body):
            return True
    return False
