"""Code in which one name is another one throughout."""

import re
from collections import Counter
from collections.abc import Sequence

from lineage_verify.matches.align import align
from lineage_verify.matches.nearest import Candidate, Window
from lineage_verify.matches.words import Words, is_code, words_in

__all__ = ["renamed"]

_NAME = re.compile(r"(?<!\w)[^\W\d]\w{2,}(?!\w)")
_LONGEST_QUOTE = 400
_LONGEST_NAME = 80
_LEAST_TIMES = 2


def renamed(text: str, quote: Words, windows: Sequence[Window]) -> Candidate | None:
    """Return the one place in some windows that is a quote with one of its names replaced.

    Only for a name that the quote has more than once: the same new name stands for each.
    """
    ours = " ".join(quote.texts)
    if len(ours) > _LONGEST_QUOTE or not is_code(quote):
        return None
    for name, times in Counter(_NAME.findall(ours)).items():
        if times >= _LEAST_TIMES:
            pattern = _pattern(ours, name)
            places = {
                found.span()
                for window in windows
                for found in pattern.finditer(text, window.start, window.end)
            }
            if len(places) == 1:
                return _candidate(text, quote, *places.pop())
    return None


def _pattern(quote: str, name: str) -> re.Pattern[str]:
    first, *rest = re.split(rf"(?<!\w){name}(?!\w)", quote)
    named = rf"(?<!\w)(\w{{1,{_LONGEST_NAME}}})(?!\w)"
    after = r"(?<!\w)\1(?!\w)".join(map(re.escape, rest))
    return re.compile(rf"(?<![\w-]){re.escape(first)}{named}{after}(?![\w-])")


def _candidate(text: str, quote: Words, start: int, end: int) -> Candidate | None:
    words = words_in(text, start, end)
    alignment = align(quote.keys, words.keys)
    return Candidate(words, alignment) if alignment else None
