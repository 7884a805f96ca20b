"""A spec as it was read: its bytes, its problems, and each piece of evidence with its place."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from lineage_verify.spec.problems import Level, Location, Problem

if TYPE_CHECKING:
    from lineage_verify.spec.model import Spec

__all__ = ["EvidenceRef", "OwnerKind", "SpecDocument"]


class OwnerKind(StrEnum):
    """What a piece of evidence stands under."""

    STAGE = "stage"
    STEP = "step"


@dataclass(frozen=True, slots=True)
class EvidenceRef:
    """One piece of evidence in a spec.

    `location.pointer` is the evidence object's (`/stages/2/evidence/0`); its line, column and byte
    range are those of the `quote` value. `owner_id` of a step is `from->to`.
    """

    location: Location
    owner_kind: OwnerKind
    owner_id: str
    source: str
    quote: str
    prefix: str | None
    suffix: str | None


@dataclass(frozen=True, slots=True)
class SpecDocument:
    """One spec's file, read.

    `path` is as the user named it. `spec` is `None` where the file has not the shape of a spec at
    all; a spec may be there and still be invalid. `evidence` is in the spec's own order, and empty
    for an invalid spec.
    """

    path: str
    data: bytes
    spec: "Spec | None"
    problems: tuple[Problem, ...]
    evidence: tuple[EvidenceRef, ...]

    @property
    def valid(self) -> bool:
        """Whether no problem is an error."""
        return all(problem.level is not Level.ERROR for problem in self.problems)

    def locate(self, pointer: str) -> Location:
        """Where the value that a JSON Pointer names stands; raises `KeyError` where there is none.

        The file is scanned anew at each call: a position map of thousands of specs would outweigh
        the specs. Take a `PositionMap` of `data` for many look-ups.
        """
        from lineage_verify.spec.positions import PositionMap

        return PositionMap.of(self.data).value(pointer)
