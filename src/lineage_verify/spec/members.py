"""The fields of a part of a spec, as its class declares them."""

from dataclasses import MISSING, Field, fields
from functools import cache
from typing import Annotated, NamedTuple, get_args, get_origin

from lineage_verify.spec.model import About

__all__ = ["Member", "members_of"]


class Member(NamedTuple):
    """One field of a part: `name` in JSON, `attribute` in Python."""

    name: str
    attribute: str
    hint: object
    about: About
    required: bool
    declared: Field[object]

    def default(self) -> object:
        """What the field is where a spec leaves it out."""
        if self.declared.default_factory is not MISSING:
            return self.declared.default_factory()
        return self.declared.default


@cache
def members_of(part: type) -> tuple[Member, ...]:
    """The fields that a part's class declares, in their order; `extra` is none of them."""
    declared = fields(part)
    return tuple(_member(one) for one in declared if get_origin(one.type) is Annotated)


def _member(declared: Field[object]) -> Member:
    hint, *notes = get_args(declared.type)
    about = next(note for note in notes if isinstance(note, About))
    return Member(
        name=about.alias or declared.name,
        attribute=declared.name,
        hint=hint,
        about=about,
        required=declared.default is MISSING and declared.default_factory is MISSING,
        declared=declared,
    )
