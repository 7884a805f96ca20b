"""Grounding: names, flags, versions and numbers that a node uses and its own pages never do.

A quote may hold and its summary still say more than the page. What can be looked up without
understanding the sentence is looked up: identifiers, options, version numbers and quantities.
"""

import re
from collections.abc import Iterator, Mapping, Set
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
    | (?<!\w) v? \d+ (?: [.,]\d+ )* (?: \.\w+ )? (?!\w)  # a version, a number
    | (?<!\w) (?: [A-Z][a-z0-9]+ | [A-Z]+ (?=[A-Z][a-z]) | [a-z]{2,} )
             (?: [A-Z][a-z0-9]+ | [A-Z]{2,} )+ (?!\w)       # a name with humps: CustomOp
    """,
    re.VERBOSE,
)
_PLURAL = re.compile(r"[A-Z]{2,}s")
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


def check_grounding(spec: Spec, found: Mapping[str, Set[str]]) -> Iterator[Fault]:
    """A warning for each term that none of its node's pages has.

    `found` tells for each source that could be read which terms its page has; a node with a page
    that could not be read is passed over.
    """
    for claim in claims(spec):
        if not all(source in found for source in claim.sources):
            continue
        for term in claim.terms:
            if not any(term in found[source] for source in claim.sources):
                yield Fault("ungrounded", claim.pointer, _message(term, claim, found))


def _message(term: str, claim: Claim, found: Mapping[str, Set[str]]) -> str:
    elsewhere = [source for source, terms in found.items() if term in terms]
    where = (
        f" It stands in {listed(elsewhere)}; quote that as well."
        if elsewhere
        else " No page of this spec has it."
    )
    return (
        f"{shown(term)} stands nowhere on the pages quoted here ({listed(claim.sources)}).{where}"
    )


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
    """The terms in what stands between two spaces; none goes over a space."""
    found = (term.rstrip(".,-") for term in _TERM.findall(word))
    return tuple(term for term in found if not _is_ordinary(term))


def _is_ordinary(term: str) -> bool:
    """Whether a term is an acronym's plural or an abbreviation, not a name to look up."""
    if _PLURAL.fullmatch(term):
        return True
    parts = term.split(".")
    return len(parts) > 1 and all(part.isalpha() and len(part) < _SPELT_OUT for part in parts)


def _own_words(spec: Spec) -> frozenset[str]:
    words = {stage.name for stage in spec.stages} | {spec.name}
    for dimension in spec.dimensions:
        words |= {dimension.legend, *(option.label for option in dimension.options)}
    return frozenset(word.casefold() for word in words)
