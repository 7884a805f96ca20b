"""Slips in evidence and sources."""

import re
from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from lineage_verify.spec.checking import Fault
from lineage_verify.spec.model import Evidence, Spec
from lineage_verify.spec.pointers import escape_token
from lineage_verify.spec.wording import listed, shown

__all__ = ["check_evidence"]

_SHORT_WORDS: Final = 3
_SHORT_LETTERS: Final = 12
_LONG_LETTERS: Final = 1_000
_TRACKING = re.compile(
    r"utm_\w+|[fg]clid|gclsrc|dclid|msclkid|yclid|mc_[ce]id|igshid|_hs(enc|mi)|ref_src|vero_id"
)


def check_evidence(spec: Spec) -> Iterator[Fault]:
    """Every slip in the evidence, and in the sources that it names."""
    for index, stage in enumerate(spec.stages):
        yield from _node(f"/stages/{index}", f"stage {shown(stage.id)}", stage.evidence)
    for index, step in enumerate(spec.steps):
        noun = f"step {shown(f'{step.from_}->{step.to}')}"
        yield from _node(f"/steps/{index}", noun, step.evidence)
    yield from _sources(spec)


def _node(pointer: str, noun: str, evidence: Sequence[Evidence]) -> Iterator[Fault]:
    if not evidence:
        yield Fault("without-evidence", pointer, f"The {noun} has no evidence.")
    seen: dict[tuple[str, str], int] = {}
    for index, row in enumerate(evidence):
        here = f"{pointer}/evidence/{index}"
        key = (row.source, " ".join(row.quote.split()))
        if key in seen:
            message = f"The {noun} has this quote already, at {pointer}/evidence/{seen[key]}."
            yield Fault("duplicate-quote", f"{here}/quote", message)
        seen.setdefault(key, index)
        yield from _length(f"{here}/quote", row.quote)


def _length(pointer: str, quote: str) -> Iterator[Fault]:
    few_words = len(quote.split(maxsplit=_SHORT_WORDS)) < _SHORT_WORDS
    if few_words and sum(map(str.isalnum, quote)) < _SHORT_LETTERS:
        message = f"{shown(quote)} is too short to be evidence: it may stand there by chance."
        yield Fault("short-quote", pointer, message)
    elif len(quote) > _LONG_LETTERS:
        message = (
            f"The quote has {len(quote):,} characters; a reader cannot weigh more than about "
            f"{_LONG_LETTERS:,}, and any change in it breaks it."
        )
        yield Fault("long-quote", pointer, message)


def _sources(spec: Spec) -> Iterator[Fault]:
    rows = [stage.evidence for stage in spec.stages] + [step.evidence for step in spec.steps]
    used = {row.source for evidence in rows for row in evidence}
    for source_id, source in spec.sources.items():
        pointer = f"/sources/{escape_token(source_id)}"
        if source_id not in used:
            message = f"No evidence names the source {shown(source_id)}."
            yield Fault("unused-source", pointer, message, at_name=True)
        tracking = _tracking(source.url)
        if tracking:
            message = f"The address has tracking parameters: {listed(tracking)}. Take them out."
            yield Fault("tracking-parameters", f"{pointer}/url", message)


def _tracking(url: str) -> list[str]:
    query = urlsplit(url).query
    return [
        name for name, _ in parse_qsl(query, keep_blank_values=True) if _TRACKING.fullmatch(name)
    ]
