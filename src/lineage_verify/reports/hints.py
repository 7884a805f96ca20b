"""Advice drawn from a run's statistics."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlsplit

from lineage_verify.pages.snapshot import ErrorKind
from lineage_verify.reports.wording import counted
from lineage_verify.verdicts.model import Report, SourceResult

__all__ = ["hints_of", "with_hints"]


def with_hints(report: Report) -> Report:
    """The report with the hints of its own statistics after those that it has."""
    return replace(report, hints=(*report.hints, *hints_of(report)))


def hints_of(report: Report) -> tuple[str, ...]:
    """What the run's failures, taken together, say that one alone does not."""
    failed = list(_failed_pages(report))
    kinds = Counter(source.error.kind for source in failed if source.error)
    return (*_too_many_requests(failed), *_by_kind(kinds, len(failed)), *_elsewhere(report))


def _failed_pages(report: Report) -> Iterator[SourceResult]:
    """The sources of the web that could not be read, each page once."""
    seen = set()
    for spec in report.specs:
        for source in spec.sources:
            page = source.url.split("#")[0]
            if source.error is not None and "://" in page and page not in seen:
                seen.add(page)
                yield source


def _too_many_requests(failed: list[SourceResult]) -> Iterator[str]:
    hosts = Counter(
        urlsplit(source.url).hostname
        for source in failed
        if source.error and source.error.status == 429
    )
    for host, number in hosts.most_common():
        yield (
            f"{number} of {counted(len(failed), 'failure')} are 429 (too many requests)"
            f" from {host}: lower --per-host, or try again later"
        )


def _by_kind(kinds: Counter[ErrorKind], failures: int) -> Iterator[str]:
    if kinds[ErrorKind.NOT_CACHED]:
        pages = counted(kinds[ErrorKind.NOT_CACHED], "page")
        yield f"{pages} not in the cache: run once without --offline"
    if kinds[ErrorKind.FORBIDDEN_ADDRESS]:
        pages = counted(kinds[ErrorKind.FORBIDDEN_ADDRESS], "page")
        yield (
            f"{pages} in a private network: --allow-private-network permits them,"
            " if you trust these specs"
        )
    if kinds[ErrorKind.TIMEOUT] > 1:
        yield (
            f"{kinds[ErrorKind.TIMEOUT]} pages took too long:"
            " raise --timeout, or lower --jobs on a slow line"
        )
    lost = kinds[ErrorKind.DNS] + kinds[ErrorKind.CONNECT]
    if lost > 1 and lost == failures:
        yield "no host answered at all: is there a network connection?"
    walled = kinds[ErrorKind.BLOCKED] + kinds[ErrorKind.NO_TEXT]
    if walled:
        yield (
            f"{counted(walled, 'page')} cannot be read by a program: save them in a browser and"
            " add them with lineage-verify cache import FILE --url URL"
        )


def _elsewhere(report: Report) -> Iterator[str]:
    moved = sum(bool(f.elsewhere) for spec in report.specs for f in spec.findings)
    if moved:
        verb = "stands" if moved == 1 else "stand"
        yield (
            f"{counted(moved, 'missing quote')} {verb} in another source of the same spec:"
            " the source id may be the wrong one"
        )
    drifted = [f for spec in report.specs for f in spec.findings if f.verdict.severity]
    if drifted:
        yield "lineage-verify repair SPEC shows each drifted quote and offers the page's words"
