"""One spec's answers to its report."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from urllib.parse import urljoin, urlsplit

from lineage_verify.matches.model import WarningCode
from lineage_verify.pages.snapshot import Snapshot
from lineage_verify.sources.target import Target
from lineage_verify.spec.checking import Fault
from lineage_verify.spec.document import SpecDocument
from lineage_verify.spec.grounding import check_grounding
from lineage_verify.spec.lint import lint, placed_problems
from lineage_verify.spec.pointers import escape_token
from lineage_verify.spec.problems import Level, Problem
from lineage_verify.verdicts.model import (
    Finding,
    LastKnown,
    SourceResult,
    SpecReport,
    Verdict,
    VerdictKind,
)
from lineage_verify.verdicts.outcome import mark_tolerated, outcome_of
from lineage_verify.verdicts.waivers import Waiver, apply_waivers, covers_spec, expired, unused
from lineage_verify.verify.beyond import Beyond
from lineage_verify.verify.page_answer import PageAnswer
from lineage_verify.verify.plan import Ask, Plan, is_place
from lineage_verify.verify.ports import Judging

__all__ = ["assemble"]


async def assemble(
    document: SpecDocument, made: Plan, beyond: Beyond, judging: Judging
) -> SpecReport:
    """Put together what is said of one spec."""
    targets = made.targets
    found = await _findings(made.asks, _readable(targets, beyond, judging), beyond)
    findings = mark_tolerated(found, judging.allow_drift)
    waived = apply_waivers(findings, judging.waivers, spec=document.path, today=judging.today)
    told = _warnings(document, targets, beyond.answers, judging)
    told = tuple(problem for problem in told if not _is_told_twice(problem, findings))
    idle = _waiver_warnings(document, findings, judging)
    problems = _in_order((*document.problems, *told, *idle))
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
        sources=tuple(_sources(document, targets, {**beyond.opened, **beyond.answers})),
        findings=tuple(waived),
        spec=document.spec,
    )


def _readable(
    targets: Mapping[str, Target], beyond: Beyond, judging: Judging
) -> Mapping[str, Target]:
    """Where else a broken quote is looked for: in all sources, but for a run that is of a part."""
    if not judging.only:
        return targets
    return {key: target for key, target in targets.items() if target.address in beyond.answers}


def _in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda p: (p.location.start, p.location.end, p.code)))


async def _findings(
    asks: Sequence[Ask], targets: Mapping[str, Target], beyond: Beyond
) -> list[Finding]:
    readings = [beyond.answers[ask.target.address].readings.get(ask.question) for ask in asks]
    pairs = list(zip(asks, readings, strict=True))
    unread = [ask for ask, reading in pairs if reading is None]
    broken = [ask for ask, reading in pairs if reading is not None and not reading.holds]
    known = await beyond.last_known(unread)
    held = await beyond.last_held(broken)
    elsewhere = await beyond.elsewhere(broken, targets)
    return [
        _unread(ask, beyond.answers[ask.target.address], known.get(ask))
        if reading is None
        else Finding(
            location=ask.evidence.location,
            owner_kind=ask.evidence.owner_kind,
            owner_id=ask.evidence.owner_id,
            source=ask.evidence.source,
            quote=ask.evidence.quote,
            verdict=reading.verdict,
            section=reading.section,
            deep_link=reading.deep_link,
            nearest=reading.nearest,
            elsewhere=elsewhere.get(ask, ()) if elsewhere else (),
            last_held=held.get(ask) if held else None,
        )
        for ask, reading in pairs
    ]


def _unread(ask: Ask, page: PageAnswer, known: LastKnown | None) -> Finding:
    evidence = ask.evidence
    return Finding(
        location=evidence.location,
        owner_kind=evidence.owner_kind,
        owner_id=evidence.owner_id,
        source=evidence.source,
        quote=evidence.quote,
        verdict=Verdict(kind=VerdictKind.UNREACHABLE, error=page.error),
        last_known=known,
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
        rendered_by=snapshot.rendering.by if snapshot.rendering else None,
    )


def _warnings(
    document: SpecDocument,
    targets: Mapping[str, Target],
    pages: Mapping[str, PageAnswer],
    judging: Judging,
) -> tuple[Problem, ...]:
    """What lint and the pages themselves give to say of a spec."""
    if document.spec is None or not targets:
        return ()
    faults = [*_page_faults(targets, pages)]
    if not judging.only:
        found = {
            source: pages[target.address].terms
            for source, target in targets.items()
            if target.address in pages and pages[target.address].readings
        }
        addresses = {source: target.address for source, target in targets.items()}
        faults += check_grounding(document.spec, found, pages=addresses)
    return (
        *lint(document, today=judging.today, stale_after=judging.stale_after),
        *placed_problems(document, iter(faults)),
    )


def _is_told_twice(problem: Problem, findings: Sequence[Finding]) -> bool:
    """Whether lint calls a quote short of which its own finding says so already."""
    return problem.code == "short-quote" and any(
        problem.location.pointer == f"{finding.location.pointer}/quote"
        and any(warning.code is WarningCode.TOO_SHORT for warning in finding.verdict.warnings)
        for finding in findings
    )


def _waiver_warnings(
    document: SpecDocument, findings: Sequence[Finding], judging: Judging
) -> tuple[Problem, ...]:
    """Waivers of a spec that no longer tolerate anything."""
    if not document.valid or judging.only:
        return ()
    pointers = {finding.location.pointer for finding in findings}
    idle = unused(judging.waivers, findings, spec=document.path)
    late = expired(judging.waivers, today=judging.today)
    faults = [
        Fault(
            "unused-waiver",
            _there(waiver, pointers),
            f"The waiver of {waiver.pointer} covers nothing that is broken.",
        )
        for waiver in idle
    ]
    faults += [
        Fault(
            "expired-waiver",
            _there(waiver, pointers),
            f"The waiver of {waiver.pointer} ended on {waiver.until}: {waiver.reason}",
        )
        for waiver in late
        if waiver not in idle and covers_spec(waiver, document.path)
    ]
    return placed_problems(document, iter(faults))


def _there(waiver: Waiver, pointers: Set[str]) -> str:
    """The waiver's pointer, or the whole spec where it points at no evidence."""
    return waiver.pointer if waiver.pointer in pointers else ""


