"""Slips of the fingers that can be told from the words alone, before anything is done."""

import os
from collections.abc import Sequence
from itertools import pairwise, takewhile

from lineage_verify.errors import SettingsError

__all__ = ["asked_for_help", "check_words"]

_HELP = "help"


def asked_for_help(words: Sequence[str]) -> bool:
    """Whether the words are `help`, alone or before a command, and no spec of that name is there.

    Such words stand for those behind `help`, and `--help`.
    """
    return words[:1] == [_HELP] and not os.path.lexists(_HELP)


def check_words(words: Sequence[str]) -> None:
    """Refuse a misspelt command, and a value that is empty.

    An empty value is what an unset variable of a script leaves, and no default.

    Raises:
        SettingsError: a word is one of these.
    """
    if not words:
        return
    _check_command(words[0])
    if any(not word or (word.startswith("--") and word.endswith("=")) for word in words):
        _check_empty(words)


def _check_command(word: str) -> None:
    """Refuse a first word that is nearly a command's name, and names nothing else."""
    if not word.isalpha():
        return
    from lineage_verify.cli.commands import COMMANDS

    names = {name.split()[0] for name in COMMANDS}
    if word in names or os.path.lexists(word):
        return
    from lineage_verify.cli.near import nearest

    near = nearest(word, (*names, _HELP))
    if near is not None:
        raise SettingsError(f"{word}: no such command, file or folder; did you mean {near!r}?")


def _check_empty(words: Sequence[str]) -> None:
    from lineage_verify.cli.commands import COMMANDS
    from lineage_verify.cli.plain_words import value_flags

    names = (" ".join(words[:2]), words[0])
    command = COMMANDS[next((name for name in names if name in COMMANDS), "check")]
    flags = value_flags(command)
    options = takewhile(lambda word: word != "--", words)
    for before, word in pairwise(["", *options]):
        flag = word[:-1] if word.endswith("=") else before if not word else ""
        if flag in flags:
            raise SettingsError(f"{flag}: the value is empty")
    if any(word.name == "specs" for word in command.words) and "" in words:
        raise SettingsError("SPEC is empty: name a file, a folder, or - for standard input")
