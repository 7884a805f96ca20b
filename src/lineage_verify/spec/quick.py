"""The short way for a file with nothing wrong in it, which is nearly every file.

The standard library reads JSON some ten times as fast as the scanner that keeps places, and of a
spec without problems only the places of its quotes are wanted. Both are taken only where the answer
is certain to be the scanner's: anything unusual gives `None`, and the scanner decides.
"""

import json
import re
from collections.abc import Sequence
from json.decoder import scanstring  # type: ignore[attr-defined]  # known to all but typeshed
from math import isinf

__all__ = ["parse_plain", "quote_spans"]

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
# In a JSON text no quote mark outside a text follows a backslash, and none that ends a text is
# followed by a letter: so this is the name of a member wherever it is found.
# (The look back stands behind the name, so that the search can leap from name to name.)
_QUOTE = re.compile(r'"quote"(?<!\\"quote")[ \t\n\r]*:[ \t\n\r]*"')


def parse_plain(text: str) -> dict[str, object] | None:
    """The object that a JSON text holds, `None` where the scanner should look.

    That is for all that is no JSON (RFC 8259) or no object, for names that stand twice, for numbers
    that are too large, and for escaped surrogates. Nesting is not bounded here: a spec without
    unknown fields is shallow.
    """
    if _SURROGATE.search(text):
        return None
    try:
        value = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_refuse, parse_float=_finite
        )
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a name stands twice")
    return made


def _finite(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        raise ValueError(digits)
    return number


def _refuse(constant: str) -> object:
    raise ValueError(constant)


def quote_spans(text: str, quotes: Sequence[str]) -> list[tuple[int, int]] | None:
    """The characters of each `quote` value of a JSON text, its quote marks included.

    `quotes` are those of the evidence, in the text's order. Where the text has just as many members
    of that name, and with those values, they are these; else `None`.
    """
    spans: list[tuple[int, int]] = []
    for match in _QUOTE.finditer(text):
        if len(spans) == len(quotes):
            return None
        value, end = scanstring(text, match.end())
        if value != quotes[len(spans)]:
            return None
        spans.append((match.end() - 1, end))
    return spans if len(spans) == len(quotes) else None