def _page_faults(targets: Mapping[str, Target], pages: Mapping[str, PageAnswer]) -> Iterator[Fault]:
    for source, target in targets.items():
        page = pages.get(target.address, PageAnswer())
        pointer = f"/sources/{escape_token(source)}/url"
        moved = _moved_to(page.snapshot) if page.snapshot else None
        if moved is not None:
            message = f"The page has moved for good to {moved}; cite that address."
            yield Fault("permanent-redirect", pointer, message)
        elif page.snapshot and _secured(target.address, page.snapshot.url):
            message = f"The page answers over https; cite {_secure(target.url)}."
            yield Fault("https-answers", pointer, message)
        yield from _rendering_faults(page, pointer)
        for note in page.notes:
            yield Fault("text-note", pointer, f"{note[:1].upper()}{note[1:]}.")
        if page.readings and is_place(target) and f"#{target.fragment}" not in page.terms:
            message = f"The page has no place called {target.fragment}."
            yield Fault("unknown-fragment", pointer, message)


def _rendering_faults(page: PageAnswer, pointer: str) -> Iterator[Fault]:
    """What a user should know of a page that was rendered, or was to be."""
    if page.snapshot is None:
        return
    if page.snapshot.unrendered is not None:
        message = f"The page is read as it was sent, and not rendered: {page.snapshot.unrendered}."
        yield Fault("not-rendered", pointer, message)
    without = page.snapshot.rendering and page.snapshot.rendering.without
    if without and not all(reading.holds for reading in page.readings.values()):
        message = f"The page was rendered without {without}; what is missing may stand there."
        yield Fault("rendered-in-part", pointer, message)


def _moved_to(snapshot: Snapshot) -> str | None:
    """Where a chain that begins with permanent redirects leads for good."""
    moved = None
    for hop in snapshot.redirects:
        if not hop.permanent:
            break
        moved = urljoin(hop.url, hop.location)
    return moved


def _secured(asked: str, answered: str) -> bool:
    """Whether an address with http led to the same host with https."""
    before, after = urlsplit(asked), urlsplit(answered)
    return (before.scheme, after.scheme) == ("http", "https") and before.hostname == after.hostname


def _secure(url: str) -> str:
    return f"https{url[len('http') :]}"
