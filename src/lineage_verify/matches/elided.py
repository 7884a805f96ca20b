"""A quote with words left out or an editor's brackets: whether it holds, or what it hides."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from lineage_verify.matches.context import Standing
from lineage_verify.matches.folding import FoldedText, collapse, fold
from lineage_verify.matches.held import standings_of_chains
from lineage_verify.matches.index import PieceIndex
from lineage_verify.matches.model import Difference, Edit, QuoteWarning, WarningCode
from lineage_verify.matches.negation import bears_on_claim, negations_in, restrictions_in
from lineage_verify.matches.opposites import are_turned, base_forms, contradicts
from lineage_verify.matches.quote import Gap, Part, parts_of
from lineage_verify.matches.reading import Reading
from lineage_verify.matches.spans import FURTHEST_APART, Chain, chains_of
from lineage_verify.matches.weights import is_light
from lineage_verify.matches.word_lists import words_of

__all__ = ["Elision", "elision_of"]

_SENTENCE = re.compile(r"(?<=[.!?])[\"')\]]* (?=[^a-z ])|(?<=[。！？])|\n")
"""Where a sentence or a block ends, in a folded text with its blocks on lines."""
_CONTEXT = 3
_BESIDE = 3
"""Words beside a quote or a part of it that bear on it, or that an editor's words stand for."""
_FURTHEST = 120
_MARKS = "()[]{}<>\"'` "
_SIGNS = ".,;:!?()[]\"'`"


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
        if brackets:
            chains = [one for one in chains if not _is_literal(reading, parts, body, one)]
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
    clean = [one for one in chains if not _changes(reading, parts, body, one)]
    clean = [] if _brings_in(parts) else clean
    standings = standings_of_chains(reading, _own_pieces(quote, body), clean or chains[:1])
    if not clean:
        return Elision(standings, tuple(_diff(reading, parts, chains[0])))
    warnings = (*_skipped(standings[0]), *_turned(body, standings[0]))
    return Elision(standings, warnings=warnings[:1] + tuple(_edited(reading, body, clean[0])))


def _brings_in(parts: tuple[Part, ...]) -> bool:
    """Tell whether an editor's brackets bring in what bears on the claim."""
    return any(bears_on_claim(fold(part.editor)) for part in parts if part.editor)


def _changes(
    reading: Reading, parts: tuple[Part, ...], body: tuple[Part, ...], chain: Chain
) -> bool:
    """Tell whether what lies between a chain's parts changes the claim, or is too much."""
    gaps = zip(body[1:], chain.gaps(), strict=True)
    return (
        chain.too_far()
        or any(_hides(reading, part, gap) for part, gap in gaps)
        or _is_misnamed(reading, parts, chain)
    )


def _is_literal(
    reading: Reading, parts: tuple[Part, ...], body: tuple[Part, ...], chain: Chain
) -> bool:
    """Tell whether a quote's brackets are the page's own, and no editor's.

    The page has brackets there, too, with something else in them, or the same words without any.
    """
    text = reading.folded.text
    for part, (start, end) in zip(body[1:], chain.gaps(), strict=True):
        there = text[start:end].strip(" ")
        same = there.strip(_MARKS) == part.editor.strip(_MARKS)
        if part.before is Gap.EDITED and ("[" in there or "]" in there or same):
            return True
    before, after = text[: chain.start].rstrip(" ")[-1:], text[chain.end :].lstrip(" ")[:1]
    ends_edited = not parts[-1].text and bool(parts[-1].editor)
    return (bool(parts[0].editor) and before == "]") or (ends_edited and after == "[")


def _is_misnamed(reading: Reading, parts: tuple[Part, ...], chain: Chain) -> bool:
    """Tell whether an editor's words at either end of a quote contradict the page's there."""
    text = reading.folded.text
    before = text[max(0, chain.start - _FURTHEST) : chain.start].split()[-_BESIDE:]
    after = text[chain.end : chain.end + _FURTHEST].split()[:_BESIDE]
    first, last = parts[0].editor, "" if parts[-1].text else parts[-1].editor
    return contradicts(first, " ".join(before)) or contradicts(last, " ".join(after))


def _own_pieces(quote: str, body: tuple[Part, ...]) -> tuple[str, ...]:
    """Return the quote's own characters of each part, white space collapsed."""
    folded, at, pieces = FoldedText(quote), 0, []
    for part in body:
        at = folded.text.index(part.text, at)
        end = at + len(part.text)
        pieces.append(collapse(quote[folded.start_of(at) : folded.end_of(end)]))
        at = end
    return tuple(pieces)


