"""One run: the settings, the cache and the network, opened and closed together."""

import os
import sys
from collections.abc import Generator, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from lineage_verify.cli.options import JudgeOptions, PageOptions, ScreenOptions
from lineage_verify.cli.resolve import cache_folder, judging, page_settings
from lineage_verify.cli.screen import say
from lineage_verify.cli.settings_file import FileSettings, read_settings
from lineage_verify.cli.spec_files import SpecFiles, spec_paths
from lineage_verify.errors import SettingsError
from lineage_verify.pages.snapshot import Snapshot, Unreachable
from lineage_verify.settings import Render, Settings
from lineage_verify.sources.target import Target
from lineage_verify.spec.document import SpecDocument
from lineage_verify.verdicts.model import Report, SourceResult, SpecReport
from lineage_verify.verify.ports import Judging

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from lineage_verify.pages.fetch import Fetcher, Screen
    from lineage_verify.pages.glance import GlancingShelf
    from lineage_verify.pages.observer import FetchObserver
    from lineage_verify.pages.shelf import DiskShelf, Past
    from lineage_verify.verify.memo import DiskMemo

__all__ = ["Session", "open_session"]

FEW = 16
"""Up to how many specs are first looked at one by one; of many, each page is asked once for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """What a command works with."""

    root: Path
    file: FileSettings
    settings: Settings
    cache: Path
    now: datetime
    screen: ScreenOptions
    jobs: int

    def specs(self, words: Iterable[str]) -> SpecFiles:
        """The specs that words name, to be read as they are gone through."""
        return SpecFiles(spec_paths(list(words)), sys.stdin.buffer, self.settings.limits)

    def documents(self, words: Iterable[str]) -> list[SpecDocument]:
        """The specs that words name, read."""
        return list(self.specs(words))

    def judging(self, options: JudgeOptions | None = None) -> Judging:
        """How findings are judged."""
        return judging(options or JudgeOptions(), self.file, today=self.now.date())

    def verify(self, documents: Iterable[SpecDocument], rules: Judging) -> Report:
        """Verify specs to the end; progress goes to standard error."""
        from lineage_verify.cli.progress import watch
        from lineage_verify.verify.whole import verify_specs

        with watch(self.screen, self.file.text("color")) as observer:
            return verify_specs(
                documents,
                shelf=self.shelf(),
                settings=self.settings,
                root=self.root,
                environ=os.environ,
                judging=rules,
                observer=observer,
                jobs=self.jobs,
                now=self.now,
            )

    def each(
        self,
        documents: SpecFiles,
        rules: Judging,
        *,
        archive: str | None = None,
        executor: "Executor | None" = None,
    ) -> Generator[SpecReport, None, None]:
        """Verify specs one after the other; what is known of a page's bytes is not read again.

        `archive` is the address of a web archive that is asked for hints on pages that are gone.
        An `executor` takes the place of own processes.
        """
        memo = self._memo()
        few = len(documents.paths) <= FEW
        known = None
        if few and not archive and not self.screen.verbose:
            known = self._known(documents, rules, memo)
        if known is not None:
            yield from known
            return
        from lineage_verify.cli.progress import watch
        from lineage_verify.verify.whole import verify_each

        with watch(self.screen, self.file.text("color")) as observer:
            yield from verify_each(
                documents,
                shelf=self._glancing(memo, bodies=True) if few else self.shelf(),
                settings=self.settings,
                root=self.root,
                environ=os.environ,
                judging=rules,
                observer=observer,
                jobs=self.jobs,
                memo=memo,
                archive=archive,
                executor=executor,
                now=self.now,
            )

    def _memo(self) -> "DiskMemo":
        from lineage_verify.verify.fingerprint import fingerprint
        from lineage_verify.verify.memo import DiskMemo

        return DiskMemo(self.cache / ".verdicts", fingerprint())

    def _known(
        self, documents: SpecFiles, rules: Judging, memo: "DiskMemo"
    ) -> list[SpecReport] | None:
        """The reports of a few specs whose pages have all answered before."""
        from lineage_verify.verify.known import known_reports

        return known_reports(
            documents,
            shelf=self._glancing(memo, bodies=False),
            settings=self.settings,
            root=self.root,
            judging=rules,
            memo=memo,
            now=self.now,
        )

    def _glancing(self, memo: "DiskMemo", *, bodies: bool) -> "GlancingShelf":
        """The cache, which remembers beside the verdicts what it has told."""
        from lineage_verify.pages.glance import GlancingShelf

        return GlancingShelf(self.cache, memo.folder, self.shelf, bodies=bodies)

    def shelf(self) -> "DiskShelf":
        """The cache; what is wrong with it is told on standard error."""
        from lineage_verify.pages.disk import DiskShelf

        return DiskShelf(self.cache, notes=say, now=lambda: datetime.now(UTC))

    def past(self) -> "Past":
        """What verdicts may look back on: rendered pages only where this run renders."""
        from lineage_verify.pages.shelf import AllPages

        shelf = self.shelf()
        return shelf if self.settings.policy.render is Render.NEVER else AllPages(shelf)

    def held(self, target: Target, source: SourceResult) -> Snapshot | None:
        """The snapshot that a source's verdicts rest on, read again."""
        if source.sha256 is None:
            return None
        if target.local:
            from lineage_verify.pages.local import read_local

            limit = self.settings.limits.body_bytes
            local = read_local(self.root, target.address, limit=limit, now=self.now)
            return None if isinstance(local, Unreachable) else local
        shelf = self.shelf() if source.rendered_by is None else self.shelf().rendered
        held = shelf.newest(target.address)
        if held is None or held.sha256 != source.sha256:
            return None
        return replace(held, provenance=source.provenance or held.provenance)

    def pages(self, observer: "FetchObserver", screen: "Screen") -> "Fetcher":
        """Where pages come from; to be entered as an asynchronous context.

        What `screen` refuses is not kept.
        """
        from lineage_verify.pages.fetch import Fetcher

        return Fetcher(
            self.shelf(),
            self.settings,
            root=self.root,
            now=lambda: datetime.now(UTC),
            environ=os.environ,
            screen=screen,
            observer=observer,
        )


def open_session(pages: PageOptions, screen: ScreenOptions) -> Session:
    """Read the settings that the command line and the current folder give."""
    if screen.quiet and screen.verbose:
        raise SettingsError("--quiet and --verbose cannot both be: one says less, one more")
    root = _current_folder()
    file = read_settings(root)
    return Session(
        root=root,
        file=file,
        settings=page_settings(pages, file, os.environ),
        cache=cache_folder(pages, file, root),
        now=datetime.now(UTC),
        screen=screen,
        jobs=pages.jobs or int(file.number("jobs") or os.cpu_count() or 1),
    )


def _current_folder() -> Path:
    try:
        return Path.cwd()
    except OSError as error:
        raise SettingsError(f"the current folder cannot be read: {error.strerror}") from None
