"""A finding in labelled lines, for formats without a layout of their own."""

from collections.abc import Iterator
from dataclasses import dataclass

from lineage_verify.pages.snapshot import Unreachable
from lineage_verify.reports.sides import marked, other_words, page_side, quote_side
from lineage_verify.reports.wording import (
    advice,
    headline,
    listed,
    nothing_near,
    reason,
    warning_sentence,
)
from lineage_verify.verdicts.model import Finding, SpecReport

__all__ = ["Line", "describe", "error_of", "page_url", "plain_text"]


@dataclass(frozen=True, slots=True)
class Line:
    """A label and what it names; the text is as the page or the spec has it, not yet escaped."""

    label: str
    text: str


def plain_text(finding: Finding, spec: SpecReport) -> str:
    """The whole description as text, not yet escaped."""
    lines = [headline(finding)]
    lines.extend(f"{line.label}: {line.text}" for line in describe(finding, spec))
    return "\n".join(lines)


def describe(finding: Finding, spec: SpecReport) -> Iterator[Line]:
    """What is known of a finding, the quote first."""
    yield from _words(finding)
    if finding.verdict.reasons:
        yield Line("because", "; ".join(finding.verdict.reasons))
    error = error_of(finding, spec)
    if error is not None:
        yield Line("reason", reason(error))
        yield Line("do", advice(error))
    yield from _around(finding)
    for warning in finding.verdict.warnings:
        yield Line("warning", warning_sentence(warning))
    yield from _past(finding)
    yield Line("source", page_url(finding, spec) or finding.source)


def _words(finding: Finding) -> Iterator[Line]:
    if not finding.verdict.diff:
        yield Line("quote", finding.quote)
        words = other_words(finding)
        if words is not None:
            yield Line("page", words)
        return
    yield Line("quote", marked(quote_side(finding)))
    yield Line("page", marked(page_side(finding)))


def _around(finding: Finding) -> Iterator[Line]:
    if finding.section is not None and finding.section.title:
        yield Line("section", finding.section.title)
    for near in finding.nearest:
        yield Line("nearest", f"{near.text} ({near.kept:.0%} of the quote's words)")
    if lack := nothing_near(finding):
        yield Line("nearest", lack)
    if finding.elsewhere:
        yield Line("but", f"the quote stands in source {listed(finding.elsewhere)}")


def _past(finding: Finding) -> Iterator[Line]:
    if finding.last_held is not None:
        yield Line("held", f"last on {finding.last_held.isoformat()}")
    known = finding.last_known
    if known is not None:
        yield Line("last known", f"{known.verdict.value} on {known.validated_at:%Y-%m-%d}")
    if finding.waived is not None:
        until = finding.waived.until.isoformat()
        yield Line("waived", f"until {until}: {finding.waived.reason}")


def error_of(finding: Finding, spec: SpecReport) -> Unreachable | None:
    """Why the finding's page could not be read, if it could not."""
    if finding.verdict.error is not None:
        return finding.verdict.error
    if finding.kind.holds or finding.kind.broken:
        return None
    return next((row.error for row in spec.sources if row.id == finding.source), None)


def page_url(finding: Finding, spec: SpecReport) -> str | None:
    """The address to open: the deep link, or the source's own."""
    if finding.deep_link is not None:
        return finding.deep_link
    return next((row.url for row in spec.sources if row.id == finding.source), None)
