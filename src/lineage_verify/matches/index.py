"""Which words stand in which pieces of a folded text: where to look for a passage.

A set of pieces is one integer, a bit for each piece, so that counting a quote's words in every
piece at once is a few operations on integers. The first words asked for are looked for in the text;
past those the text is indexed whole. Both ways say the same of every word, so that a quote's
answer never depends on its company.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from lineage_verify.matches.folding import non_ascii
from lineage_verify.matches.letters import is_combining, is_unspaced

__all__ = ["PIECE", "PieceIndex", "highest", "tally"]

PIECE = 240
"""The most characters in a piece."""
_MOST_LOOKED_FOR = 40
_FEW_PLACES = 12
_MANY_SIGNS = 8
"""Signs past which one regular expression is quicker than a replacement for each."""
_LETTERS = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789_") | frozenset(range(128, 256))
_TABLE = bytes(
    byte + 32 if 65 <= byte <= 90 else byte if byte in _LETTERS else 32 for byte in range(256)
)


@dataclass(frozen=True, slots=True)
class _Spelling:
    """How a text's words are spelled in bytes, so that the same word is the same in any text."""

    replaced: dict[str, str]
    """Beyond ASCII: the signs that part words, as spaces, and the capitals, as small letters."""
    unspaced: bool
    encoding: str
    """Latin-1 where it can be, since then a byte is a character."""

    def plain(self, text: str) -> str:
        """Return a text with its signs and capitals beyond ASCII replaced, one by one."""
        if len(self.replaced) > _MANY_SIGNS:
            pattern = f"[{re.escape(''.join(self.replaced))}]"
            return re.sub(pattern, lambda found: self.replaced[found[0]], text)
        for old, new in self.replaced.items():
            text = text.replace(old, new)
        return text

    def encoded(self, plain: str) -> bytes:
        """Return a plain text with only its words, in lower case and apart by spaces."""
        if self.unspaced and not plain.isascii():
            plain = "".join(f" {one} " if is_unspaced(one) else one for one in plain)
        errors = "replace" if self.encoding == "latin-1" else "surrogatepass"
        return plain.encode(self.encoding, errors).translate(_TABLE)


def _spelling_of(text: str) -> _Spelling:
    if text.isascii():
        return _Spelling({}, unspaced=False, encoding="latin-1")
    present = sorted(non_ascii(text))
    replaced = {one: new for one in present if (new := _spelled(one)) != one}
    latin = all(_spelled(one) <= "\xff" for one in present)
    encoding = "latin-1" if latin else "utf-8"
    return _Spelling(replaced, any(map(is_unspaced, present)), encoding)


def _spelled(character: str) -> str:
    """Return how an index spells one character: a small letter, or a space for what is none."""
    if not (character.isalnum() or is_combining(character)):
        return " "
    small = character.lower()
    return small if len(small) == 1 else character


def _spelled_or_same(character: str) -> str:
    return character if character < "\x80" else _spelled(character)


