"""Advice drawn from a run's statistics."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlsplit

from lineage_verify.pages.snapshot import ErrorKind
from lineage_verify.reports.wording import counted, may_be_permitted
from lineage_verify.verdicts.model import Report, SourceResult, SpecReport, VerdictKind

__all__ = ["HintTally", "hints_of", "with_hints"]


def with_hints(report: Report) -> Report:
    """The report with the hints of its own statistics after those that it has."""
    return replace(report, hints=(*report.hints, *hints_of(report)))


def hints_of(report: Report) -> tuple[str, ...]:
    """What the run's failures, taken together, say that one alone does not."""
    tally = HintTally()
    for spec in report.specs:
        tally.add(spec)
    return tally.hints()


class HintTally:
    """Gathers what hints are drawn from, one spec at a time."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self._failed: dict[str, SourceResult] = {}
        self._moved = 0
        self._drifted = False
        self._missing = False

    def add(self, spec: SpecReport) -> None:
        """Take in one spec's failures; those of one page count once."""
        for source in spec.sources:
            page = source.url.split("#")[0]
            if source.error is not None and "://" in page:
                self._failed.setdefault(page, source)
        for finding in spec.findings:
            if finding.waived is not None:
                continue
            if finding.kind is VerdictKind.DRIFTED:
                self._drifted = True
            elif finding.kind is VerdictKind.MISSING:
                self._moved += bool(finding.elsewhere)
                self._missing |= not finding.elsewhere

    def hints(self) -> tuple[str, ...]:
        """What they say together."""
        failed = list(self._failed.values())
        kinds = Counter(source.error.kind for source in failed if source.error)
        return (
            *_too_many_requests(failed),
            *_private(failed),
            *_by_kind(kinds, len(failed)),
            *_elsewhere(self._moved),
            *_repair(drifted=self._drifted),
            *_find(missing=self._missing),
        )


def _too_many_requests(failed: list[SourceResult]) -> Iterator[str]:
    hosts = Counter(
        urlsplit(source.url).hostname
        for source in failed
        if source.error and source.error.status == 429
    )
    for host, number in hosts.most_common():
        verb = "is" if number == 1 else "are"
        yield (
            f"{number} of {counted(len(failed), 'failure')} {verb} 429 (too many requests)"
            f" from {host}: lower --per-host, or try again later"
        )


def _private(failed: list[SourceResult]) -> Iterator[str]:
    number = sum(source.error is not None and may_be_permitted(source.error) for source in failed)
    if number:
        them = "it" if number == 1 else "them"
        yield (
            f"{counted(number, 'page')} in a private network: --allow-private-network permits"
            f" {them}, if you trust these specs"
        )


def _by_kind(kinds: Counter[ErrorKind], failures: int) -> Iterator[str]:
    if kinds[ErrorKind.NOT_CACHED]:
        pages = counted(kinds[ErrorKind.NOT_CACHED], "page")
        yield f"{pages} not in the cache: run once without --offline"
    if kinds[ErrorKind.TIMEOUT] > 1:
        yield (
            f"{kinds[ErrorKind.TIMEOUT]} pages took too long:"
            " raise --timeout, or lower --per-host on a slow line"
        )
    lost = kinds[ErrorKind.DNS] + kinds[ErrorKind.CONNECT]
    if lost > 1 and lost == failures:
        yield "no host answered at all: is there a network connection?"
    walled = kinds[ErrorKind.BLOCKED] + kinds[ErrorKind.NO_TEXT]
    if walled:
        them = "it" if walled == 1 else "them"
        yield (
            f"{counted(walled, 'page')} cannot be read by a program: save {them} in a browser and"
            f" add {them} with lineage-verify cache import FILE --url URL"
        )


def _elsewhere(moved: int) -> Iterator[str]:
    if moved:
        verb = "stands" if moved == 1 else "stand"
        yield (
            f"{counted(moved, 'missing quote')} {verb} in another source of the same spec:"
            " the source id may be the wrong one"
        )


def _repair(*, drifted: bool) -> Iterator[str]:
    if drifted:
        yield "lineage-verify repair SPEC shows each drifted quote and offers the page's words"


def _find(*, missing: bool) -> Iterator[str]:
    if missing:
        yield (
            "a missing quote is mended by hand: take other words from a page with"
            " lineage-verify find URL QUOTE, or change what the page claims"
        )
