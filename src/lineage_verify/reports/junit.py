"""The report as JUnit XML: one suite a spec, one test case a piece of evidence."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.etree import ElementTree as ET

from lineage_verify.reports.attention import tolerated
from lineage_verify.reports.description import error_of, plain_text
from lineage_verify.reports.encodings import is_unicode
from lineage_verify.reports.escape import lines, one_line
from lineage_verify.reports.interface import Options, ReportWriter
from lineage_verify.reports.wording import headline, owner, short_name, warning_sentence
from lineage_verify.spec.problems import Level
from lineage_verify.verdicts.model import Finding, Outcome, SpecReport, VerdictKind
from lineage_verify.verdicts.tally import Totals

__all__ = ["JunitWriter"]


_SUMMED = ("tests", "failures", "errors", "skipped")


@dataclass(frozen=True, slots=True)
class Result:
    """What one test case says beside that it ran: `tag` is JUnit's element, none for a pass."""

    tag: str | None
    kind: str = ""
    message: str = ""
    text: str = ""


class JunitWriter(ReportWriter):
    """Writes what the readers of many CI systems take for a test run."""

    def __init__(self, options: Options) -> None:
        """Take the encoding of the output: what it cannot carry is written as references."""
        self._encoding = "utf-8" if is_unicode(options.encoding) else "us-ascii"
        self._suites = options.spool()
        self._sums = Counter(dict.fromkeys(_SUMMED, 0))
        self._moment: datetime | None = None

    def begin(self, moment: datetime) -> None:
        """Know the time stamp of every suite."""
        self._moment = moment

    def add(self, spec: SpecReport) -> None:
        """Write one suite."""
        suite = _suite(spec, self._moment)
        self._sums.update({name: int(suite.get(name, "0")) for name in _SUMMED})
        ET.indent(suite, level=1)
        suite.tail = None
        self._suites.write(f"\n  {self._text(suite)}")

    def end(self, run: Totals) -> Iterator[str]:
        """The whole report as one XML document."""
        sums = {name: str(number) for name, number in self._sums.items()}
        root = ET.Element("testsuites", {"name": "lineage-verify", **sums})
        yield '<?xml version="1.0" encoding="UTF-8"?>\n'
        if not run.specs:
            yield f"{self._text(root)}\n"
            return
        yield self._text(root).removesuffix(" />") + ">"
        yield from self._suites.pieces()
        yield "\n</testsuites>\n"

    def _text(self, element: ET.Element) -> str:
        body: str = ET.tostring(element, encoding=self._encoding).decode(self._encoding)
        return body.partition("?>\n")[2] if body.startswith("<?xml") else body


def _suite(spec: SpecReport, made: datetime | None) -> ET.Element:
    moment = made.astimezone(UTC) if made else None
    cases = [
        *([_spec_case(spec)] if spec.outcome is Outcome.INVALID else []),
        *(_case(finding, spec) for finding in spec.findings),
    ]
    tags = Counter(child.tag for case in cases for child in case)
    suite = ET.Element(
        "testsuite",
        {
            "name": one_line(spec.path),
            "tests": str(len(cases)),
            "failures": str(tags["failure"]),
            "errors": str(tags["error"]),
            "skipped": str(tags["skipped"]),
            "time": "0",
            **({"timestamp": f"{moment:%Y-%m-%dT%H:%M:%S}"} if moment else {}),
        },
    )
    suite.extend(cases)
    return suite


def _spec_case(spec: SpecReport) -> ET.Element:
    case = _empty_case(spec, "the spec is valid", line=1)
    errors = [problem for problem in spec.problems if problem.level is Level.ERROR]
    text = "\n".join(
        f"{spec.path}:{problem.location.line}:{problem.location.column}: {problem.message}"
        f" ({problem.code})"
        for problem in errors
    )
    message = errors[0].message if errors else "the spec is invalid"
    _say(case, Result("error", "invalid-spec", message, text))
    return case


def _case(finding: Finding, spec: SpecReport) -> ET.Element:
    name = f"{finding.location.pointer} {owner(finding)}"
    case = _empty_case(spec, name, line=finding.location.line)
    _say(case, _result(finding, spec))
    if aside := _aside(finding, spec):
        ET.SubElement(case, "system-out").text = lines(aside)
    return case


def _aside(finding: Finding, spec: SpecReport) -> str:
    """What is told of a case that passes."""
    if tolerated(finding, spec):
        return f"tolerated: {plain_text(finding, spec)}"
    if finding.kind.holds:
        return "\n".join(map(warning_sentence, finding.verdict.warnings))
    return ""


def _empty_case(spec: SpecReport, name: str, *, line: int) -> ET.Element:
    return ET.Element(
        "testcase",
        {
            "classname": one_line(spec.slug or spec.path),
            "name": one_line(name),
            "file": one_line(spec.path),
            "line": str(line),
            "time": "0",
        },
    )


def _result(finding: Finding, spec: SpecReport) -> Result:
    text = plain_text(finding, spec)
    if finding.kind.holds or tolerated(finding, spec):
        return Result(None)
    if finding.waived is not None:
        until = f"waived until {finding.waived.until.isoformat()}: {finding.waived.reason}"
        return Result("skipped", message=until)
    if finding.kind is VerdictKind.UNREACHABLE:
        error = error_of(finding, spec)
        kind = error.kind.value if error else finding.kind.value
        return Result("error", kind, error.message if error else headline(finding), text)
    return Result("failure", short_name(finding), headline(finding), text)


def _say(case: ET.Element, result: Result) -> None:
    if result.tag is None:
        return
    child = ET.SubElement(case, result.tag, dict(_attributes(result)))
    child.text = lines(result.text) or None


def _attributes(result: Result) -> Iterator[tuple[str, str]]:
    yield "message", one_line(result.message)
    if result.kind:
        yield "type", result.kind
