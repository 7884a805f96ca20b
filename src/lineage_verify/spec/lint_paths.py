"""Whether the picture hangs together for every choice that a reader can make."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import islice, product
from typing import Final

from lineage_verify.spec.checking import Fault
from lineage_verify.spec.model import Spec, Step
from lineage_verify.spec.wording import shown

__all__ = ["check_paths", "choices"]

_MOST_CHOICES: Final = 4_096


def check_paths(spec: Spec) -> Iterator[Fault]:
    """Stages that no arrow reaches, ways that stop in the middle, boxes on top of each other.

    A first stage is one that no step reaches, an end one that no step leaves, in any choice. A
    stage that no shown step touches is hidden with its steps, and is no fault.
    """
    yield from _positions(spec)
    yield from _isolated(spec)
    if spec.steps:
        yield from _choices(spec)


def choices(spec: Spec) -> Iterator[dict[str, str]]:
    """Every choice of one value a dimension, up to a bound."""
    names = [dimension.id for dimension in spec.dimensions]
    values = [[option.value for option in dimension.options] for dimension in spec.dimensions]
    for picked in islice(product(*values), _MOST_CHOICES):
        yield dict(zip(names, picked, strict=True))


def _positions(spec: Spec) -> Iterator[Fault]:
    seen: dict[tuple[float, float], str] = {}
    for index, stage in enumerate(spec.stages):
        if stage.pos in seen:
            message = f"The stage {shown(stage.id)} lies on top of {shown(seen[stage.pos])}."
            yield Fault("same-position", f"/stages/{index}/pos", message)
        seen.setdefault(stage.pos, stage.id)


def _isolated(spec: Spec) -> Iterator[Fault]:
    touched = {end for step in spec.steps for end in (step.from_, step.to)}
    for index, stage in enumerate(spec.stages):
        if stage.id not in touched and len(spec.stages) > 1:
            message = f"No step leads to or from the stage {shown(stage.id)}."
            yield Fault("isolated-stage", f"/stages/{index}", message)


def _choices(spec: Spec) -> Iterator[Fault]:
    firsts = {step.from_ for step in spec.steps} - {step.to for step in spec.steps}
    ends = {step.to for step in spec.steps} - {step.from_ for step in spec.steps}
    if not firsts or not ends:
        missing = "first stage" if not firsts else "last stage"
        message = f"The steps run in a circle: there is no {missing}."
        yield Fault("no-way-through", "/steps", message)
        return
    places = {stage.id: index for index, stage in enumerate(spec.stages)}
    told: set[tuple[str, str]] = set()
    for choice in choices(spec):
        for code, stage, message in _in_choice(spec.steps, firsts, ends, choice):
            if (code, stage) not in told:
                told.add((code, stage))
                pointer = f"/stages/{places[stage]}" if stage else "/steps"
                yield Fault(code, pointer, message + _chosen(choice))


def _in_choice(
    steps: Iterable[Step], firsts: Set[str], ends: Set[str], choice: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    leads: defaultdict[str, set[str]] = defaultdict(set)
    for step in steps:
        if all(choice.get(name) in values for name, values in step.when.items()):
            leads[step.from_].add(step.to)
    reached = _reached(leads, firsts)
    for stage in leads:
        if stage not in reached:
            yield "unreachable-stage", stage, f"No way leads to the stage {shown(stage)}"
    for stage in reached & {end for ends_of in leads.values() for end in ends_of}:
        if not leads.get(stage) and stage not in ends:
            yield "dead-end", stage, f"The way stops at the stage {shown(stage)}"
    if not reached & ends:
        yield "no-way-through", "", "No way leads from a first stage to a last one"


def _reached(leads: Mapping[str, Set[str]], firsts: Iterable[str]) -> set[str]:
    reached: set[str] = set()
    waiting = list(firsts)
    while waiting:
        stage = waiting.pop()
        if stage not in reached:
            reached.add(stage)
            waiting.extend(leads.get(stage, ()))
    return reached


def _chosen(choice: Mapping[str, str]) -> str:
    if not choice:
        return "."
    return " with " + ", ".join(f"{name} = {value}" for name, value in choice.items()) + "."
