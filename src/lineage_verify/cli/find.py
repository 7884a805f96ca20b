"""`lineage-verify find`: one quote against one page, for authors."""

import json
import sys

from lineage_verify.cli.exit_codes import ExitCode
from lineage_verify.cli.one_page import get_page, question_of
from lineage_verify.cli.options import PageOptions, ScreenOptions
from lineage_verify.cli.screen import write_text
from lineage_verify.cli.session import open_session
from lineage_verify.errors import SettingsError
from lineage_verify.matches import match_quote
from lineage_verify.matches.model import Selector
from lineage_verify.reports.escape import json_safe, visible
from lineage_verify.reports.explanation import explain_verdict
from lineage_verify.verify.examine import read_match
from lineage_verify.verify.reading import Reading
from lineage_verify.verify.selector import pointed

__all__ = ["find"]


def find(url: str, quote: str, *, source: str, pages: PageOptions, screen: ScreenOptions) -> int:
    """Print the evidence for a quote that holds; tell what differs for one that does not."""
    wanted = (sys.stdin.read() if quote == "-" else quote).strip()
    if not wanted:
        raise SettingsError("the quote is empty")
    got = get_page(open_session(pages, screen), url, wanted)
    if isinstance(got, int):
        return got
    question = question_of(got.target, url, wanted)
    match = match_quote(question.selector, got.text)
    reading = read_match(match, got.text, question)
    told = "".join(f"{line}\n" for line in explain_verdict(reading.verdict))
    write_text(sys.stderr, visible(told))
    if not reading.holds:
        return ExitCode.BROKEN
    evidence = _evidence(source, pointed(match, got.text), reading)
    write_text(sys.stdout, f"{json_safe(json.dumps(evidence, ensure_ascii=False))}\n")
    return ExitCode.OK


def _evidence(source: str, selector: Selector, reading: Reading) -> dict[str, str]:
    """The evidence object; a quote without words left out is given in the page's own typography."""
    match = reading.verdict.match
    whole = match is not None and len(match.parts) <= 1
    exact = reading.verdict.found if whole and reading.verdict.found else selector.exact
    return {
        "source": source,
        "quote": exact,
        **({"prefix": selector.prefix} if selector.prefix else {}),
        **({"suffix": selector.suffix} if selector.suffix else {}),
    }
