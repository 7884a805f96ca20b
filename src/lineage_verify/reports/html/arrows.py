"""Arrows between the boxes of a spec's picture, and where their words stand."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from lineage_verify.reports.html.layout import Box

__all__ = ["Arrow", "draw_arrows", "place_label"]

Point = tuple[float, float]

_PORT = 30.0
"""The most room between two arrows that leave or reach a box at the same side."""

_DETOURS = (0.0, 120.0, -120.0, 220.0, -220.0, 330.0, -330.0)
"""How far sideways an arrow may bend to pass other boxes, nearest first."""

_ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.2, 0.8)
"""Where on an arrow its words may stand, best first."""


@dataclass(frozen=True)
class Arrow:
    """A cubic Bézier curve from one box to another."""

    start: Point
    bend: Point
    turn: Point
    end: Point

    @property
    def path(self) -> str:
        """The curve as SVG's path data."""
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (self.bend, self.turn, self.end))
        return f"M{self.start[0]:.1f},{self.start[1]:.1f} C{points}"

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """Points along the curve."""
        return tuple(self.at(step / 24) for step in range(25))

    def at(self, share: float) -> Point:
        """The point at a share of the curve, 0 to 1."""
        one, two = 1 - share, share
        weights = (one**3, 3 * one * one * two, 3 * one * two * two, two**3)
        points = (self.start, self.bend, self.turn, self.end)
        return (
            sum(weight * x for weight, (x, _) in zip(weights, points, strict=True)),
            sum(weight * y for weight, (_, y) in zip(weights, points, strict=True)),
        )


def draw_arrows(boxes: Sequence[Box], pairs: Sequence[tuple[int, int]]) -> list[Arrow]:
    """One arrow for each pair of box indices, in order."""
    leaving = _ports(boxes, [(start, end) for start, end in pairs])
    reaching = _ports(boxes, [(end, start) for start, end in pairs])
    return [
        _arrow(boxes, start, end, leaving[index], reaching[index])
        for index, (start, end) in enumerate(pairs)
    ]


def _ports(boxes: Sequence[Box], ends: Sequence[tuple[int, int]]) -> list[float]:
    """How far from its box's middle each arrow's end stands, so that ends do not coincide."""
    at_box: dict[tuple[int, bool], list[int]] = defaultdict(list)
    for index, (box, other) in enumerate(ends):
        at_box[box, boxes[other].y > boxes[box].y].append(index)
    offsets = [0.0] * len(ends)
    for indices in at_box.values():
        indices.sort(key=lambda index: boxes[ends[index][1]].x)
        room = min(_PORT, boxes[0].width / (len(indices) + 1))
        for rank, index in enumerate(indices):
            offsets[index] = (rank - (len(indices) - 1) / 2) * room
    return offsets


def _arrow(boxes: Sequence[Box], start: int, end: int, left: float, right: float) -> Arrow:
    one, two = boxes[start], boxes[end]
    if start == end:
        return _loop(one)
    if abs(one.y - two.y) < 1:
        return _level(one, two, left)
    others = [box for index, box in enumerate(boxes) if index not in {start, end}]
    down = two.y > one.y
    tail = (one.middle[0] + left, one.bottom if down else one.y)
    head = (two.middle[0] + right, two.y if down else two.bottom)
    choices = [_curve(tail, head, detour) for detour in _DETOURS]
    return min(choices, key=lambda arrow: _hits(arrow, others))


def _curve(tail: Point, head: Point, detour: float) -> Arrow:
    reach = (head[1] - tail[1]) / 2
    return Arrow(
        tail, (tail[0] + detour, tail[1] + reach), (head[0] + detour, head[1] - reach), head
    )


def _level(one: Box, two: Box, offset: float) -> Arrow:
    """Between two boxes of one row: from side to side."""
    rightwards = two.x > one.x
    start = (one.right if rightwards else one.x, one.middle[1] + offset / 3)
    end = (two.x if rightwards else two.right, two.middle[1] + offset / 3)
    reach = (end[0] - start[0]) / 2
    lift = -one.height if abs(reach) > one.width else 0.0
    bend, turn = (start[0] + reach, start[1] + lift), (end[0] - reach, end[1] + lift)
    return Arrow(start, bend, turn, end)


def _loop(box: Box) -> Arrow:
    x, y = box.right, box.middle[1]
    return Arrow((x, y - 12), (x + 70, y - 40), (x + 70, y + 40), (x, y + 12))


def _hits(arrow: Arrow, boxes: Iterable[Box]) -> int:
    return sum(box.has(point, gap=6.0) for box in boxes for point in arrow.points)


def place_label(
    arrow: Arrow, size: tuple[float, float], boxes: Iterable[Box], labels: Iterable[Box]
) -> Box:
    """Where an arrow's words stand: on the arrow, clear of boxes and other words if that can be."""
    taken = list(chain(boxes, labels))
    choices = [_around(arrow.at(share), size) for share in _ALONG]
    return min(choices, key=lambda label: sum(label.touches(box, gap=2.0) for box in taken))


def _around(point: Point, size: tuple[float, float]) -> Box:
    width, height = size
    return Box(point[0] - width / 2, point[1] - height / 2, width, height)
