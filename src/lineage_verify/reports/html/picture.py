"""The picture of a spec: its stages as boxes, its steps as arrows, each with how it stands."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lineage_verify.reports.escape import one_line
from lineage_verify.reports.html.arrows import Arrow, draw_arrows, place_label
from lineage_verify.reports.html.layout import WIDTH, Box, place_boxes
from lineage_verify.reports.html.lettering import lines_of, width_of
from lineage_verify.reports.html.standing import Standing

if TYPE_CHECKING:
    from lineage_verify.spec.model import Spec, Stage, Step

__all__ = ["Edge", "Node", "Picture", "draw"]

_MOST_STAGES, _MOST_STEPS = 150, 300
"""A spec with more is listed and not drawn: nobody could read it."""

_MARGIN = 28.0
_NAME, _LABEL = 14.0, 12.0
"""Font sizes; the style sheet has the same."""

_LINE = 15.0


@dataclass(frozen=True, slots=True)
class Node:
    """One stage, drawn; `target` is the id of the element that has its evidence."""

    box: Box
    target: str
    stage: str
    name: str
    lines: tuple[str, ...]
    layer: str
    standing: Standing


@dataclass(frozen=True, slots=True)
class Edge:
    """One step, drawn; `when` is JSON that tells in which values of which dimensions it is."""

    arrow: Arrow
    target: str
    name: str
    ends: tuple[str, str]
    when: str
    lines: tuple[str, ...]
    label: Box
    standing: Standing


@dataclass(frozen=True, slots=True)
class Picture:
    """All of it, with the part of the plane that it fills."""

    frame: Box
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def draw(
    spec: "Spec", standings: Mapping[str, Standing], targets: Mapping[str, str]
) -> Picture | None:
    """The picture of a spec, or `None` where it is empty or has too much to be drawn.

    `standings` and `targets` are by the JSON Pointer of the stage or step.
    """
    if not 0 < len(spec.stages) <= _MOST_STAGES or len(spec.steps) > _MOST_STEPS:
        return None
    boxes = place_boxes([stage.pos for stage in spec.stages])
    nodes = tuple(
        _node(stage, box, f"/stages/{index}", standings, targets)
        for index, (stage, box) in enumerate(zip(spec.stages, boxes, strict=True))
    )
    edges = tuple(_edges(spec, boxes, standings, targets))
    return Picture(_frame([*boxes, *(edge.label for edge in edges)], edges), nodes, edges)


def _node(
    stage: "Stage",
    box: Box,
    pointer: str,
    standings: Mapping[str, Standing],
    targets: Mapping[str, str],
) -> Node:
    name = one_line(stage.name)
    return Node(
        box=box,
        target=targets[pointer],
        stage=stage.id,
        name=name,
        lines=lines_of(name, width=WIDTH - 20, size=_NAME, most=2),
        layer=lines_of(one_line(stage.layer), width=WIDTH - 20, size=_LABEL, most=1)[0],
        standing=standings[pointer],
    )


def _edges(
    spec: "Spec",
    boxes: Sequence[Box],
    standings: Mapping[str, Standing],
    targets: Mapping[str, str],
) -> Iterator[Edge]:
    places = {stage.id: index for index, stage in enumerate(spec.stages)}
    known = [
        (index, step)
        for index, step in enumerate(spec.steps)
        if step.from_ in places and step.to in places
    ]
    arrows = draw_arrows(boxes, [(places[step.from_], places[step.to]) for _, step in known])
    labels: list[Box] = []
    for (index, step), arrow in zip(known, arrows, strict=True):
        standing = standings[f"/steps/{index}"]
        lines = _label_lines(step, standing)
        labels.append(place_label(arrow, _size(lines), boxes, labels))
        yield Edge(
            arrow=arrow,
            target=targets[f"/steps/{index}"],
            name=f"{_name(spec, step.from_)} {one_line(step.label)} {_name(spec, step.to)}",
            ends=(step.from_, step.to),
            when=json.dumps(step.when),
            lines=lines,
            label=labels[-1],
            standing=standing,
        )


def _label_lines(step: "Step", standing: Standing) -> tuple[str, ...]:
    lines = lines_of(one_line(step.label), width=120.0, size=_LABEL, most=2)
    return (f"{standing.sign} {lines[0]}", *lines[1:])


def _size(lines: Sequence[str]) -> tuple[float, float]:
    return max(width_of(line, _LABEL) for line in lines) + 10, _LINE * len(lines) + 4


def _name(spec: "Spec", stage_id: str) -> str:
    return next(one_line(stage.name) for stage in spec.stages if stage.id == stage_id)


def _frame(boxes: Sequence[Box], edges: Sequence[Edge]) -> Box:
    points = [point for edge in edges for point in edge.arrow.points]
    left = min([box.x for box in boxes] + [x for x, _ in points]) - _MARGIN
    top = min([box.y for box in boxes] + [y for _, y in points]) - _MARGIN
    right = max([box.right for box in boxes] + [x for x, _ in points]) + _MARGIN
    bottom = max([box.bottom for box in boxes] + [y for _, y in points]) + _MARGIN
    return Box(left, top, right - left, bottom - top)
