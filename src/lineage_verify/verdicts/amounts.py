"""Numbers with their units, whatever way they are spelled."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lineage_verify.matches.folding import fold
from lineage_verify.matches.lexicon import unit_of
from lineage_verify.verdicts.changes import Token

__all__ = ["Amount", "amounts_in"]

_SMALL = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
_WORDS = (*_SMALL.split(), "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
             "tenth", "eleventh", "twelfth")  # fmt: skip
_AMOUNT = re.compile(
    rf"(?<![\w.,+\-<>=~])(?P<number>\d{{1,3}}(?: \d{{3}})+(?![\d.,])|\d+(?:st|nd|rd|th)\b"
    rf"|v?\d+(?:,\d{{3}})*(?:\.\d+)*|(?:{'|'.join((*_WORDS, *_ORDINALS))})\b)"
    r"(?P<unit> ?(?:%|[^\W\d_]+))?(?![\w.,]*\d)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number's value as digits, its unit by the first spelling if any, and the words it takes."""

    value: str
    unit: str | None
    words: frozenset[str]

    def same_as(self, other: "Amount") -> bool:
        """Tell whether both are the same number of the same thing."""
        return self.value == other.value and self.unit == other.unit

    def of(self, tokens: list[Token]) -> bool:
        """Tell whether any of some tokens is a part of it."""
        return any(token.text in self.words for token in tokens)

    def take(self, tokens: list[Token]) -> None:
        """Take its tokens out of a side."""
        tokens[:] = [token for token in tokens if token.text not in self.words]


def amounts_in(text: str) -> Iterator[Amount]:
    """Yield the amounts of some words of a quote or a page, in order."""
    for found in _AMOUNT.finditer(fold(text)):
        number, spelled = found["number"], (found["unit"] or "").strip()
        unit = unit_of(spelled) if spelled else None
        if spelled and unit is None and not found["unit"].startswith(" "):
            unit = spelled  # `10x`, `10k`: a part of the number, whatever it means
        words = {number, *number.split(), found.group(), f"{number}{spelled}"}
        words |= {spelled} if unit else set()
        yield Amount(_value(number), unit, frozenset(words))


def _value(number: str) -> str:
    lowered = number.lower()
    if lowered in _WORDS:
        return str(_WORDS.index(lowered))
    if lowered in _ORDINALS:
        return f"{_ORDINALS.index(lowered) + 1}th"
    if lowered[-2:] in {"st", "nd", "rd", "th"}:
        return f"{lowered[:-2]}th"
    return lowered.removeprefix("v").replace(",", "").replace(" ", "")
