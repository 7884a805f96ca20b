"""Warnings beyond the shape of a spec: what is allowed and still probably a slip."""

from collections.abc import Iterator
from datetime import date, timedelta

from lineage_verify.spec.checking import Fault, placed
from lineage_verify.spec.dates import iso_date
from lineage_verify.spec.document import SpecDocument
from lineage_verify.spec.lint_evidence import check_evidence
from lineage_verify.spec.lint_paths import check_paths
from lineage_verify.spec.lint_prose import check_prose
from lineage_verify.spec.model import Spec
from lineage_verify.spec.problems import Problem

__all__ = ["lint", "placed_problems"]


def lint(
    document: SpecDocument, *, today: date, stale_after: timedelta | None = None
) -> tuple[Problem, ...]:
    """Every warning about a valid spec, in the file's order; none about an invalid one.

    `verified_on` is told as old where it is more than `stale_after` before `today`.
    """
    if document.spec is None or not document.valid:
        return ()
    return placed_problems(document, _faults(document.spec, today, stale_after))


def placed_problems(document: SpecDocument, faults: Iterator[Fault]) -> tuple[Problem, ...]:
    """Faults of a spec with their places, in the file's order."""
    found = list(faults)
    if not found:
        return ()
    from lineage_verify.spec.positions import PositionMap

    return placed(found, PositionMap.of(document.data))


def _faults(spec: Spec, today: date, stale_after: timedelta | None) -> Iterator[Fault]:
    yield from _date(spec, today, stale_after)
    yield from check_evidence(spec)
    yield from check_paths(spec)
    yield from check_prose(spec)


def _date(spec: Spec, today: date, stale_after: timedelta | None) -> Iterator[Fault]:
    verified = iso_date(spec.verified_on)
    if verified is None:
        return
    if verified > today:
        message = f"{spec.verified_on} is in the future: today is {today.isoformat()}."
        yield Fault("verified-on-future", "/verified_on", message)
    elif stale_after is not None and today - verified > stale_after:
        days = (today - verified).days
        message = f"The page was last verified {days} days ago, on {spec.verified_on}."
        yield Fault("verified-on-old", "/verified_on", message)
