"""The table of the labelled set for quote matching: `../shared/match/README.md`, for this matcher.

Run as `python benchmarks/matching.py [--wrong]`; with `--wrong`, each wrong answer is printed.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lineage_verify.matches import match_quotes
from lineage_verify.verdicts.judge import judge
from lineage_verify.verdicts.model import Severity, Verdict, VerdictKind

SHARED = Path(__file__).resolve().parents[2] / "shared" / "match"
LEAST_OVERLAP = 0.8
HOLDING = {"verbatim", "typographic"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    page_id: str
    quote: str
    label: str
    span: tuple[int, int] | None
    kind: str
    severity: str | None
    accept: tuple[str, ...]

    @property
    def changes_meaning(self) -> bool:
        return self.severity == "flip"

    @property
    def is_plain_wording(self) -> bool:
        return self.severity == "wording"


@dataclass(frozen=True, slots=True)
class Answer:
    case: Case
    verdict: Verdict

    @property
    def kind(self) -> str:
        return self.verdict.kind.value

    @property
    def is_meaning(self) -> bool:
        return self.verdict.severity is Severity.MEANING

    @property
    def is_right(self) -> bool:
        flipped = self.kind == "drifted" and self.is_meaning and "flip" in self.case.accept
        return self.kind == self.case.label or self.kind in self.case.accept or flipped

    @property
    def overlap(self) -> float:
        """Return the share that the place found and the place labelled have in common."""
        place = self.verdict.match.place if self.verdict.match else None
        if place is None or self.case.span is None:
            return 0.0
        start, end = self.case.span
        shared = min(end, place.end) - max(start, place.start)
        return max(0, shared) / (max(end, place.end) - min(start, place.start))


def cases(folder: Path) -> Iterator[Case]:
    for line in (folder / "quotes.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        span = tuple(row["span"]) if row["span"] else None
        yield Case(
            page_id=row["page_id"],
            quote=row["quote"],
            label=row["label"],
            span=span,
            kind=row["kind"],
            severity=row.get("severity"),
            accept=tuple(row["accept"]),
        )


def pages(folder: Path) -> dict[str, str]:
    rows = map(json.loads, (folder / "pages.jsonl").read_text("utf-8").splitlines())
    return {row["page_id"]: row["text"] for row in rows}


def answers(folder: Path) -> list[Answer]:
    by_page: dict[str, list[Case]] = {}
    for case in cases(folder):
        by_page.setdefault(case.page_id, []).append(case)
    texts = pages(folder)
    return [
        Answer(case, judge(match))
        for page_id, group in by_page.items()
        for case, match in zip(
            group, match_quotes([case.quote for case in group], texts[page_id]), strict=True
        )
    ]


def share(wanted: Iterable[bool]) -> float:
    told = list(wanted)
    return sum(told) / len(told) if told else 1.0


def measures(told: Sequence[Answer]) -> dict[str, float]:
    """Return the figures of the table, each a share."""
    there = [one for one in told if one.case.span and one.verdict.kind is not VerdictKind.MISSING]
    lost = [
        one
        for one in told
        if one.case.span and one.case.label != "missing" and one.kind == "missing"
    ]
    not_there = [one for one in told if one.case.label == "missing"]
    flips = [one for one in told if one.case.changes_meaning and one.kind != "missing"]
    listed = [
        one for one in told if one.case.kind.startswith("f_") and one.case.kind != "f_unlisted"
    ]
    unlisted = [one for one in told if one.case.kind == "f_unlisted"]
    plain = [one for one in told if one.case.is_plain_wording]
    real = [one for one in told if one.case.kind == "real_drift"]
    return {
        "accuracy of the verdict": share(one.is_right for one in told),
        "right place, of those found or there": share(
            [one.overlap >= LEAST_OVERLAP for one in there]
            + ["missing" in one.case.accept for one in lost]
        ),
        "not there, called holding": share(one.kind in HOLDING for one in not_there),
        "not there, called drifted": share(one.kind == "drifted" for one in not_there),
        "not there, called drifted where no label accepts it": share(
            one.kind == "drifted" and not one.is_right for one in not_there
        ),
        "changed meaning, called holding": share(one.kind in HOLDING for one in flips),
        "listed kinds of changed meaning, flagged": share(one.is_meaning for one in listed),
        "unlisted opposites, flagged": share(one.is_meaning for one in unlisted),
        "plain wording changes, called meaning": share(one.is_meaning for one in plain),
        "real drift, called verbatim": share(one.kind == "verbatim" for one in real),
    }


def by_kind(told: Sequence[Answer]) -> Iterator[tuple[str, int, int]]:
    total = Counter(one.case.kind for one in told)
    right = Counter(one.case.kind for one in told if one.is_right)
    for kind in sorted(total):
        yield kind, right[kind], total[kind]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wrong", action="store_true", help="print each wrong answer")
    parser.add_argument("--set", type=Path, default=SHARED, help="the folder of the set")
    options = parser.parse_args()
    if not options.set.is_dir():
        print(f"needs {options.set}", file=sys.stderr)
        return 1
    told = answers(options.set)
    for name, value in measures(told).items():
        print(f"{value:7.2%}  {name}")
    print()
    for kind, right, total in by_kind(told):
        print(f"{right:5} / {total:<5} {kind}")
    for one in told if options.wrong else ():
        if not one.is_right:
            print(f"\n{one.case.kind}: {one.case.label}, answered {one.kind}: {one.case.quote}")
            print(f"    {one.verdict.found} {one.verdict.reasons}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
