"""Which words stand in which pieces of a folded text: where to look for a passage.

A set of pieces is one integer, a bit for each piece, so that counting a quote's words in every
piece at once is a few operations on integers. Only the words that are asked for are indexed: a few
by a search of the text, many in one pass over it. Both ways say the same of every word, so that a
quote's answer never depends on its company.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from lineage_verify.matches.folding import non_ascii
from lineage_verify.matches.letters import is_combining, is_unspaced
from lineage_verify.matches.weights import weighed

__all__ = ["PIECE", "PieceIndex", "highest", "tally"]

PIECE = 240
"""The most characters in a piece."""
_MOST_LOOKED_FOR = 24
"""Words past which one pass over the text is quicker than a search for each."""
_FEW_PLACES = 12
_LETTERS = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789_") | frozenset(range(128, 256))
_TABLE = bytes(
    byte + 32 if 65 <= byte <= 90 else byte if byte in _LETTERS else 32 for byte in range(256)
)


@dataclass(frozen=True, slots=True)
class _Spelling:
    """How a text's words are spelled in bytes, so that the same word is the same in any text."""

    replaced: dict[str, str]
    """Beyond ASCII: the signs that part words, as spaces, and the capitals, as small letters."""
    unspaced: frozenset[str]
    """The characters that are each a word."""
    encoding: str
    """Latin-1 where it can be, since then a byte is a character."""

    def encoded(self, piece: str) -> bytes:
        """Return a piece with the signs and capitals beyond ASCII replaced, in bytes."""
        if piece.isascii():
            return piece.encode("ascii")
        present = non_ascii(piece)
        for old in present & self.replaced.keys():
            piece = piece.replace(old, self.replaced[old])
        for one in present & self.unspaced:
            piece = piece.replace(one, f" {one} ")
        errors = "replace" if self.encoding == "latin-1" else "surrogatepass"
        return piece.encode(self.encoding, errors)


