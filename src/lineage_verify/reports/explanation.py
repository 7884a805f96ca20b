"""How one verdict was reached, step by step, for a person who has not seen this tool before."""

from collections.abc import Iterator
from typing import assert_never

from lineage_verify.matches.model import Edit, Found, Match, Rung
from lineage_verify.pages.snapshot import Provenance, Snapshot
from lineage_verify.reports.escape import one_line
from lineage_verify.reports.json_report import timestamp
from lineage_verify.reports.wording import owner, verdict_meaning
from lineage_verify.text.page_text import PageText
from lineage_verify.verdicts.model import Finding, SourceResult, Verdict

__all__ = ["explain_evidence", "explain_page", "explain_text", "explain_verdict"]


def explain_evidence(finding: Finding, path: str, source: SourceResult) -> Iterator[str]:
    """The evidence, and the source that it names."""
    place = finding.location
    yield f"evidence   {place.pointer} of {path}, line {place.line}, column {place.column}"
    yield f"           backs the {owner(finding)}"
    yield f'quote      "{one_line(finding.quote)}"'
    yield f"source     {source.id}: {one_line(source.title)}"
    yield f"           {one_line(source.url)}"


def explain_page(snapshot: Snapshot) -> Iterator[str]:
    """The snapshot that was read."""
    how = {
        Provenance.FETCHED: "fetched in this run",
        Provenance.REVALIDATED: "the server said in this run that it is unchanged",
        Provenance.CACHED: "taken from the cache",
        Provenance.LOCAL: "read from the disk",
    }[snapshot.provenance]
    yield f"page       {one_line(snapshot.url)}"
    yield f"           {how}; its bytes are of {timestamp(snapshot.fetched_at)}"
    if snapshot.provenance is not Provenance.LOCAL:
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
        f"text       {len(text.text):,} characters in {len(text.blocks):,} blocks"
        f" and {len(text.sections):,} sections"
    )
    for note in text.notes:
        yield f"           note: {one_line(note)}"


def explain_verdict(finding_verdict: Verdict) -> Iterator[str]:
    """What was tried, what was found, and what follows."""
    verdict = finding_verdict
    if verdict.match is not None:
        yield from _search(verdict.match)
    if verdict.error is not None:
        yield f"error      {verdict.error.kind}: {one_line(verdict.error.message)}"
    if verdict.found is not None:
        yield f'found      "{one_line(verdict.found)}"'
    yield from _left_out(verdict.match)
    for difference in verdict.diff:
        if difference.edit is not Edit.EQUAL:
            sign = "-" if difference.edit is Edit.DELETE else "+"
            note = "  (between two parts of the quote)" if difference.interruption else ""
            yield f"        {sign}  {one_line(difference.text)}{note}"
    for warning in verdict.warnings:
        yield f"warning    {warning.code}: {one_line(warning.message)}"
    severity = f", severity {verdict.severity}" if verdict.severity else ""
    yield f"verdict    {verdict.kind}{severity}: {verdict_meaning(verdict.kind)}"
    for reason in verdict.reasons:
        yield f"           {one_line(reason)}"


def _search(match: Match) -> Iterator[str]:
    for rung in Rung:
        stood = match.rung is rung
        yield f"looked     {_rung(rung)}: {'it stands there' if stood else 'not there'}"
        if stood:
            return
    match match.found:
        case Found.HELD | Found.ALTERED:
            share = f"{match.similarity:.0%} of its words stand there in order"
            yield f"looked     for an altered form: {share}"
        case Found.ABSENT:
            yield "looked     for an altered form: no passage keeps enough of its words"
        case _:
            assert_never(match.found)


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


def _left_out(match: Match | None) -> Iterator[str]:
    for words in match.left_out if match is not None else ():
        yield f'left out   "{one_line(words)}"'
