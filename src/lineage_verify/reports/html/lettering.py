"""How wide words are in the picture, and how they break into lines; an estimate on purpose."""

import unicodedata

__all__ = ["lines_of", "width_of"]


_LONGEST = 200
"""Characters that are looked at; no line of the picture shows as many."""


def width_of(text: str, size: float) -> float:
    """About how wide a text is at a font size, in the same unit as the size."""
    return sum(_share(character) for character in text) * size


def lines_of(text: str, *, width: float, size: float, most: int) -> tuple[str, ...]:
    """The text in at most so many lines; what does not fit ends in an ellipsis."""
    lines: list[str] = []
    words = text[:_LONGEST].split(" ")
    while words and len(lines) < most:
        line = _fitting(words, width, size)
        words = words[line.count(" ") + 1 :]
        lines.append(line)
    if words:
        lines[-1] = f"{lines[-1]} …"
    return tuple(_cut(line, width, size) for line in lines)


def _fitting(words: list[str], width: float, size: float) -> str:
    line = words[0]
    for word in words[1:]:
        if width_of(f"{line} {word}", size) > width:
            break
        line = f"{line} {word}"
    return line


def _cut(line: str, width: float, size: float) -> str:
    if width_of(line, size) <= width:
        return line
    while line and width_of(f"{line}…", size) > width:
        line = line[:-1]
    return f"{line}…"


def _share(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    return 0.36 if character in " .,;:'!|()[]ijlt" else 0.74 if character.isupper() else 0.58
