"""The report as a job's summary on GitHub, in GitHub Flavored Markdown.

Words of a page or a spec stand in code spans and code blocks only, where nothing is markup, a
link, a mention or HTML; our own words stand outside.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from lineage_verify.reports.attention import Attention, Silence, attention, tolerated
from lineage_verify.reports.description import page_url
from lineage_verify.reports.encodings import degrade
from lineage_verify.reports.escape import code_cell, code_span, fence, markdown_link, one_line
from lineage_verify.reports.interface import Options, ReportWriter
from lineage_verify.reports.sides import LEGEND, marked, page_side, quote_side
from lineage_verify.reports.wording import (
    advice,
    count_sum,
    counted,
    headline,
    nothing_near,
    outcome_sentence,
    reason,
    warning_sentence,
)
from lineage_verify.spec.problems import Location, Problem
from lineage_verify.verdicts.model import Finding, Outcome, SpecReport, VerdictKind
from lineage_verify.verdicts.tally import Totals

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


class Section:
    """The entries below one heading, as many as a report can have room for, and a count of all."""

    def __init__(self, title: str, most: int, note: str = "") -> None:
        """Begin empty; `most` bytes of entries are kept."""
        self._head = f"\n## {title}\n\n" + (f"{code_span(note)}\n\n" if note else "")
        self._room = most
        self._kept: list[str] = []
        self._untold = 0

    def add(self, entries: Iterable[str]) -> None:
        """Take in more entries."""
        for entry in entries:
            if self._room < 0:
                self._untold += 1
            else:
                self._kept.append(entry)
                self._room -= _size(entry)

    def parts(self) -> Iterator[Part]:
        """The heading with the first entry, the others, and one part for those not kept."""
        head = self._head
        for entry in self._kept:
            yield Part(head + entry, entries=1)
            head = ""
        if self._untold:
            yield Part("", entries=self._untold)


class MarkdownWriter(ReportWriter):
    """Writes totals, then what is broken, then what could not be checked, then the rest."""

    def __init__(self, options: Options) -> None:
        """Take the most bytes that the report may have."""
        self._most = options.max_bytes - _ROOM
        self._quiet = options.quiet
        self._verbose = options.verbose
        self._encoding = options.encoding
        self._totals = SpecTotals()
        self._errors = Section("Invalid specs", self._most)
        self._broken = Section("Broken", self._most, LEGEND)
        self._silences = Section("Could not be checked", self._most)
        self._tolerated = Section("Tolerated", self._most, LEGEND)
        self._waived = Section("Waived", self._most)
        self._warnings = Section("Warnings", self._most)

    def add(self, spec: SpecReport) -> None:
        """Write a spec's entries, and count them all."""
        seen = attention(spec)
        self._errors.add(_problem(spec, problem) for problem in seen.errors)
        for finding in seen.broken:
            section = self._tolerated if tolerated(finding, spec) else self._broken
            section.add(["\n".join(_finding(spec, finding, whole=self._verbose))])
        self._silences.add("\n".join(_silence(spec, silence)) for silence in seen.silences)
        if not self._quiet:
            self._totals.add(spec)
            self._waived.add(_waived(spec, seen))
            self._warnings.add(_warnings(spec, seen))

    def end(self, run: Totals) -> Iterator[str]:
        """The whole report, or as much as there is room for and what was left out."""
        text = "\n".join(_within(self._parts(run), self._most)).strip("\n")
        whole = re.sub("\n{3,}", "\n\n", text + "\n" * bool(text))
        yield degrade(whole, self._encoding)

    def _parts(self, run: Totals) -> Iterator[Part]:
        if not self._quiet:
            yield Part("\n".join([*_head(run), *self._totals.lines()]))
        for section in self._sections():
            yield from section.parts()
        if run.hints and not self._quiet:
            yield Part("\n".join(["\n## Hints", "", *(f"- {code_span(h)}" for h in run.hints)]))

    def _sections(self) -> Iterator[Section]:
        """What has to be mended first."""
        yield from (self._errors, self._broken, self._silences)
        yield from (self._tolerated, self._waived, self._warnings)


