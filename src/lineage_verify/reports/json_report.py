"""The report for other programs (DESIGN.md section 6)."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from lineage_verify._version import __version__
from lineage_verify.pages.snapshot import Provenance
from lineage_verify.reports.encodings import is_unicode
from lineage_verify.reports.interface import Options, ReportWriter
from lineage_verify.reports.json_schema import report_schema
from lineage_verify.reports.json_text import JsonArray, JsonText
from lineage_verify.spec.problems import Problem
from lineage_verify.verdicts.model import Finding, Report, SourceResult, SpecReport, VerdictKind
from lineage_verify.verdicts.tally import Totals, totals_of

__all__ = ["REPORT_VERSION", "JsonWriter", "report_document", "report_schema", "timestamp"]

REPORT_VERSION = "1.0"


class JsonWriter(ReportWriter):
    """Writes the report as JSON; the same snapshots give the same bytes but for `generated_at`."""

    def __init__(self, options: Options) -> None:
        """Take what encoding the text goes to: in others than Unicode's all is escaped."""
        self._json = JsonText(ascii_only=not is_unicode(options.encoding))
        self._specs = JsonArray(self._json, options.spool(), depth=1)

    def add(self, spec: SpecReport) -> None:
        """Write one entry of `specs`."""
        self._specs.add(_spec(spec))

    def end(self, run: Totals) -> Iterator[str]:
        """The whole report as one JSON object."""
        head = self._json.text({**_head(run), "specs": []})
        before, after = head.rsplit("[]", 1)
        yield before
        yield from self._specs.pieces()
        yield f"{after}\n"


def report_document(report: Report) -> dict[str, object]:
    """The report as JSON values, keys in the documented order."""
    return {**_head(totals_of(report)), "specs": [_spec(spec) for spec in report.specs]}


def _head(run: Totals) -> dict[str, object]:
    return {
        "report_version": REPORT_VERSION,
        "tool": {"name": "lineage-verify", "version": __version__},
        "generated_at": timestamp(run.generated_at),
        "outcome": run.outcome.value,
        "exit_code": run.exit_code,
        "summary": {
            "specs": run.specs,
            "sources": run.sources,
            "evidence": run.evidence,
            **{kind.value: run.counts[kind] for kind in VerdictKind},
        },
    }


def timestamp(moment: datetime) -> str:
    """A moment in RFC 3339, in UTC, with a `Z`."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _spec(spec: SpecReport) -> dict[str, object]:
    return {
        "path": spec.path,
        "slug": spec.slug,
        "verified_on": spec.verified_on,
        "outcome": spec.outcome.value,
        "problems": [_problem(problem) for problem in spec.problems],
        "sources": [_source(source) for source in spec.sources],
        "evidence": [_finding(finding) for finding in spec.findings],
    }


def _problem(problem: Problem) -> dict[str, object]:
    return {
        "code": problem.code,
        "level": problem.level.value,
        "message": problem.message,
        "pointer": problem.location.pointer,
        "line": problem.location.line,
        "column": problem.location.column,
    }


def _source(source: SourceResult) -> dict[str, object]:
    error = source.error
    return {
        "id": source.id,
        "url": source.url,
        "final_url": source.final_url,
        "status": source.status,
        "media_type": source.media_type,
        "sha256": source.sha256,
        "fetched_at": source.fetched_at and timestamp(source.fetched_at),
        "validated_at": source.validated_at and timestamp(source.validated_at),
        "from_cache": source.provenance in {Provenance.CACHED, Provenance.REVALIDATED},
        "error": error and {"kind": error.kind.value, "message": error.message},
        **({"rendered_by": source.rendered_by} if source.rendered_by else {}),
    }


def _finding(finding: Finding) -> dict[str, object]:
    verdict = finding.verdict
    return {
        "pointer": finding.location.pointer,
        "line": finding.location.line,
        "column": finding.location.column,
        "owner": {"kind": finding.owner_kind.value, "id": finding.owner_id},
        "source": finding.source,
        "quote": finding.quote,
        "verdict": verdict.kind.value,
        "severity": verdict.severity and verdict.severity.value,
        "similarity": verdict.similarity,
        "found": verdict.found,
        "diff": [[part.edit.value, part.text] for part in verdict.diff],
        **_place(finding),
        "warnings": [{"code": w.code.value, "message": w.message} for w in verdict.warnings],
        **dict(_past(finding)),
    }


def _place(finding: Finding) -> dict[str, object]:
    section = finding.section
    return {
        "section": section and {"title": section.title, "anchor": section.anchor},
        "deep_link": finding.deep_link,
        "elsewhere": list(finding.elsewhere),
    }


def _past(finding: Finding) -> Iterable[tuple[str, object]]:
    known, waived = finding.last_known, finding.waived
    yield (
        "last_known",
        known and {"verdict": known.verdict.value, "validated_at": timestamp(known.validated_at)},
    )
    yield "last_held", finding.last_held and finding.last_held.isoformat()
    yield "waived", waived and {"reason": waived.reason, "until": waived.until.isoformat()}
    if finding.since is not None:
        yield "since", finding.since.value
