"""What a quote leaves out of the page's words and what its editor put in, in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lineage_verify.matches.folding import fold
from lineage_verify.matches.model import Match
from lineage_verify.matches.quote import Gap, Part, parts_of
from lineage_verify.reports.escape import one_line
from lineage_verify.reports.wording import listed

__all__ = ["QuoteCuts", "cuts_of"]


@dataclass(frozen=True, slots=True)
class QuoteCuts:
    """How a quote that stands in parts was cut: by ellipses, by an editor's brackets, or both.

    `lines` tell of each cut, with a label of eleven columns before it.
    """

    elided: bool
    editors: tuple[str, ...]
    lines: tuple[str, ...]

    @property
    def parted(self) -> str:
        """What to say after that the parts stand on the page."""
        words = [f"[{one_line(words)}]" for words in self.editors]
        added = f"; {listed(words)} {'are' if len(words) > 1 else 'is'} the editor's"
        return (", with words left out" if self.elided else "") + (added if words else "")


def cuts_of(match: Match) -> QuoteCuts | None:
    """How a quote was cut to stand in parts; `None` for one that stands whole, or nowhere."""
    parts = _parts(match)
    if not parts:
        return None
    return QuoteCuts(
        elided=any(part.before is Gap.ELIDED for part in parts),
        editors=tuple(part.editor for part in parts if part.editor),
        lines=tuple(_lines(parts, match.left_out)),
    )


def _parts(match: Match) -> tuple[Part, ...]:
    """The parts by which a quote was found: brackets that the page has itself cut nothing."""
    if not match.parts:
        return ()
    stands = fold(match.text or "")
    for brackets in (False, True):
        parts = parts_of(fold(match.selector.exact), brackets=brackets)
        body = [part.text for part in parts if part.text]
        if len(body) == len(match.parts) and all(text in stands for text in body):
            return parts
    return ()


def _lines(parts: Sequence[Part], left_out: Sequence[str]) -> Iterator[str]:
    between = iter(left_out)
    begun = False
    for part in parts:
        words = one_line(next(between, "")) if begun and part.text else ""
        begun = begun or bool(part.text)
        if part.before is Gap.ELIDED and words:
            yield f'left out   "{words}"'
        elif part.before is Gap.EDITED:
            stands = f'in the place of the page\'s "{words}"' if words else "the page lacks it"
            yield f"editor     [{one_line(part.editor)}] is the editor's: {stands}"
