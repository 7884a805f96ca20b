"""The table of several specs' counts."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lineage_verify.reports.paint import Painter
from lineage_verify.verdicts.model import SpecReport, VerdictKind

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["totals_table"]

_LISTED = 30
"""How many specs the table has at most; the rest are one row."""

Row = tuple[str, Counter[VerdictKind]]


def totals_table(paint: Painter, specs: Sequence[SpecReport]) -> Iterator["RenderableType"]:
    """One row a spec and one for all, where there are several and the page is wide enough."""
    if len(specs) < 2:
        return
    rows = list(_rows(specs))
    if max(len(name) for name, _ in rows) > paint.width - _numbers_width():
        return
    table = _empty_table(paint)
    for name, counts in rows:
        table.add_row(paint.text(name), *map(str, _numbers(counts)))
    table.add_section()
    total = sum((counts for _, counts in rows), Counter[VerdictKind]())
    table.add_row("all", *map(str, _numbers(total)))
    yield table
    yield ""


def _rows(specs: Sequence[SpecReport]) -> Iterator[Row]:
    listed = sorted(specs, key=_holds)[:_LISTED] if len(specs) > _LISTED else specs
    shown = {id(spec) for spec in listed}
    for spec in specs:
        if id(spec) in shown:
            yield spec.path, spec.count()
    others = [spec.count() for spec in specs if id(spec) not in shown]
    if others:
        yield f"{len(others)} more", sum(others, Counter[VerdictKind]())


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
