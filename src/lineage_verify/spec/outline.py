"""A view of a spec's JSON that takes whatever is there: checks go on where the shape is broken."""

from collections.abc import Iterator
from typing import NamedTuple

from lineage_verify.spec.document import OwnerKind
from lineage_verify.spec.pointers import escape_token

__all__ = ["Owner", "Part", "evidence", "items", "owners", "text"]


class Part(NamedTuple):
    """An object of a spec, and the JSON Pointer to it."""

    pointer: str
    fields: dict[str, object]

    def to(self, name: str) -> str:
        """The pointer to a field."""
        return f"{self.pointer}/{escape_token(name)}"


class Owner(NamedTuple):
    """A stage or a step; `id` of a step is `from->to`."""

    part: Part
    kind: OwnerKind
    id: str


def text(part: Part, name: str) -> str | None:
    """A field's text, where it has one."""
    value = part.fields.get(name)
    return value if isinstance(value, str) else None


def items(part: Part, name: str) -> Iterator[Part]:
    """The objects in a field that is an array of them, or an object of them by name."""
    value = part.fields.get(name)
    if not isinstance(value, list | dict) or not value:
        return
    pointer = part.to(name)
    if isinstance(value, list):
        for index, item in enumerate(value):
            if isinstance(item, dict):
                yield Part(f"{pointer}/{index}", item)
    else:
        for key, item in value.items():
            if isinstance(item, dict):
                yield Part(f"{pointer}/{escape_token(key)}", item)


def owners(root: Part) -> Iterator[Owner]:
    """The stages and the steps, in the order in which the file has them."""
    for name in root.fields:
        if name == "stages":
            for part in items(root, name):
                yield Owner(part, OwnerKind.STAGE, text(part, "id") or "")
        elif name == "steps":
            for part in items(root, name):
                ends = f"{text(part, 'from') or ''}->{text(part, 'to') or ''}"
                yield Owner(part, OwnerKind.STEP, ends)


def evidence(root: Part) -> Iterator[tuple[Owner, Part]]:
    """Every piece of evidence with the stage or step that it stands under."""
    for owner in owners(root):
        for part in items(owner.part, "evidence"):
            yield owner, part
