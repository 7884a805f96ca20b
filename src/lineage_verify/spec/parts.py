"""What both ways of reading a spec have in common."""

from collections.abc import Sequence

from lineage_verify.spec import outline
from lineage_verify.spec.checking import Fault
from lineage_verify.spec.document import EvidenceRef, SpecDocument
from lineage_verify.spec.model import Spec
from lineage_verify.spec.outline import Owner, Part
from lineage_verify.spec.problems import Location, Problem
from lineage_verify.spec.references import check_references
from lineage_verify.spec.shape import read_shape, unknown_fields

__all__ = ["check", "evidence_ref", "unread"]


def check(
    root: Part, rows: Sequence[tuple[Owner, Part]], path: str
) -> tuple[Spec | None, list[Fault]]:
    """The spec, as far as there is one, and what is wrong with it; `rows` are its evidence."""
    spec, faults = read_shape(root.fields)
    faults += unknown_fields(root, rows)
    faults += check_references(root, rows, path)
    return spec, faults


def evidence_ref(owner: Owner, part: Part, location: Location) -> EvidenceRef:
    """A piece of evidence at a place."""
    return EvidenceRef(
        location=location,
        owner_kind=owner.kind,
        owner_id=owner.id,
        source=outline.text(part, "source") or "",
        quote=outline.text(part, "quote") or "",
        prefix=outline.text(part, "prefix"),
        suffix=outline.text(part, "suffix"),
    )


def unread(path: str, data: bytes, *problems: Problem) -> SpecDocument:
    """The document of a file that is no spec at all."""
    return SpecDocument(path, data, None, problems, ())
