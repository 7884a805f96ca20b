"""How a finding, a stage or a step stands: a word for its colour, a sign, and a label."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from lineage_verify.reports.wording import short_name
from lineage_verify.verdicts.model import Finding, Outcome, VerdictKind

__all__ = ["OUTCOME_STANDING", "SIGNS", "Standing", "State", "standing_of", "worst"]


class State(StrEnum):
    """What a reader is shown by colour and sign, worst first."""

    BROKEN = "broken"
    UNREACHABLE = "unreachable"
    WAIVED = "waived"
    WARNED = "warned"
    HOLDS = "holds"
    NONE = "none"
    """Without evidence, or not checked."""


SIGNS = {
    State.BROKEN: "✗",
    State.UNREACHABLE: "?",
    State.WAIVED: "~",
    State.WARNED: "!",
    State.HOLDS: "✓",
    State.NONE: "–",
}

OUTCOME_STANDING = {
    Outcome.OK: State.HOLDS,
    Outcome.UNREACHABLE: State.UNREACHABLE,
    Outcome.BROKEN: State.BROKEN,
    Outcome.INVALID: State.BROKEN,
}


@dataclass(frozen=True, slots=True)
class Standing:
    """A state with the words for it; the sign goes with the state."""

    state: State
    label: str

    @property
    def sign(self) -> str:
        """The sign that says the same as the colour."""
        return SIGNS[self.state]


def standing_of(finding: Finding) -> Standing:
    """How one finding stands."""
    if finding.kind.holds:
        state = State.WARNED if finding.verdict.warnings else State.HOLDS
        label = f"{finding.kind.value}, warned" if state is State.WARNED else finding.kind.value
        return Standing(state, label)
    if finding.waived is not None:
        return Standing(State.WAIVED, f"{finding.kind.value}, waived")
    if finding.kind is VerdictKind.UNREACHABLE:
        return Standing(State.UNREACHABLE, finding.kind.value)
    return Standing(State.BROKEN, short_name(finding))


def worst(findings: Iterable[Finding], *, without: str = "no evidence") -> Standing:
    """How the worst of some findings stands."""
    ranked = sorted(findings, key=_rank)
    return standing_of(ranked[0]) if ranked else Standing(State.NONE, without)


def _rank(finding: Finding) -> tuple[int, int]:
    severity = finding.verdict.severity
    within = 3 if finding.kind is VerdictKind.MISSING else severity.rank + 1 if severity else 0
    return list(State).index(standing_of(finding).state), -within
