"""Specs to reports, a window of specs at a time."""

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice

from lineage_verify.pages.shelf import Shelf
from lineage_verify.spec.document import SpecDocument
from lineage_verify.verdicts.model import Outcome, Report, SpecReport
from lineage_verify.verdicts.outcome import exit_code
from lineage_verify.verify.answers import ask_pages
from lineage_verify.verify.assemble import assemble
from lineage_verify.verify.beyond import Beyond
from lineage_verify.verify.examiner import Examiner
from lineage_verify.verify.plan import plan
from lineage_verify.verify.ports import Judging, Pages, SilentObserver, VerifyObserver

__all__ = ["summarise", "verify"]

WINDOW = 64
"""How many specs are planned together."""


async def verify(
    documents: Iterable[SpecDocument],
    pages: Pages,
    shelf: Shelf,
    *,
    judging: Judging,
    examiner: Examiner,
    observer: VerifyObserver | None = None,
) -> AsyncIterator[SpecReport]:
    """Verify specs and yield one report a spec, in their order.

    `shelf` is asked for the older snapshots of a page whose quotes do not hold.
    """
    watcher = observer or SilentObserver()
    for window in _windows(documents):
        made = plan(window, judging.only)
        answers = await ask_pages(made, pages, examiner, watcher)
        beyond = Beyond(answers, shelf, examiner)
        for document, asks in zip(window, made.asks, strict=True):
            yield await assemble(document, asks, beyond, judging)


def summarise(specs: Sequence[SpecReport], *, now: datetime) -> Report:
    """One report of a run from those of its specs."""
    outcomes = [spec.outcome for spec in specs]
    return Report(
        specs=tuple(specs),
        outcome=max(outcomes, key=list(Outcome).index, default=Outcome.OK),
        exit_code=exit_code(outcomes),
        generated_at=now,
    )


def _windows(documents: Iterable[SpecDocument]) -> Iterator[list[SpecDocument]]:
    rest = iter(documents)
    while window := list(islice(rest, WINDOW)):
        yield window
