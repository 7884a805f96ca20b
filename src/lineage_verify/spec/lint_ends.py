"""Where the ways through a picture begin and end."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Set

from lineage_verify.spec.model import Spec

__all__ = ["first_and_last"]

Graph = Mapping[str, Set[str]]


def first_and_last(spec: Spec) -> tuple[Set[str], Set[str]]:
    """The stages where ways begin, and those where they end, whatever a reader picks.

    A first stage is one that no step reaches, a last one that no step leaves. Where steps run in a
    circle that nothing else leads into (a request and its answer), the highest stage of the circle
    is first; of one that nothing leads out of, the lowest is last.
    """
    onward: defaultdict[str, set[str]] = defaultdict(set)
    backward: defaultdict[str, set[str]] = defaultdict(set)
    for step in spec.steps:
        onward[step.from_].add(step.to)
        backward[step.to].add(step.from_)
    circles = list(_circles(onward, backward))
    rows = {stage.id: stage.pos[1] for stage in spec.stages}
    return _ends(circles, backward, rows, min), _ends(circles, onward, rows, max)


def _ends(
    circles: list[Set[str]],
    beyond: Graph,
    rows: Mapping[str, float],
    outermost: Callable[..., float],
) -> Set[str]:
    found: set[str] = set()
    for circle in circles:
        if all(beyond.get(stage, set()) <= circle for stage in circle):
            row = outermost(rows[stage] for stage in circle)
            found |= {stage for stage in circle if rows[stage] == row}
    return found


def _circles(onward: Graph, backward: Graph) -> Iterator[Set[str]]:
    """The strongly connected components of a graph (Kosaraju and Sharir), without recursion."""
    left: set[str] = set()
    for root in reversed(_by_departure(onward, [*onward, *backward])):
        if root in left:
            continue
        circle, waiting = set(), [root]
        while waiting:
            stage = waiting.pop()
            if stage not in left:
                left.add(stage)
                circle.add(stage)
                waiting.extend(backward.get(stage, ()))
        yield circle


def _by_departure(onward: Graph, stages: list[str]) -> list[str]:
    """The stages in the order in which a walk along the steps leaves them for good."""
    seen: set[str] = set()
    left: list[str] = []
    for root in stages:
        waiting = [(root, False)]
        while waiting:
            stage, done = waiting.pop()
            if done:
                left.append(stage)
            elif stage not in seen:
                seen.add(stage)
                waiting.append((stage, True))
                waiting.extend((after, False) for after in onward.get(stage, ()))
    return left
