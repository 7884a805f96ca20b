"""Verify once more on what a run has just read: no request is made, and no page is another."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from lineage_verify.cli.session import Session
from lineage_verify.pages.snapshot import ErrorKind, Snapshot, Unreachable
from lineage_verify.sources.target import Target
from lineage_verify.spec.document import SpecDocument
from lineage_verify.text.page_text import PageText
from lineage_verify.verdicts.model import Report, SourceResult, SpecReport
from lineage_verify.verify.examine import page_text
from lineage_verify.verify.examiner import Examiner
from lineage_verify.verify.plan import targets_of
from lineage_verify.verify.ports import Judging
from lineage_verify.verify.run import summarise, verify

__all__ = ["page_texts", "verify_again"]


def page_texts(session: Session, document: SpecDocument, report: SpecReport) -> dict[str, PageText]:
    """The text of each page on which a quote of a spec has changed, by the source's id."""
    wanted = {finding.source for finding in report.findings if finding.kind.broken}
    targets = targets_of(document)
    texts = {}
    for source in report.sources:
        if source.id in wanted:
            snapshot = _snapshot(session, targets[source.id], source)
            text = page_text(snapshot) if isinstance(snapshot, Snapshot) else snapshot
            if isinstance(text, PageText):
                texts[source.id] = text
    return texts


def verify_again(
    session: Session,
    before: Sequence[SpecDocument],
    report: Report,
    after: Sequence[SpecDocument],
    rules: Judging,
) -> Report:
    """Verify changed specs against the very pages that a report rests on.

    `before` are the specs as that report had them. What could not be read then is not read now.
    """
    pages = _SamePages(session)
    for document, told in zip(before, report.specs, strict=True):
        targets = targets_of(document)
        for source in told.sources:
            pages.known[targets[source.id].address] = (targets[source.id], source)

    async def run() -> list[SpecReport]:
        with Examiner() as examiner:
            found = verify(after, pages, session.past(), judging=rules, examiner=examiner)
            return [one async for one in found]

    return summarise(asyncio.run(run()), now=datetime.now(UTC))


@dataclass(slots=True)
class _SamePages:
    """Gives each page as it was when it was asked for before."""

    session: Session
    known: dict[str, tuple[Target, SourceResult]] = field(default_factory=dict)

    async def get(self, target: Target) -> Snapshot | Unreachable:
        if target.address not in self.known:
            return _gone(target)
        return _snapshot(self.session, *self.known[target.address])


def _snapshot(session: Session, target: Target, source: SourceResult) -> Snapshot | Unreachable:
    """The snapshot that a source's verdicts rest on, or why there is none."""
    if source.error is not None:
        return source.error
    held = session.held(target, source)
    return held if held is not None and held.sha256 == source.sha256 else _gone(target)


def _gone(target: Target) -> Unreachable:
    message = "the page that was read is no longer kept; run again"
    return Unreachable(ErrorKind.NOT_CACHED, message, url=target.address)