def _spelling_of(text: str) -> _Spelling:
    if text.isascii():
        return _Spelling({}, unspaced=frozenset(), encoding="latin-1")
    present = sorted(non_ascii(text))
    replaced = {one: new for one in present if (new := _spelled(one)) != one}
    latin = all(_spelled(one) <= "\xff" for one in present)
    encoding = "latin-1" if latin else "utf-8"
    return _Spelling(replaced, frozenset(filter(is_unspaced, present)), encoding)


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
        "_bits", "_spelled", "_spelled_starts", "_spelling", "_wide", "_words", "starts", "text",
    )  # fmt: skip

    def __init__(self, text: str) -> None:
        """Cut a folded text; nothing is indexed yet."""
        self.text = text
        self.starts = _piece_starts(text)
        self._spelling = _spelling_of(text)
        self._spelled, self._spelled_starts = self._spell()
        self._bits: dict[bytes, int] = {}
        self._wide: dict[tuple[bytes, int], int] = {}
        self._words: dict[str, dict[bytes, int]] = {}

    def _spell(self) -> tuple[bytes, list[int]]:
        """Return the text's words in bytes, a space at both ends, and where each piece begins."""
        bounds = zip(self.starts, [*self.starts[1:], len(self.text)], strict=True)
        pieces = [self._spelling.encoded(self.text[start:end]) for start, end in bounds]
        starts = accumulate((len(piece) + 1 for piece in pieces[:-1]), initial=1)
        return b" ".join((b"", *pieces, b"")).translate(_TABLE), list(starts)

    def weighed_words(self, text: str) -> dict[bytes, int]:
        """Return the words of another folded text to look for, as this index spells them."""
        words = self._words.get(text)
        if words is None:
            words = self._words[text] = weighed(self._words_of(text))
        return words

    def _words_of(self, text: str) -> dict[bytes, str]:
        plain = text if text.isascii() else "".join(map(_spelled_or_same, text))
        spelled = self._spelling.encoded(plain).translate(_TABLE).split()
        return {word: word.decode(self._spelling.encoding, "surrogatepass") for word in spelled}

    def __len__(self) -> int:
        """Return how many pieces there are."""
        return len(self.starts)

    def pieces_of(self, word: bytes) -> int:
        """Return the pieces that a word stands in, as bits."""
        bits = self._bits.get(word)
        if bits is None:
            bits = self._bits[word] = self._look_for(word)
        return bits

    def pieces_near(self, word: bytes, reach: int) -> int:
        """Return the pieces that have a word no further than `reach` pieces away, as bits."""
        wide = self._wide.get((word, reach))
        if wide is None:
            wide = self._wide[word, reach] = _widened(self.pieces_of(word), reach, len(self))
        return wide

    def may_begin(self, folded: str) -> list[tuple[int, int]] | None:
        """Return the spans in which a folded text may begin, at a token; `None` where unknown.

        Outside of them it surely does not: some word of it does not stand near there.
        """
        words = self.weighed_words(folded)
        if any(word not in self._bits for word in words):
            return None
        return list(self._spans(self._from(words, len(folded))))

    def finds(self, folded: str) -> Iterator[int]:
        """Yield where a folded text stands in this one with its words whole, in order."""
        for start, end in self._spans(self._from(self.weighed_words(folded), len(folded))):
            at = self.text.find(folded, start, end + len(folded) - 1)
            while at >= 0:
                yield at
                at = self.text.find(folded, at + 1, end + len(folded) - 1)

    def _from(self, words: Iterable[bytes], length: int) -> int:
        """Return the pieces from which on all words stand within so many characters, as bits."""
        # Any two pieces side by side have more than PIECE characters.
        reach = 2 * (length // (PIECE + 1)) + 2
        pieces = (1 << len(self)) - 1
        for word in words:
            if not pieces:
                break
            pieces &= _reached(self.pieces_of(word), reach)
        return pieces

    def _spans(self, pieces: int) -> Iterator[tuple[int, int]]:
        """Yield the spans of the text that some pieces cover."""
        while pieces:
            first = (pieces & -pieces).bit_length() - 1
            above = pieces >> first
            length = (~above & (above + 1)).bit_length() - 1
            yield self.span(first, first + length)
            pieces = above >> length << (first + length)

    def _look_for(self, word: bytes) -> int:
        """Return the pieces of one word by a search of the text."""
        find, starts, bits = self._spelled.find, self._spelled_starts, 0
        wanted, step = b" %b " % word, len(word) + 1
        at = find(wanted)
        while at >= 0:
            bits |= 1 << (bisect_right(starts, at + 1) - 1)
            at = find(wanted, at + step)
        return bits

    def index_words(self, words: Iterable[bytes]) -> None:
        """Find the pieces of many words in one pass; few are left for when they are asked for."""
        wanted = frozenset(words) - self._bits.keys()
        if len(wanted) <= _MOST_LOOKED_FOR:
            return
        places: dict[bytes, list[int]] = {word: [] for word in wanted}
        starts = self._spelled_starts
        ends = [*starts[1:], len(self._spelled)]
        for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
            for word in wanted.intersection(self._spelled[start:end].split()):
                places[word].append(number)
        for word, numbers in places.items():
            self._bits[word] = _bits(numbers, len(self))

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


def _reached(bits: int, reach: int) -> int:
    """Return bits with the `reach` lower neighbours of each, in about log2(reach) steps."""
    done = 0
    while done < reach and bits:
        step = min(done + 1, reach - done)
        bits |= bits >> step
        done += step
    return bits


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
        left = weight
        while left:
            plane = (left & -left).bit_length() - 1
            left &= left - 1
            carry = mask
            while carry:
                while plane >= len(planes):
                    planes.append(0)
                planes[plane], carry = planes[plane] ^ carry, planes[plane] & carry
                plane += 1
    return planes


def highest(planes: list[int], among: int) -> tuple[int, int]:
    """Return the greatest count among some pieces, and the pieces that have it, as bits."""
    count = 0
    for plane in range(len(planes) - 1, -1, -1):
        those = planes[plane] & among
        count <<= 1
        if those:
            among, count = those, count | 1
    return count, among
