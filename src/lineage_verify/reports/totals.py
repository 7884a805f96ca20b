"""The table of several specs' counts."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lineage_verify.reports.paint import Painter
from lineage_verify.verdicts.model import SpecReport, VerdictKind

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["TotalsTable"]

_LISTED = 30
"""How many specs the table has at most; the rest are one row."""

Row = tuple[int, str, Counter[VerdictKind]]
"""The spec's number, its name, its counts."""


class TotalsTable:
    """One row a spec and one for all; of many specs those that do not hold come first."""

    def __init__(self) -> None:
        """Begin without a row."""
        self._specs = 0
        self._total: Counter[VerdictKind] = Counter()
        self._broken: list[Row] = []
        self._sound: list[Row] = []

    def add(self, spec: SpecReport) -> None:
        """Count one spec, and keep its row where it may be shown."""
        self._specs += 1
        counts = spec.count()
        self._total += counts
        rows = self._sound if _holds(spec) else self._broken
        if len(rows) < _LISTED:
            rows.append((self._specs, spec.path, counts))

    def blocks(self, paint: Painter) -> Iterator["RenderableType"]:
        """The table, where there are several specs and the page is wide enough."""
        if self._specs < 2:
            return
        rows = list(self._rows())
        if max(len(name) for name, _ in rows) > paint.width - _numbers_width():
            return
        table = _empty_table(paint)
        for name, counts in rows:
            table.add_row(paint.text(name), *map(str, _numbers(counts)))
        table.add_section()
        table.add_row("all", *map(str, _numbers(self._total)))
        yield table
        yield ""

    def _rows(self) -> Iterator[tuple[str, Counter[VerdictKind]]]:
        listed = sorted([*self._broken, *self._sound][:_LISTED])
        rest = self._total.copy()
        for _, name, counts in listed:
            rest.subtract(counts)
            yield name, counts
        if self._specs > len(listed):
            yield f"{self._specs - len(listed)} more", rest


def _holds(spec: SpecReport) -> bool:
    return all(finding.kind.holds for finding in spec.findings)


def _numbers(counts: Counter[VerdictKind]) -> tuple[int, ...]:
    return (counts.total(), *(counts[kind] for kind in VerdictKind))


def _numbers_width() -> int:
    return sum(len(head) + 3 for head in _heads()) + 1


def _heads() -> tuple[str, ...]:
    return ("quotes", *(kind.value for kind in VerdictKind))


def _empty_table(paint: Painter) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="", show_edge=False)
    table.add_column(paint.text("spec", "label"), overflow="fold")
    for head in _heads():
        table.add_column(paint.text(head, "label"), justify="right", no_wrap=True)
    return table
