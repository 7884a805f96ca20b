"""How values and suggestions are put in messages."""

import unicodedata
from collections.abc import Collection
from itertools import islice
from typing import Final

__all__ = ["Hints", "listed", "shown"]

_LONGEST = 60
_CANDIDATES: Final = 500  # looked through for a suggestion, so that a huge spec stays quick
_LONGEST_NAME: Final = 100
_MOST_HINTS: Final = 100


def shown(text: str) -> str:
    """A text in quote marks, on one line, cut where it is long, invisible characters spelt out."""
    cut = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    if cut.isprintable():
        return f'"{cut}"'
    return '"' + "".join(_visible(char) for char in cut) + '"'


def _visible(char: str) -> str:
    if char == " " or unicodedata.category(char)[0] not in "CZ":
        return char
    return f"\\u{ord(char):04x}" if ord(char) <= 0xFFFF else f"\\U{ord(char):08x}"


class Hints:
    """Suggests what was meant; only so often, since a huge spec may have a slip in every line."""

    def __init__(self, most: int = _MOST_HINTS) -> None:
        """Allow so many suggestions."""
        self._left = most

    def about(self, name: str, known: Collection[str]) -> str:
        """A question to put after a message, with a space before it, or nothing."""
        if self._left <= 0:
            return ""
        self._left -= 1
        found = _closest(name, known)
        return f" Did you mean {shown(found)}?" if found is not None else ""


def _closest(name: str, known: Collection[str]) -> str | None:
    """The known name that `name` is most likely a slip of, if there is one."""
    if len(name) > _LONGEST_NAME:
        return None
    from difflib import get_close_matches

    near = (known_name for known_name in islice(known, _CANDIDATES))
    folded = {one.casefold(): one for one in near if len(one) <= _LONGEST_NAME}
    found = get_close_matches(name.casefold(), folded, n=1, cutoff=0.7)
    return folded[found[0]] if found else None


def listed(names: Collection[str], *, most: int = 8) -> str:
    """Names in a row, the rest counted."""
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(shown(name) for name in islice(names, most)) + rest
