"""Why a JSON object is no spec: pydantic's findings in plain words."""

from collections.abc import Sequence
from typing import Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from lineage_verify.spec.checking import Fault
from lineage_verify.spec.edge import model_of, part_of
from lineage_verify.spec.model import Spec
from lineage_verify.spec.pointers import escape_token
from lineage_verify.spec.wording import shown

__all__ = ["explain_shape"]

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


def explain_shape(value: dict[str, object]) -> tuple[Spec | None, list[Fault]]:
    """The spec in a JSON object, or why it is none."""
    try:
        return part_of(Spec, model_of(Spec).model_validate(value)), []
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
