"""A folded text as words, each with its punctuation, as a diff shows them."""

import re
from dataclasses import dataclass
from functools import lru_cache

from lineage_verify.matches.letters import is_unspaced

__all__ = ["Words", "has_name", "is_code", "key_of", "words_in"]

_NAME = re.compile(r"\w_\w|[a-z]\d*[A-Z]")
_OPENING = "([{\"'*“‘"
_CLOSING = ".,;:!?)]}\"'*…”’"


@dataclass(frozen=True, slots=True)
class Words:
    """Words in order: their characters, what they are compared by, and their spans."""

    texts: list[str]
    keys: list[str]
    starts: list[int]
    ends: list[int]

    def __len__(self) -> int:
        """Return how many words there are."""
        return len(self.texts)

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Return the span from one word's start to another's end, both included."""
        return self.starts[first], self.ends[last]


@lru_cache(maxsize=65536)
def key_of(word: str) -> str:
    """Return what a word is compared by: without case and without the punctuation around it."""
    bare = word.lstrip(_OPENING).rstrip(_CLOSING)
    return (bare or word).lower()


def words_in(text: str, start: int, end: int) -> Words:
    """Return the words of a span of a folded text; scripts without spaces go by characters."""
    texts: list[str] = []
    starts: list[int] = []
    span = text[start:end]
    unspaced = not span.isascii() and any(map(is_unspaced, span))
    at = start
    for chunk in span.split(" "):
        if unspaced:
            for first, last in _cut(chunk):
                texts.append(chunk[first:last])
                starts.append(at + first)
        elif chunk:
            texts.append(chunk)
            starts.append(at)
        at += len(chunk) + 1
    ends = [at + len(word) for at, word in zip(starts, texts, strict=True)]
    return Words(texts, [key_of(word) for word in texts], starts, ends)


def _cut(chunk: str) -> list[tuple[int, int]]:
    """Return the spans of a chunk's words: each unspaced character, and what is between them."""
    cuts, at = [], 0
    for index, character in enumerate(chunk):
        if is_unspaced(character):
            if at < index:
                cuts.append((at, index))
            cuts.append((index, index + 1))
            at = index + 1
    if at < len(chunk):
        cuts.append((at, len(chunk)))
    return cuts


def is_code(words: Words) -> bool:
    """Tell whether most of some words is addresses, paths, calls and the like."""
    code = [key for key in words.keys if any(not one.isalpha() for one in key)]
    return 2 * sum(map(len, code)) > sum(map(len, words.keys))


def has_name(word: str) -> bool:
    """Tell whether a word looks like a program's name: `snake_case`, `camelCase`."""
    return _NAME.search(word) is not None
