"""Whether a spec has the shape of one."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from lineage_verify.spec import outline
from lineage_verify.spec.build import build_spec
from lineage_verify.spec.checking import Fault
from lineage_verify.spec.members import members_of
from lineage_verify.spec.model import (
    Dimension,
    Evidence,
    Option,
    PageSection,
    Source,
    Spec,
    Stage,
    Step,
)
from lineage_verify.spec.outline import Owner, Part
from lineage_verify.spec.wording import Hints, shown

__all__ = ["read_shape", "unknown_fields"]

_PARTS: Final[dict[str, type]] = {
    "dimensions": Dimension,
    "sections": PageSection,
    "sources": Source,
    "stages": Stage,
    "steps": Step,
}


def read_shape(value: dict[str, object]) -> tuple[Spec | None, list[Fault]]:
    """The spec in a JSON object, or why it is none."""
    spec = build_spec(value)
    if spec is not None:
        return spec, []
    from lineage_verify.spec.shape_faults import explain_shape

    return explain_shape(value)


@cache
def _known(part: type) -> frozenset[str]:
    return frozenset(member.name for member in members_of(part))


def unknown_fields(root: Part, rows: Iterable[tuple[Owner, Part]]) -> Iterator[Fault]:
    """The fields that no part of a spec has, and that stay; `rows` are its evidence."""
    hints = Hints()
    yield from _unknown(root, Spec, hints)
    for field, model in _PARTS.items():
        for part in outline.items(root, field):
            yield from _unknown(part, model, hints)
    for dimension in outline.items(root, "dimensions"):
        for option in outline.items(dimension, "options"):
            yield from _unknown(option, Option, hints)
    for _, part in rows:
        yield from _unknown(part, Evidence, hints)


def _unknown(part: Part, model: type, hints: Hints) -> Iterator[Fault]:
    known = _known(model)
    if part.fields.keys() <= known:
        return
    missing = sorted(known - part.fields.keys())
    for name in part.fields:
        if name not in known:
            message = f"The field {shown(name)} is not known.{hints.about(name, missing)}"
            yield Fault("unknown-field", part.to(name), message, at_name=True)
