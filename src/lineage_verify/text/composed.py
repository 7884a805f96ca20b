"""A text put together from pieces with marks, for sources whose characters are kept as they are."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from lineage_verify.text.page_text import Block, Mark, PageText, Section, Stretch

__all__ = ["Composition", "joined"]


@dataclass(slots=True)
class Composition:
    """The pieces so far."""

    length: int = 0
    _parts: list[str] = field(default_factory=list)
    _stretches: list[Stretch] = field(default_factory=list)

    def add(self, text: str, marks: Mark = Mark.NONE) -> None:
        """Put a piece at the end."""
        if not text:
            return
        start, self.length = self.length, self.length + len(text)
        self._parts.append(text)
        if not marks:
            return
        last = self._stretches[-1] if self._stretches else None
        if last is not None and last.end == start and last.marks == marks:
            self._stretches[-1] = Stretch(last.start, self.length, marks)
        else:
            self._stretches.append(Stretch(start, self.length, marks))

    @property
    def text(self) -> str:
        """Everything put in so far."""
        return "".join(self._parts)

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """The runs with marks."""
        return tuple(self._stretches)


def joined(parts: Iterable[PageText], notes: tuple[str, ...] = ()) -> PageText:
    """Return several texts as one, a blank line between them; lines are not kept."""
    whole = Composition()
    blocks: list[Block] = []
    sections: list[Section] = []
    stretches: list[Stretch] = []
    markers: list[tuple[int, str]] = []
    for part in parts:
        if whole.length:
            whole.add("\n\n")
        by = whole.length
        whole.add(part.text)
        blocks.extend(Block(one.start + by, one.end + by, one.main) for one in part.blocks)
        sections.extend(
            Section(one.start + by, one.title, one.anchor, one.level) for one in part.sections
        )
        markers.extend((at + by, marker) for at, marker in part.markers)
        stretches.extend(Stretch(one.start + by, one.end + by, one.marks) for one in part.stretches)
    return PageText(
        text=whole.text,
        blocks=tuple(blocks),
        sections=tuple(sections),
        stretches=tuple(stretches),
        markers=tuple(markers),
        notes=notes,
    )
