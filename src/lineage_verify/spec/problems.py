"""What is wrong with a spec, and where."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Level", "Location", "Problem"]


class Level(StrEnum):
    """How bad a problem is: an error makes the spec invalid (exit 2), a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a spec's file.

    `pointer` is a JSON Pointer (RFC 6901); `line` and `column` count from 1, `column` in
    characters; `start` and `end` are byte offsets into the file, a BOM included.
    """

    pointer: str
    line: int
    column: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a spec; `code` is stable, the message's wording is not."""

    code: str
    level: Level
    message: str
    location: Location
