"""How one verdict was reached, step by step, for a person who has not seen this tool before."""

from collections.abc import Iterable, Iterator, Sized
from typing import Final, assert_never

from lineage_verify.matches.model import Edit, Found, Match, Rung
from lineage_verify.pages.snapshot import Provenance, Snapshot
from lineage_verify.reports.escape import one_line, visible
from lineage_verify.reports.json_report import timestamp
from lineage_verify.reports.quote_cuts import QuoteCuts, cuts_of
from lineage_verify.reports.wording import owner, verdict_meaning
from lineage_verify.text.page_text import PageText
from lineage_verify.verdicts.model import Finding, Severity, SourceResult, Verdict, VerdictKind

__all__ = ["explain_evidence", "explain_page", "explain_text", "explain_verdict", "laid_out"]

_LABEL: Final = 11
"""Columns of a line's label; what goes on below a line begins behind it."""
_NARROWEST: Final = 40


def laid_out(lines: Iterable[str], width: int | None) -> str:
    """Lines of an explanation as one text, wrapped at a width where there is one.

    A word that is longer than a line, such as an address, stays whole. Whatever a line holds of a
    page or a spec is made harmless here once more.
    """
    harmless = (visible(line).replace("\n", " ") for line in lines)
    return "".join(f"{row}\n" for line in harmless for row in _rows(line, width))


def _rows(line: str, width: int | None) -> list[str]:
    if width is None or len(line) <= width:
        return [line]
    from textwrap import wrap

    room = max(width, _NARROWEST) - _LABEL
    rows = wrap(line[_LABEL:], room, break_long_words=False, break_on_hyphens=False)
    label, rest = line[:_LABEL], " " * _LABEL
    return [f"{rest if index else label}{row}" for index, row in enumerate(rows)]


def explain_evidence(finding: Finding, path: str, source: SourceResult) -> Iterator[str]:
    """The evidence, and the source that it names."""
    place = finding.location
    where = f"{one_line(place.pointer)} of {one_line(path)}"
    yield f"evidence   {where}, line {place.line}, column {place.column}"
    yield f"           backs the {one_line(owner(finding))}"
    yield f'quote      "{one_line(finding.quote)}"'
    yield f"source     {one_line(source.id)}: {one_line(source.title)}"
    yield f"           {one_line(source.url)}"


def explain_page(snapshot: Snapshot) -> Iterator[str]:
    """The snapshot that was read."""
    how = {
        Provenance.FETCHED: "fetched in this run",
        Provenance.REVALIDATED: "the server said in this run that it is unchanged",
        Provenance.CACHED: "taken from the cache",
        Provenance.LOCAL: "a local file, read now",
    }[snapshot.provenance]
    yield f"page       {one_line(snapshot.url)}"
    if snapshot.provenance is Provenance.LOCAL:
        yield f"           {how}"
    else:
        yield f"           {how}; its bytes are of {timestamp(snapshot.fetched_at)}"
        yield f"           and were last confirmed at {timestamp(snapshot.validated_at)}"
    if snapshot.rendering is not None:
        yield f"           rendered by {one_line(snapshot.rendering.by)} of what the server sent"
    if snapshot.unrendered is not None:
        yield f"           not rendered: {one_line(snapshot.unrendered)}"
    kind = one_line(snapshot.media_type or "no media type")
    yield f"           {len(snapshot.body):,} bytes, {kind}, sha256 {snapshot.sha256[:16]}…"
    for hop in snapshot.redirects:
        yield f"           {hop.status} redirect from {one_line(hop.url)}"


def explain_text(text: PageText) -> Iterator[str]:
    """What was read on the page."""
    yield (
        f"text       {_many(text.text, 'character')} in {_many(text.blocks, 'block')}"
        f" and {_many(text.sections, 'section')}"
    )
    for note in text.notes:
        yield f"           note: {one_line(note)}"


def _many(things: Sized, noun: str) -> str:
    return f"{len(things):,} {noun}{'' if len(things) == 1 else 's'}"


def explain_verdict(finding_verdict: Verdict) -> Iterator[str]:
    """What was tried, what was found, and what follows."""
    verdict = finding_verdict
    cuts = cuts_of(verdict.match) if verdict.match is not None else None
    if verdict.match is not None:
        yield from _search(verdict, verdict.match, cuts)
    if verdict.error is not None:
        yield f"error      {verdict.error.kind}: {one_line(verdict.error.message)}"
    if verdict.found is not None:
        yield f'found      "{one_line(verdict.found)}"'
    yield from cuts.lines if cuts is not None else ()
    for difference in verdict.diff:
        if difference.edit is not Edit.EQUAL:
            sign = "-" if difference.edit is Edit.DELETE else "+"
            note = "  (between two parts of the quote)" if difference.interruption else ""
            yield f"        {sign}  {one_line(difference.text)}{note}"
    for warning in verdict.warnings:
        yield f"warning    {warning.code}: {one_line(warning.message)}"
    severity = f", severity {verdict.severity}" if verdict.severity else ""
    yield f"verdict    {verdict.kind}{severity}: {_meaning(verdict.kind, cuts)}"
    for reason in verdict.reasons:
        yield f"           {one_line(reason)}"


def _meaning(kind: VerdictKind, cuts: QuoteCuts | None) -> str:
    """What a verdict says of a quote; one in parts does not stand there word for word."""
    if cuts is None or not kind.holds:
        return verdict_meaning(kind)
    how = "word for word" if kind is VerdictKind.VERBATIM else "but for typography"
    return f"the page has the quote's own parts {how}{cuts.parted}"


def _search(verdict: Verdict, match: Match, cuts: QuoteCuts | None) -> Iterator[str]:
    there = f"its parts stand there in order{cuts.parted}" if cuts else "it stands there"
    for rung in Rung:
        stood = match.rung is rung
        yield f"looked     {_rung(rung)}: {there if stood else 'not there'}"
        if stood:
            return
    match match.found:
        case Found.HELD | Found.ALTERED:
            yield f"looked     for an altered form: {_share(verdict, match, cuts)}"
        case Found.ABSENT:
            yield "looked     for an altered form: no passage keeps enough of its words"
        case _:
            assert_never(match.found)


def _share(verdict: Verdict, match: Match, cuts: QuoteCuts | None) -> str:
    """How much of an altered quote stands there; its similarity is never told as all."""
    if cuts is not None:
        return f"its parts stand there in order{cuts.parted}"
    if verdict.severity is Severity.COSMETIC:
        return "all of its words stand there in order, written otherwise"
    if not any(difference.edit is Edit.DELETE for difference in match.diff):
        return "all of its words stand there in order, and others among them"
    return f"{match.similarity:.0%} of its words stand there in order"


def _rung(rung: Rung) -> str:
    match rung:
        case Rung.LITERAL:
            return "for the quote letter by letter"
        case Rung.WHITE_SPACE:
            return "with white space and line breaks taken as one space"
        case Rung.FOLDED:
            return "with typography folded (quote marks, dashes, ligatures, footnote marks)"
        case _:
            assert_never(rung)
