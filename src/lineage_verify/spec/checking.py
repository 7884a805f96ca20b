"""What a check finds, before its place in the file is looked up."""

from dataclasses import dataclass, replace

from lineage_verify.spec.positions import PositionMap
from lineage_verify.spec.problems import Problem
from lineage_verify.spec.rules import problem

__all__ = ["Fault", "placed", "told"]


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
    location = place(fault.pointer)
    return problem(fault.code, fault.message, replace(location, pointer=told(fault.pointer)))


def told(pointer: str) -> str:
    """A pointer that any output can hold: half a surrogate pair in a name is replaced."""
    return pointer.encode("utf-8", "replace").decode()
