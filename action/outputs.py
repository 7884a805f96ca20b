"""Print the outcome and the counts of a JSON report as outputs of a workflow step.

Only whole numbers and known words are printed, so that a report cannot set outputs of its own.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

OUTCOMES = ("ok", "broken", "unreachable", "invalid")
COUNTS = (
    "specs",
    "sources",
    "evidence",
    "verbatim",
    "typographic",
    "drifted",
    "missing",
    "unreachable",
)


def outputs(report: dict[str, object]) -> Iterator[str]:
    """The lines `name=value`; raises `ValueError` where the report is not as documented."""
    outcome, summary = report.get("outcome"), report.get("summary")
    if outcome not in OUTCOMES or not isinstance(summary, dict):
        raise ValueError("not a report of lineage-verify")
    yield f"outcome={outcome}"
    yield f"exit-code={_count(report.get('exit_code'))}"
    for name in COUNTS:
        yield f"{name}={_count(summary.get(name))}"


def _count(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError(f"not a count: {value!r}")
    return value


if __name__ == "__main__":
    sys.stdout.writelines(
        f"{line}\n" for line in outputs(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    )
