"""Which words stand in which pieces of a reading: where to look for a passage.

The same for one quote as for many, so that a quote's answer never depends on its company.
"""

from collections import Counter
from functools import cached_property

from lineage_verify.matches.letters import is_combining, is_unspaced

__all__ = ["PieceIndex", "index_words"]

_PIECE = 240
"""Characters in a piece."""
_KEPT = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789_") | frozenset(range(128, 256))
_TABLE = bytes(
    byte + 32 if 65 <= byte <= 90 else byte if byte in _KEPT else 32 for byte in range(256)
)
_ASCII = bytes(range(128))


def _lowered(text: str) -> str:
    """Return a text in lower case, of the same length."""
    if "\u0130" in text:  # the only character whose lower case is two
        text = text.replace("\u0130", "i")
    return text.lower()


def _spaced(text: str) -> str:
    """Return a text with each character of a script without spaces as a word."""
    return "".join(f" {one} " if is_unspaced(one) else one for one in text)


def _bare(text: str, signs: list[str]) -> str:
    for sign in signs:
        text = text.replace(sign, " ")
    return text


def _split(text: str) -> list[bytes]:
    return text.encode("utf-8", "surrogatepass").translate(_TABLE).split()


def _non_ascii(text: str) -> set[str]:
    encoded = text.encode("utf-8", "surrogatepass")
    return set(encoded.translate(None, _ASCII).decode("utf-8", "surrogatepass"))


def index_words(text: str) -> list[bytes]:
    """Return the words of a folded text that an index goes by, in order."""
    lowered = _lowered(text)
    if not lowered.isascii():
        present = _non_ascii(lowered)
        lowered = _bare(lowered, [one for one in sorted(present) if not _is_letter(one)])
        if any(map(is_unspaced, present)):
            lowered = _spaced(lowered)
    return _split(lowered)


def _is_letter(character: str) -> bool:
    return character.isalnum() or is_combining(character)


class PieceIndex:
    """A folded text cut into pieces, and the pieces of each word."""

    def __init__(self, text: str) -> None:
        """Index a folded text; the time is some thirty milliseconds a megabyte."""
        self.text = text
        lowered = _lowered(text)
        present = set() if lowered.isascii() else _non_ascii(lowered)
        lowered = _bare(lowered, [one for one in sorted(present) if not _is_letter(one)])
        unspaced = any(map(is_unspaced, present))
        self.starts = _piece_starts(text)
        bounds = [*self.starts, len(text)]
        self.words: list[frozenset[bytes]] = []
        for start, end in zip(bounds, bounds[1:], strict=False):
            piece = lowered[start:end]
            self.words.append(frozenset(_split(_spaced(piece) if unspaced else piece)))

    @cached_property
    def places(self) -> dict[bytes, list[int]]:
        """The pieces that each word stands in, in order."""
        places: dict[bytes, list[int]] = {}
        for number, words in enumerate(self.words):
            for word in words:
                if word in places:
                    places[word].append(number)
                else:
                    places[word] = [number]
        return places

    def piece_at(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the text that the pieces `[start, end)` cover."""
        stop = self.starts[end] if end < len(self.starts) else len(self.text)
        return self.starts[max(0, start)], stop

    def votes(self, words: set[bytes], most: int) -> Counter[int]:
        """Return how much each piece has of the rarer of some words, at most `most` of those."""
        found = sorted(
            ((len(self.places[word]), word) for word in words if word in self.places),
        )
        total = len(self.words)
        votes: Counter[int] = Counter()
        for rank, (count, word) in enumerate(found):
            if rank >= most or (rank >= 6 and count > 40 + total // 8):
                break
            weight = max(1, (total // count).bit_length())
            for piece in self.places[word]:
                votes[piece] += weight
        return votes


def _piece_starts(text: str) -> list[int]:
    starts, at = [0], 0
    while len(text) - at > _PIECE:
        cut = text.rfind(" ", at + 1, at + _PIECE)
        at = cut if cut > 0 else at + _PIECE
        starts.append(at)
    return starts
