"""The report as a job's summary on GitHub, in GitHub Flavored Markdown.

Words of a page or a spec stand in code spans and code blocks only, where nothing is markup, a
link, a mention or HTML; our own words stand outside.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lineage_verify.reports.attention import Attention, Silence, attention
from lineage_verify.reports.description import page_url
from lineage_verify.reports.encodings import degrade
from lineage_verify.reports.escape import code_cell, code_span, fence, markdown_link, one_line
from lineage_verify.reports.interface import Options
from lineage_verify.reports.sides import LEGEND, marked, page_side, quote_side
from lineage_verify.reports.wording import (
    advice,
    count_sum,
    counted,
    headline,
    outcome_sentence,
    reason,
    warning_sentence,
)
from lineage_verify.spec.problems import Location, Problem
from lineage_verify.verdicts.model import Finding, Outcome, Report, SpecReport, VerdictKind

__all__ = ["MarkdownWriter"]

_SIGNS = {
    Outcome.OK: "✅",
    Outcome.UNREACHABLE: "❔",
    Outcome.BROKEN: "❌",
    Outcome.INVALID: "❌",
}

_ROOM = 400
"""Bytes kept free for the line that tells of a cut."""

_SPECS_LISTED = 100


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the report that is shown whole or not at all, and how many entries it holds."""

    text: str
    entries: int = 0


class MarkdownWriter:
    """Writes totals, then what is broken, then what could not be checked, then the rest."""

    def __init__(self, options: Options) -> None:
        """Take the most bytes that the report may have."""
        self._most = options.max_bytes - _ROOM
        self._quiet = options.quiet
        self._verbose = options.verbose
        self._encoding = options.encoding

    def render(self, report: Report) -> str:
        """The whole report, or as much as there is room for and what was left out."""
        text = "\n".join(_within(self._parts(report), self._most)).strip("\n")
        return degrade(re.sub("\n{3,}", "\n\n", text + "\n" * bool(text)), self._encoding)

    def _parts(self, report: Report) -> Iterator[Part]:
        seen = [(spec, attention(spec)) for spec in report.specs]
        if not self._quiet:
            yield Part("\n".join(_head(report)))
        yield from _section("Invalid specs", _errors(seen))
        yield from _section("Broken", _broken(seen, whole=self._verbose), LEGEND)
        yield from _section("Could not be checked", _silences(seen))
        if self._quiet:
            return
        yield from _section("Waived", _waived(seen))
        yield from _section("Warnings", _warnings(seen))
        if report.hints:
            yield Part("\n".join(["\n## Hints", "", *(f"- {code_span(h)}" for h in report.hints)]))


Seen = Iterable[tuple[SpecReport, Attention]]


def _within(parts: Iterable[Part], most: int) -> Iterator[str]:
    """The texts of as many parts as there is room for, and one that counts the others."""
    used, cut = 0, 0
    for part in parts:
        used += len(part.text.encode("utf-8", "replace")) + 2
        if used > most or cut:
            cut += part.entries
            used = max(used, most + 1)
        else:
            yield part.text if _is_item(part.text) else f"{part.text}\n"
    if used > most:
        yield (
            f"**This report was cut: {counted(cut, 'more entry', 'more entries')} did not fit.** "
            "The totals above count them; the JSON report has them all."
        )


def _is_item(text: str) -> bool:
    """Whether a part is an item of a list, which goes on without an empty line."""
    return text.rpartition("\n\n")[2].startswith("- ") and "```" not in text


def _section(title: str, entries: Iterable[str], note: str = "") -> Iterator[Part]:
    head = f"\n## {title}\n\n" + (f"{code_span(note)}\n\n" if note else "")
    for entry in entries:
        yield Part(head + entry, entries=1)
        head = ""


def _head(report: Report) -> Iterator[str]:
    sign = _SIGNS[report.outcome]
    yield f"# {sign} lineage-verify: {report.outcome.value}"
    yield ""
    yield f"{_sentence(outcome_sentence(report))} (exit code {report.exit_code})"
    yield ""
    yield f"{count_sum(report.count())}."
    if report.specs:
        yield ""
        yield from _totals(report.specs)


def _totals(specs: tuple[SpecReport, ...]) -> Iterator[str]:
    heads = ("quotes", *(kind.value for kind in VerdictKind))
    yield f"| spec | outcome | {' | '.join(heads)} |"
    yield f"|---|---|{'--:|' * len(heads)}"
    worst = sorted(specs, key=lambda spec: -list(Outcome).index(spec.outcome))[:_SPECS_LISTED]
    for spec in worst:
        sign = f"{_SIGNS[spec.outcome]} {spec.outcome.value}"
        yield f"| {code_cell(spec.path)} | {sign} | {_numbers(spec.count())} |"
    rest = specs if len(specs) <= _SPECS_LISTED else [s for s in specs if s not in worst]
    if rest is not specs:
        counts = sum((spec.count() for spec in rest), Counter[VerdictKind]())
        yield f"| {counted(len(rest), 'more spec')} | | {_numbers(counts)} |"
    total = sum((spec.count() for spec in specs), Counter[VerdictKind]())
    yield f"| **all** | | {_numbers(total)} |"


