"""`lineage-verify find`: one quote against one page, for authors."""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace

from lineage_verify.cli.exit_codes import ExitCode
from lineage_verify.cli.one_page import get_page, question_of
from lineage_verify.cli.options import PageOptions, ScreenOptions
from lineage_verify.cli.screen import line_width, write_text
from lineage_verify.cli.session import open_session
from lineage_verify.errors import SettingsError
from lineage_verify.matches import match_quote
from lineage_verify.matches.model import Selector
from lineage_verify.reports.escape import json_safe, one_line, visible
from lineage_verify.reports.explanation import explain_verdict, laid_out
from lineage_verify.rewording import Rewording, reworded
from lineage_verify.verdicts.model import Severity
from lineage_verify.verify.examine import read_match
from lineage_verify.verify.reading import Reading
from lineage_verify.verify.selector import pointed

__all__ = ["find"]


def find(url: str, quote: str, *, source: str, pages: PageOptions, screen: ScreenOptions) -> int:
    """Print the evidence for a quote; for one that has drifted, with the page's own words.

    What was found, and that a quote does not hold, is told on standard error.
    """
    wanted = (sys.stdin.read() if quote == "-" else quote).strip()
    if not wanted:
        raise SettingsError("the quote is empty")
    got = get_page(open_session(pages, screen), url, wanted)
    if isinstance(got, int):
        return got
    question = question_of(got.target, url, wanted)
    match = match_quote(question.selector, got.text)
    reading = read_match(match, got.text, question)
    _tell(_explained(reading, screen))
    if reading.holds:
        _print(_evidence(source, pointed(match, got.text), reading))
        return ExitCode.OK
    offer = reworded(question.selector, match, got.text)
    _tell(_offered(offer, reading))
    if offer.words is not None:
        found = match_quote(replace(question.selector, exact=offer.words), got.text)
        _print(_fields(source, pointed(found, got.text)))
    return ExitCode.BROKEN


def _explained(reading: Reading, screen: ScreenOptions) -> Iterator[str]:
    """How the verdict was reached; quietly, only what does not hold and in what."""
    for line in explain_verdict(reading.verdict):
        if not screen.quiet or not (reading.holds or line.startswith("looked ")):
            yield line


def _tell(lines: Iterator[str]) -> None:
    write_text(sys.stderr, visible(laid_out(lines, line_width(sys.stderr, os.environ))))


def _print(evidence: Mapping[str, str]) -> None:
    write_text(sys.stdout, f"{json_safe(json.dumps(evidence, ensure_ascii=False))}\n")


def _offered(offer: Rewording, reading: Reading) -> Iterator[str]:
    """What is offered in place of a quote that does not hold, so that nobody takes it for one."""
    if reading.verdict.match is None or reading.verdict.match.place is None:
        return
    if offer.words is None:
        yield f"no offer   {one_line(offer.obstacle or 'nothing on the page can be quoted for it')}"
        return
    yield (
        "offer      the evidence below has the page's own words in place of the quote, which does"
        " not hold"
    )
    if reading.verdict.severity is Severity.MEANING:
        yield "           what it is to back may be false now: read the page before you take it"
    for note in offer.notes:
        yield f"           the offer {one_line(note)}"


def _evidence(source: str, selector: Selector, reading: Reading) -> dict[str, str]:
    """The evidence object; a quote without words left out is given in the page's own typography."""
    match = reading.verdict.match
    whole = match is not None and len(match.parts) <= 1
    exact = reading.verdict.found if whole and reading.verdict.found else selector.exact
    return _fields(source, replace(selector, exact=exact))


def _fields(source: str, selector: Selector) -> dict[str, str]:
    return {
        "source": source,
        "quote": selector.exact,
        **({"prefix": selector.prefix} if selector.prefix else {}),
        **({"suffix": selector.suffix} if selector.suffix else {}),
    }
