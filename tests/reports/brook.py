"""A small lineage page of our own, with its spec and a report that draws it."""

from dataclasses import replace
from typing import Any

from lineage_verify.spec.build import build_spec
from lineage_verify.spec.model import Spec
from lineage_verify.verdicts.model import Finding, OwnerKind, Report
from tests.reports import samples


def _stage(id_: str, name: str, layer: str, pos: tuple[float, float]) -> dict[str, Any]:
    evidence = [{"source": "manual", "quote": f"What the manual says of the {name}."}]
    return {
        "id": id_, "name": name, "kind": "part", "layer": layer, "pos": list(pos),
        "summary": f"The {name} in a sentence.", "evidence": evidence,
    }  # fmt: skip


def _step(start: str, end: str, label: str, **when: list[str]) -> dict[str, Any]:
    evidence = [{"source": "manual", "quote": f"How {start} {label} {end}."}]
    return {
        "from": start, "to": end, "kind": "calls", "when": when, "label": label,
        "explanation": f"Why {start} {label} {end}.", "evidence": evidence,
    }  # fmt: skip


def made(value: dict[str, object]) -> Spec:
    """A spec from its JSON object."""
    spec = build_spec(value)
    assert spec is not None
    return spec


def spec() -> Spec:
    """Four stages; the pool is there in live mode only, the log in replay mode only."""
    option = {"live": "live mode", "replay": "a replay of yesterday"}
    return made(
        {
            "version": "1.0", "slug": "how-brook-runs", "name": "Brook", "title": "How Brook runs",
            "h1": "What happens when Brook runs a job?", "description": "One job.",
            "verified_on": "2026-10-02", "verified_against": "the manual", "scope": "One job.",
            "answer": "It runs.", "status_template": "Showing {mode}",
            "dimensions": [
                {
                    "id": "mode", "legend": "Mode", "default": "live",
                    "options": [
                        {"value": value, "label": value.title(), "phrase": phrase}
                        for value, phrase in option.items()
                    ],
                }
            ],
            "sources": {
                "manual": {"url": samples.MANUAL, "title": "The manual"},
                "tuning": {"url": samples.GONE, "title": "Tuning"},
            },
            "stages": [
                _stage("client", "Client", "application", (0.5, 0)),
                _stage("scheduler", "Scheduler", "framework", (0.5, 1)),
                _stage("pool", "Pool", "framework", (0, 2)),
                _stage("log", "Log", "storage", (1, 2)),
            ],
            "steps": [
                _step("client", "scheduler", "hands a job to"),
                _step("scheduler", "pool", "wakes", mode=["live"]),
                _step("scheduler", "log", "reads", mode=["replay"]),
            ],
        }
    )  # fmt: skip


def findings() -> list[Finding]:
    """A verdict for each piece of evidence: the log's is missing, its step cannot be checked."""
    lost = samples.unreachable(line=70)
    return [
        _of(OwnerKind.STAGE, 0, "client", samples.verbatim(10)),
        _of(OwnerKind.STAGE, 1, "scheduler", samples.drifted(20)),
        _of(OwnerKind.STAGE, 2, "pool", samples.warned(30)),
        _of(OwnerKind.STAGE, 3, "log", samples.missing(40)),
        _of(OwnerKind.STEP, 0, "client->scheduler", samples.typographic(50)),
        _of(OwnerKind.STEP, 1, "scheduler->pool", samples.verbatim(60)),
        _of(OwnerKind.STEP, 2, "scheduler->log", lost),
    ]


def _of(kind: OwnerKind, index: int, owner: str, finding: Finding) -> Finding:
    place = replace(finding.location, pointer=f"/{kind.value}s/{index}/evidence/0")
    return replace(finding, location=place, owner_kind=kind, owner_id=owner)


def report() -> Report:
    """The drawn spec beside one that all holds of and one that is invalid."""
    drawn = samples.spec(*findings(), spec=spec())
    clean = samples.spec(samples.verbatim(), path="specs/how-creek-runs.json", slug="creek")
    return samples.report(drawn, clean, samples.invalid(), hints=("try again later",))
