"""A text with its typography folded, and the way back from each offset.

The whole text is folded with `str.replace`, a block at a time; the map of a block is only drawn up
when a hit needs it.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from lineage_verify.matches.letters import WHITE, fold_character, is_combining

__all__ = ["FoldedText", "collapse", "fold", "non_ascii"]

_BLOCK = 4096
_SPECIAL_ASCII = "`\t\n\v\f\r\x1c\x1d\x1e\x1f"
_ASCII = bytes(range(128))
_TWO_SPACES = re.compile("  +")
_ASCII_WHITE = re.compile(r"[ \t\n\v\f\r]+")
_VOICED = "\uff9e\uff9f"
"""Marks of half-width kana, which are letters by category and join the one before them."""
_ALSO = {"\u301c": "~"}
"""The wave dash is what `\uff5e` stands for where text came from other character sets."""
_CJK = (
    "\u2e80-\u2fdf\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_AMOUNTS = "十百千万萬亿億兆零〇一二三四五六七八九两兩半点點分"
"""What makes another number of the figures beside it."""
_LATIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz").union(
    map(chr, (*range(0xC0, 0xD7), *range(0xD8, 0xF7), *range(0xF8, 0x100)))
)
_CJK_RUN = re.compile(f"[{_CJK}]+")
_LONGEST_MARKS = 16
"""Marks beyond these on one letter are left as they are: reordering them takes quadratic time."""


def collapse(text: str) -> str:
    """Return a text with each run of ASCII white space as one space, and none at its ends."""
    if text.isprintable() and "  " not in text:  # there is nothing to replace
        return text.strip(" ")
    return _ASCII_WHITE.sub(" ", text).strip(" \t\n\v\f\r")


def fold(text: str) -> str:
    """Return a short text folded, without white space at its ends."""
    if text.isascii():
        return " ".join(text.replace("`", "").split())
    return FoldedText(text).text.strip(" ")


def non_ascii(text: str) -> set[str]:
    """Return the characters beyond ASCII that a text has."""
    # Deleting the others from its bytes takes a fifth of what a regular expression does.
    encoded = text.encode("utf-8", "surrogatepass")
    return set(encoded.translate(None, _ASCII).decode("utf-8", "surrogatepass"))


@dataclass(frozen=True)
class _Rules:
    """How the characters that one text has are folded."""

    replaced: dict[str, str]
    """What each becomes that is not left as it is."""
    marks: str
    """The marks that join the letter before them."""
    has_cjk: bool = False
    """Whether the text has any character of the scripts that a typesetter sets apart."""
    lengths: dict[str, int] = field(default_factory=dict)
    """What sites seen before become."""

    @cached_property
    def _plain(self) -> tuple[tuple[str, str], ...]:
        """The ASCII characters that are replaced; line ends are seen to before."""
        return tuple(
            (old, new) for old, new in self.replaced.items() if old.isascii() and old != "\n"
        )

    @cached_property
    def _marks(self) -> re.Pattern[str]:
        return re.compile(f"[{_escaped(self.marks)}]{{1,{_LONGEST_MARKS}}}")

    @cached_property
    def _white(self) -> tuple[str, ...]:
        """What becomes a space."""
        return tuple(old for old, new in self.replaced.items() if new == " ")

    @cached_property
    def _uneven(self) -> re.Pattern[str] | None:
        """The characters that, each alone, change the length, with the spaces around them."""
        marks = _escaped(self.marks)
        gone = _escaped("".join(old for old, new in self.replaced.items() if not new))
        longer = _escaped("".join(old for old, new in self.replaced.items() if len(new) > 1))
        patterns = [f"[{gone}][ {gone}]*"] if gone else []
        if longer:
            patterns.append(f"[{longer}]")
        if marks:
            patterns.append(f"[{marks}]{{1,{_LONGEST_MARKS}}}")
        return re.compile("|".join(patterns)) if patterns else None

    def apply(self, piece: str) -> str:
        if not piece.isascii():
            piece = self._apply_beyond_ascii(piece)
        if "\n" in piece:
            # Empty lines are dropped before they make spaces, which are searched for slowly.
            first, *lines, last = piece.split("\n")
            piece = " ".join((first, *filter(None, lines), last))
        for old, new in self._plain:
            piece = piece.replace(old, new)
        while "  " in piece:
            piece = piece.replace("  ", " ")
        return piece

    def _apply_beyond_ascii(self, piece: str) -> str:
        present = non_ascii(piece)
        if any(map(_is_mark, present)):
            piece = _composed(piece, self._marks)
            present = non_ascii(piece)
        for old in present & self.replaced.keys():
            piece = piece.replace(old, self.replaced[old])
        return piece

    def find_sites(self, piece: str) -> list[tuple[int, int, int]]:
        """Return where folding changes a piece's length: start, end and the length it gets."""
        for one in self._white:
            piece = piece.replace(one, " ")
        spaces = [(*site.span(), 1) for site in _TWO_SPACES.finditer(piece)]
        if self._uneven is None or not self._uneven.search(piece):
            return spaces
        uneven = [self._site(piece, *site.span()) for site in self._uneven.finditer(piece)]
        return _apart(sorted((*uneven, *spaces), key=lambda site: (site[0], -site[1])))

    def _site(self, piece: str, start: int, end: int) -> tuple[int, int, int]:
        """Return the site of what changes the length, with its letter or the spaces around it."""
        if _is_mark(piece[start]):
            start = max(0, start - 1)
        elif not self.replaced[piece[start]]:
            while start and piece[start - 1] == " ":
                start -= 1
        return start, end, self._length(piece[start:end])

    def _length(self, site: str) -> int:
        length = self.lengths.get(site)
        if length is None:
            length = self.lengths[site] = len(self.apply(site))
        return length


