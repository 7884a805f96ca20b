"""The long way of reading a spec: every value with its place, every problem told."""

from dataclasses import replace

from lineage_verify.settings import Limits
from lineage_verify.spec import outline
from lineage_verify.spec.checking import MOST_TOLD, Fault, placed, told
from lineage_verify.spec.document import EvidenceRef, SpecDocument
from lineage_verify.spec.json_fault import JsonError
from lineage_verify.spec.json_scan import Oddity
from lineage_verify.spec.lines import BOM, LineIndex
from lineage_verify.spec.outline import Part
from lineage_verify.spec.parts import check, evidence_ref, unread
from lineage_verify.spec.pointers import escape_token
from lineage_verify.spec.positions import PositionMap
from lineage_verify.spec.problems import Level, Location, Problem
from lineage_verify.spec.rules import problem
from lineage_verify.spec.wording import shown

__all__ = ["read_thoroughly"]


def read_thoroughly(path: str, data: bytes, limits: Limits) -> SpecDocument:
    """The document of any file in UTF-8."""
    try:
        positions = PositionMap.of(data, depth=limits.spec_depth)
    except JsonError as error:
        return unread(path, data, _not_json(data, error))
    value = positions.scan.value
    oddities = positions.scan.oddities
    odd = [_odd(oddity, positions.lines) for oddity in oddities[:MOST_TOLD]]
    if not isinstance(value, dict):
        fault = Fault("wrong-type", "", "A spec is one JSON object, between { and }.")
        return unread(
            path, data, *placed([fault], positions, odd=odd, untold=len(oddities) - len(odd))
        )
    root = Part("", value)
    rows = list(outline.evidence(root))
    spec, faults = check(root, rows, path)
    problems = placed(faults, positions, odd=odd, untold=len(oddities) - len(odd))
    evidence: tuple[EvidenceRef, ...] = ()
    if all(problem.level is not Level.ERROR for problem in problems):
        evidence = tuple(
            evidence_ref(owner, part, _at_quote(part, positions)) for owner, part in rows
        )
    return SpecDocument(path, data, spec, problems, evidence)


def _at_quote(part: Part, positions: PositionMap) -> Location:
    return replace(positions.value(part.to("quote")), pointer=part.pointer)


def _not_json(data: bytes, error: JsonError) -> Problem:
    lead = len(BOM) if data.startswith(BOM) else 0
    text = data[lead:].decode()
    end = min(error.offset + 1, len(text))
    location = LineIndex(text, lead=lead).location("", error.offset, end)
    return problem(error.code, error.message, location)


def _odd(oddity: Oddity, lines: LineIndex) -> Problem:
    path = [*oddity.node.path(), oddity.name]
    pointer = told("".join(f"/{escape_token(name)}" for name in path))
    if oddity.code == "duplicate-key":
        message = f"The field {shown(oddity.name)} stands twice in one object; keep one of them."
    else:
        message = "Half of a surrogate pair (\\ud800 to \\udfff) stands alone; write the character."
    start, end = max(oddity.start - 1, 0), oddity.end + 1
    return problem(oddity.code, message, lines.location(pointer, start, end))
