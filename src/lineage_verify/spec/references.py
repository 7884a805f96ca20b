"""Whether what a spec names is there, is there once, and is something."""

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping

from lineage_verify.spec import outline
from lineage_verify.spec.addresses import refusal
from lineage_verify.spec.checking import Fault
from lineage_verify.spec.dates import iso_date
from lineage_verify.spec.document import OwnerKind
from lineage_verify.spec.outline import Owner, Part
from lineage_verify.spec.wording import Hints, listed, shown

__all__ = ["blank", "check_references"]

# Letters by category that no one can see: Hangul fillers and the blank Braille pattern.
_UNSEEN = frozenset("\u115f\u1160\u3164\uffa0\u2800")


def blank(text: str) -> bool:
    """Whether a text has no visible character: white space, controls, joiners, fillers, marks."""
    return all(char in _UNSEEN or unicodedata.category(char)[0] in "CZM" for char in text)


def check_references(
    root: Part, rows: Iterable[tuple[Owner, Part]], spec_path: str
) -> Iterator[Fault]:
    """Every fault in what a spec names, whatever else is wrong with its shape.

    `rows` are its evidence; `spec_path` is where its relative addresses start from.
    """
    hints = Hints()
    yield from _verified_on(root)
    yield from _repeated(root, "stages", "id", "duplicate-stage", "stage")
    yield from _repeated(root, "dimensions", "id", "duplicate-dimension", "dimension")
    yield from _dimensions(root)
    yield from _sources(root, spec_path)
    yield from _steps(root, hints)
    yield from _evidence(root, rows, hints)


def _verified_on(root: Part) -> Iterator[Fault]:
    value = outline.text(root, "verified_on")
    if value is not None and iso_date(value) is None:
        message = f"{shown(value)} is not a date; write the year, month and day as 2026-11-30."
        yield Fault("verified-on-not-a-date", root.to("verified_on"), message)


def _repeated(root: Part, field: str, name: str, code: str, noun: str) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for part in outline.items(root, field):
        value = outline.text(part, name)
        if value is None:
            continue
        if value in seen:
            message = f"The {noun} {shown(value)} is there already, at {seen[value]}."
            yield Fault(code, part.to(name), message)
        seen.setdefault(value, part.pointer)


def _dimensions(root: Part) -> Iterator[Fault]:
    for dimension in outline.items(root, "dimensions"):
        yield from _repeated(dimension, "options", "value", "duplicate-option", "value")
        default = outline.text(dimension, "default")
        values = _names(dimension, "options", "value")
        if default and default not in values:
            options = f" The options are {listed(values)}." if values else " It has no options."
            message = f"The default {shown(default)} is not among the options.{options}"
            yield Fault("unknown-default", dimension.to("default"), message)


def _sources(root: Part, spec_path: str) -> Iterator[Fault]:
    for source in outline.items(root, "sources"):
        url = outline.text(source, "url")
        if url and (reason := refusal(url, spec_path)):
            yield Fault("refused-url", source.to("url"), reason)


def _steps(root: Part, hints: Hints) -> Iterator[Fault]:
    stages = _names(root, "stages", "id")
    options = {
        name: _names(part, "options", "value")
        for part in outline.items(root, "dimensions")
        if (name := outline.text(part, "id"))
    }
    for step in outline.items(root, "steps"):
        for end in ("from", "to"):
            name = outline.text(step, end)
            if name and name not in stages:
                message = f"There is no stage {shown(name)}.{hints.about(name, stages)}"
                yield Fault("unknown-stage", step.to(end), message)
        when = step.fields.get("when")
        if isinstance(when, dict):
            yield from _when(Part(step.to("when"), when), options, hints)


def _when(when: Part, options: Mapping[str, Collection[str]], hints: Hints) -> Iterator[Fault]:
    for name, values in when.fields.items():
        if name not in options:
            message = f"There is no dimension {shown(name)}.{hints.about(name, options)}"
            yield Fault("unknown-dimension", when.to(name), message, at_name=True)
        elif isinstance(values, list):
            yield from _values(Part(when.to(name), {name: values}), options[name], hints)


def _values(part: Part, known: Collection[str], hints: Hints) -> Iterator[Fault]:
    """The values of one dimension in a `when` that it has not; `part` points at their array."""
    ((name, values),) = part.fields.items()
    for index, value in enumerate(values if isinstance(values, list) else ()):
        if isinstance(value, str) and value not in known:
            hint = hints.about(value, known) or f" It has {listed(known) or 'none'}."
            message = f"The dimension {shown(name)} has no value {shown(value)}.{hint}"
            yield Fault("unknown-option", f"{part.pointer}/{index}", message)


def _evidence(root: Part, rows: Iterable[tuple[Owner, Part]], hints: Hints) -> Iterator[Fault]:
    sources = root.fields.get("sources")
    known: Collection[str] = sources if isinstance(sources, dict) else ()
    count = 0
    for owner, part in rows:
        count += 1
        name = outline.text(part, "source")
        if name and name not in known:
            message = f"There is no source {shown(name)}.{hints.about(name, known)}"
            yield Fault("unknown-source", part.to("source"), message)
        quote = outline.text(part, "quote")
        if quote is not None and blank(quote):
            noun = "stage" if owner.kind is OwnerKind.STAGE else "step"
            message = f"The quote of the {noun} {shown(owner.id)} {_emptiness(quote)}."
            yield Fault("empty-quote", part.to("quote"), message)
    if count == 0 and all(isinstance(root.fields.get(name), list) for name in ("stages", "steps")):
        message = "No stage and no step has any evidence, so there is nothing to verify."
        yield Fault("no-evidence", "", message)


def _emptiness(quote: str) -> str:
    if not quote:
        return "is empty"
    if not quote.strip():
        return "has nothing but white space"
    return "has nothing but characters that no one can see"


def _names(part: Part, field: str, name: str) -> Collection[str]:
    """The texts of one field of some objects, in order, quick to look up."""
    texts = (outline.text(item, name) for item in outline.items(part, field))
    return dict.fromkeys(text for text in texts if text)
