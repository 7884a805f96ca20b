"""How the words of commands are declared: once, for typer and for the reader of plain words."""

from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Annotated, Final, NamedTuple, get_args, get_origin

__all__ = ["REQUIRED", "Opt", "Word", "words_of"]

REQUIRED: Final = object()
"""The default of what must be said."""


class Opt:
    """What is declared of an option beside its name, its type and its default.

    `flags` are as typer takes them (`--offline/--online`), and made of the name where there are
    none; `least` and `most` are the smallest and the largest number that may be said.
    """

    __slots__ = ("envvar", "flags", "help", "least", "metavar", "most")

    def __init__(
        self,
        *flags: str,
        help: str,  # noqa: A002 - typer's own name
        metavar: str | None = None,
        envvar: str | None = None,
        least: float | None = None,
        most: float | None = None,
    ) -> None:
        """Keep what is declared."""
        self.flags = flags
        self.help = help
        self.metavar = metavar
        self.envvar = envvar
        self.least = least
        self.most = most


class Word(NamedTuple):
    """An option of a command, or an argument: then `opt` is `None`."""

    name: str
    kind: object
    default: object = REQUIRED
    opt: Opt | None = None
    metavar: str | None = None
    help: str | None = None


def words_of(group: type) -> Iterator[Word]:
    """The options that a dataclass declares: those of its fields that are annotated with one."""
    for field in fields(group):
        assert get_origin(field.type) is Annotated  # noqa: S101 - a group has nothing else
        kind, opt = get_args(field.type)
        yield Word(field.name, kind, REQUIRED if field.default is MISSING else field.default, opt)