def _apart(sites: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Return the sites that lie in no earlier one."""
    kept: list[tuple[int, int, int]] = []
    for site in sites:
        if not kept or site[0] >= kept[-1][1]:
            kept.append(site)
    return kept


def _composed(piece: str, marks: re.Pattern[str]) -> str:
    """Return a piece with each letter and its marks composed and folded."""
    parts, at = [], 0
    for found in marks.finditer(piece):
        letter = found.start() - 1
        if letter < at:  # the marks are too many, or have no letter
            continue
        parts += [piece[at:letter], _compose(piece[letter], found.group())]
        at = found.end()
    return "".join((*parts, piece[at:])) if parts else piece


def _compose(letter: str, marks: str) -> str:
    composed = unicodedata.normalize("NFC", "".join(map(_fold_one, letter + marks)))
    return "".join(map(_fold_one, composed))


def _fold_one(character: str) -> str:
    return _ALSO.get(character) or fold_character(character)


def _is_mark(character: str) -> bool:
    return is_combining(character) or character in _VOICED


def _rules(text: str) -> _Rules:
    present = {one for one in _SPECIAL_ASCII if one in text}
    if not text.isascii():
        present |= non_ascii(text)
    replaced = {one: new for one in sorted(present) if (new := _fold_one(one)) != one}
    has_cjk = _CJK_RUN.search("".join(present)) is not None
    return _Rules(replaced, "".join(sorted(filter(_is_mark, present))), has_cjk)


def _spaced(text: str, pieces: list[str]) -> tuple[str, list[int]]:
    """Return a text with a space at each seam of scripts, and where those spaces stand.

    A typesetter may leave a space there (CSS Text 4, `text-autospace`).
    """
    seams = list(_seams(text, pieces))
    if not seams:
        return text, []
    bounds = zip([0, *seams], [*seams, len(text)], strict=True)
    parts = [text[start:end] for start, end in bounds]
    return " ".join(parts), [seam + number for number, seam in enumerate(seams)]


def _seams(text: str, pieces: list[str]) -> Iterator[int]:
    """Yield where a run of CJK characters and a Latin word or figures touch, in order."""
    at = 0
    for piece in pieces:
        runs = () if piece.isascii() else _CJK_RUN.finditer(text, at, at + len(piece))
        for run in runs:
            start, end = run.span()
            if start and _are_apart(text[start], text[start - 1]):
                yield start
            if end < len(text) and _are_apart(text[end - 1], text[end]):
                yield end
        at += len(piece)


def _are_apart(cjk: str, other: str) -> bool:
    figure = "0" <= other <= "9"
    return other in _LATIN or (figure and cjk not in _AMOUNTS)


def _escaped(characters: str) -> str:
    return "".join(re.escape(one) for one in characters)


@dataclass(frozen=True, slots=True)
class _BlockMap:
    """The places of one block where the way back is not straight on.

    `folded` is where each begins in the folded text, `length` what it has there; `source` and
    `source_end` are its span in the source. A first place of no length stands at the block's start.
    """

    folded: list[int]
    length: list[int]
    source: list[int]
    source_end: list[int]


class FoldedText:
    """A text folded, with the way from its offsets back to the source's."""

    __slots__ = ("_added", "_maps", "_rules", "_starts", "_text_starts", "source", "text")

    def __init__(self, source: str) -> None:
        """Fold a text; the time is a few milliseconds a megabyte."""
        self.source = source
        self._rules = _rules(source)
        self._starts = _block_starts(source)
        bounds = zip(self._starts, [*self._starts[1:], len(source)], strict=True)
        pieces = [self._rules.apply(source[start:end]) for start, end in bounds]
        self._text_starts = list(accumulate(map(len, pieces[:-1]), initial=0))
        text = "".join(pieces)
        self.text, self._added = _spaced(text, pieces) if self._rules.has_cjk else (text, [])
        self._maps: dict[int, _BlockMap] = {}

    def start_of(self, offset: int) -> int:
        """Return where in the source the character at a folded offset begins."""
        offset -= bisect_left(self._added, offset)
        block, place = self._place(offset)
        past = offset - block.folded[place] - block.length[place]
        return block.source[place] if past < 0 else block.source_end[place] + past

    def end_of(self, offset: int) -> int:
        """Return where in the source the character before a folded offset ends."""
        added = bisect_left(self._added, offset)
        offset -= added - (added > 0 and self._added[added - 1] == offset - 1)
        block, place = self._place(offset - 1)
        past = offset - block.folded[place] - block.length[place]
        return block.source_end[place] + max(0, past)

    def _place(self, offset: int) -> tuple[_BlockMap, int]:
        number = bisect_right(self._text_starts, offset) - 1
        block = self._maps.get(number)
        if block is None:
            block = self._maps[number] = self._draw(number)
        return block, bisect_right(block.folded, offset) - 1

    def _draw(self, number: int) -> _BlockMap:
        begin, text_begin = self._starts[number], self._text_starts[number]
        end = self._starts[number + 1] if number + 1 < len(self._starts) else len(self.source)
        sites = [(0, 0, 0), *self._rules.find_sites(self.source[begin:end])]
        shifts = accumulate((length - stop + start for start, stop, length in sites), initial=0)
        return _BlockMap(
            [text_begin + site[0] + shift for site, shift in zip(sites, shifts, strict=False)],
            [length for _, _, length in sites],
            [begin + start for start, _, _ in sites],
            [begin + stop for _, stop, _ in sites],
        )


def _block_starts(text: str) -> list[int]:
    starts, at = [0], _BLOCK
    while at < len(text):
        if _is_plain(text[at - 1]) and _is_plain(text[at]):
            starts.append(at)
            at += _BLOCK
        else:
            at += 1
    return starts


def _is_plain(character: str) -> bool:
    """Tell whether nothing is folded over a border between two such characters."""
    if character < "\x80":
        return character.isalnum()
    return character not in WHITE and _fold_one(character) == character and not _is_mark(character)
