"""Reads the words of a command where they are plain, which they nearly always are.

Loading typer, and pydantic for its options, takes longer than a check of pages that are known. What
is read here, typer reads just so (a test compares the two); at anything out of the ordinary (help,
a slip, a number out of bounds, an option spelt in another way) this gives up, and typer decides.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Final, get_args, get_origin

from lineage_verify.cli.commands import COMMANDS, Command, all_words, invoke
from lineage_verify.cli.declare import REQUIRED, Word

__all__ = ["read_words", "value_flags"]

_COMPLETION = "_LINEAGE_VERIFY_COMPLETE"
"""A shell that asks typer for completions sets this."""

_INTEGER = re.compile(r"0|[1-9][0-9]{0,8}")
_DECIMAL = re.compile(r"(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,9})?")


class _NotPlainError(Exception):
    """Typer should look at these words."""


def read_words(words: Sequence[str], environ: Mapping[str, str]) -> Callable[[], int] | None:
    """The work that plain words ask for, ready to be done; `None` where typer should read them."""
    if not words or _COMPLETION in environ:
        return None
    try:
        command, rest = _command(words)
        return partial(invoke, command, said(command, rest, environ))
    except _NotPlainError:
        return None


def _command(words: Sequence[str]) -> tuple[Command, Sequence[str]]:
    for count in (2, 1):
        command = COMMANDS.get(" ".join(words[:count]))
        if command is not None:
            return command, words[count:]
    if any(name.startswith(f"{words[0]} ") for name in COMMANDS):
        raise _NotPlainError
    return COMMANDS["check"], words


def said(command: Command, words: Sequence[str], environ: Mapping[str, str]) -> dict[str, object]:
    """What words say for each word of a command."""
    known = all_words(command)
    options = [word for word in known if word.opt is not None]
    values, plain = _options(options, words)
    values |= _arguments([word for word in known if word.opt is None], plain)
    for word in options:
        if word.name not in values:
            values[word.name] = _unsaid(word, environ)
    return values


def _options(options: Sequence[Word], words: Sequence[str]) -> tuple[dict[str, object], list[str]]:
    """What is said for options, and the words that are left."""
    flags = {flag: found for word in options for flag, found in _flags(word)}
    values: dict[str, object] = {}
    plain: list[str] = []
    rest = iter(words)
    for spoken in rest:
        if not spoken.startswith("-") or spoken == "-":
            plain.append(spoken)
            continue
        name, sign, after = spoken.partition("=")
        if name not in flags or (sign and not name.startswith("--")):
            raise _NotPlainError
        word, on = flags[name]
        if on is None:
            _say(values, word, after if sign else next(rest, "-"))
        elif sign:
            raise _NotPlainError
        else:
            values[word.name] = on
    return values, plain


def value_flags(command: Command) -> frozenset[str]:
    """The flags of a command's options that take a value."""
    options = [word for word in all_words(command) if word.opt is not None]
    return frozenset(flag for word in options for flag, (_, on) in _flags(word) if on is None)


def _flags(word: Word) -> Iterator[tuple[str, tuple[Word, bool | None]]]:
    """Each flag of an option with what it says: yes, no, or (`None`) what the next word says."""
    assert word.opt is not None  # noqa: S101 - options only
    for flag in word.opt.flags or (f"--{word.name.replace('_', '-')}",):
        if bool not in _kinds(word.kind):
            yield flag, (word, None)
            continue
        yes, _, no = flag.partition("/")
        yield yes, (word, True)
        if no:
            yield no, (word, False)


def _say(values: dict[str, object], word: Word, spoken: str) -> None:
    if spoken.startswith("-"):
        raise _NotPlainError
    if get_origin(_kinds(word.kind)[0]) is list:
        earlier = values.setdefault(word.name, [])
        assert isinstance(earlier, list)  # noqa: S101 - made above
        earlier.append(_value(word, spoken))
    else:
        values[word.name] = _value(word, spoken)


def _arguments(arguments: Sequence[Word], plain: Sequence[str]) -> dict[str, object]:
    """What is said for arguments: one word for each, all that are left for a list."""
    values: dict[str, object] = {}
    rest = list(plain)
    for word in arguments:
        if not rest:
            values[word.name] = _default(word)
        elif get_origin(word.kind) is list:
            values[word.name] = [_value(word, one) for one in rest]
            rest = []
        else:
            values[word.name] = _value(word, rest.pop(0))
    if rest:
        raise _NotPlainError
    return values


def _unsaid(word: Word, environ: Mapping[str, str]) -> object:
    assert word.opt is not None  # noqa: S101 - options only
    if word.opt.envvar and environ.get(word.opt.envvar):
        return _value(word, environ[word.opt.envvar])
    return _default(word)


def _default(word: Word) -> object:
    if word.default is REQUIRED:
        raise _NotPlainError
    return word.default


def _value(word: Word, spoken: str) -> object:
    """A word as its type."""
    kind = _kinds(word.kind)[0]
    if get_origin(kind) is list:
        kind = get_args(kind)[0]
    if kind is str:
        return spoken
    if kind is Path:
        return Path(spoken)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _member(kind, spoken)
    return _number(kind, word, spoken)


def _member(kind: type[Enum], spoken: str) -> Enum:
    try:
        return kind(spoken)
    except ValueError:
        raise _NotPlainError from None


def _number(kind: object, word: Word, spoken: str) -> float:
    pattern = _INTEGER if kind is int else _DECIMAL
    if not pattern.fullmatch(spoken):
        raise _NotPlainError
    number = int(spoken) if kind is int else float(spoken)
    if word.opt is None:
        return number
    least, most = word.opt.least, word.opt.most
    if (least is not None and number < least) or (most is not None and number > most):
        raise _NotPlainError
    return number


def _kinds(kind: object) -> Sequence[object]:
    """The types of a union; a type alone is the only one."""
    return get_args(kind) if isinstance(kind, _UNION) else (kind,)


_UNION: Final = type(int | None)
