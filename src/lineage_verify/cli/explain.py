"""`lineage-verify explain`: how one verdict was reached."""

import os
import sys
from collections.abc import Iterator
from dataclasses import replace

from lineage_verify.cli.near import nearest
from lineage_verify.cli.options import JudgeOptions, PageOptions, ScreenOptions
from lineage_verify.cli.screen import line_width, write_text
from lineage_verify.cli.session import Session, open_session
from lineage_verify.errors import SettingsError, SpecError
from lineage_verify.reports.explanation import (
    explain_evidence,
    explain_page,
    explain_text,
    explain_verdict,
    laid_out,
)
from lineage_verify.spec.document import SpecDocument
from lineage_verify.text.page_text import PageText
from lineage_verify.verdicts.model import Finding, SpecReport
from lineage_verify.verify.examine import page_text
from lineage_verify.verify.plan import targets_of

__all__ = ["explain"]


def explain(spec: str, pointer: str, *, pages: PageOptions, screen: ScreenOptions) -> int:
    """Verify one piece of evidence and tell every step of it."""
    session = open_session(pages, screen)
    documents = session.documents([spec])
    if len(documents) != 1:
        raise SettingsError(f"{spec}: explain takes one spec")
    document = documents[0]
    if not document.valid:
        raise SpecError(f"{spec}: is not a valid spec; see lineage-verify {spec}")
    if all(evidence.location.pointer != pointer for evidence in document.evidence):
        raise SettingsError(_no_evidence(document, pointer))
    report = session.verify([document], session.judging(JudgeOptions(only=[pointer])))
    told = report.specs[0]
    finding = _with_elsewhere(session, document, told.findings[0])
    lines = _lines(session, document, told, finding)
    write_text(sys.stdout, laid_out(lines, line_width(sys.stdout, os.environ)))
    return report.exit_code


def _with_elsewhere(session: Session, document: SpecDocument, finding: Finding) -> Finding:
    """A finding with the spec's other sources in which its quote holds; they are read for that."""
    if not finding.kind.broken or len(targets_of(document)) == 1:
        return finding
    whole = session.verify([document], session.judging())
    told = next(one for one in whole.specs[0].findings if one.location == finding.location)
    return replace(finding, elsewhere=told.elsewhere)


def _lines(
    session: Session, document: SpecDocument, report: SpecReport, finding: Finding
) -> Iterator[str]:
    source = next(row for row in report.sources if row.id == finding.source)
    yield from explain_evidence(finding, document.path, source)
    snapshot = session.held(targets_of(document)[finding.source], source)
    if snapshot is not None:
        yield from explain_page(snapshot)
        text = page_text(snapshot)
        if isinstance(text, PageText):
            yield from explain_text(text)
    yield from explain_verdict(finding.verdict)
    yield from _where(finding)


def _where(finding: Finding) -> Iterator[str]:
    from lineage_verify.reports.escape import one_line

    if finding.section is not None:
        yield f"section    {one_line(finding.section.title)}"
    for near in finding.nearest:
        yield f'near       "{one_line(near.text)}" ({near.kept:.0%} of the words)'
    if finding.elsewhere:
        yield f"elsewhere  the quote holds in {', '.join(map(one_line, finding.elsewhere))}"
    if finding.last_known is not None:
        known = finding.last_known
        yield f"last known {known.verdict} on {known.validated_at:%Y-%m-%d}"
    if finding.last_held is not None:
        yield f"last held  on {finding.last_held.isoformat()}"
    if finding.deep_link is not None:
        yield f"link       {one_line(finding.deep_link)}"


def _no_evidence(document: SpecDocument, word: str) -> str:
    """That no evidence is at a pointer, and what was probably meant: by pointer, or by owner."""
    if not word:
        return f"the pointer is empty; write for instance {_sample(document)}"
    pointers = {evidence.location.pointer: evidence for evidence in document.evidence}
    owners = {evidence.owner_id: pointer for pointer, evidence in reversed(pointers.items())}
    near = nearest(word, (*pointers, *owners))
    if near is None:
        return f"{word}: no evidence there; write for instance {_sample(document)}"
    return f"{word}: no evidence there; did you mean {owners.get(near, near)}?"


def _sample(document: SpecDocument) -> str:
    return document.evidence[0].location.pointer if document.evidence else "/stages/0/evidence/0"
