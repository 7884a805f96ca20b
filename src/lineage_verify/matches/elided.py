"""A quote with words left out or an editor's brackets: whether it holds, or what it hides."""

import re
from dataclasses import dataclass

from lineage_verify.matches.context import Standing
from lineage_verify.matches.folding import FoldedText, collapse, fold
from lineage_verify.matches.held import standings_of_chains
from lineage_verify.matches.index import PieceIndex
from lineage_verify.matches.model import Difference, Edit, QuoteWarning, WarningCode
from lineage_verify.matches.negation import bears_on_claim, negations_in
from lineage_verify.matches.quote import Gap, Part, parts_of
from lineage_verify.matches.reading import Reading
from lineage_verify.matches.spans import FURTHEST_APART, Chain, chains_of

__all__ = ["Elision", "elision_of"]

_SENTENCE = re.compile(r"(?<=[.!?])[\"')\]]* (?=[^a-z])")


@dataclass(frozen=True, slots=True)
class Elision:
    """The places of a quote's parts; `diff` is set where what lies between changes the claim."""

    standings: list[Standing]
    diff: tuple[Difference, ...] = ()
    warnings: tuple[QuoteWarning, ...] = ()


def elision_of(
    reading: Reading, quote: str, folded: str, index: PieceIndex | None = None
) -> Elision | None:
    """Return how a quote with words left out or replaced stands in a reading, or `None`."""
    for brackets in (False, True):
        parts = parts_of(folded, brackets=brackets)
        body = tuple(part for part in parts if part.text)
        if not body:
            continue
        chains = chains_of(reading, body, index)
        if chains:
            return _read(reading, quote, parts, body, chains)
    return None


def _read(
    reading: Reading,
    quote: str,
    parts: tuple[Part, ...],
    body: tuple[Part, ...],
    chains: list[Chain],
) -> Elision:
    standings = standings_of_chains(reading, _own_pieces(quote, body), chains)
    first = chains[0]
    changed = first.too_far() or any(_hides(reading, part, gap) for part, gap in _gaps(body, first))
    changed = changed or any(_adds_to_claim(part.editor) for part in parts if part.editor)
    if changed:
        return Elision(standings[:1], tuple(_diff(reading, parts, first)))
    return Elision(standings, warnings=tuple(_skipped(standings[0])))


def _own_pieces(quote: str, body: tuple[Part, ...]) -> tuple[str, ...]:
    """Return the quote's own characters of each part, white space collapsed."""
    folded, at, pieces = FoldedText(quote), 0, []
    for part in body:
        at = folded.text.index(part.text, at)
        end = at + len(part.text)
        pieces.append(collapse(quote[folded.start_of(at) : folded.end_of(end)]))
        at = end
    return tuple(pieces)


def _gaps(body: tuple[Part, ...], chain: Chain) -> list[tuple[Part, tuple[int, int]]]:
    return list(zip(body[1:], chain.gaps(), strict=True))


def _hides(reading: Reading, part: Part, gap: tuple[int, int]) -> bool:
    """Tell whether the words left out before a part deny something of its sentence."""
    sentences = _SENTENCE.split(reading.folded.text[gap[0] : gap[1]])
    touching = sentences if part.before is Gap.EDITED else [sentences[0], sentences[-1]]
    return any(negations_in(sentence) for sentence in touching)


def _adds_to_claim(editor: str) -> bool:
    return bears_on_claim(fold(editor))


def _diff(reading: Reading, parts: tuple[Part, ...], chain: Chain) -> list[Difference]:
    diff: list[Difference] = []
    spans = iter(chain.spans)
    end: int | None = None
    for part in parts:
        if part.editor:
            diff.append(Difference(Edit.DELETE, f"[{part.editor}]"))
        if not part.text:
            continue
        start, stop = next(spans)
        between = collapse(reading.own(end, start)) if end is not None and end < start else ""
        if between and end is not None and start - end > FURTHEST_APART:
            between = f"{between[:200]} [...] {between[-200:]}"
        if between:
            diff.append(Difference(Edit.INSERT, between, interruption=not part.editor))
        diff.append(Difference(Edit.EQUAL, collapse(reading.own(start, stop))))
        end = stop
    return diff


def _skipped(standing: Standing) -> list[QuoteWarning]:
    denied = [word for left in standing.left_out for word in negations_in(fold(left))]
    if not denied:
        return []
    return [
        QuoteWarning(
            WarningCode.LEFT_OUT_NEGATION, f'leaves out a sentence with "{denied[0]}" in it'
        )
    ]
