"""`lineage-verify check`."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from lineage_verify.cli.near import meant
from lineage_verify.cli.options import JudgeOptions, PageOptions, ReportOptions, ScreenOptions
from lineage_verify.cli.output_file import check_cited, check_outputs
from lineage_verify.cli.screen import screen_of, write_pieces
from lineage_verify.cli.session import Session, open_session
from lineage_verify.cli.spool import DiskSpool
from lineage_verify.errors import OutputError, SettingsError
from lineage_verify.reports import Format, Options, ReportWriter, writer_for
from lineage_verify.reports.hints import HintTally
from lineage_verify.sources.address import read_source
from lineage_verify.spec.addresses import refusal
from lineage_verify.spec.document import SpecDocument
from lineage_verify.verdicts.model import SpecReport
from lineage_verify.verdicts.tally import Tally
from lineage_verify.verify.plan import is_selected

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from lineage_verify.reports.baseline import Baseline
    from lineage_verify.verify.ports import Judging

__all__ = ["check"]


def check(
    specs: Sequence[str],
    *,
    executor: str | None,
    pages: PageOptions,
    judge: JudgeOptions,
    report: ReportOptions,
    screen: ScreenOptions,
) -> int:
    """Verify specs, write the reports, and give the exit code."""
    session = open_session(pages, screen)
    printed = _format(report.format or session.file.text("format") or Format.TABLE)
    outputs = [_output(word) for word in report.output or ()]
    documents = session.specs(specs)
    written = [path for _, path in outputs]
    check_outputs(written, documents.paths)
    documents.at_first(lambda document: check_cited(written, document, session.root))
    rules = session.judging(judge)
    _all_known(documents, rules.only)
    earlier = _baseline(report)
    archive = _archive(report)
    writing = _Reports(session, printed, outputs)
    with (
        _workers(executor) as workers,
        closing(session.each(documents, rules, archive=archive, executor=workers)) as found,
    ):
        for spec in found:
            writing.add(spec if earlier is None else _since(earlier, spec, report, rules))
    return writing.end()


class _Reports:
    """Everything that is written of a run, a spec at a time."""

    def __init__(
        self, session: Session, printed: Format, outputs: Sequence[tuple[Format | None, Path]]
    ) -> None:
        self._now = session.now
        self._tally = Tally()
        self._hints = HintTally()
        self._archive: list[str] = []
        self._files = [
            (path, writer_for(form or printed, _file_options(session))) for form, path in outputs
        ]
        named = all(form is not None for form, _ in outputs)
        self._screen = writer_for(printed, _screen_options(session)) if named else None
        for writer in self._writers():
            writer.begin(session.now)

    def add(self, spec: SpecReport) -> None:
        """Take in the next spec."""
        self._tally.add(spec)
        self._hints.add(spec)
        self._archive += spec.hints
        for writer in self._writers():
            writer.add(spec)

    def end(self) -> int:
        """Write the reports, and give the run's exit code."""
        run = self._tally.totals(now=self._now, hints=(*self._archive, *self._hints.hints()))
        for path, writer in self._files:
            _save(path, writer.end(run))
        if self._screen is not None:
            write_pieces(sys.stdout, self._screen.end(run))
        return run.exit_code

    def _writers(self) -> Iterator[ReportWriter]:
        yield from (writer for _, writer in self._files)
        if self._screen is not None:
            yield self._screen


def _since(
    earlier: "Baseline", spec: SpecReport, options: ReportOptions, rules: "Judging"
) -> SpecReport:
    """A spec's report against an earlier one."""
    from lineage_verify.reports.baseline import compare_spec, only_new_in

    told = compare_spec(spec, earlier)
    if options.fail_on != "new":
        return told
    return only_new_in(told, allow_drift=rules.allow_drift, strict=rules.strict)


def _baseline(options: ReportOptions) -> "Baseline | None":
    if options.fail_on not in {None, "any", "new"}:
        raise SettingsError(f"--fail-on takes any or new, not {options.fail_on!r}")
    if options.baseline is None:
        if options.fail_on == "new":
            raise SettingsError("--fail-on new needs --baseline FILE: new since when?")
        return None
    try:
        text = options.baseline.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise SettingsError(f"{options.baseline}: cannot be read: {why}") from None
    from lineage_verify.reports.baseline import read_baseline

    return read_baseline(text, name=str(options.baseline))


def _workers(address: str | None) -> "AbstractContextManager[Executor | None]":
    """Where pages are read: on a cluster, where one is named."""
    if address is None:
        return nullcontext()
    from lineage_verify.verify.cluster import open_cluster

    return open_cluster(address)


def _archive(options: ReportOptions) -> str | None:
    if options.archive_url is not None and not _may_be_asked(options.archive_url):
        # The address is not shown: a user name and a password may stand in it.
        raise SettingsError(
            "--archive-url takes an http or https address without a user name,"
            " for instance https://archive.example/web/"
        )
    if not options.archive:
        return None
    from lineage_verify.verify.archive import WAYBACK

    return options.archive_url or WAYBACK


def _may_be_asked(url: str) -> bool:
    return refusal(url, "here.json") is None and not read_source(url).local


def _all_known(documents: Iterable[SpecDocument], only: Sequence[str]) -> None:
    """A part that no valid spec has is a slip of the fingers, not a run in which all holds."""
    unknown = list(only)
    for document in documents if unknown else ():
        unknown = [
            wanted
            for wanted in unknown
            if not any(is_selected(evidence, [wanted]) for evidence in document.evidence)
        ]
        if not unknown:
            return
    for wanted in unknown:
        near = meant(wanted, _names(documents))
        raise SettingsError(f"--only {wanted}: no evidence has this pointer, source or stage{near}")


def _names(documents: Iterable[SpecDocument]) -> Iterator[str]:
    """Everything that `--only` could have named."""
    for document in documents:
        for evidence in document.evidence:
            yield from (evidence.source, evidence.owner_id, evidence.location.pointer)
            yield from evidence.owner_id.split("->")


def _format(word: str) -> Format:
    try:
        return Format(word)
    except ValueError:
        known = ", ".join(Format)
        raise SettingsError(f"no report format {word!r}: there are {known}") from None


def _output(word: str) -> tuple[Format | None, Path]:
    """`FILE`, or `F=FILE`; a word before the sign that names no format is a misspelt one."""
    form, sign, path = word.partition("=")
    if (path if sign else form) in {"", "-"}:
        raise SettingsError(
            f"--output {word}: names no file; what is printed has the format of --format"
        )
    if sign and form in set(Format):
        return Format(form), Path(path)
    if sign and form.isalnum():
        known = ", ".join(Format)
        raise SettingsError(
            f"--output {word}: no report format {form!r}: there are {known};"
            f" for a file of that name write ./{word}"
        )
    return None, Path(word)


def _save(path: Path, pieces: Iterable[str]) -> None:
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(pieces)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror or error}") from None


def _screen_options(session: Session) -> Options:
    shown = screen_of(sys.stdout, session.screen, session.file.text("color"), os.environ)
    return Options(
        width=shown.width,
        color=shown.color,
        links=shown.links,
        encoding=shown.encoding,
        quiet=session.screen.quiet,
        verbose=session.screen.verbose,
        spool=DiskSpool,
    )


def _file_options(session: Session) -> Options:
    screen = session.screen
    return Options(quiet=screen.quiet, verbose=screen.verbose, spool=DiskSpool)
