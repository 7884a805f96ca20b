"""The quick way from a JSON object to a spec, for those that have the shape of one.

Whatever is not as it should be gives `None`, and pydantic tells what (`edge`); a test holds the two
to one answer. Nearly every spec is sound, and loading pydantic takes longer than reading it.
"""

from collections.abc import Callable
from functools import cache
from typing import Final, get_args, get_origin

from lineage_verify.spec.members import Member, members_of
from lineage_verify.spec.model import Spec

__all__ = ["build_spec"]

Reader = Callable[[object], object]


class _OddError(Exception):
    """A value is not as in a spec."""


def build_spec(value: dict[str, object]) -> Spec | None:
    """The spec that a JSON object holds; `None` where anything is wrong with its shape."""
    try:
        made = _part_reader(Spec)(value)
    except _OddError:
        return None
    return made if isinstance(made, Spec) else None


@cache
def _part_reader(part: type) -> Reader:
    rows = [(m.name, m.attribute, _reader(m), m.required) for m in members_of(part)]
    known = frozenset(name for name, *_ in rows)

    def read(value: object) -> object:
        if type(value) is not dict:
            raise _OddError
        made = {}
        for name, attribute, reader, required in rows:
            if name in value:
                made[attribute] = reader(value[name])
            elif required:
                raise _OddError
        if not known.issuperset(value):
            made["extra"] = {name: value[name] for name in value if name not in known}
        return part(**made)

    return read


def _reader(member: Member) -> Reader:
    if member.about.least:
        return _name
    return _reader_of(member.hint)


def _reader_of(hint: object) -> Reader:
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin is list:
        return _list_reader(_reader_of(inner[0]))
    if origin is dict:
        return _dict_reader(_reader_of(inner[1]))
    assert isinstance(hint, type)  # noqa: S101 - a part's class
    return _part_reader(hint)


def _list_reader(read: Reader) -> Reader:
    def read_list(value: object) -> object:
        if type(value) is not list:
            raise _OddError
        return [read(item) for item in value]

    return read_list


def _dict_reader(read: Reader) -> Reader:
    def read_dict(value: object) -> object:
        if type(value) is not dict:
            raise _OddError
        return {_text(name): read(item) for name, item in value.items()}

    return read_dict


def _text(value: object) -> object:
    if type(value) is not str:
        raise _OddError
    return value


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _name(value: object) -> object:
    """A text with something in it; pydantic counts no letters where half of a pair stands alone."""
    if type(value) is not str or not value or not (value.isascii() or _is_whole(value)):
        raise _OddError
    return value


def _text_or_none(value: object) -> object:
    return None if value is None else _text(value)


def _pair(value: object) -> object:
    if type(value) is not list or len(value) != 2:
        raise _OddError
    return _number(value[0]), _number(value[1])


def _number(value: object) -> float:
    """A finite number; true and false are none."""
    if type(value) is float:
        number = value
    elif type(value) is int:
        try:
            number = float(value)
        except OverflowError:
            raise _OddError from None
    else:
        raise _OddError
    if number - number != 0:
        raise _OddError
    return number


_PLAIN: Final[dict[object, Reader]] = {
    str: _text,
    str | None: _text_or_none,
    tuple[float, float]: _pair,
}
