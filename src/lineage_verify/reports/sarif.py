"""The report as SARIF 2.1.0 (OASIS Standard, 2020), for code scanning."""

from collections.abc import Iterator
from datetime import UTC
from urllib.parse import quote

from lineage_verify._version import __version__
from lineage_verify.reports.attention import attention, tolerated
from lineage_verify.reports.description import page_url, plain_text
from lineage_verify.reports.encodings import is_unicode
from lineage_verify.reports.escape import clip, href, sarif_text, visible
from lineage_verify.reports.fingerprint import fingerprints, identities
from lineage_verify.reports.interface import Options, ReportWriter
from lineage_verify.reports.json_text import JsonArray, JsonText
from lineage_verify.reports.sarif_rules import RULES, rule_of
from lineage_verify.spec.problems import Level, Location, Problem
from lineage_verify.verdicts.model import Finding, Outcome, Since, SpecReport
from lineage_verify.verdicts.tally import Totals

__all__ = ["SarifWriter"]

Json = dict[str, object]

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_LONGEST = 4000
_INDEX = {rule.id: index for index, rule in enumerate(RULES)}
_LEVELS = {rule.id: rule.level for rule in RULES}


class SarifWriter(ReportWriter):
    """Writes one result for each finding that needs attention, and for each problem of a spec."""

    def __init__(self, options: Options) -> None:
        """Take the encoding of the output: in others than Unicode's all is escaped."""
        self._json = JsonText(ascii_only=not is_unicode(options.encoding))
        self._results = JsonArray(self._json, options.spool(), depth=3)

    def add(self, spec: SpecReport) -> None:
        """Write one spec's entries of `results`."""
        for result in _results(spec):
            self._results.add(result)

    def end(self, run: Totals) -> Iterator[str]:
        """The whole report as one SARIF log with one run."""
        log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [_run(run)]}
        before, after = self._json.text(log).rsplit("[]", 1)
        yield before
        yield from self._results.pieces()
        yield f"{after}\n"


def _run(run: Totals) -> Json:
    """The log's one run, its results left out."""
    return {
        "tool": {"driver": _driver()},
        "invocations": [
            {
                "executionSuccessful": run.outcome is not Outcome.INVALID,
                "exitCode": run.exit_code,
                "endTimeUtc": f"{run.generated_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
            }
        ],
        "columnKind": "unicodeCodePoints",
        "results": [],
    }


def _driver() -> Json:
    return {
        "name": "lineage-verify",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [
            {
                "id": rule.id,
                "name": "".join(word.capitalize() for word in rule.id.split("-")),
                "shortDescription": {"text": rule.summary},
                "fullDescription": {"text": rule.summary},
                "help": {"text": rule.help.replace("`", ""), "markdown": rule.help},
                "defaultConfiguration": {"level": rule.level},
            }
            for rule in RULES
        ],
    }


def _results(spec: SpecReport) -> Iterator[Json]:
    seen = attention(spec)
    for problem in (*seen.errors, *seen.cautions):
        yield _problem(spec, problem)
    marks = fingerprints(identities(spec))
    for finding, mark in zip(spec.findings, marks, strict=True):
        if not finding.kind.holds or finding.verdict.warnings:
            yield _finding(spec, finding, mark)


def _problem(spec: SpecReport, problem: Problem) -> Json:
    rule = "spec-error" if problem.level is Level.ERROR else "spec-warning"
    return {
        **_result(rule, _LEVELS[rule], f"{problem.message} ({problem.code})"),
        "locations": [_location(spec, problem.location)],
    }


def _finding(spec: SpecReport, finding: Finding, mark: str) -> Json:
    rule = rule_of(finding)
    level = "warning" if tolerated(finding, spec) else _LEVELS[rule]
    return {
        **_result(rule, level, plain_text(finding, spec)),
        "locations": [_location(spec, finding.location)],
        **_related(spec, finding),
        "partialFingerprints": {"evidence/v1": mark},
        **_state(finding),
    }


def _result(rule: str, level: str, message: str) -> Json:
    text = sarif_text(clip(message, _LONGEST))
    return {"ruleId": rule, "ruleIndex": _INDEX[rule], "level": level, "message": {"text": text}}


def _location(spec: SpecReport, location: Location) -> Json:
    path = quote(spec.path.replace("\\", "/").removeprefix("./"), safe="/", errors="replace")
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": path},
            "region": {"startLine": location.line, "startColumn": location.column},
        },
        "logicalLocations": [{"fullyQualifiedName": visible(location.pointer)}],
    }


def _related(spec: SpecReport, finding: Finding) -> Json:
    """The page itself as a related location, which a reader can open."""
    target = href(page_url(finding, spec))
    if target is None:
        return {}
    place: Json = {
        "id": 1,
        "physicalLocation": {"artifactLocation": {"uri": target}},
        "message": {"text": sarif_text(f"the page of source {finding.source}")},
    }
    return {"relatedLocations": [place]}


def _state(finding: Finding) -> Json:
    state: Json = {}
    if finding.since in _BASELINE_STATES:
        state["baselineState"] = _BASELINE_STATES[finding.since]
    if finding.waived is not None:
        until = finding.waived.until.isoformat()
        reason = visible(f"{finding.waived.reason} (until {until})")
        state["suppressions"] = [{"kind": "external", "justification": reason}]
    return state


_BASELINE_STATES = {Since.NEW: "new", Since.STILL: "unchanged"}
