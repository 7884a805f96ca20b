"""`lineage-verify check`."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from lineage_verify.cli.options import JudgeOptions, PageOptions, ReportOptions, ScreenOptions
from lineage_verify.cli.output_file import check_outputs
from lineage_verify.cli.screen import screen_of, write_text
from lineage_verify.cli.session import Session, open_session
from lineage_verify.errors import OutputError, SettingsError
from lineage_verify.reports import Format, Options, writer_for
from lineage_verify.reports.baseline import Baseline, compare, only_new, read_baseline
from lineage_verify.reports.hints import with_hints
from lineage_verify.spec.document import SpecDocument
from lineage_verify.verdicts.model import Report
from lineage_verify.verify.plan import is_selected

__all__ = ["check"]


def check(
    specs: Sequence[str],
    *,
    pages: PageOptions,
    judge: JudgeOptions,
    report: ReportOptions,
    screen: ScreenOptions,
) -> int:
    """Verify specs, write the reports, and give the exit code."""
    session = open_session(pages, screen)
    printed = _format(report.format or session.file.text("format") or Format.TABLE)
    outputs = [_output(word) for word in report.output or ()]
    documents = session.documents(specs)
    check_outputs([path for _, path in outputs], [document.path for document in documents])
    rules = session.judging(judge)
    _all_known(documents, rules.only)
    earlier = _baseline(report)
    result = with_hints(session.verify(documents, rules, remember=True, archive=_archive(report)))
    if earlier is not None:
        result = compare(result, earlier)
        if report.fail_on == "new":
            result = only_new(result, allow_drift=rules.allow_drift, strict=rules.strict)
    _write_reports(result, printed, outputs, session)
    return result.exit_code


def _baseline(options: ReportOptions) -> Baseline | None:
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
    return read_baseline(text, name=str(options.baseline))


def _archive(options: ReportOptions) -> str | None:
    if not options.archive:
        return None
    from lineage_verify.verify.archive import WAYBACK

    return options.archive_url or WAYBACK


def _all_known(documents: Sequence[SpecDocument], only: Sequence[str]) -> None:
    """A part that no valid spec has is a slip of the fingers, not a run in which all holds."""
    for wanted in only:
        if not any(
            is_selected(evidence, [wanted])
            for document in documents
            for evidence in document.evidence
        ):
            raise SettingsError(f"--only {wanted}: no evidence has this pointer, source or stage")


def _write_reports(
    result: Report,
    printed: Format,
    outputs: Sequence[tuple[Format | None, Path]],
    session: Session,
) -> None:
    for form, path in outputs:
        _save(path, writer_for(form or printed, _file_options(session)).render(result))
    if all(form is not None for form, _ in outputs):
        shown = writer_for(printed, _screen_options(session)).render(result)
        write_text(sys.stdout, shown)


def _format(word: str) -> Format:
    try:
        return Format(word)
    except ValueError:
        known = ", ".join(Format)
        raise SettingsError(f"no report format {word!r}: there are {known}") from None


def _output(word: str) -> tuple[Format | None, Path]:
    """`FILE`, or `F=FILE`; a word before the sign that names no format is a misspelt one."""
    form, sign, path = word.partition("=")
    if sign and form in set(Format):
        return Format(form), Path(path)
    if sign and form.isalnum():
        known = ", ".join(Format)
        raise SettingsError(
            f"--output {word}: no report format {form!r}: there are {known};"
            f" for a file of that name write ./{word}"
        )
    return None, Path(word)


def _save(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
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
    )


def _file_options(session: Session) -> Options:
    return Options(quiet=session.screen.quiet, verbose=session.screen.verbose)
