"""What a check finds, before its place in the file is looked up."""

from dataclasses import dataclass

from lineage_verify.spec.positions import PositionMap
from lineage_verify.spec.problems import Problem
from lineage_verify.spec.rules import problem

__all__ = ["Fault", "placed"]


@dataclass(frozen=True, slots=True)
class Fault:
    """A problem at a JSON Pointer; `at_name` places it at the member's name, not its value."""

    code: str
    pointer: str
    message: str
    at_name: bool = False


def placed(fault: Fault, positions: PositionMap) -> Problem:
    """The fault as a problem with its place."""
    place = positions.key if fault.at_name else positions.value
    return problem(fault.code, fault.message, place(fault.pointer))
