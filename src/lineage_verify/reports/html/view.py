"""What the HTML report's template is given: one view a spec, ready to be written out."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lineage_verify.reports.attention import attention
from lineage_verify.reports.escape import href
from lineage_verify.reports.html.facts import Piece, minutes, piece_of
from lineage_verify.reports.html.picture import Picture, draw
from lineage_verify.reports.html.standing import OUTCOME_STANDING, Standing, State, worst
from lineage_verify.reports.wording import advice, count_sum, owner, reason
from lineage_verify.spec.problems import Problem
from lineage_verify.verdicts.model import Finding, Outcome, SourceResult, SpecReport

if TYPE_CHECKING:
    from lineage_verify.spec.model import Dimension, Spec

__all__ = ["Choice", "Dial", "OwnerView", "SourceView", "SpecView", "view_of"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that a reader can pick."""

    value: str
    label: str
    phrase: str
    picked: bool


@dataclass(frozen=True, slots=True)
class Dial:
    """One dimension: a group of radio buttons."""

    id: str
    legend: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class OwnerView:
    """A stage or a step with its evidence; `note` tells when a step is there."""

    target: str
    kind: str
    name: str
    words: str
    note: str
    standing: Standing
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class SourceView:
    """One source as a row of a table."""

    id: str
    title: str
    url: str
    href: str | None
    status: str
    fetched: str
    validated: str
    how: str
    trouble: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecView:
    """One spec: its picture, its evidence, its sources."""

    target: str
    title: str
    path: str
    verified_on: str
    outcome: str
    standing: Standing
    counts: str
    tally: Mapping[str, int]
    problems: tuple[Problem, ...]
    dials: tuple[Dial, ...]
    status_template: str
    status: str
    picture: Picture | None
    owners: tuple[OwnerView, ...]
    sources: tuple[SourceView, ...]


def view_of(report: SpecReport, number: int) -> SpecView:
    """The view of one spec; `number` makes its ids its own."""
    prefix = f"s{number}"
    owners = tuple(_owners(report, prefix))
    spec = report.spec if report.outcome is not Outcome.INVALID else None
    dials = tuple(map(_dial, spec.dimensions)) if spec else ()
    template = spec.status_template if spec else ""
    seen = attention(report)
    return SpecView(
        target=prefix,
        title=(report.spec.h1 or report.spec.name if report.spec else None) or report.path,
        path=report.path,
        verified_on=report.verified_on or "",
        outcome=report.outcome.value,
        standing=Standing(OUTCOME_STANDING[report.outcome], report.outcome.value),
        counts=count_sum(report.count()),
        tally=_tally(owners),
        problems=(*seen.errors, *seen.cautions),
        dials=dials,
        status_template=template,
        status=_filled(template, dials),
        picture=_picture(spec, owners, prefix) if spec else None,
        owners=owners,
        sources=tuple(map(_source, report.sources)),
    )


def _tally(owners: tuple[OwnerView, ...]) -> Mapping[str, int]:
    counted = Counter(piece.standing.state.value for owner in owners for piece in owner.pieces)
    return {state.value: counted[state.value] for state in State}


@dataclass(frozen=True, slots=True)
class Told:
    """What the spec tells of a stage or a step; `quotes` is how much evidence it gives."""

    name: str
    words: str = ""
    note: str = ""
    quotes: int = 0


def _owners(report: SpecReport, prefix: str) -> Iterator[OwnerView]:
    """Every stage and step with evidence, in the spec's order, and those without where known."""
    groups = _by_owner(report)
    told = _told(report.spec) if report.spec and report.outcome is not Outcome.INVALID else {}
    for pointer in dict.fromkeys([*told, *groups]):
        findings = groups.get(pointer, [])
        said = told.get(pointer) or Told(owner(findings[0]))
        yield OwnerView(
            target=_target(prefix, pointer),
            kind="step" if pointer.startswith("/steps") else "stage",
            name=said.name,
            words=said.words,
            note=said.note,
            standing=worst(findings, without="not checked" if said.quotes else "no evidence"),
            pieces=tuple(piece_of(finding, report) for finding in findings),
        )


def _by_owner(report: SpecReport) -> dict[str, list[Finding]]:
    groups: dict[str, list[Finding]] = {}
    for finding in report.findings:
        pointer = "/".join(finding.location.pointer.split("/")[:3])
        groups.setdefault(pointer, []).append(finding)
    return groups


def _target(prefix: str, pointer: str) -> str:
    """An element's id made of a pointer's safe characters."""
    kept = "".join(character if character.isalnum() else "-" for character in pointer)
    return f"{prefix}{kept}"


def _told(spec: "Spec") -> dict[str, Told]:
    """What is told of each stage and step, by pointer."""
    names = {stage.id: stage.name for stage in spec.stages}
    told = {}
    for index, stage in enumerate(spec.stages):
        note = f"{stage.kind}, layer {stage.layer}"
        told[f"/stages/{index}"] = Told(stage.name, stage.summary, note, len(stage.evidence))
    for index, step in enumerate(spec.steps):
        ends = names.get(step.from_, step.from_), names.get(step.to, step.to)
        name = f"{ends[0]} {step.label} {ends[1]}"
        note = _when(spec, step.when)
        told[f"/steps/{index}"] = Told(name, step.explanation, note, len(step.evidence))
    return told


def _when(spec: "Spec", when: Mapping[str, list[str]]) -> str:
    dimensions = {dimension.id: dimension for dimension in spec.dimensions}
    return "; ".join(_condition(dimensions.get(name), name, when[name]) for name in when)


def _condition(dimension: "Dimension | None", name: str, values: list[str]) -> str:
    labels = {option.value: option.label for option in dimension.options} if dimension else {}
    legend = dimension.legend if dimension else name
    return f"{legend}: {' or '.join(labels.get(value, value) for value in values)}"


def _dial(dimension: "Dimension") -> Dial:
    choices = tuple(
        Choice(option.value, option.label, option.phrase, option.value == dimension.default)
        for option in dimension.options
    )
    return Dial(dimension.id, dimension.legend, choices)


def _filled(template: str, dials: tuple[Dial, ...]) -> str:
    """The status line for what is picked at first."""
    line = template
    for dial in dials:
        phrase = next((choice.phrase for choice in dial.choices if choice.picked), "")
        line = line.replace(f"{{{dial.id}}}", phrase)
    return line


def _picture(spec: "Spec", owners: tuple[OwnerView, ...], prefix: str) -> Picture | None:
    standings = {owner.target: owner.standing for owner in owners}
    pointers = [f"/stages/{index}" for index in range(len(spec.stages))]
    pointers += [f"/steps/{index}" for index in range(len(spec.steps))]
    targets = {pointer: _target(prefix, pointer) for pointer in pointers}
    return draw(spec, {pointer: standings[targets[pointer]] for pointer in pointers}, targets)


def _how(source: SourceResult) -> str:
    how = source.provenance.value if source.provenance else ""
    return f"{how}, rendered by {source.rendered_by}" if source.rendered_by else how


def _source(source: SourceResult) -> SourceView:
    error = source.error
    return SourceView(
        id=source.id,
        title=source.title or source.id,
        url=source.url,
        href=href(source.url),
        status=str(source.status or ""),
        fetched=minutes(source.fetched_at),
        validated=minutes(source.validated_at),
        how=_how(source),
        trouble=f"{reason(error)}. What to do: {advice(error)}" if error else "",
    )
