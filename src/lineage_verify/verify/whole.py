"""A whole run in one call: specs in, one report a spec or one of all out."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import aclosing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from lineage_verify.pages.fetch import Fetcher
from lineage_verify.pages.observer import FetchObserver
from lineage_verify.pages.observer import SilentObserver as SilentFetch
from lineage_verify.pages.shelf import AllPages, Shelf
from lineage_verify.settings import Render, Settings
from lineage_verify.spec.document import SpecDocument
from lineage_verify.verdicts.model import Report, SpecReport
from lineage_verify.verify.examiner import Examiner
from lineage_verify.verify.memo import Memo
from lineage_verify.verify.ports import Judging, VerifyObserver
from lineage_verify.verify.ports import SilentObserver as SilentVerify
from lineage_verify.verify.run import summarise, verify_documents

__all__ = ["RunObserver", "SilentRun", "verify_each", "verify_specs"]


class RunObserver(FetchObserver, VerifyObserver, Protocol):
    """Follows both the fetching and the reading of pages."""


class SilentRun(SilentFetch, SilentVerify):
    """Follows a run and says nothing."""


def verify_specs(
    documents: Iterable[SpecDocument],
    *,
    shelf: Shelf,
    settings: Settings | None = None,
    root: Path | None = None,
    environ: Mapping[str, str] | None = None,
    judging: Judging | None = None,
    observer: RunObserver | None = None,
    memo: Memo | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    archive: str | None = None,
    now: datetime | None = None,
) -> Report:
    """Verify specs to the end; `verify_each` does so without holding all reports at once.

    `root` is the tree that relative sources lie in (the current folder where it is not given), and
    `environ` what proxies and tokens are taken from (nothing where it is not given).
    Where there is much to read, `jobs` processes do it, or any `executor` of the caller's.
    With `archive` (the address of a Memento TimeGate) the report has hints on pages that are gone.
    With a `memo`, what is known of a page's bytes is not read again, and findings carry no match.

    Raises:
        CacheError: the shelf cannot be read or written.
    """
    moment = now or datetime.now(UTC)
    reports = verify_each(
        documents,
        shelf=shelf,
        settings=settings,
        root=root,
        environ=environ,
        judging=judging,
        observer=observer,
        memo=memo,
        jobs=jobs,
        executor=executor,
        archive=archive,
        now=moment,
    )
    return summarise(tuple(reports), now=moment)


def verify_each(
    documents: Iterable[SpecDocument],
    *,
    shelf: Shelf,
    settings: Settings | None = None,
    root: Path | None = None,
    environ: Mapping[str, str] | None = None,
    judging: Judging | None = None,
    observer: RunObserver | None = None,
    memo: Memo | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    archive: str | None = None,
    now: datetime | None = None,
) -> Iterator[SpecReport]:
    """Verify specs, and give each one's report as soon as it and those before it are done.

    `documents` are gone through twice: where each pass reads them anew, a run of any number of
    specs takes no more memory than one of a few. The options are those of `verify_specs`.

    Raises:
        CacheError: the shelf cannot be read or written.
    """
    rules = judging or Judging(today=(now or datetime.now(UTC)).date())
    watcher = observer or SilentRun()
    given = settings or Settings()
    past = shelf if given.policy.render is Render.NEVER else AllPages(shelf)

    async def run() -> AsyncGenerator[SpecReport, None]:
        with Examiner(memo=memo, jobs=jobs, executor=executor) as examiner:
            async with Fetcher(
                shelf,
                given,
                root=root or Path.cwd(),
                now=lambda: datetime.now(UTC),
                environ=environ or {},
                screen=examiner.screen,
                observer=watcher,
            ) as pages:
                found = verify_documents(
                    documents, pages, past, judging=rules, examiner=examiner, observer=watcher
                )
                async with aclosing(found):
                    async for document, report in found:
                        yield (
                            report
                            if archive is None
                            else await _hinted(document, report, pages, examiner, archive)
                        )

    return _each(run())


async def _hinted(
    document: SpecDocument, report: SpecReport, pages: Fetcher, examiner: Examiner, archive: str
) -> SpecReport:
    from lineage_verify.verify.archive import archive_hints

    return replace(
        report, hints=await archive_hints(document, report, pages, examiner, base=archive)
    )


def _each(reports: AsyncGenerator[SpecReport, None]) -> Iterator[SpecReport]:
    """Reports as they come; pages are got and read while the next one is waited for."""
    told: list[SpecReport] = []

    async def follow() -> None:
        # Not the task's result: for each run, the runner has its signal handler spelt out, and
        # with it the result of the task.
        async for report in reports:
            told.append(report)
            return

    with asyncio.Runner() as runner:
        try:
            runner.run(follow())
            while told:
                yield told.pop()
                runner.run(follow())
        finally:
            runner.run(_close(reports))


async def _close(reports: AsyncGenerator[SpecReport, None]) -> None:
    await reports.aclose()
