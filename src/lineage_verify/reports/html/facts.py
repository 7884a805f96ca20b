"""One piece of evidence as the HTML report shows it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from lineage_verify.matches.model import Edit
from lineage_verify.reports.description import error_of
from lineage_verify.reports.escape import href
from lineage_verify.reports.html.standing import Standing, standing_of
from lineage_verify.reports.sides import Run, other_words, page_side, quote_side
from lineage_verify.reports.wording import advice, headline, nothing_near, reason, warning_sentence
from lineage_verify.verdicts.model import Finding, SourceResult, SpecReport

__all__ = ["Fact", "Piece", "minutes", "piece_of"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and what it names; `href` where that can be opened."""

    label: str
    text: str
    href: str | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of evidence: how it stands, the two sides of its diff, and what else is known."""

    standing: Standing
    headline: str
    place: str
    pointer: str
    since: str
    quote: tuple[Run, ...]
    page: tuple[Run, ...]
    facts: tuple[Fact, ...]

    @property
    def changed(self) -> bool:
        """Whether the page's words are worth showing beside the quote's."""
        return any(run.edit is not Edit.EQUAL for run in (*self.quote, *self.page))


def piece_of(finding: Finding, spec: SpecReport) -> Piece:
    """The view of one finding."""
    location = finding.location
    return Piece(
        standing=standing_of(finding),
        headline=headline(finding),
        place=f"{spec.path}:{location.line}:{location.column}",
        pointer=location.pointer,
        since=finding.since.value if finding.since else "",
        quote=quote_side(finding),
        page=page_side(finding),
        facts=tuple(_facts(finding, spec)),
    )


def _facts(finding: Finding, spec: SpecReport) -> Iterator[Fact]:
    sources = {source.id: source for source in spec.sources}
    yield from _why(finding, spec)
    yield from _where(finding, sources)
    yield from _elsewhere(finding, sources)
    yield from _past(finding)
    for warning in finding.verdict.warnings:
        yield Fact("Warning", warning_sentence(warning))


def _why(finding: Finding, spec: SpecReport) -> Iterator[Fact]:
    words = other_words(finding)
    if words is not None:
        yield Fact("Page's words", words)
    if finding.verdict.reasons:
        yield Fact("Because", "; ".join(finding.verdict.reasons))
    if finding.verdict.severity is not None and finding.verdict.similarity is not None:
        yield Fact("Words kept", f"{finding.verdict.similarity:.0%}")
    error = error_of(finding, spec)
    if error is not None:
        yield Fact("Reason", reason(error))
        yield Fact("What to do", advice(error))
    if finding.waived is not None:
        until = finding.waived.until.isoformat()
        yield Fact("Waived", f"until {until}: {finding.waived.reason}")


def _where(finding: Finding, sources: Mapping[str, SourceResult]) -> Iterator[Fact]:
    source = sources.get(finding.source)
    title = source.title if source and source.title else finding.source
    yield Fact("Source", title, href(source.url) if source else None)
    if finding.section is not None and finding.section.title:
        yield Fact("Section", finding.section.title)
    if finding.deep_link is not None:
        yield Fact("Link", "the place on the page", href(finding.deep_link))
    if source is not None and source.validated_at is not None:
        yield Fact("Page of", _seen(source))


def _seen(source: SourceResult) -> str:
    fetched, validated = source.fetched_at, source.validated_at
    if fetched is None or validated is None or fetched == validated:
        return minutes(validated or fetched)
    return f"{minutes(fetched)}, still the same on {minutes(validated)}"


def minutes(moment: datetime | None) -> str:
    """A moment in UTC to the minute; empty where there is none."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC" if moment else ""


def _elsewhere(finding: Finding, sources: Mapping[str, SourceResult]) -> Iterator[Fact]:
    for near in finding.nearest:
        section = f", in “{near.section.title}”" if near.section else ""
        yield Fact("Nearest", f"{near.text} ({near.kept:.0%} of the quote's words{section})")
    if lack := nothing_near(finding):
        yield Fact("Nearest", lack)
    for source_id in finding.elsewhere:
        source = sources.get(source_id)
        title = source.title if source and source.title else source_id
        yield Fact("Stands in", title, href(source.url) if source else None)


def _past(finding: Finding) -> Iterator[Fact]:
    if finding.last_held is not None:
        yield Fact("Held last", finding.last_held.isoformat())
    known = finding.last_known
    if known is not None:
        yield Fact("Last known", f"{known.verdict.value} on {known.validated_at:%Y-%m-%d}")
