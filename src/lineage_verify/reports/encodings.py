"""What an output's encoding can carry, and what to print where it cannot."""

import codecs

__all__ = ["degrade", "is_unicode", "shows_all"]

_PLAIN = {
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'", "′": "'",
    "″": '"', "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-",
    "…": "...", "•": "*", "·": "-", "×": "x", "→": "->", "←": "<-", "↔": "<->", "⇒": "=>",
    "≤": "<=", "≥": ">=", "≠": "!=", "✓": "ok", "✔": "ok", "✗": "x", "✘": "x", "⚠": "!",
    "│": "|", "┃": "|", "─": "-", "━": "-", "╭": "+", "╮": "+", "╰": "+", "╯": "+", "├": "+",
    "┤": "+", "┌": "+", "┐": "+", "└": "+", "┘": "+", "┬": "+", "┴": "+", "┼": "+",
    "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u200c": "", "\u200d": "",
    "ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl",
}  # fmt: skip


def is_unicode(encoding: str) -> bool:
    """Whether an encoding can carry every character."""
    return _name(encoding).startswith(("utf", "gb18030"))


def shows_all(text: str, encoding: str) -> bool:
    """Whether a text can be written in an encoding with nothing lost but typography."""
    return is_unicode(encoding) or "?" not in _fallen(text.replace("?", ""), encoding)


def degrade(text: str, encoding: str) -> str:
    """A text that an encoding can carry.

    Typography becomes its plain form (`→` reads `->`); what is left becomes a question mark.
    """
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return _fallen(text, encoding)
    return text


def _fallen(text: str, encoding: str) -> str:
    name = _name(encoding)
    return "".join(_fallen_character(character, name) for character in text)


def _fallen_character(character: str, encoding: str) -> str:
    if _carries(character, encoding):
        return character
    plain = _PLAIN.get(character, "?")
    return plain if _carries(plain, encoding) else "?"


def _carries(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _name(encoding: str) -> str:
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return "ascii"