class PieceIndex:
    """A folded text cut into pieces at spaces, and the pieces that each word stands in."""

    __slots__ = (
        "_bits", "_places", "_spelled", "_spelled_starts", "_spelling", "_wide", "starts", "text",
    )  # fmt: skip

    def __init__(self, text: str) -> None:
        """Cut a folded text; nothing is indexed yet."""
        self.text = text
        self.starts = _piece_starts(text)
        self._spelling = _spelling_of(text)
        self._spelled, self._spelled_starts = self._spell()
        self._bits: dict[bytes, int] = {}
        self._wide: dict[tuple[bytes, int], int] = {}
        self._places: dict[bytes, list[int]] | None = None

    def _spell(self) -> tuple[bytes, list[int]]:
        """Return the text's words in bytes, a space at both ends, and where each piece begins."""
        plain = self._spelling.plain(self.text)
        if self._spelling.encoding == "latin-1":
            return b" %b " % self._spelling.encoded(plain), [start + 1 for start in self.starts]
        bounds = zip(self.starts, [*self.starts[1:], len(plain)], strict=True)
        pieces = [self._spelling.encoded(plain[start:end]) + b" " for start, end in bounds]
        return b" " + b"".join(pieces), list(accumulate(map(len, pieces[:-1]), initial=1))

    def words_of(self, text: str) -> dict[bytes, str]:
        """Return the words of another folded text as this index spells them, and as they are."""
        plain = text if text.isascii() else "".join(map(_spelled_or_same, text))
        encoding = self._spelling.encoding
        spelled = self._spelling.encoded(plain).split()
        return {word: word.decode(encoding, "surrogatepass") for word in spelled}

    def __len__(self) -> int:
        """Return how many pieces there are."""
        return len(self.starts)

    @property
    def is_whole(self) -> bool:
        """Whether every word of the text is indexed."""
        return self._places is not None

    def pieces_of(self, word: bytes) -> int:
        """Return the pieces that a word stands in, as bits."""
        bits = self._bits.get(word)
        if bits is None:
            if self._places is None and len(self._bits) >= _MOST_LOOKED_FOR:
                self.index_all()
            bits = self._bits[word] = (
                self.look_for(word)
                if self._places is None
                else _bits(self._places.get(word, ()), len(self))
            )
        return bits

    def pieces_near(self, word: bytes, reach: int) -> int:
        """Return the pieces that have a word no further than `reach` pieces away, as bits."""
        wide = self._wide.get((word, reach))
        if wide is None:
            wide = self._wide[word, reach] = _widened(self.pieces_of(word), reach, len(self))
        return wide

    def may_hold(self, folded: str) -> bool:
        """Tell whether all words of a folded text stand near one another, where that is known.

        False only where the text surely does not stand in this one.
        """
        if not self.is_whole:
            return True
        reach = len(folded) // PIECE + 1
        pieces = -1
        for word in self.words_of(folded):
            pieces &= self.pieces_near(word, reach)
            if not pieces:
                return False
        return True

    def look_for(self, word: bytes) -> int:
        """Return the pieces of one word by a search of the text."""
        find, starts, bits = self._spelled.find, self._spelled_starts, 0
        wanted, step = b" %b " % word, len(word) + 1
        at = find(wanted)
        while at >= 0:
            bits |= 1 << (bisect_right(starts, at + 1) - 1)
            at = find(wanted, at + step)
        return bits

    def index_all(self) -> None:
        """Find the pieces of every word at once."""
        places: defaultdict[bytes, list[int]] = defaultdict(list)
        starts = self._spelled_starts
        ends = [*starts[1:], len(self._spelled)]
        for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
            for word in set(self._spelled[start:end].split()):
                places[word].append(number)
        self._places = places

    def span(self, first: int, end: int) -> tuple[int, int]:
        """Return the span of the text that the pieces `[first, end)` cover."""
        stop = self.starts[end] if end < len(self.starts) else len(self.text)
        return self.starts[max(0, first)], stop


def _bits(places: Sequence[int], pieces: int) -> int:
    """Return places as the bits of one integer."""
    if len(places) < _FEW_PLACES:
        bits = 0
        for place in places:
            bits |= 1 << place
        return bits
    filled = bytearray(pieces // 8 + 1)
    for place in places:
        filled[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(filled, "little")


def _widened(bits: int, reach: int, pieces: int) -> int:
    """Return bits with their neighbours up to `reach` away, in about log2(reach) steps."""
    done = 0
    while done < reach and bits:
        step = min(done + 1, reach - done)
        bits |= bits << step | bits >> step
        done += step
    return bits & ((1 << pieces) - 1)


def _piece_starts(text: str) -> list[int]:
    starts, at = [0], 0
    while len(text) - at > PIECE:
        cut = text.rfind(" ", at + 1, at + PIECE)
        at = cut if cut > 0 else at + PIECE
        starts.append(at)
    return starts


def tally(masks: Iterable[tuple[int, int]]) -> list[int]:
    """Return the weighted counts of many sets of pieces, bit plane by bit plane, lowest first.

    A mask with the weight `w` adds `w` to the count of each piece whose bit it has.
    """
    planes: list[int] = []
    for mask, weight in masks:
        for plane in range(weight.bit_length()):
            if weight >> plane & 1:
                _add(planes, mask, plane)
    return planes


def _add(planes: list[int], carry: int, plane: int) -> None:
    while carry:
        while plane >= len(planes):
            planes.append(0)
        planes[plane], carry = planes[plane] ^ carry, planes[plane] & carry
        plane += 1


def highest(planes: list[int], among: int) -> tuple[int, int]:
    """Return the greatest count among some pieces, and the pieces that have it, as bits."""
    count = 0
    for plane in range(len(planes) - 1, -1, -1):
        those = planes[plane] & among
        count <<= 1
        if those:
            among, count = those, count | 1
    return count, among
