"""`lineage-verify repair`: for each broken quote, what changed and the page's present words."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lineage_verify.cli.again import page_texts, verify_again
from lineage_verify.cli.canvas import painter_for
from lineage_verify.cli.errors import StoppedError
from lineage_verify.cli.exit_codes import ExitCode
from lineage_verify.cli.options import PageOptions, ScreenOptions
from lineage_verify.cli.repair_choice import Answer, Dialogue, applicable
from lineage_verify.cli.repair_page import RepairPage
from lineage_verify.cli.screen import line_width, say, write_text
from lineage_verify.cli.session import Session, open_session
from lineage_verify.cli.spec_files import each_file_once
from lineage_verify.cli.spec_writer import check_save, save
from lineage_verify.errors import EditError, SettingsError
from lineage_verify.repair import Change, Proposal, apply, propose
from lineage_verify.reports.escape import one_line
from lineage_verify.reports.wording import count_sum, counted, outcome_sentence
from lineage_verify.spec.document import SpecDocument
from lineage_verify.spec.read import read_spec
from lineage_verify.text.page_text import PageText
from lineage_verify.verdicts.model import Report, SpecReport, VerdictKind
from lineage_verify.verdicts.tally import totals_of

__all__ = ["repair"]


def repair(
    specs: Sequence[str],
    *,
    apply: bool,
    accept_meaning: bool,
    pages: PageOptions,
    screen: ScreenOptions,
) -> int:
    """Verify specs, offer and write new quotes, and give the exit code of what remains."""
    if accept_meaning and not apply:
        raise SettingsError("--accept-meaning goes with --apply; at a terminal, type yes instead")
    session = open_session(pages, screen)
    documents = each_file_once(session.documents(specs), say)
    rules = session.judging()
    report = session.verify(documents, rules)
    run = _Run(session, apply=apply, accept_meaning=accept_meaning)
    after = [
        run.mend(document, told) for document, told in zip(documents, report.specs, strict=True)
    ]
    if run.wrote:
        report = verify_again(session, documents, report, after, rules)
    _tell_rest(report, run)
    return ExitCode.USAGE if run.failed else report.exit_code


@dataclass(slots=True)
class _Run:
    """Goes from spec to spec; a person may end it."""

    session: Session
    apply: bool = field(kw_only=True)
    accept_meaning: bool = field(kw_only=True)
    wrote: int = 0
    """How many quotes were written."""
    failed: int = 0
    """How many specs could not be written."""
    offered: int = 0
    """How many quotes there are words for."""
    left: int = 0
    """How many of those `--apply` leaves, because they change the meaning."""
    ended: bool = False

    def mend(self, document: SpecDocument, report: SpecReport) -> SpecDocument:
        """Show what is broken in one spec, write what is chosen, and give the spec as it is now."""
        if self.ended or not document.valid:
            return document
        texts = page_texts(self.session, document, report)
        proposals = propose(document, report, texts)
        if not proposals:
            return document
        page = RepairPage(painter_for(sys.stdout, self.session), report)
        if self._would_write(proposals) and not self._may_write(document):
            self._show(page, proposals)
            return document
        chosen = list(self._chosen(page, proposals, texts))
        return self._written(document, chosen) if chosen else document

    def _chosen(
        self, page: RepairPage, proposals: Sequence[Proposal], texts: Mapping[str, PageText]
    ) -> Iterator[Change]:
        self.offered += sum(proposal.words is not None for proposal in proposals)
        if self.apply or not _at_a_terminal():
            self._show(page, proposals)
            if self.apply:
                self.left += self._changed_meanings(proposals)
                yield from applicable(proposals, accept_meaning=self.accept_meaning)
            return
        write_text(sys.stdout, page.head())
        yield from self._asked(page, proposals, texts)

    def _changed_meanings(self, proposals: Sequence[Proposal]) -> int:
        """How many offers need an option more than `--apply`."""
        if self.accept_meaning:
            return 0
        return sum(one.words is not None and one.changes_meaning for one in proposals)

    def _would_write(self, proposals: Sequence[Proposal]) -> bool:
        """Whether something may come to be written of what is proposed."""
        if self.apply:
            return any(applicable(proposals, accept_meaning=self.accept_meaning))
        answers = (one.kind is VerdictKind.DRIFTED or one.elsewhere for one in proposals)
        return _at_a_terminal() and any(answers)

    def _may_write(self, document: SpecDocument) -> bool:
        """Whether a spec can be written to; it is told where not, before anybody is asked."""
        try:
            check_save(document, root=self.session.root)
        except EditError as error:
            self.failed += 1
            say(f"lineage-verify: {error}")
            return False
        return True

    @staticmethod
    def _show(page: RepairPage, proposals: Sequence[Proposal]) -> None:
        write_text(sys.stdout, page.head())
        for proposal in proposals:
            write_text(sys.stdout, page.proposal(proposal))

    def _asked(
        self, page: RepairPage, proposals: Sequence[Proposal], texts: Mapping[str, PageText]
    ) -> Iterator[Change]:
        dialogue = Dialogue(_ask, say)
        for proposal in proposals:
            write_text(sys.stdout, page.proposal(proposal))
            try:
                answer = dialogue.about(proposal, texts)
            except KeyboardInterrupt:
                write_text(sys.stdout, "\n")  # the question's line has no end yet
                sys.stdout.flush()
                more = "more " if self.wrote else ""
                raise StoppedError(f"interrupted; nothing {more}was written") from None
            if isinstance(answer, Change):
                yield answer
            elif answer is not Answer.NO:
                self.ended = answer is Answer.QUIT
                return

    def _written(self, document: SpecDocument, chosen: Sequence[Change]) -> SpecDocument:
        try:
            data = apply(document, chosen, accept_meaning=True)
            save(document, data, root=self.session.root)
        except EditError as error:
            self.failed += 1
            say(f"lineage-verify: {error}")
            return document
        self.wrote += len(chosen)
        places = sum(len(change.pointers) for change in chosen)
        words = f"{counted(len(chosen), 'quote')} in {counted(places, 'place')}"
        write_text(sys.stdout, f"\nwrote {words} of {one_line(document.path)}\n")
        return read_spec(data, path=document.path, limits=self.session.settings.limits)


def _at_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _ask(question: str, begin: str) -> str:
    """One line from the terminal; `begin` stands there already, where the system can do so."""
    width = line_width(sys.stdout, os.environ) or _NARROWEST
    *above, question = _rows(question, width - _ANSWER)
    write_text(sys.stdout, "\n" + "".join(f"{row}\n" for row in above))
    sys.stdout.flush()
    try:
        import readline
    except ImportError:
        return input(question)
    readline.set_startup_hook(lambda: readline.insert_text(begin))
    try:
        return input(question)
    finally:
        readline.set_startup_hook(None)


_NARROWEST = 80
_ANSWER = 8
"""Columns left free behind a question."""


def _rows(question: str, width: int) -> list[str]:
    """A question in as many lines as it takes, each choice whole."""
    rows: list[str] = []
    for piece in question.split(", "):
        if rows and len(rows[-1]) + 2 + len(piece) <= width:
            rows[-1] += f", {piece}"
        else:
            rows = [*rows[:-1], f"{rows[-1]},", piece] if rows else [piece]
    return rows


def _tell_rest(report: Report, run: _Run) -> None:
    """What remains, in a line; and how to have written what was only shown."""
    run_totals = totals_of(report)
    if run.left:
        changed = counted(run.left, "changed meaning")
        again = "writes it, too" if run.left == 1 else "writes them, too"
        write_text(sys.stdout, f"\nleft {changed}; --apply --accept-meaning {again}\n")
    write_text(sys.stdout, f"\n{count_sum(run_totals.counts)}\n")
    ending = f"{report.outcome.value.capitalize()}: {outcome_sentence(run_totals)}\n"
    write_text(sys.stdout, ending)
    if run.offered and not run.apply and not _at_a_terminal():
        say("nothing was written; add --apply, or run it at a terminal to be asked")
