"""Reports made by hand, in our own words: every verdict, and what can stand beside one."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from lineage_verify.matches.model import Difference, Edit, QuoteWarning, WarningCode
from lineage_verify.pages.snapshot import ErrorKind, Provenance, Unreachable
from lineage_verify.spec.problems import Level, Location, Problem
from lineage_verify.verdicts.model import (
    Finding,
    LastKnown,
    Nearest,
    Outcome,
    OwnerKind,
    Report,
    SectionRef,
    Severity,
    SourceResult,
    SpecReport,
    Verdict,
    VerdictKind,
    Waived,
)

NOW = datetime(2026, 11, 20, 8, 30, tzinfo=UTC)
MANUAL = "https://docs.brook.example/manual/scheduler"
GUIDE = "https://docs.brook.example/guide"
GONE = "https://old.brook.example/tuning"


def at(pointer: str, line: int, column: int = 34) -> Location:
    return Location(pointer, line, column, line * 90, line * 90 + 40)


def finding(quote: str, verdict: Verdict, *, line: int = 12, **more: Any) -> Finding:
    said: dict[str, Any] = {
        "location": at(f"/stages/{line}/evidence/0", line),
        "owner_kind": OwnerKind.STAGE,
        "owner_id": "scheduler",
        "source": "manual",
        "quote": quote,
        "verdict": verdict,
    }
    return Finding(**{**said, **more})


def words(*parts: tuple[str, str]) -> tuple[Difference, ...]:
    """A diff from pairs such as `("=", "the same")`, `("-", "old")`, `("+", "new")`."""
    signs = {"=": Edit.EQUAL, "-": Edit.DELETE, "+": Edit.INSERT}
    return tuple(Difference(signs[sign], text) for sign, text in parts)


def verbatim(line: int = 5, **more: Any) -> Finding:
    quote = "Brook hands each job to the first worker that is free."
    verdict = Verdict(kind=VerdictKind.VERBATIM, similarity=1.0, found=quote)
    link = f"{MANUAL}#:~:text=Brook%20hands%20each%20job"
    return finding(quote, verdict, line=line, **{"deep_link": link, **more})


def typographic(line: int = 6) -> Finding:
    verdict = Verdict(
        kind=VerdictKind.TYPOGRAPHIC, similarity=1.0, found="The pool’s size is fixed at start‑up."
    )
    return finding("The pool's size is fixed at start-up.", verdict, line=line)


def warned(line: int = 7) -> Finding:
    warnings = (
        QuoteWarning(WarningCode.SEVERAL_PLACES, "the quote stands in 3 places of the page"),
        QuoteWarning(WarningCode.HIDDEN_TEXT, "the quote stands in text that is not shown"),
    )
    verdict = Verdict(
        kind=VerdictKind.VERBATIM, similarity=1.0, found="the first worker", warnings=warnings
    )
    return finding("the first worker", verdict, line=line, owner_id="pool")


def drifted(line: int = 12, **more: Any) -> Finding:
    verdict = Verdict(
        kind=VerdictKind.DRIFTED,
        severity=Severity.MEANING,
        reasons=("number: 8 -> 4", 'negation: "not" was added'),
        similarity=0.87,
        found="By default the scheduler starts 4 workers and does not share the queue with them.",
        diff=words(
            ("=", "By default the scheduler starts"), ("-", "8"), ("+", "4"),
            ("=", "workers and"), ("-", "shares"), ("+", "does not share"),
            ("=", "the queue with them."),
        ),
    )  # fmt: skip
    said: dict[str, Any] = {
        "section": SectionRef("How the pool is filled", "pool"),
        "deep_link": f"{MANUAL}#:~:text=By%20default%20the%20scheduler,queue%20with%20them.",
        "last_held": date(2026, 10, 2),
    }
    quote = "By default the scheduler starts 8 workers and shares the queue with them."
    return finding(quote, verdict, line=line, **{**said, **more})


def reworded(line: int = 14, **more: Any) -> Finding:
    verdict = Verdict(
        kind=VerdictKind.DRIFTED,
        severity=Severity.WORDING,
        reasons=("word: quickly -> promptly",),
        similarity=0.93,
        found="The queue is emptied promptly.",
        diff=words(("=", "The queue is emptied"), ("-", "quickly."), ("+", "promptly.")),
    )
    return finding("The queue is emptied quickly.", verdict, line=line, **more)


def cosmetic(line: int = 15) -> Finding:
    verdict = Verdict(
        kind=VerdictKind.DRIFTED,
        severity=Severity.COSMETIC,
        reasons=("punctuation",),
        similarity=1.0,
        found="Stop, then start.",
        diff=words(("-", "Stop then"), ("+", "Stop, then"), ("=", "start.")),
    )
    return finding("Stop then start.", verdict, line=line)


def missing(line: int = 20, **more: Any) -> Finding:
    said: dict[str, Any] = {
        "owner_kind": OwnerKind.STEP,
        "owner_id": "client->scheduler",
        "elsewhere": ("guide",),
        "nearest": (
            Nearest(
                "A watcher restarts any worker that has not answered for a minute.",
                SectionRef("Health", "health"),
                0.42,
            ),
        ),
        "last_held": date(2026, 8, 30),
    }
    verdict = Verdict(kind=VerdictKind.MISSING, similarity=0.42)
    quote = "Workers are restarted by the supervisor after one missed heartbeat."
    return finding(quote, verdict, line=line, **{**said, **more})


def unreachable(
    kind: ErrorKind = ErrorKind.HTTP_STATUS, line: int = 25, source: str = "tuning", **more: Any
) -> Finding:
    error = error_of(kind)
    verdict = Verdict(kind=VerdictKind.UNREACHABLE, error=error)
    quote = f"Raise the limit only when the queue has grown for an hour ({kind.value})."
    return finding(quote, verdict, line=line, **{"source": source, **more})


def error_of(kind: ErrorKind, status: int = 503) -> Unreachable:
    if kind is ErrorKind.HTTP_STATUS:
        return Unreachable(kind, f"{GONE} answered {status}", status=status, url=GONE)
    return Unreachable(kind, f"{GONE}: {kind.value.replace('-', ' ')}", url=GONE)


def source(id_: str = "manual", url: str = MANUAL, **more: Any) -> SourceResult:
    said: dict[str, Any] = {
        "title": f"The {id_} (Brook documentation)",
        "final_url": url,
        "status": 200,
        "media_type": "text/html",
        "sha256": "ab" * 32,
        "fetched_at": datetime(2026, 11, 19, 7, 0, tzinfo=UTC),
        "validated_at": datetime(2026, 11, 20, 8, 29, 58, tzinfo=UTC),
        "provenance": Provenance.REVALIDATED,
    }
    return SourceResult(id=id_, url=url, **{**said, **more})


def unread(kind: ErrorKind = ErrorKind.HTTP_STATUS, id_: str = "tuning") -> SourceResult:
    error = error_of(kind)
    return SourceResult(id=id_, url=GONE, title="Tuning (Brook blog)", error=error)


def spec(*findings: Finding, **more: Any) -> SpecReport:
    said: dict[str, Any] = {
        "path": "specs/how-brook-runs.json",
        "slug": "how-brook-runs",
        "verified_on": "2026-10-02",
        "outcome": _outcome(findings),
        "sources": (source(), source("guide", GUIDE), unread()),
        "findings": findings,
    }
    return SpecReport(**{**said, **more})


def invalid() -> SpecReport:
    problems = (
        Problem(
            "duplicate-key", Level.ERROR, 'the key "quote" is there twice',
            at("/stages/0/evidence/0/quote", 31, 9),
        ),
        Problem(
            "unknown-source", Level.ERROR, 'no source has the id "manuall"; did you mean "manual"?',
            at("/stages/1/evidence/0/source", 44, 27),
        ),
        Problem(
            "unknown-field", Level.WARNING, 'unknown field "sumary"', at("/stages/1/sumary", 47, 7)
        ),
    )  # fmt: skip
    return SpecReport(
        path="specs/how-rill-runs.json",
        slug="how-rill-runs",
        verified_on="2026-01-02",
        outcome=Outcome.INVALID,
        problems=problems,
    )


def report(*specs: SpecReport, **more: Any) -> Report:
    outcome = _worst([one.outcome for one in specs])
    codes = {Outcome.OK: 0, Outcome.UNREACHABLE: 3, Outcome.BROKEN: 1, Outcome.INVALID: 2}
    said: dict[str, Any] = {
        "specs": specs, "outcome": outcome, "exit_code": codes[outcome], "generated_at": NOW,
    }  # fmt: skip
    return Report(**{**said, **more})


def everything() -> Report:
    """A report with one of each thing a report can have."""
    waived = replace(reworded(16), waived=Waived("the vendor will mend it", date(2026, 12, 24)))
    known = LastKnown(VerdictKind.VERBATIM, datetime(2026, 10, 30, 4, 5, tzinfo=UTC))
    full = spec(
        *(verbatim(), typographic(), warned()),
        *(drifted(), reworded(), cosmetic(), waived, missing()),
        *(unreachable(last_known=known), unreachable(line=26, owner_id="pool")),
    )
    clean = spec(verbatim(), path="specs/how-creek-runs.json", slug="how-creek-runs")
    return report(full, clean, invalid())


def _outcome(findings: Sequence[Finding]) -> Outcome:
    kinds = {one.kind for one in findings if one.waived is None}
    if any(kind.broken for kind in kinds):
        return Outcome.BROKEN
    return Outcome.UNREACHABLE if VerdictKind.UNREACHABLE in kinds else Outcome.OK


def _worst(outcomes: Sequence[Outcome]) -> Outcome:
    return max(outcomes, key=list(Outcome).index, default=Outcome.OK)
