"""Progress on standard error: what is being fetched, kept, waited for."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lineage_verify.cli.options import ScreenOptions
from lineage_verify.cli.screen import say, screen_of
from lineage_verify.pages.snapshot import Provenance, Snapshot, Unreachable
from lineage_verify.sources.target import Target
from lineage_verify.verify.whole import RunObserver, SilentRun

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["watch"]


class _Silent(SilentRun):
    """Says only what a user must know."""

    def noted(self, message: str) -> None:
        say(message)


class _Lines(_Silent):
    """One line an event, for `--verbose` where there is no terminal."""

    def waiting(self, target: Target, seconds: float, reason: str) -> None:
        say(f"{target.address}: {reason}; retry in {seconds:.0f} s")

    def finished(self, target: Target, result: Snapshot | Unreachable) -> None:
        say(f"{target.address}: {_how(result)}")


class _Status(_Silent):
    """A count of specs, then of pages, and a line for each page that is being got."""

    def __init__(self, progress: "Progress") -> None:
        self._progress = progress
        self._survey: TaskID | None = None
        self._total: TaskID | None = None
        self._pages: dict[str, TaskID] = {}
        self._planned = 0
        self._done = 0

    def surveyed(self, specs: int) -> None:
        if self._survey is None:
            self._survey = self._progress.add_task("specs", total=None, state="")
        self._progress.update(self._survey, state=f"{specs:,} looked over")

    def planned(self, pages: int) -> None:
        if self._survey is not None:
            self._progress.remove_task(self._survey)
            self._survey = None
        self._planned += pages
        if self._total is None:
            self._total = self._progress.add_task("pages", total=None, state="")
        self._count()

    def read(self, address: str) -> None:
        self._done += 1
        self._count()
        task = self._pages.pop(address, None)
        if task is not None:
            self._progress.remove_task(task)

    def started(self, target: Target) -> None:
        if not target.local:
            self._pages[target.address] = self._progress.add_task(
                _short(target.address), total=None, state="fetching"
            )

    def waiting(self, target: Target, seconds: float, reason: str) -> None:
        self._state(target.address, f"retry in {seconds:.0f} s: {reason}")

    def finished(self, target: Target, result: Snapshot | Unreachable) -> None:
        self._state(target.address, _how(result))

    def _count(self) -> None:
        if self._total is not None:
            self._progress.update(self._total, state=f"{self._done:,} of {self._planned:,} read")

    def _state(self, address: str, state: str) -> None:
        from lineage_verify.reports.escape import one_line

        if address in self._pages:
            self._progress.update(self._pages[address], state=one_line(state))


@contextmanager
def watch(screen: ScreenOptions, filed: str | None = None) -> Iterator[RunObserver]:
    """Show progress while a run goes on; the screen is clean afterwards.

    `filed` is what the settings file says of colour.
    """
    if screen.quiet or screen.no_progress or not sys.stderr.isatty():
        yield _Lines() if screen.verbose else _Silent()
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        TextColumn("{task.fields[state]}", markup=False),
    )
    colored = screen_of(sys.stderr, screen, filed, os.environ).color
    console = Console(stderr=True, color_system="auto" if colored else None, no_color=not colored)
    with Progress(*columns, console=console, transient=True) as progress:
        yield _Status(progress)


def _how(result: Snapshot | Unreachable) -> str:
    if isinstance(result, Unreachable):
        return f"{result.kind}: {result.message}"
    how = {
        Provenance.FETCHED: "fetched",
        Provenance.REVALIDATED: "unchanged",
        Provenance.CACHED: "from the cache",
        Provenance.LOCAL: "read",
    }[result.provenance]
    return f"{how}, rendered" if result.rendering else how


def _short(address: str) -> str:
    from lineage_verify.reports.escape import one_line

    plain = one_line(address.split("://", 1)[-1])
    return plain if len(plain) <= 32 else f"{plain[:15]}…{plain[-16:]}"
