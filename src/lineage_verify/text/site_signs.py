"""The signs of `site_signs.toml`: what tells that a page is not the page that was asked for."""

import re
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

__all__ = ["Group", "Place", "Sign", "site_signs"]


class Group(StrEnum):
    """What a page is instead of the one asked for."""

    CHALLENGE = "challenge"
    LOGIN = "login"
    CONSENT = "consent"
    GONE = "gone"
    CLOSED = "closed"
    PARKED = "parked"
    SHELL = "shell"


class Place(StrEnum):
    """Where a sign is looked for."""

    TITLE = "title"
    HEADING = "heading"
    WORDS = "words"
    HIDDEN = "hidden"
    MARKUP = "markup"
    HEADER = "header"
    ADDRESS = "address"

    @property
    def is_whole(self) -> bool:
        """Whether a sign has to be the whole of what stands there."""
        return self in {Place.TITLE, Place.HEADING}


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign; `others` are like its `examples` but belong to living pages."""

    group: Group
    place: Place
    weight: int
    pattern: re.Pattern[str]
    examples: tuple[str, ...]
    others: tuple[str, ...]

    def is_in(self, words: str) -> bool:
        """Tell whether the sign is there: the whole of a title's part or a heading, else in it."""
        if self.place.is_whole:
            return self.pattern.fullmatch(words.strip()) is not None
        if self.place is Place.HEADER:
            return self.pattern.match(words) is not None
        return self.pattern.search(words) is not None


@cache
def site_signs() -> tuple[Sign, ...]:
    """Return every sign, in the file's order."""
    rows = tomllib.loads(files(__package__).joinpath("site_signs.toml").read_text("utf-8"))["sign"]
    patterns = {(row["group"], row["place"]): row["pattern"] for row in rows if "pattern" in row}
    return tuple(
        Sign(
            Group(row["group"]),
            Place(row["place"]),
            row["weight"],
            _compiled(row.get("pattern") or patterns[row["group"], row["same_as"]]),
            tuple(row["examples"]),
            tuple(row["others"]),
        )
        for row in rows
    )


def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern, which may be broken into lines anywhere."""
    return re.compile(pattern.replace("\n", ""), re.IGNORECASE)
