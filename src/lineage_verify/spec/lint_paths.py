"""Whether the picture hangs together for every choice that a reader can make."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from typing import Final

from lineage_verify.spec.checking import Fault
from lineage_verify.spec.lint_ends import first_and_last
from lineage_verify.spec.model import Spec, Step
from lineage_verify.spec.wording import shown

__all__ = ["check_paths"]

_MOST_CHOICES: Final = 4_096
_MOST_STEPS: Final = 400_000
"""Steps looked at over all choices, so that a huge spec stays quick."""


def check_paths(spec: Spec) -> Iterator[Fault]:
    """Stages that no arrow reaches, ways that stop in the middle, boxes on top of each other.

    A stage that no step of a choice touches is hidden there, and is no fault.
    """
    views = [_View(choice, _steps_in(spec, choice)) for choice in _choices(spec)]
    yield from _positions(spec, views)
    yield from _unconnected(spec)
    yield from _never_there(spec)
    if spec.steps:
        yield from _ways(spec, views)


@dataclass(frozen=True)
class _View:
    """What the page shows for one choice of a reader's."""

    choice: Mapping[str, str]
    steps: tuple[Step, ...]

    @cached_property
    def leads(self) -> Mapping[str, Set[str]]:
        """For each stage that a step leaves, the stages that such steps reach."""
        leads: defaultdict[str, set[str]] = defaultdict(set)
        for step in self.steps:
            leads[step.from_].add(step.to)
        return dict(leads)

    @cached_property
    def entered(self) -> Set[str]:
        """The stages that a step reaches."""
        return {step.to for step in self.steps}

    @cached_property
    def shown(self) -> Set[str]:
        """The stages that a step touches."""
        return self.entered | self.leads.keys()

    def reached_from(self, firsts: Iterable[str]) -> set[str]:
        """The stages that a way leads to, the firsts included."""
        reached: set[str] = set()
        waiting = list(firsts)
        while waiting:
            stage = waiting.pop()
            if stage not in reached:
                reached.add(stage)
                waiting.extend(self.leads.get(stage, ()))
        return reached

    def __str__(self) -> str:
        """`with mode = eager`, with a space before it; nothing where there is no choice."""
        picked = ", ".join(f"{name} = {value}" for name, value in self.choice.items())
        return f" with {picked}" if picked else ""


def _choices(spec: Spec) -> Iterator[dict[str, str]]:
    """Every choice of one value for each dimension that a step depends on, up to a bound."""
    used = {name for step in spec.steps for name in step.when}
    dimensions = [dimension for dimension in spec.dimensions if dimension.id in used]
    values = [[option.value for option in dimension.options] for dimension in dimensions]
    most = min(_MOST_CHOICES, max(1, _MOST_STEPS // (len(spec.steps) or 1)))
    for picked in islice(product(*values), most):
        yield dict(zip((dimension.id for dimension in dimensions), picked, strict=True))


def _steps_in(spec: Spec, choice: Mapping[str, str]) -> tuple[Step, ...]:
    return tuple(
        step
        for step in spec.steps
        if all(choice.get(name) in values for name, values in step.when.items())
    )


def _positions(spec: Spec, views: Iterable[_View]) -> Iterator[Fault]:
    """Stages at one place; two that are never shown together may share it."""
    touched = _touched(spec)
    seen: dict[tuple[float, float], str] = {}
    for index, stage in enumerate(spec.stages):
        other = seen.setdefault(stage.pos, stage.id)
        if other != stage.id and any(
            all(one not in touched or one in view.shown for one in (stage.id, other))
            for view in views
        ):
            message = f"The stage {shown(stage.id)} lies on top of {shown(other)}."
            yield Fault("same-position", f"/stages/{index}/pos", message)


def _touched(spec: Spec) -> Set[str]:
    return {end for step in spec.steps for end in (step.from_, step.to)}


def _unconnected(spec: Spec) -> Iterator[Fault]:
    touched = _touched(spec)
    for index, stage in enumerate(spec.stages):
        if stage.id not in touched and len(spec.stages) > 1:
            message = f"No step leads to or from the stage {shown(stage.id)}."
            yield Fault("isolated-stage", f"/stages/{index}", message)


def _never_there(spec: Spec) -> Iterator[Fault]:
    for index, step in enumerate(spec.steps):
        if not all(step.when.values()):
            message = (
                f"The step {shown(f'{step.from_}->{step.to}')} is never there: a list is empty."
            )
            yield Fault("never-there", f"/steps/{index}/when", message)


def _ways(spec: Spec, views: Iterable[_View]) -> Iterator[Fault]:
    """Each fault of the ways through the picture once, with the first choice that shows it."""
    firsts, lasts = first_and_last(spec)
    places = {stage.id: index for index, stage in enumerate(spec.stages)}
    told: set[tuple[str, str]] = set()
    for view in views:
        for code, stage, message in _in_view(view, firsts, lasts):
            if (code, stage) not in told:
                told.add((code, stage))
                pointer = f"/stages/{places[stage]}" if stage else "/steps"
                yield Fault(code, pointer, f"{message}{view}.")


def _in_view(view: _View, firsts: Set[str], lasts: Set[str]) -> Iterator[tuple[str, str, str]]:
    reached = view.reached_from(firsts)
    for stage in _unreached(view, reached):
        yield "unreachable-stage", stage, f"No way leads to the stage {shown(stage)}"
    for stage in sorted(reached & view.entered):
        if stage not in view.leads and stage not in lasts:
            yield "dead-end", stage, f"The way stops at the stage {shown(stage)}"
    if not reached & lasts:
        yield "no-way-through", "", "No way leads from a first stage to a last one"


def _unreached(view: _View, reached: Set[str]) -> list[str]:
    """Where the ways begin that no way leads to; what follows them there needs no telling."""
    lost = [stage for stage in view.leads if stage not in reached]
    return [stage for stage in lost if stage not in view.entered] or lost[:1]
