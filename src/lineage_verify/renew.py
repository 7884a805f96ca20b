"""Whether a spec's `verified_on` may be set anew, and to which date (DESIGN.md section 4).

Pure. The date is the oldest day on which a server (or the disk, for a local file) last confirmed a
page that the verdicts rest on, so that the spec never claims a day that no snapshot backs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date
from difflib import unified_diff

from lineage_verify.errors import SettingsError
from lineage_verify.spec.dates import iso_date
from lineage_verify.spec.document import EvidenceRef, SpecDocument
from lineage_verify.spec.edit import replace_value
from lineage_verify.spec.lines import BOM
from lineage_verify.spec.problems import Level
from lineage_verify.verdicts.model import Finding, SpecReport, VerdictKind

__all__ = ["Refused", "Renewal", "diff_text", "plan_renewal"]


@dataclass(frozen=True, slots=True)
class Renewal:
    """A date that may be written, and the file's bytes with it.

    `before` is the date that the file has. `diff` is a unified diff, empty where the file has the
    date already.
    """

    path: str
    before: str
    date: date
    data: bytes
    diff: str

    @property
    def changes(self) -> bool:
        """Whether the file would be another."""
        return bool(self.diff)


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a spec's date stays as it is: one sentence a reason."""

    path: str
    reasons: tuple[str, ...]


def plan_renewal(
    document: SpecDocument, report: SpecReport, *, today: date, requested: date | None = None
) -> Renewal | Refused:
    """The renewal that a report backs, or why there is none.

    `today` is the day in UTC. `requested` sets an earlier date than the pages back.

    Raises:
        SettingsError: `requested` is later than the pages back.
    """
    reasons = tuple(_reasons(document, report))
    if reasons or document.spec is None:
        return Refused(document.path, reasons)
    backed = min(day for day in _days(report).values() if day is not None)
    if backed > today:
        return Refused(document.path, (f"a page is dated {backed}, which is still to come",))
    if requested is not None and requested > backed:
        raise SettingsError(f"--date {requested}: later than {backed}, the day the pages back")
    if requested is not None and requested.isoformat() < document.spec.verified_on:
        reason = f"--date {requested} is before verified_on, {document.spec.verified_on}"
        return Refused(document.path, (reason,))
    return _renewal(document, document.spec.verified_on, requested or backed)


def _renewal(document: SpecDocument, before: str, day: date) -> Renewal | Refused:
    current = iso_date(before)
    if current is not None and day < current:
        reason = (
            f"verified_on would go back from {before} to {day}, the day the pages were confirmed"
        )
        return Refused(document.path, (reason,))
    data = replace_value(document.data, "/verified_on", day.isoformat())
    diff = diff_text(document.path, document.data, data)
    return Renewal(document.path, before, day, data, diff)


def _reasons(document: SpecDocument, report: SpecReport) -> Iterator[str]:
    if not document.valid or document.spec is None:
        errors = [one for one in document.problems if one.level is Level.ERROR]
        first = errors[0]
        more = f", and {len(errors) - 1} more" if len(errors) > 1 else ""
        said = first.message.removesuffix(".") if more else first.message
        yield f"the spec has errors of its own: line {first.location.line}: {said}{more}"
        return
    found = {finding.location.pointer: finding for finding in report.findings}
    unchecked = [ref for ref in document.evidence if ref.location.pointer not in found]
    if unchecked:
        count = _count(len(unchecked), "quote")
        yield f"{count} not checked in this run ({_places(unchecked)})"
    for kind in VerdictKind:
        if not kind.holds:
            yield from _not_holding(kind, report.findings)
    reached = {finding.source for finding in report.findings if finding.kind.holds}
    for source, day in _days(report).items():
        if day is None and source in reached:
            yield f"nothing tells when the page of source {source} was last confirmed"


def _not_holding(kind: VerdictKind, findings: Sequence[Finding]) -> Iterator[str]:
    """One reason for all findings of a kind; a waiver makes no quote hold."""
    broken = [finding for finding in findings if finding.kind is kind]
    if broken:
        waived = sum(finding.waived is not None for finding in broken)
        aside = f", {waived} of them waived" if waived else ""
        aside = ", though waived" if waived == len(broken) else aside
        yield f"{_count(len(broken), 'quote')} {kind.value}{aside} ({_places(broken)})"


def _days(report: SpecReport) -> dict[str, date | None]:
    """For each source that the verdicts rest on, the day in UTC on which it was last confirmed."""
    days: dict[str, date | None] = {finding.source: None for finding in report.findings}
    for source in report.sources:
        moment = source.validated_at or source.fetched_at
        if source.id in days and moment is not None:
            days[source.id] = moment.astimezone(UTC).date()
    return days


def _count(number: int, noun: str) -> str:
    return f"{number} {noun} is" if number == 1 else f"{number} {noun}s are"


def _places(found: Sequence[Finding] | Sequence[EvidenceRef]) -> str:
    """Where the first one stands, and how many follow."""
    first = found[0].location
    more = f", and {len(found) - 1} more" if len(found) > 1 else ""
    return f"line {first.line}, {first.pointer}{more}"


def diff_text(path: str, before: bytes, after: bytes) -> str:
    """A unified diff of two versions of a file, empty where they are the same."""
    name = path.lstrip("/")
    lines = unified_diff(
        _lines(before), _lines(after), fromfile=f"a/{name}", tofile=f"b/{name}", n=2
    )
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )


def _lines(data: bytes) -> list[str]:
    """The lines of a file, each with the line end that it has, as `patch` wants them.

    A file with carriage returns alone is one line to `patch`; for a reader it has lines.
    """
    text = data.removeprefix(BOM).decode()
    if "\n" not in text:
        text = text.replace("\r", "\n")
    *whole, last = text.split("\n")
    return [f"{line}\n" for line in whole] + ([last] if last else [])
