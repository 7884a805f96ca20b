"""Whether a spec has the shape of one: pydantic's findings in plain words."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from lineage_verify.spec import outline
from lineage_verify.spec.checking import Fault
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
from lineage_verify.spec.positions import escape_token
from lineage_verify.spec.wording import Hints, shown

__all__ = ["read_shape", "unknown_fields"]

_TYPES: Final = {
    "string_type": "a text",
    "list_type": "an array",
    "tuple_type": "an array of two numbers",
    "too_long": "an array of two numbers",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "float_type": "a number",
    "finite_number": "a number",
}

_MOST: Final = 5_000
"""Faults of shape that are told one by one; drawing up millions would take minutes."""

_PARTS: Final[dict[str, type[BaseModel]]] = {
    "dimensions": Dimension,
    "sections": PageSection,
    "sources": Source,
    "stages": Stage,
    "steps": Step,
}
_MODELS: Final[tuple[type[BaseModel], ...]] = (Spec, Option, Evidence, *_PARTS.values())
_FIELDS: Final = {
    model: frozenset(field.alias or name for name, field in model.model_fields.items())
    for model in _MODELS
}


def read_shape(value: dict[str, object]) -> tuple[Spec | None, list[Fault]]:
    """The spec in a JSON object, or why it is none."""
    try:
        return Spec.model_validate(value), []
    except ValidationError as error:
        if error.error_count() > _MOST:
            message = (
                f"{error.error_count():,} values are not as in a spec; is this the right file?"
            )
            return None, [Fault("wrong-type", "", message)]
        details = error.errors(include_url=False, include_context=False, include_input=True)
        # The scanner tells lone surrogates already, all of them and with their places.
        return None, [_fault(detail) for detail in details if detail["type"] != "string_unicode"]


def _fault(detail: ErrorDetails) -> Fault:
    path = [str(step) for step in detail["loc"]]
    if detail["type"] == "missing":
        if path[-1].isdigit():
            message = f"{_name(path[:-1])} must be an array of two numbers."
            return Fault("wrong-type", _pointer(path[:-1]), message)
        message = f"The field {shown(path[-1])} is missing{_in(path[:-1])}."
        return Fault("missing-field", _pointer(path[:-1]), message)
    if detail["type"] == "string_too_short":
        return Fault("empty-value", _pointer(path), f"{_name(path)} must not be empty.")
    wanted = _TYPES.get(detail["type"])
    if wanted is None:
        message = f"{_name(path)} is not right: {detail['msg']}."
    elif detail["type"] == "too_long":
        message = f"{_name(path)} must be {wanted}, not of {len(detail['input'])}."
    else:
        message = f"{_name(path)} must be {wanted}, not {_kind(detail['input'])}."
    return Fault("wrong-type", _pointer(path), message)


def _pointer(path: Sequence[str]) -> str:
    return "".join(f"/{escape_token(name)}" for name in path)


def _name(path: Sequence[str]) -> str:
    """What a reader calls a place: its field, or the item's number in its field."""
    if not path:
        return "The spec"
    if path[-1].isdigit() and len(path) > 1:
        return f"Item {int(path[-1]) + 1} of {shown(path[-2])}"
    return f"The field {shown(path[-1])}"


def _in(path: Sequence[str]) -> str:
    if not path:
        return ""
    if path[-1].isdigit() and len(path) > 1:
        return f" in item {int(path[-1]) + 1} of {shown(path[-2])}"
    return f" in {shown(path[-1])}"


def _kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "an array"
    return "an object"


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


def _unknown(part: Part, model: type[BaseModel], hints: Hints) -> Iterator[Fault]:
    known = _FIELDS[model]
    if part.fields.keys() <= known:
        return
    missing = sorted(known - part.fields.keys())
    for name in part.fields:
        if name not in known:
            message = f"The field {shown(name)} is not known.{hints.about(name, missing)}"
            yield Fault("unknown-field", part.to(name), message, at_name=True)