def _hides(reading: Reading, part: Part, gap: tuple[int, int]) -> bool:
    """Tell whether the words left out before a part deny something of a sentence quoted in part.

    Those that an editor's words replace may bear on the claim themselves, or say the contrary.
    """
    if part.before is Gap.EDITED:
        replaced = reading.folded.text[gap[0] : gap[1]]
        return bears_on_claim(replaced) or contradicts(part.editor, replaced)
    return any(negations_in(words) for words in _touching(reading, *gap))


def _touching(reading: Reading, start: int, end: int) -> tuple[str, ...]:
    """Return the words left out of the two sentences that the quote has parts of."""
    text = reading.folded.text
    begun, follows = text[max(0, start - _CONTEXT) : start], text[end : end + _CONTEXT]
    gap = "\n".join(fold(block) for block in reading.blocks_between(start, end))
    whole = f"{begun} {gap} {follows}"
    first, last = len(begun) + 1, len(begun) + 1 + len(gap)
    breaks = [one.end() for one in _SENTENCE.finditer(whole) if first <= one.end() <= last + 1]
    if not breaks:
        return (gap,)
    return whole[first : breaks[0]], whole[breaks[-1] : last]


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
        between = collapse(reading.between(end, start)) if end is not None and end < start else ""
        if between and end is not None and start - end > FURTHEST_APART:
            between = f"{between[:200]} [...] {between[-200:]}"
        if between:
            diff.append(Difference(Edit.INSERT, between, interruption=not part.editor))
        diff.append(Difference(Edit.EQUAL, collapse(reading.found(start, stop)[1])))
        end = stop
    return diff


def _skipped(standing: Standing) -> list[QuoteWarning]:
    """Return a warning on left-out words that deny a whole sentence, or narrow what is quoted."""
    for left in standing.left_out:
        denied = negations_in(fold(left))
        if denied:
            message = f'the quote leaves out a sentence with "{denied[0]}" in it'
            return [QuoteWarning(WarningCode.LEFT_OUT_NEGATION, message)]
    for left in standing.left_out:
        narrowed = _beside_parts(fold(left))
        if narrowed:
            message = f'the quote leaves out "{narrowed[0]}", which may narrow what it says'
            return [QuoteWarning(WarningCode.LEFT_OUT_NEGATION, message)]
    return []


def _turned(body: tuple[Part, ...], standing: Standing) -> Iterator[QuoteWarning]:
    """Yield a warning on a left-out word of which one that is kept beside it is the opposite."""
    for one, two, left in zip(body, body[1:], standing.left_out, strict=False):
        kept = (*one.text.split(" ")[-_BESIDE:], *two.text.split(" ")[:_BESIDE])
        words = fold(left).split(" ")
        near = (*words[:_BESIDE], *words[_BESIDE:][-_BESIDE:])
        for word, other in product(near, kept):
            if are_turned(word.strip(_SIGNS), other.strip(_SIGNS)):
                message = f'the quote leaves out "{word}" and keeps "{other}"'
                yield QuoteWarning(WarningCode.LEFT_OUT_NEGATION, message)


def _edited(reading: Reading, body: tuple[Part, ...], chain: Chain) -> Iterator[QuoteWarning]:
    """Yield a warning on an editor's words that say more than, or other than, the page's there."""
    for part, (start, end) in zip(body[1:], chain.gaps(), strict=True):
        replaced = reading.folded.text[start:end].strip(" ")
        if part.before is not Gap.EDITED:
            continue
        if replaced and not _names_anew(part.editor, replaced):
            message = f'the quote has "[{part.editor}]" where the page says "{replaced}"'
            yield QuoteWarning(WarningCode.EDITED_WORDS, message)
        elif not replaced and part.editor.split(" ")[0].lower() in words_of("adding"):
            message = f'the quote adds "[{part.editor}]", which the page does not say there'
            yield QuoteWarning(WarningCode.EDITED_WORDS, message)


def _names_anew(editor: str, replaced: str) -> bool:
    """Tell whether an editor only names what the page points at, or has its words in other forms.

    `The pool` for `it`, `running` for `runs`; not one thing that is done for another.
    """
    ours = [base_forms(word) for word in editor.split(" ")]
    telling = [word.strip(_SIGNS) for word in replaced.split(" ") if not is_light(word.lower())]
    return all(any(base_forms(word) & forms for forms in ours) for word in telling)


def _beside_parts(left: str) -> tuple[str, ...]:
    """Return what narrows or denies among the words right behind or before a part."""
    words = left.split()
    return restrictions_in(" ".join(words[:_BESIDE])) or restrictions_in(" ".join(words[-_BESIDE:]))
