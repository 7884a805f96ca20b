"""What is said of evidence, of a source, of a spec and of a run."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from lineage_verify.matches.model import Difference, Match, QuoteWarning
from lineage_verify.pages.snapshot import Provenance, Unreachable
from lineage_verify.spec.document import OwnerKind
from lineage_verify.spec.problems import Location, Problem

if TYPE_CHECKING:
    from lineage_verify.spec.model import Spec

__all__ = [
    "Finding",
    "LastKnown",
    "Nearest",
    "Outcome",
    "OwnerKind",
    "Report",
    "SectionRef",
    "Severity",
    "Since",
    "SourceResult",
    "SpecReport",
    "Verdict",
    "VerdictKind",
    "Waived",
]


class VerdictKind(StrEnum):
    """The five verdicts (DESIGN.md section 2)."""

    VERBATIM = "verbatim"
    TYPOGRAPHIC = "typographic"
    DRIFTED = "drifted"
    MISSING = "missing"
    UNREACHABLE = "unreachable"

    @property
    def holds(self) -> bool:
        """Whether the quote stands in the text."""
        return self in {VerdictKind.VERBATIM, VerdictKind.TYPOGRAPHIC}

    @property
    def broken(self) -> bool:
        """Whether the quote is known not to stand in the text."""
        return self in {VerdictKind.DRIFTED, VerdictKind.MISSING}


class Severity(StrEnum):
    """How much a drift matters, least first."""

    COSMETIC = "cosmetic"
    WORDING = "wording"
    MEANING = "meaning"

    @property
    def rank(self) -> int:
        """0 for cosmetic, 1 for wording, 2 for meaning."""
        return list(Severity).index(self)


class Since(StrEnum):
    """How a finding stands against an earlier report."""

    NEW = "new"
    """It did not need mending then, or was not there."""
    STILL = "still"
    """It needed mending then, too."""
    RECOVERED = "recovered"
    """It needed mending then and holds now."""


class Outcome(StrEnum):
    """What is said of one spec, and of the run; worst last."""

    OK = "ok"
    UNREACHABLE = "unreachable"
    BROKEN = "broken"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What is said of one quote against one text.

    `similarity` is 0..1; `severity` and `reasons` are set for a drift only. A reason is one short
    phrase that a person reads, for instance "number: 8 -> 4".
    """

    kind: VerdictKind
    severity: Severity | None = None
    reasons: tuple[str, ...] = ()
    similarity: float | None = None
    found: str | None = None
    diff: tuple[Difference, ...] = ()
    warnings: tuple[QuoteWarning, ...] = ()
    match: Match | None = None
    error: Unreachable | None = None


@dataclass(frozen=True, slots=True)
class SectionRef:
    """The section of the page in which a quote stands."""

    title: str
    anchor: str | None


@dataclass(frozen=True, slots=True)
class Nearest:
    """A passage near to a missing quote: its words, section and the share of words kept, 0..1."""

    text: str
    section: SectionRef | None
    kept: float


@dataclass(frozen=True, slots=True)
class LastKnown:
    """The newest verdict that a snapshot backs, where the page cannot be read now."""

    verdict: VerdictKind
    validated_at: datetime


@dataclass(frozen=True, slots=True)
class Waived:
    """A known finding tolerated until a date, with a reason."""

    reason: str
    until: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What is said of one piece of evidence: the verdict, and where it stands in spec and page."""

    location: Location
    owner_kind: OwnerKind
    owner_id: str
    source: str
    quote: str
    verdict: Verdict
    section: SectionRef | None = None
    deep_link: str | None = None
    elsewhere: tuple[str, ...] = ()
    nearest: tuple[Nearest, ...] = ()
    last_known: LastKnown | None = None
    last_held: date | None = None
    waived: Waived | None = None
    since: Since | None = None
    tolerated: bool = False
    """Whether it drifted, and by no more than `--allow-drift` lets pass."""

    @property
    def kind(self) -> VerdictKind:
        """The verdict's kind."""
        return self.verdict.kind


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceResult:
    """What is said of one source of a spec."""

    id: str
    url: str
    title: str
    final_url: str | None = None
    status: int | None = None
    media_type: str | None = None
    sha256: str | None = None
    fetched_at: datetime | None = None
    validated_at: datetime | None = None
    provenance: Provenance | None = None
    rendered_by: str | None = None
    """The browser that rendered the page, where one did."""
    error: Unreachable | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecReport:
    """What is said of one spec; `spec` is the spec itself, for reports that draw it.

    `hints` tell what an archive has of its pages that are gone, where one was asked.
    """

    path: str
    slug: str | None
    verified_on: str | None
    outcome: Outcome
    problems: tuple[Problem, ...] = ()
    sources: tuple[SourceResult, ...] = ()
    findings: tuple[Finding, ...] = ()
    spec: "Spec | None" = None
    hints: tuple[str, ...] = ()

    def count(self) -> Counter[VerdictKind]:
        """How many findings each verdict has."""
        return Counter(finding.kind for finding in self.findings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What is said of a run."""

    specs: tuple[SpecReport, ...]
    outcome: Outcome
    exit_code: int
    generated_at: datetime
    hints: Sequence[str] = ()

    def count(self) -> Mapping[VerdictKind, int]:
        """How many findings each verdict has, over all specs; every verdict is there."""
        total: Counter[VerdictKind] = Counter()
        for spec in self.specs:
            total += spec.count()
        return {kind: total[kind] for kind in VerdictKind}
