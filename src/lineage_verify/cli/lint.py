"""`lineage-verify lint`: what is wrong with specs, without any page."""

import sys
from collections.abc import Iterator, Sequence

from lineage_verify.cli.exit_codes import ExitCode
from lineage_verify.cli.options import JudgeOptions, PageOptions, ScreenOptions
from lineage_verify.cli.screen import write_text
from lineage_verify.cli.session import open_session
from lineage_verify.reports.escape import one_line
from lineage_verify.reports.wording import counted
from lineage_verify.spec.document import SpecDocument
from lineage_verify.spec.lint import lint as lint_spec
from lineage_verify.spec.problems import Level, Problem

__all__ = ["lint"]


def lint(specs: Sequence[str], *, strict: bool | None, stale_after: str | None) -> int:
    """Print one line a problem (`file:line:column: level: message [code]`), then the counts.

    With `strict`, said here or in the settings file, a warning fails the run as a broken quote
    does.
    """
    session = open_session(PageOptions(), ScreenOptions())
    documents = session.documents(specs)
    rules = session.judging(JudgeOptions(strict=strict, stale_after=stale_after))
    found = [
        (document, problem)
        for document in documents
        for problem in (
            *document.problems,
            *lint_spec(document, today=session.now.date(), stale_after=rules.stale_after),
        )
    ]
    write_text(sys.stdout, "".join(f"{line}\n" for line in _lines(documents, found)))
    errors = any(problem.level is Level.ERROR for _, problem in found)
    if errors:
        return ExitCode.USAGE
    return ExitCode.BROKEN if found and rules.strict else ExitCode.OK


def _lines(
    documents: Sequence[SpecDocument], found: Sequence[tuple[SpecDocument, Problem]]
) -> Iterator[str]:
    for document, problem in found:
        place = problem.location
        where = f"{one_line(document.path)}:{place.line}:{place.column}"
        yield f"{where}: {problem.level}: {one_line(problem.message)} [{problem.code}]"
    levels = [problem.level for _, problem in found]
    errors, warnings = levels.count(Level.ERROR), levels.count(Level.WARNING)
    yield (
        f"{counted(len(documents), 'spec')}: {counted(errors, 'error')},"
        f" {counted(warnings, 'warning')}"
    )
