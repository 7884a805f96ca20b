"""One spec's answers to its report."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC
from urllib.parse import urljoin

from lineage_verify.pages.snapshot import Snapshot
from lineage_verify.sources.target import Target
from lineage_verify.spec.document import SpecDocument
from lineage_verify.spec.problems import Level, Problem
from lineage_verify.verdicts.model import (
    Finding,
    SourceResult,
    SpecReport,
    Verdict,
    VerdictKind,
)
from lineage_verify.verdicts.outcome import outcome_of
from lineage_verify.verdicts.waivers import apply_waivers
from lineage_verify.verify.answers import Answers, PageAnswer
from lineage_verify.verify.plan import Ask, targets_of
from lineage_verify.verify.ports import Judging

__all__ = ["assemble"]


async def assemble(
    document: SpecDocument, asks: Sequence[Ask], answers: Answers, judging: Judging
) -> SpecReport:
    """Put together what is said of one spec."""
    targets = targets_of(document)
    addresses = {source: target.address for source, target in targets.items()}
    findings = [await _finding(ask, addresses, answers) for ask in asks]
    waived = apply_waivers(findings, judging.waivers, spec=document.path, today=judging.today)
    problems = (*document.problems, *_page_problems(document, targets, answers.pages))
    return SpecReport(
        path=document.path,
        slug=document.spec.slug if document.spec else None,
        verified_on=document.spec.verified_on if document.spec else None,
        outcome=outcome_of(
            waived,
            invalid=not document.valid,
            allow_drift=judging.allow_drift,
            strict=judging.strict,
            warned=any(problem.level is Level.WARNING for problem in problems),
        ),
        problems=problems,
        sources=tuple(_sources(document, targets, answers.pages)),
        findings=tuple(waived),
    )


async def _finding(ask: Ask, addresses: Mapping[str, str], answers: Answers) -> Finding:
    page = answers.pages[ask.target.address]
    reading = page.readings.get(ask.question)
    if reading is None:
        verdict = Verdict(kind=VerdictKind.UNREACHABLE, error=page.error)
        return replace(_said(ask, verdict), last_known=await answers.last_known(ask))
    finding = replace(
        _said(ask, reading.verdict), section=reading.section, deep_link=reading.deep_link
    )
    if reading.holds:
        return finding
    held = await answers.last_held(ask)
    return replace(
        finding,
        nearest=reading.nearest,
        elsewhere=await answers.elsewhere(ask, addresses),
        last_held=held.validated_at.astimezone(UTC).date() if held else None,
    )


def _said(ask: Ask, verdict: Verdict) -> Finding:
    evidence = ask.evidence
    return Finding(
        location=evidence.location,
        owner_kind=evidence.owner_kind,
        owner_id=evidence.owner_id,
        source=evidence.source,
        quote=evidence.quote,
        verdict=verdict,
    )


def _sources(
    document: SpecDocument, targets: Mapping[str, Target], pages: Mapping[str, PageAnswer]
) -> Iterator[SourceResult]:
    sources = document.spec.sources if document.spec else {}
    for source_id, target in targets.items():
        page = pages.get(target.address, PageAnswer())
        result = SourceResult(id=source_id, url=target.url, title=sources[source_id].title)
        yield replace(_with_page(result, page.snapshot), error=page.error)


def _with_page(result: SourceResult, snapshot: Snapshot | None) -> SourceResult:
    if snapshot is None:
        return result
    return replace(
        result,
        final_url=snapshot.url,
        status=snapshot.status,
        media_type=snapshot.media_type,
        sha256=snapshot.sha256,
        fetched_at=snapshot.fetched_at,
        validated_at=snapshot.validated_at,
        provenance=snapshot.provenance,
    )


def _page_problems(
    document: SpecDocument, targets: Mapping[str, Target], pages: Mapping[str, PageAnswer]
) -> Iterator[Problem]:
    """What the pages themselves give to say of a spec's sources."""
    for source_id, target in targets.items():
        page = pages.get(target.address, PageAnswer())
        moved = _moved_to(page.snapshot) if page.snapshot else None
        if moved is not None:
            message = f"source {source_id!r} has moved for good to {moved}: cite that address"
            yield _source_problem(document, source_id, "permanent-redirect", message)
        for note in page.notes:
            message = f"source {source_id!r}: {note}"
            yield _source_problem(document, source_id, "text-note", message)


def _moved_to(snapshot: Snapshot) -> str | None:
    """Where a chain that begins with permanent redirects leads for good."""
    moved = None
    for hop in snapshot.redirects:
        if not hop.permanent:
            break
        moved = urljoin(hop.url, hop.location)
    return moved


def _source_problem(document: SpecDocument, source: str, code: str, message: str) -> Problem:
    token = source.replace("~", "~0").replace("/", "~1")
    return Problem(code, Level.WARNING, message, document.locate(f"/sources/{token}/url"))
