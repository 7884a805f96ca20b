"""Groups of options that several commands share, as frozen dataclasses.

A command takes a group as one argument; typer sees the group's fields as options of its own.
"""

import inspect
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import wraps
from typing import Any, TypeVar, get_type_hints

__all__ = ["grouped"]

R = TypeVar("R")


def grouped(command: Callable[..., R]) -> Callable[..., R]:
    """Let a command take dataclasses of options: each field becomes an option."""
    hints = get_type_hints(command, include_extras=True)
    groups = {name: hint for name, hint in hints.items() if _is_group(hint)}
    own = [
        parameter.replace(annotation=hints[name])
        for name, parameter in inspect.signature(command).parameters.items()
        if name not in groups
    ]
    shared = [parameter for group in groups.values() for parameter in _parameters(group)]

    @wraps(command)
    def call(**words: Any) -> R:
        built = {
            name: group(**{field.name: words.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        return command(**words, **built)

    signature = inspect.Signature([*own, *shared])
    call.__signature__ = signature  # type: ignore[attr-defined]
    call.__annotations__ = {p.name: p.annotation for p in signature.parameters.values()}
    return call


def _is_group(hint: object) -> bool:
    return isinstance(hint, type) and is_dataclass(hint)


def _parameters(group: type) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=field.default,
            annotation=hints[field.name],
        )
        for field in fields(group)
    ]
