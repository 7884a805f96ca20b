"""What a check finds, before its place in the file is looked up."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from lineage_verify.spec.problems import Level, Problem
from lineage_verify.spec.rules import RULES, problem

if TYPE_CHECKING:
    from lineage_verify.spec.positions import PositionMap

__all__ = ["MOST_TOLD", "Fault", "placed", "told"]

MOST_TOLD: Final = 1_000


class Fault(NamedTuple):
    """A problem at a JSON Pointer; `at_name` places it at the member's name, not its value."""

    code: str
    pointer: str
    message: str
    at_name: bool = False


def placed(
    faults: Iterable[Fault],
    positions: "PositionMap",
    *,
    odd: Sequence[Problem] = (),
    untold: int = 0,
) -> tuple[Problem, ...]:
    """The faults as problems with their places, after those in `odd`, in the file's order.

    `untold` counts further ones that have not been drawn up.
    Of very many only the first are kept, errors before warnings, and the rest counted: no one reads
    them, and a report of a million lines helps no one.
    """
    found = sorted(faults, key=lambda fault: RULES[fault.code].level is not Level.ERROR)
    problems = list(odd[:MOST_TOLD])
    problems += [_placed(fault, positions) for fault in found[: MOST_TOLD - len(problems)]]
    more = len(odd) + len(found) + untold - len(problems)
    if more:
        message = f"There are {more:,} more problems; mend these first."
        problems.append(problem("more-problems", message, positions.value("")))
    return tuple(sorted(problems, key=lambda p: (p.location.start, p.location.end, p.code)))


def _placed(fault: Fault, positions: "PositionMap") -> Problem:
    place = positions.key if fault.at_name else positions.value
    location = place(fault.pointer)
    return problem(fault.code, fault.message, replace(location, pointer=told(fault.pointer)))


def told(pointer: str) -> str:
    """A pointer that any output can hold: half a surrogate pair in a name is replaced."""
    return pointer.encode("utf-8", "replace").decode()