def _within(parts: Iterable[Part], most: int) -> Iterator[str]:
    """The texts of as many parts as there is room for, and one that counts the others."""
    used, cut = 0, 0
    for part in parts:
        used += _size(part.text)
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


def _size(text: str) -> int:
    """The bytes of a part, with the line breaks after it."""
    return len(text.encode("utf-8", "replace")) + 2


def _head(run: Totals) -> Iterator[str]:
    sign = _SIGNS[run.outcome]
    yield f"# {sign} lineage-verify: {run.outcome.value}"
    yield ""
    yield f"{_sentence(outcome_sentence(run))} (exit code {run.exit_code})"
    yield ""
    yield f"{count_sum(run.counts)}."


class SpecTotals:
    """A table of the specs' counts, the worst specs first."""

    def __init__(self) -> None:
        """Begin without a row."""
        self._specs = 0
        self._total: Counter[VerdictKind] = Counter()
        self._rows: dict[Outcome, list[tuple[str, Counter[VerdictKind]]]] = {
            outcome: [] for outcome in reversed(Outcome)
        }

    def add(self, spec: SpecReport) -> None:
        """Count one spec, and keep its row where it may be shown."""
        self._specs += 1
        counts = spec.count()
        self._total += counts
        rows = self._rows[spec.outcome]
        if len(rows) < _SPECS_LISTED:
            sign = f"{_SIGNS[spec.outcome]} {spec.outcome.value}"
            rows.append((f"| {code_cell(spec.path)} | {sign} | {_numbers(counts)} |", counts))

    def lines(self) -> Iterator[str]:
        """The table's lines after an empty one; nothing where there is no spec."""
        if not self._specs:
            return
        heads = ("quotes", *(kind.value for kind in VerdictKind))
        yield ""
        yield f"| spec | outcome | {' | '.join(heads)} |"
        yield f"|---|---|{'--:|' * len(heads)}"
        rest, more = self._total.copy(), self._specs
        for line, counts in islice(chain.from_iterable(self._rows.values()), _SPECS_LISTED):
            rest.subtract(counts)
            more -= 1
            yield line
        if more:
            yield f"| {counted(more, 'more spec')} | | {_numbers(rest)} |"
        yield f"| **all** | | {_numbers(self._total)} |"


def _numbers(counts: Counter[VerdictKind]) -> str:
    return " | ".join(map(str, (counts.total(), *(counts[kind] for kind in VerdictKind))))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _problem(spec: SpecReport, problem: Problem) -> str:
    place = _place(spec, problem.location)
    if problem.location.pointer:  # that of the whole spec is empty
        place = f"{place} {code_span(problem.location.pointer)}"
    return f"- {place} {code_span(problem.code)}: {code_span(problem.message)}"


def _place(spec: SpecReport, location: Location) -> str:
    return code_span(f"{spec.path}:{location.line}:{location.column}")


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
    if lack := nothing_near(finding):
        yield f"- {lack}"
    if finding.elsewhere:
        yield f"- the quote stands in source {', '.join(map(code_span, finding.elsewhere))}"
    if finding.last_held:
        yield f"- it held last on {finding.last_held.isoformat()}"
    for warning in finding.verdict.warnings:
        yield f"- warning: {code_span(warning_sentence(warning))}"


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


def _waived(spec: SpecReport, seen: Attention) -> Iterator[str]:
    for finding in seen.waived:
        waived = finding.waived
        said = f"until {waived.until.isoformat()}: {code_span(waived.reason)}" if waived else ""
        yield f"- {_whose(spec, finding)}, {headline(finding)}; waived {said}"


def _warnings(spec: SpecReport, seen: Attention) -> Iterator[str]:
    for problem in seen.cautions:
        yield _problem(spec, problem)
    for finding in seen.warned:
        for warning in finding.verdict.warnings:
            yield f"- {_whose(spec, finding)}: {code_span(warning_sentence(warning))}"
