"""Known findings that are tolerated until a date, with a reason (DESIGN.md section 3)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from lineage_verify.verdicts.model import Finding, Waived

__all__ = ["Waiver", "apply_waivers", "covers_spec", "expired", "unused"]


@dataclass(frozen=True, slots=True)
class Waiver:
    """One known finding: the spec's path, the evidence's pointer, why, and the last day of it."""

    spec: str
    pointer: str
    reason: str
    until: date


def apply_waivers(
    findings: Iterable[Finding], waivers: Sequence[Waiver], *, spec: str, today: date
) -> tuple[Finding, ...]:
    """Return the findings of one spec, those that do not hold marked where a waiver covers them.

    What holds is never marked, so that a waiver that is no longer needed can be told.
    """
    return tuple(_applied(finding, waivers, spec, today) for finding in findings)


def _applied(finding: Finding, waivers: Sequence[Waiver], spec: str, today: date) -> Finding:
    if finding.kind.holds:
        return finding
    for waiver in waivers:
        if _covers(waiver, finding, spec) and today <= waiver.until:
            return replace(finding, waived=Waived(waiver.reason, waiver.until))
    return finding


def _covers(waiver: Waiver, finding: Finding, spec: str) -> bool:
    return covers_spec(waiver, spec) and waiver.pointer == finding.location.pointer


def covers_spec(waiver: Waiver, spec: str) -> bool:
    """Tell whether a waiver is about a spec, by its path."""
    return _path(waiver.spec) == _path(spec)


def _path(path: str) -> str:
    return path.replace("\\", "/").removeprefix("./")


def expired(waivers: Iterable[Waiver], *, today: date) -> tuple[Waiver, ...]:
    """Return the waivers whose last day is past."""
    return tuple(waiver for waiver in waivers if waiver.until < today)


def unused(
    waivers: Iterable[Waiver], findings: Sequence[Finding], *, spec: str
) -> tuple[Waiver, ...]:
    """Return the waivers of one spec that cover no finding, or one that holds."""
    return tuple(
        waiver
        for waiver in waivers
        if covers_spec(waiver, spec)
        and not any(
            _covers(waiver, finding, spec) and not finding.kind.holds for finding in findings
        )
    )
