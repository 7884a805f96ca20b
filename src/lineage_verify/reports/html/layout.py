"""Where the boxes of a spec's picture stand: by `pos`, without overlap and within bounds."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["HEIGHT", "WIDTH", "Box", "place_boxes"]

WIDTH, HEIGHT = 176.0, 76.0
"""Of a box, in SVG user units (CSS pixels at full size)."""

_COLUMN, _ROW = 208.0, 148.0
"""What one unit of `pos` is in user units."""

_LEAST, _MOST = 0.5, 2.0
"""Bounds of the gap between neighbouring columns or rows, in units of `pos`."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box by its upper left corner, width and height."""

    x: float
    y: float
    width: float = WIDTH
    height: float = HEIGHT

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower edge."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """The point in its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def touches(self, other: "Box", *, gap: float = 0.0) -> bool:
        """Whether two boxes overlap, or come closer than a gap."""
        return (
            self.x < other.right + gap
            and other.x < self.right + gap
            and self.y < other.bottom + gap
            and other.y < self.bottom + gap
        )

    def has(self, point: tuple[float, float], *, gap: float = 0.0) -> bool:
        """Whether a point lies in the box or nearer than a gap."""
        x, y = point
        return self.x - gap < x < self.right + gap and self.y - gap < y < self.bottom + gap


def place_boxes(positions: Sequence[tuple[float, float]]) -> list[Box]:
    """One box a position, in order.

    Gaps between neighbouring columns and rows keep their proportion within bounds, so that no
    position, however far out, makes the picture endless.
    """
    columns = _compressed([x for x, _ in positions])
    rows = _compressed([y for _, y in positions])
    boxes: list[Box] = []
    for x, y in positions:
        box = Box(columns[_finite(x)] * _COLUMN, rows[_finite(y)] * _ROW)
        boxes.append(_beside(box, boxes))
    return boxes


def _compressed(values: Iterable[float]) -> dict[float, float]:
    """Each value's place on a line with bounded gaps, from 0."""
    places: dict[float, float] = {}
    place, before = 0.0, None
    for value in sorted({_finite(value) for value in values}):
        if before is not None:
            place += min(max(value - before, _LEAST), _MOST)
        places[value] = place
        before = value
    return places


def _finite(value: float) -> float:
    return float(value) if math.isfinite(value) else 0.0


def _beside(box: Box, others: Sequence[Box]) -> Box:
    """The box, moved to the right until it covers no other."""
    while any(box.touches(other, gap=8.0) for other in others):
        blocking = max(other.right for other in others if box.touches(other, gap=8.0))
        box = Box(blocking + _COLUMN - WIDTH, box.y)
    return box
