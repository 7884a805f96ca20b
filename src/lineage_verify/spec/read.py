"""A spec's bytes to a checked spec, or to every problem in it with its place."""

from lineage_verify.settings import Limits
from lineage_verify.spec import outline
from lineage_verify.spec.document import SpecDocument
from lineage_verify.spec.lines import BOM, LineIndex
from lineage_verify.spec.outline import Part
from lineage_verify.spec.parts import check, evidence_ref, unread
from lineage_verify.spec.problems import Location, Problem
from lineage_verify.spec.quick import parse_plain, quote_spans
from lineage_verify.spec.rules import problem

__all__ = ["read_spec"]

_UTF_16_OR_32 = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_DEFAULT_LIMITS = Limits()


def read_spec(data: bytes, *, path: str, limits: Limits = _DEFAULT_LIMITS) -> SpecDocument:
    """Read a spec, and tell everything that is wrong with it; nothing in it raises.

    `path` is how problems name the file and where relative sources start from: relative to the
    current folder for a spec under it.
    """
    if len(data) > limits.spec_bytes:
        return unread(path, data, _too_large(data, limits))
    lead = len(BOM) if data.startswith(BOM) else 0
    try:
        text = data[lead:].decode()
    except UnicodeDecodeError as error:
        return unread(path, data, _not_utf_8(data, error))
    quick = _short_way(path, data, text)
    if quick is not None:
        return quick
    from lineage_verify.spec.thorough import read_thoroughly

    return read_thoroughly(path, data, limits)


def _short_way(path: str, data: bytes, text: str) -> SpecDocument | None:
    """The document of a file with nothing wrong in it; see `quick`."""
    value = parse_plain(text)
    if value is None:
        return None
    root = Part("", value)
    rows = list(outline.evidence(root))
    spec, faults = check(root, rows, path)
    if faults:
        return None
    spans = quote_spans(text, [outline.text(part, "quote") or "" for _, part in rows])
    if spans is None:
        return None
    lines = LineIndex(text, lead=len(BOM) if data.startswith(BOM) else 0)
    evidence = tuple(
        evidence_ref(owner, part, lines.location(part.pointer, *span))
        for (owner, part), span in zip(rows, spans, strict=True)
    )
    return SpecDocument(path, data, spec, (), evidence)


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
