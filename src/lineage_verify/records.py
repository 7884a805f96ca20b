"""`dataclass` for frozen classes with slots, made in a fraction of the time; import it from here.

The standard decorator compiles six methods for each class: about a millisecond a class on Python
3.11 and 3.12, a tenth of a second for all that a check needs. This one compiles `__init__` alone,
and the others are closures over the fields. They do the same (a test holds the two together), and
type checkers see the standard decorator, which also makes every class that is not of this kind.
"""

import dataclasses
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

_KIND = {"frozen": True, "slots": True}
_UNSAID: Any = object()

Fields = tuple["dataclasses.Field[Any]", ...]


def _dataclass(*, kw_only: bool = False, **options: bool) -> Callable[[type], type]:
    """Make a dataclass, as `dataclasses.dataclass` does."""

    def decorate(cls: type) -> type:
        own = options == _KIND and cls.__bases__ == (object,)
        if own and not hasattr(cls, "__post_init__"):
            return _made(cls, kw_only=kw_only)
        return dataclasses.dataclass(kw_only=kw_only, **options)(cls)

    return decorate


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _dataclass


def _made(cls: type, *, kw_only: bool) -> type:
    bare = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)
    made: type = bare(cls)
    vars(made)["__dataclass_params__"].frozen = True  # for classes that are made of this one
    fields = dataclasses.fields(made)
    for method in (_init(made, fields), *_methods(fields)):
        name = method.__name__
        if name not in cls.__dict__:
            method.__qualname__ = f"{made.__qualname__}.{name}"
            setattr(made, name, method)
    return made


def _init(made: type, fields: Fields) -> Callable[..., None]:
    """`__init__`, the one method that is compiled: what it takes differs from class to class."""
    names = {f"set_{field.name}": made.__dict__[field.name].__set__ for field in fields}
    names |= {f"usual_{field.name}": _usual(field) for field in fields}
    names |= {f"make_{field.name}": field.default_factory for field in fields}
    names["unsaid"] = _UNSAID
    first = [_parameter(field) for field in fields if not field.kw_only]
    last = [_parameter(field) for field in fields if field.kw_only]
    taken = ", ".join(["self", *first, *(["*", *last] if last else [])])
    lines = [f"def __init__({taken}):", *(_line(field) for field in fields), " return None"]
    exec("\n".join(lines), names)  # noqa: S102 - made of the names of a class's own fields
    init: Callable[..., None] = names["__init__"]
    return init


def _usual(field: "dataclasses.Field[Any]") -> object:
    return _UNSAID if field.default is dataclasses.MISSING else field.default


def _parameter(field: "dataclasses.Field[Any]") -> str:
    needed = field.default is field.default_factory is dataclasses.MISSING
    return field.name if needed else f"{field.name}=usual_{field.name}"


def _line(field: "dataclasses.Field[Any]") -> str:
    name = field.name
    if field.default_factory is dataclasses.MISSING:
        return f" set_{name}(self, {name})"
    return f" set_{name}(self, make_{name}() if {name} is unsaid else {name})"


def _methods(fields: Fields) -> Iterator[Callable[..., Any]]:
    """The methods that classes have in common, but for the fields that they go by."""
    shown = [field.name for field in fields if field.repr]
    names = [field.name for field in fields]
    compared = _values([field.name for field in fields if field.compare])
    hashed = _values([f.name for f in fields if (f.compare if f.hash is None else f.hash)])

    def __repr__(self: Any) -> str:  # noqa: N807
        pairs = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__qualname__}({pairs})"

    def __eq__(self: Any, other: object) -> bool:  # noqa: N807
        if other.__class__ is not self.__class__:
            return NotImplemented
        return compared(self) == compared(other)

    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(hashed(self))

    def __setattr__(self: Any, name: str, value: object) -> None:  # noqa: ARG001, N807
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self: Any, name: str) -> None:  # noqa: ARG001, N807
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")

    def __getstate__(self: Any) -> list[object]:  # noqa: N807
        return [getattr(self, name) for name in names]

    def __setstate__(self: Any, state: list[object]) -> None:  # noqa: N807
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    yield from (__repr__, __eq__, __hash__, __setattr__, __delattr__, __getstate__, __setstate__)


def _values(names: list[str]) -> Callable[[Any], tuple[object, ...]]:
    """The values of some fields of an object, in order."""
    if not names:
        return lambda _: ()
    got = attrgetter(*names)
    return got if len(names) > 1 else lambda self: (got(self),)
