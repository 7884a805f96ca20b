"""JSON reports for the scripts, as DESIGN.md section 6 has them."""

from collections import Counter
from typing import Any

EXIT_CODES = {"ok": 0, "broken": 1, "invalid": 2, "unreachable": 3}
VERDICTS = ("verbatim", "typographic", "drifted", "missing", "unreachable")

Item = dict[str, Any]


def finding(verdict: str = "verbatim", **more: object) -> Item:
    return {
        "pointer": "/stages/0/evidence/0",
        "line": 12,
        "column": 9,
        "owner": {"kind": "stage", "id": "boot"},
        "source": "docs",
        "quote": "The engine starts one worker.",
        "verdict": verdict,
        "severity": "wording" if verdict == "drifted" else None,
        "similarity": None,
        "found": "The engine starts a worker." if verdict == "drifted" else None,
        "diff": [],
        "section": None,
        "deep_link": "https://docs.example.org/a#:~:text=The%20engine",
        "elsewhere": [],
        "warnings": [],
        "last_known": None,
        "last_held": None,
        "waived": None,
        **more,
    }


def source(**more: object) -> Item:
    return {
        "id": "docs",
        "url": "https://docs.example.org/a",
        "final_url": None,
        "status": 200,
        "media_type": "text/html",
        "sha256": None,
        "fetched_at": None,
        "validated_at": None,
        "from_cache": False,
        "error": None,
        **more,
    }


def problem(**more: object) -> Item:
    return {
        "code": "duplicate-id",
        "level": "error",
        "message": "stage boot stands here twice",
        "pointer": "/stages/1/id",
        "line": 30,
        "column": 7,
        **more,
    }


def spec(*evidence: Item, **more: object) -> Item:
    return {
        "path": "specs/page.json",
        "slug": "page",
        "verified_on": "2026-01-01",
        "outcome": "ok",
        "problems": [],
        "sources": [source()],
        "evidence": list(evidence),
        **more,
    }


def report(*specs: Item, outcome: str = "ok") -> Item:
    evidence = [one for each in specs for one in each["evidence"]]
    counts = Counter(one["verdict"] for one in evidence)
    return {
        "report_version": "1.0",
        "tool": {"name": "lineage-verify", "version": "0.1.0"},
        "generated_at": "2026-03-02T05:23:00Z",
        "outcome": outcome,
        "exit_code": EXIT_CODES[outcome],
        "summary": {
            "specs": len(specs),
            "sources": sum(len(each["sources"]) for each in specs),
            "evidence": len(evidence),
            **{verdict: counts[verdict] for verdict in VERDICTS},
        },
        "specs": list(specs),
    }
