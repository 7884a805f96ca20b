"""A whole run in one call: specs in, one report out."""

import asyncio
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from lineage_verify.pages.fetch import Fetcher
from lineage_verify.pages.observer import FetchObserver
from lineage_verify.pages.observer import SilentObserver as SilentFetch
from lineage_verify.pages.shelf import Shelf
from lineage_verify.settings import Settings
from lineage_verify.spec.document import SpecDocument
from lineage_verify.verdicts.model import Report, SpecReport
from lineage_verify.verify.examiner import Examiner
from lineage_verify.verify.memo import Memo
from lineage_verify.verify.ports import Judging, VerifyObserver
from lineage_verify.verify.ports import SilentObserver as SilentVerify
from lineage_verify.verify.run import summarise, verify

__all__ = ["RunObserver", "SilentRun", "verify_specs"]


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
    """Verify specs to the end.

    `root` is the tree that relative sources lie in (the current folder where it is not given), and
    `environ` what proxies and tokens are taken from (nothing where it is not given).
    Where there is much to read, `jobs` processes do it, or any `executor` of the caller's.
    With `archive` (the address of a Memento TimeGate) the report has hints on pages that are gone.
    With a `memo`, what is known of a page's bytes is not read again, and findings carry no match.

    Raises:
        CacheError: the shelf cannot be read or written.
    """
    moment = now or datetime.now(UTC)
    watcher = observer or SilentRun()
    rules = judging or Judging(today=moment.date())

    specs = list(documents)

    async def run() -> tuple[list[SpecReport], list[str]]:
        with Examiner(memo=memo, jobs=jobs, executor=executor) as examiner:
            async with Fetcher(
                shelf,
                settings or Settings(),
                root=root or Path.cwd(),
                now=lambda: datetime.now(UTC),
                environ=environ or {},
                screen=examiner.screen,
                observer=watcher,
            ) as pages:
                found = verify(
                    specs, pages, shelf, judging=rules, examiner=examiner, observer=watcher
                )
                reports = [report async for report in found]
                if archive is None:
                    return reports, []
                from lineage_verify.verify.archive import archive_hints

                return reports, await archive_hints(specs, reports, pages, examiner, base=archive)

    reports, hints = asyncio.run(run())
    return replace(summarise(reports, now=moment), hints=tuple(hints))
