"""The word lists of this room, read from `data/` when first needed."""

from functools import cache
from importlib.resources import files

__all__ = ["words_of"]


@cache
def words_of(name: str) -> frozenset[str]:
    """Return the words of one list, by its file's name without the ending; `#` begins a comment."""
    text = files("lineage_verify.matches").joinpath("data", f"{name}.txt").read_text("utf-8")
    lines = (line.partition("#")[0] for line in text.splitlines())
    return frozenset(word for line in lines for word in line.split())
