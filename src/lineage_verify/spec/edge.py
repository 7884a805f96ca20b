"""Pydantic at the edge: models of a spec's parts, made of what `model` declares.

They are needed for specs that are wrong, and for the JSON Schema; a sound spec is read without.
"""

from dataclasses import is_dataclass
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, Strict, create_model

from lineage_verify.spec.members import Member, members_of

__all__ = ["model_of", "part_of"]

T = TypeVar("T")


class _Part(BaseModel):
    """Anything in a spec: strict about types, lenient about fields it does not know."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True, allow_inf_nan=False)


@cache
def model_of(part: type) -> type[BaseModel]:
    """The model of a part's class."""
    rows = {member.attribute: (_hint(member), _field(member)) for member in members_of(part)}
    rows_for_pydantic: dict[str, Any] = rows
    return create_model(part.__name__, __base__=_Part, __doc__=part.__doc__, **rows_for_pydantic)


def _hint(member: Member) -> Any:
    hint = _modelled(member.hint)
    if get_origin(hint) is tuple:  # JSON has arrays only
        return Annotated[hint, Strict(strict=False)]
    return Annotated[hint, Field(min_length=member.about.least)] if member.about.least else hint


def _modelled(hint: Any) -> Any:
    """A type with models in place of the parts' classes."""
    if isinstance(hint, type) and is_dataclass(hint):
        return model_of(hint)
    if get_origin(hint) not in {list, dict}:
        return hint
    return get_origin(hint)[tuple(_modelled(inner) for inner in get_args(hint))]


def _field(member: Member) -> Any:
    about = member.about
    return Field(
        default=... if member.required else member.default(),
        alias=about.alias,
        description=about.description,
        json_schema_extra=dict(about.schema) or None,
    )


def part_of(part: type[T], model: BaseModel) -> T:
    """What a model of a part holds, as the part."""
    declared: type = part
    values = {
        member.attribute: _plain(member.hint, getattr(model, member.attribute))
        for member in members_of(declared)
    }
    made: T = declared(**values, extra=model.model_extra or {})
    return made


def _plain(hint: Any, value: Any) -> Any:
    if isinstance(hint, type) and is_dataclass(hint):
        return part_of(hint, value)
    if get_origin(hint) is list:
        return [_plain(get_args(hint)[0], item) for item in value]
    if get_origin(hint) is dict:
        return {name: _plain(get_args(hint)[1], item) for name, item in value.items()}
    return value
