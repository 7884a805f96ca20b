"""What a misspelt word was probably meant to be."""

from collections.abc import Iterable, Iterator
from itertools import islice

__all__ = ["meant", "nearest"]

_NEAR = 0.75
"""The least likeness of what is suggested, 0..1; below it a suggestion is a guess."""
_CANDIDATES = 10_000
_LONGEST = 200


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that a word is most likely a slip of; `None` where none is near."""
    from difflib import get_close_matches

    short = islice(_short(known), _CANDIDATES)
    near = get_close_matches(word, list(short), n=1, cutoff=_NEAR) if len(word) <= _LONGEST else []
    return near[0] if near else None


def meant(word: str, known: Iterable[str]) -> str:
    """A question to put after a message: `; did you mean 'max-age'?`, or nothing."""
    near = nearest(word, known)
    return f"; did you mean {near!r}?" if near is not None else ""


def _short(known: Iterable[str]) -> Iterator[str]:
    return (one for one in known if len(one) <= _LONGEST)
