"""`lineage-verify renew`: a date that snapshots back, in each spec whose evidence all holds."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from lineage_verify.cli.canvas import painter_for
from lineage_verify.cli.exit_codes import ExitCode
from lineage_verify.cli.options import PageOptions, ScreenOptions
from lineage_verify.cli.screen import say, write_text
from lineage_verify.cli.session import Session, open_session
from lineage_verify.cli.spec_files import STDIN, each_file_once
from lineage_verify.cli.spec_writer import check_save, save
from lineage_verify.errors import EditError, SettingsError
from lineage_verify.renew import Refused, Renewal, plan_renewal
from lineage_verify.reports.escape import visible
from lineage_verify.reports.wording import counted
from lineage_verify.spec.dates import iso_date
from lineage_verify.spec.document import SpecDocument
from lineage_verify.verdicts.model import SpecReport

if TYPE_CHECKING:
    from rich.console import RenderableType

    from lineage_verify.reports.paint import Painter

__all__ = ["renew"]


class _Result(StrEnum):
    """What became of a spec's date."""

    RENEWED = "renewed"
    WOULD = "would renew"
    UNCHANGED = "unchanged"
    REFUSED = "refused"
    FAILED = "failed"


_STYLES = {
    _Result.RENEWED: "ok",
    _Result.WOULD: "ok",
    _Result.UNCHANGED: "",
    _Result.REFUSED: "broken",
    _Result.FAILED: "broken",
}


@dataclass(frozen=True, slots=True)
class _Row:
    path: str
    result: _Result
    said: tuple[str, ...]


def renew(
    specs: Sequence[str],
    *,
    date: str | None,
    dry_run: bool,
    pages: PageOptions,
    screen: ScreenOptions,
) -> int:
    """Verify specs, set the dates that may be set, and give the exit code."""
    session = open_session(pages, screen)
    requested = _requested(date, session.now.date())
    documents = each_file_once(session.documents(specs), say)
    report = session.verify(documents, session.judging())
    today = datetime.now(UTC).date()  # the run may have gone on past midnight
    plans = [
        _plan(document, told, today=today, requested=requested)
        for document, told in zip(documents, report.specs, strict=True)
    ]
    rows = [
        _row(document, plan, session, dry_run=dry_run)
        for document, plan in zip(documents, plans, strict=True)
    ]
    _show(rows, plans, session, dry_run=dry_run)
    return _exit_code(rows, report.exit_code)


def _requested(word: str | None, today: date) -> date | None:
    if word is None:
        return None
    day = iso_date(word)
    if day is None:
        raise SettingsError(f"--date {word}: write a day as YYYY-MM-DD")
    if day > today:
        raise SettingsError(f"--date {word}: is still to come; no page backs it")
    return day


def _plan(
    document: SpecDocument, report: SpecReport, *, today: date, requested: date | None
) -> Renewal | Refused:
    """`plan_renewal`, whose error tells which of several specs it is about."""
    try:
        return plan_renewal(document, report, today=today, requested=requested)
    except SettingsError as error:
        raise SettingsError(f"{document.path}: {error}; nothing was written") from None


def _row(
    document: SpecDocument, plan: Renewal | Refused, session: Session, *, dry_run: bool
) -> _Row:
    """What becomes of one spec; it is written here, unless this is a dry run."""
    if isinstance(plan, Refused):
        return _Row(plan.path, _Result.REFUSED, plan.reasons)
    if not plan.changes:
        return _Row(plan.path, _Result.UNCHANGED, (f"verified_on is {plan.date} already",))
    moved = (f"{plan.before} -> {plan.date}",)
    try:
        if not dry_run:
            save(document, plan.data, root=session.root)
        elif document.path != STDIN:  # what is piped in may well be planned
            check_save(document, root=session.root)
    except EditError as error:
        return _Row(plan.path, _Result.FAILED, (str(error).removeprefix(f"{plan.path}: "),))
    return _Row(plan.path, _Result.WOULD if dry_run else _Result.RENEWED, moved)


def _show(
    rows: Sequence[_Row], plans: Sequence[Renewal | Refused], session: Session, *, dry_run: bool
) -> None:
    """The table on standard output; in a dry run the diff is there, and the table beside it."""
    if dry_run:
        pairs = zip(rows, plans, strict=True)
        diffs = [
            plan.diff
            for row, plan in pairs
            if isinstance(plan, Renewal) and row.result is _Result.WOULD
        ]
        write_text(sys.stdout, _patch("".join(diffs)))
        sys.stdout.flush()
    stream = sys.stderr if dry_run else sys.stdout
    painter = painter_for(stream, session)
    kept = [row for row in rows if row.result in _LEFT or not session.screen.quiet]
    if kept:
        write_text(stream, painter.page([_table(kept, painter), _totals(rows)]))


def _patch(diff: str) -> str:
    """A diff made harmless; the line ends of its file stay, or it could not be applied."""
    return "\r\n".join(visible(part) for part in diff.split("\r\n"))


_LEFT = frozenset({_Result.REFUSED, _Result.FAILED})


def _table(rows: Sequence[_Row], painter: "Painter") -> "RenderableType":
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold", ratio=2)
    table.add_column(overflow="fold", ratio=3)
    for row in rows:
        first, *more = row.said or ("",)
        result = painter.text(row.result.value, _STYLES[row.result])
        table.add_row(result, painter.text(row.path, "place"), painter.text(first))
        for words in more:
            table.add_row("", "", painter.text(words))
    return table


def _totals(rows: Sequence[_Row]) -> str:
    """`3 specs = 2 renewed + 1 refused`."""
    numbers = [(result, sum(row.result is result for row in rows)) for result in _Result]
    parts = [f"{number} {result.value}" for result, number in numbers if number]
    return f"{counted(len(rows), 'spec')} = {' + '.join(parts)}"


def _exit_code(rows: Sequence[_Row], checked: int) -> int:
    """As for `check`; a date that should have been written and was not is never a success."""
    if any(row.result is _Result.FAILED for row in rows):
        return ExitCode.USAGE
    refused = sum(row.result is _Result.REFUSED for row in rows)
    if refused and checked == ExitCode.OK:
        say(f"{counted(refused, 'spec')} not renewed, though the run is no failure")
    return checked
