"""Hints from a web archive for pages that are gone: never a verdict, only where asked for."""

from datetime import UTC, datetime, time
from typing import Protocol

from lineage_verify.pages.memento import Archived
from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.spec.dates import iso_date
from lineage_verify.spec.document import SpecDocument
from lineage_verify.verdicts.model import SourceResult, SpecReport
from lineage_verify.verify.examiner import Examiner
from lineage_verify.verify.plan import plan, shares_of

__all__ = ["WAYBACK", "Archive", "archive_hints"]

WAYBACK = "https://web.archive.org/web"
"""The Wayback Machine's TimeGate."""

_GONE = frozenset(
    {ErrorKind.DNS, ErrorKind.HTTP_STATUS, ErrorKind.REDIRECTED_AWAY, ErrorKind.SOFT_404}
)


class Archive(Protocol):
    """Where captures come from."""

    async def archived(
        self, address: str, *, base: str, moment: datetime
    ) -> Archived | Unreachable:
        """The capture of an address nearest to a moment."""
        ...


async def archive_hints(
    document: SpecDocument,
    report: SpecReport,
    archive: Archive,
    examiner: Examiner,
    *,
    base: str,
) -> tuple[str, ...]:
    """One line for each source that is gone: what an archive has, and which quotes stood there."""
    return tuple(
        [
            await _hint(document, source, archive, examiner, base)
            for source in report.sources
            if _is_gone(source) and any(row.source == source.id for row in report.findings)
        ]
    )


def _is_gone(source: SourceResult) -> bool:
    """Whether a page answers no more; one that a busy server withholds is not gone."""
    error = source.error
    if error is None or error.kind not in _GONE:
        return False
    return error.kind is not ErrorKind.HTTP_STATUS or error.status in {404, 410}


async def _hint(
    document: SpecDocument,
    source: SourceResult,
    archive: Archive,
    examiner: Examiner,
    base: str,
) -> str:
    ((address, share),) = shares_of(plan(document, (source.id,)), ()).items()
    found = await archive.archived(address, base=base, moment=_verified(document))
    if isinstance(found, Unreachable):
        return f"source {source.id} is gone, and the archive was of no help: {found.message}"
    examined = await examiner.examine(found.snapshot, share.inquiry)
    stood = sum(reading.holds for reading in examined.readings)
    return (
        f"source {source.id} is gone; an archive has it as of {found.captured_at:%Y-%m-%d}, with"
        f" {stood} of {len(share.inquiry.questions)} different quotes: {found.url}"
    )


def _verified(document: SpecDocument) -> datetime:
    """Noon of the day on which the page was last verified."""
    day = iso_date(document.spec.verified_on) if document.spec else None
    return datetime.combine(day, time(12), UTC) if day else datetime.now(UTC)
