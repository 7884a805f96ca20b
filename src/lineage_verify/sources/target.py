"""What a source's URL points at."""

from dataclasses import dataclass

__all__ = ["LineRange", "Target"]


@dataclass(frozen=True, slots=True)
class LineRange:
    """Lines `first` to `last` of a file, counted from 1, both included."""

    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A source's URL, read: which bytes to get, and which part of them is meant.

    `url` is as the spec has it. `address` is what is asked for and what pages are grouped by: an
    absolute http(s) URL in canonical form without its fragment (a file view's raw address), or for
    a relative path the POSIX path from the tree's root. `immutable` says that the address names
    content that cannot change (a commit hash).
    """

    url: str
    address: str
    local: bool = False
    fragment: str | None = None
    lines: LineRange | None = None
    immutable: bool = False
