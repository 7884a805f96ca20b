"""How values and suggestions are put in messages."""

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice
from typing import Final

__all__ = ["closest", "did_you_mean", "listed", "shown"]

_LONGEST = 60
_CANDIDATES: Final = 500  # looked through for a suggestion, so that a huge spec stays quick
_LONGEST_NAME: Final = 100


def shown(text: str) -> str:
    """A text in quote marks, on one line, cut where it is long, invisible characters spelt out."""
    cut = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    return '"' + "".join(_visible(char) for char in cut) + '"'


def _visible(char: str) -> str:
    if char == " " or unicodedata.category(char)[0] not in "CZ":
        return char
    return f"\\u{ord(char):04x}" if ord(char) <= 0xFFFF else f"\\U{ord(char):08x}"


def closest(name: str, known: Iterable[str]) -> str | None:
    """The known name that `name` is most likely a slip of, if there is one."""
    if len(name) > _LONGEST_NAME:
        return None
    folded = {candidate.casefold(): candidate for candidate in islice(known, _CANDIDATES)}
    found = get_close_matches(name.casefold(), folded, n=1, cutoff=0.7)
    return folded[found[0]] if found else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A question to put after a message, with a space before it, or nothing."""
    found = closest(name, known)
    return f" Did you mean {shown(found)}?" if found is not None else ""


def listed(names: Iterable[str], *, most: int = 8) -> str:
    """Names in a row, the rest counted."""
    names = list(names)
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(shown(name) for name in names[:most]) + rest
