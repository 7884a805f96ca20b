"""A spec's bytes to a checked spec, or to every problem in it with its place."""

from collections.abc import Sequence
from dataclasses import replace

from lineage_verify.settings import Limits
from lineage_verify.spec import outline
from lineage_verify.spec.checking import MOST_TOLD, Fault, placed, told
from lineage_verify.spec.document import EvidenceRef, SpecDocument
from lineage_verify.spec.json_fault import JsonError
from lineage_verify.spec.json_scan import Oddity
from lineage_verify.spec.model import Spec
from lineage_verify.spec.outline import Owner, Part
from lineage_verify.spec.positions import BOM, LineIndex, PositionMap, escape_token
from lineage_verify.spec.problems import Level, Location, Problem
from lineage_verify.spec.quick import parse_plain, quote_spans
from lineage_verify.spec.references import check_references
from lineage_verify.spec.rules import problem
from lineage_verify.spec.shape import read_shape, unknown_fields
from lineage_verify.spec.wording import shown

__all__ = ["read_spec"]

_UTF_16_OR_32 = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_DEFAULT_LIMITS = Limits()


def read_spec(data: bytes, *, path: str, limits: Limits = _DEFAULT_LIMITS) -> SpecDocument:
    """Read a spec, and tell everything that is wrong with it; nothing in it raises.

    `path` is how problems name the file and where relative sources start from: relative to the
    current folder for a spec under it.
    """
    if len(data) > limits.spec_bytes:
        return _unread(path, data, _too_large(data, limits))
    lead = len(BOM) if data.startswith(BOM) else 0
    try:
        text = data[lead:].decode()
        return _short_way(path, data, text) or _long_way(path, data, limits)
    except UnicodeDecodeError as error:
        return _unread(path, data, _not_utf_8(data, error))
    except JsonError as error:
        return _unread(path, data, _not_json(data, error))


def _short_way(path: str, data: bytes, text: str) -> SpecDocument | None:
    """The document of a file with nothing wrong in it; see `quick`."""
    value = parse_plain(text)
    if value is None:
        return None
    root = Part("", value)
    rows = list(outline.evidence(root))
    spec, faults = _check(root, rows, path)
    if faults:
        return None
    spans = quote_spans(text, [outline.text(part, "quote") or "" for _, part in rows])
    if spans is None:
        return None
    lines = LineIndex(text, lead=len(BOM) if data.startswith(BOM) else 0)
    evidence = tuple(
        _evidence(owner, part, lines.location(part.pointer, *span))
        for (owner, part), span in zip(rows, spans, strict=True)
    )
    return SpecDocument(path, data, spec, (), evidence)


def _long_way(path: str, data: bytes, limits: Limits) -> SpecDocument:
    """The document of any file; raises `JsonError` for one that is no JSON text."""
    positions = PositionMap.of(data, depth=limits.spec_depth)
    value = positions.scan.value
    oddities = positions.scan.oddities
    odd = [_odd(oddity, positions.lines) for oddity in oddities[:MOST_TOLD]]
    if not isinstance(value, dict):
        fault = Fault("wrong-type", "", "A spec is one JSON object, between { and }.")
        return _unread(
            path, data, *placed([fault], positions, odd=odd, untold=len(oddities) - len(odd))
        )
    root = Part("", value)
    rows = list(outline.evidence(root))
    spec, faults = _check(root, rows, path)
    problems = placed(faults, positions, odd=odd, untold=len(oddities) - len(odd))
    evidence: tuple[EvidenceRef, ...] = ()
    if all(problem.level is not Level.ERROR for problem in problems):
        evidence = tuple(_evidence(owner, part, _at_quote(part, positions)) for owner, part in rows)
    return SpecDocument(path, data, spec, problems, evidence)


def _check(
    root: Part, rows: Sequence[tuple[Owner, Part]], path: str
) -> tuple[Spec | None, list[Fault]]:
    spec, faults = read_shape(root.fields)
    faults += unknown_fields(root, rows)
    faults += check_references(root, rows, path)
    return spec, faults


def _at_quote(part: Part, positions: PositionMap) -> Location:
    return replace(positions.value(part.to("quote")), pointer=part.pointer)


def _evidence(owner: Owner, part: Part, location: Location) -> EvidenceRef:
    return EvidenceRef(
        location=location,
        owner_kind=owner.kind,
        owner_id=owner.id,
        source=outline.text(part, "source") or "",
        quote=outline.text(part, "quote") or "",
        prefix=outline.text(part, "prefix"),
        suffix=outline.text(part, "suffix"),
    )


def _unread(path: str, data: bytes, *problems: Problem) -> SpecDocument:
    return SpecDocument(path, data, None, problems, ())


def _too_large(data: bytes, limits: Limits) -> Problem:
    message = f"The file has more than {limits.spec_bytes:,} bytes, the most that a spec may have."
    return problem("too-large", message, Location("", 1, 1, 0, len(data)))


def _not_utf_8(data: bytes, error: UnicodeDecodeError) -> Problem:
    lead = len(BOM) if data.startswith(BOM) else 0
    before = data[lead:][: error.start].decode()
    line, column = LineIndex(before).line_and_column(len(before))
    start = lead + error.start
    if data.startswith(_UTF_16_OR_32) or b"\x00" in data[:4]:
        message = "The file looks like UTF-16 or UTF-32; save it as UTF-8."
    else:
        message = f"The file is not UTF-8: byte 0x{data[start]:02x} fits nowhere; save it as UTF-8."
    return problem("not-utf-8", message, Location("", line, column, start, start + 1))


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