def _numbers(counts: Counter[VerdictKind]) -> str:
    return " | ".join(map(str, (counts.total(), *(counts[kind] for kind in VerdictKind))))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _errors(seen: Seen) -> Iterator[str]:
    for spec, groups in seen:
        for problem in groups.errors:
            yield _problem(spec, problem)


def _problem(spec: SpecReport, problem: Problem) -> str:
    place = f"{_place(spec, problem.location)} {code_span(problem.location.pointer)}"
    return f"- {place} {code_span(problem.code)}: {code_span(problem.message)}"


def _place(spec: SpecReport, location: Location) -> str:
    return code_span(f"{spec.path}:{location.line}:{location.column}")


def _broken(seen: Seen, *, whole: bool) -> Iterator[str]:
    for spec, groups in seen:
        for finding in groups.broken:
            yield "\n".join(_finding(spec, finding, whole=whole))


def _finding(spec: SpecReport, finding: Finding, *, whole: bool) -> Iterator[str]:
    since = f" ({finding.since.value})" if finding.since else ""
    yield f"### {_sentence(headline(finding))}{since}"
    yield ""
    yield _whose(spec, finding)
    yield ""
    yield from _diff(finding, whole=whole)
    yield ""
    yield from _details(finding)


def _whose(spec: SpecReport, finding: Finding) -> str:
    owner = f"{finding.owner_kind.value} {code_span(finding.owner_id)}"
    source = markdown_link(code_span(finding.source), page_url(finding, spec))
    section = finding.section.title if finding.section else ""
    where = f", section {code_span(section)}" if section else ""
    return f"{_place(spec, finding.location)}, {owner}, source {source}{where}"


def _diff(finding: Finding, *, whole: bool) -> Iterator[str]:
    quote = marked(quote_side(finding, whole=whole))
    page = marked(page_side(finding, whole=whole))
    rail = fence(quote + page)
    yield f"{rail}diff"
    yield f"- {one_line(quote)}"
    if page:
        yield f"+ {one_line(page)}"
    yield rail


def _details(finding: Finding) -> Iterator[str]:
    if finding.verdict.reasons:
        yield f"- because: {', '.join(code_span(reason) for reason in finding.verdict.reasons)}"
    for near in finding.nearest:
        yield f"- nearest, with {near.kept:.0%} of the quote's words: {code_span(near.text)}"
    if finding.elsewhere:
        yield f"- the quote stands in source {', '.join(map(code_span, finding.elsewhere))}"
    if finding.last_held:
        yield f"- it held last on {finding.last_held.isoformat()}"
    for warning in finding.verdict.warnings:
        yield f"- warning: {code_span(warning_sentence(warning))}"


def _silences(seen: Seen) -> Iterator[str]:
    for spec, groups in seen:
        for silence in groups.silences:
            yield "\n".join(_silence(spec, silence))


def _silence(spec: SpecReport, silence: Silence) -> Iterator[str]:
    source, error = silence.source, silence.error
    waiting = counted(len(silence.findings), "quote")
    link = markdown_link(code_span(source.url or source.id), source.url)
    yield f"- {link}: {waiting} in {code_span(spec.path)}"
    if error is not None:
        yield f"  - {code_span(reason(error))}"
        yield f"  - what to do: {advice(error)}"
    for finding in silence.findings:
        known = finding.last_known
        said = f", {known.verdict.value} on {known.validated_at:%Y-%m-%d}" if known else ""
        owner = f"{finding.owner_kind.value} {code_span(finding.owner_id)}"
        yield f"  - {_place(spec, finding.location)}, {owner}{said}"


def _waived(seen: Seen) -> Iterator[str]:
    for spec, groups in seen:
        for finding in groups.waived:
            waived = finding.waived
            said = f"until {waived.until.isoformat()}: {code_span(waived.reason)}" if waived else ""
            yield f"- {_whose(spec, finding)}, {headline(finding)}; waived {said}"


def _warnings(seen: Seen) -> Iterator[str]:
    for spec, groups in seen:
        for problem in groups.cautions:
            yield _problem(spec, problem)
        for finding in groups.warned:
            for warning in finding.verdict.warnings:
                yield f"- {_whose(spec, finding)}: {code_span(warning_sentence(warning))}"
