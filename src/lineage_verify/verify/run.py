"""Specs to reports: all are looked over, their pages read once, and each one put together."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator, Sequence
from contextlib import aclosing
from datetime import datetime

from lineage_verify.pages.shelf import Past
from lineage_verify.spec.document import SpecDocument
from lineage_verify.verdicts.model import Outcome, Report, SpecReport
from lineage_verify.verdicts.outcome import exit_code
from lineage_verify.verify.answers import Answers
from lineage_verify.verify.assemble import assemble
from lineage_verify.verify.beyond import Beyond
from lineage_verify.verify.examiner import Examiner
from lineage_verify.verify.page_answer import PageAnswer
from lineage_verify.verify.plan import Share, plan
from lineage_verify.verify.ports import Judging, Pages, SilentObserver, VerifyObserver
from lineage_verify.verify.spill import Spill
from lineage_verify.verify.survey import Survey

__all__ = ["summarise", "verify", "verify_documents"]


async def verify(
    documents: Iterable[SpecDocument],
    pages: Pages,
    shelf: Past,
    *,
    judging: Judging,
    examiner: Examiner,
    observer: VerifyObserver | None = None,
) -> AsyncIterator[SpecReport]:
    """Verify specs and yield one report a spec, in their order.

    It is `verify_documents` without the documents.
    """
    found = verify_documents(
        documents, pages, shelf, judging=judging, examiner=examiner, observer=observer
    )
    async with aclosing(found):
        async for _, report in found:
            yield report


async def verify_documents(
    documents: Iterable[SpecDocument],
    pages: Pages,
    shelf: Past,
    *,
    judging: Judging,
    examiner: Examiner,
    observer: VerifyObserver | None = None,
) -> AsyncGenerator[tuple[SpecDocument, SpecReport], None]:
    """Verify specs and yield each with its report, in their order.

    `documents` are gone through twice, so that every page can be asked once for all of them; what
    gives them anew each time need never hold them all. `shelf` is asked for the older snapshots of
    a page whose quotes do not hold.
    """
    watcher = observer or SilentObserver()
    again = _repeatable(documents)
    with Spill[tuple[int, Share]]() as asked, Spill[tuple[int, PageAnswer]]() as answered:
        survey = Survey(asked, judging.only)
        for number, document in enumerate(again, 1):
            survey.add(document)
            watcher.surveyed(number)
        async with Answers(survey, answered, pages, examiner, watcher) as answers:
            for document in again:
                made = plan(document, judging.only)
                beyond = Beyond(await answers.of(made.addresses), pages, shelf, examiner)
                yield document, await assemble(document, made, beyond, judging)


def summarise(specs: Sequence[SpecReport], *, now: datetime) -> Report:
    """One report of a run from those of its specs."""
    outcomes = [spec.outcome for spec in specs]
    return Report(
        specs=tuple(specs),
        outcome=max(outcomes, key=list(Outcome).index, default=Outcome.OK),
        exit_code=exit_code(outcomes),
        generated_at=now,
        hints=tuple(hint for spec in specs for hint in spec.hints),
    )


def _repeatable(documents: Iterable[SpecDocument]) -> Iterable[SpecDocument]:
    """What can be gone through twice: an iterator gives each document once, so they are held."""
    return list(documents) if isinstance(documents, Iterator) else documents
