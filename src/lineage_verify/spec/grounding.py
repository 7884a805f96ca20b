"""Grounding: names, flags, versions and numbers that a node uses and its own pages never do.

A quote may hold and its summary still say more than the page. What can be looked up without
understanding the sentence is looked up: identifiers, options, version numbers and quantities.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from lineage_verify.spec.checking import Fault
from lineage_verify.spec.model import Spec, Stage, Step
from lineage_verify.spec.wording import listed, shown

__all__ = ["Claim", "check_grounding", "claims"]

_TERM = re.compile(
    r"""
    (?<![\w-]) --?[A-Za-z][\w-]*                          # an option: --enforce-eager, -O
    | (?<![\w.]) [A-Za-z_]\w* (?: \.[A-Za-z_]\w* )+       # a dotted name: torch.compile
    | (?<!\w) [A-Za-z]\w* _ \w*                           # a name with an underscore
    | (?<![\w.,:/-]) (?=[A-Za-z:/-]*\d)                   # what has a number in it, whole:
      [A-Za-z0-9]+ (?: [:/-][A-Za-z0-9]+ | [.,]\d[A-Za-z0-9]* )*  # H100, x86-64, 24/7, v2.1
      (?: \.\w+ )? (?!\w)
    | (?<!\w) v? \d+ (?: [.,]\d+ )* (?: \.\w+ )? (?!\w)  # a version, a number
    | (?<!\w) (?: [A-Z][a-z0-9]+ | [A-Z]+ (?=[A-Z][a-z]) | [a-z]{2,} )
             (?: [A-Z][a-z0-9]+ | [A-Z]{2,} )+ (?!\w)       # a name with humps: CustomOp
    """,
    re.VERBOSE,
)
_PLURAL = re.compile(r"[A-Z]{2,}s")
_PLURAL_MODEL = re.compile(r"[A-Z]+\d+s")
_AMOUNT = re.compile(r"\d+[A-Za-z]\w*")
"""A number and its unit in one (`16GB`, `2x`), which pages write in too many ways."""
_SPELT_OUT: Final = 3
"""Letters of one part of a dotted name: fewer are an abbreviation's (`e.g`, `Ph.D`)."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Terms that a field of a node uses, and the sources that should have them."""

    pointer: str
    terms: tuple[str, ...]
    sources: tuple[str, ...]


def claims(spec: Spec) -> Iterator[Claim]:
    """What the summaries, labels and explanations of a spec use that can be looked up.

    The names of the system, its stages, dimensions and options are the page's own words.
    """
    own = _own_words(spec)
    for index, stage in enumerate(spec.stages):
        yield from _claim(f"/stages/{index}", stage, ("summary",), own)
    for index, step in enumerate(spec.steps):
        yield from _claim(f"/steps/{index}", step, ("label", "explanation"), own)


def check_grounding(
    spec: Spec, found: Mapping[str, Set[str]], *, pages: Mapping[str, str] | None = None
) -> Iterator[Fault]:
    """A warning for each term that none of its node's pages has.

    `found` tells for each source that could be read which terms its page has; a node with a page
    that could not be read is passed over. `pages` tells the address of each source's page: of
    several sources of one page a message names the first only.
    """
    pages = pages or {}
    for claim in claims(spec):
        if not all(source in found for source in claim.sources):
            continue
        for term in claim.terms:
            if not any(term in found[source] for source in claim.sources):
                yield Fault("ungrounded", claim.pointer, _message(term, claim, found, pages))


def _message(
    term: str, claim: Claim, found: Mapping[str, Set[str]], pages: Mapping[str, str]
) -> str:
    elsewhere = _once((source for source, terms in found.items() if term in terms), pages)
    quoted = _once(claim.sources, pages)
    where = (
        f" It stands in {listed(elsewhere)}; quote that as well."
        if elsewhere
        else " No page of this spec has it."
    )
    return f"{shown(term)} stands nowhere on the pages quoted here ({listed(quoted)}).{where}"


def _once(sources: Iterable[str], pages: Mapping[str, str]) -> list[str]:
    """The first source of each page."""
    first: dict[str, str] = {}
    for source in sources:
        first.setdefault(pages.get(source, source), source)
    return list(first.values())


def _claim(
    pointer: str, node: Stage | Step, fields: tuple[str, ...], own: Set[str]
) -> Iterator[Claim]:
    sources = tuple(dict.fromkeys(row.source for row in node.evidence))
    for field in fields:
        words = str(getattr(node, field)).split()
        found = (term for word in words for term in _terms_of(word))
        terms = dict.fromkeys(term for term in found if term.casefold() not in own)
        if terms and sources:
            yield Claim(f"{pointer}/{field}", tuple(terms), sources)


@lru_cache(maxsize=16_384)  # the same words come again and again, over many specs
def _terms_of(word: str) -> tuple[str, ...]:
    """The terms in what stands between two spaces: none goes over one. An address has none."""
    if "://" in word:
        return ()
    found = (term.rstrip(".,-") for term in _TERM.findall(word))
    found = (term[:-1] if _PLURAL_MODEL.fullmatch(term) else term for term in found)
    return tuple(term for term in found if not _is_ordinary(term))


def _is_ordinary(term: str) -> bool:
    """Whether a term is an acronym's plural, an abbreviation or an amount, not one to look up."""
    if _PLURAL.fullmatch(term) or _AMOUNT.fullmatch(term):
        return True
    parts = term.split(".")
    return len(parts) > 1 and all(part.isalpha() and len(part) < _SPELT_OUT for part in parts)


def _own_words(spec: Spec) -> frozenset[str]:
    """The spec's own names, folded; of those with numbers in them, those words as well."""
    names = {stage.name for stage in spec.stages} | {spec.name}
    for dimension in spec.dimensions:
        names |= {dimension.legend, *(option.label for option in dimension.options)}
    numbered = (term for name in names for word in name.split() for term in _terms_of(word))
    models = {term for term in numbered if not term.replace(",", "").replace(".", "").isdigit()}
    return frozenset(word.casefold() for word in names | models)
