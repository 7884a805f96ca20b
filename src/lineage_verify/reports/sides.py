"""A word diff as two sides: what the quote says, and what the page says."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lineage_verify.matches.model import Difference, Edit
from lineage_verify.reports.escape import clip, one_line
from lineage_verify.verdicts.model import Finding

__all__ = ["LEGEND", "Run", "marked", "other_words", "page_side", "quote_side"]

LEGEND = "[-words-] only the quote has, {+words+} only the page has"

_LONGEST = 2000
"""How many characters of one run are shown; a quote may have ten million."""

_KEPT = 12
"""How many words at either end stay where a long unchanged run is shortened."""


@dataclass(frozen=True, slots=True)
class Run:
    """Some words of one side; `edit` says whether the other side has them, too."""

    edit: Edit
    text: str


def quote_side(finding: Finding, *, whole: bool = False) -> tuple[Run, ...]:
    """The quote, with what the page lacks marked off."""
    runs = _side(finding, Edit.DELETE, whole=whole)
    return runs or _one_run(finding.quote, whole=whole)


def page_side(finding: Finding, *, whole: bool = False) -> tuple[Run, ...]:
    """The page's words, with what the quote lacks marked off; empty where nothing was found."""
    runs = _side(finding, Edit.INSERT, whole=whole)
    if runs or finding.verdict.found is None:
        return runs
    return _one_run(finding.verdict.found, whole=whole)


def other_words(finding: Finding, *, whole: bool = False) -> str | None:
    """The page's passage of a quote that holds, where it reads otherwise than the quote.

    That is a quote with words left out, whose passage has them, or other typography.
    """
    found = finding.verdict.found
    if not finding.kind.holds or found is None or one_line(found) == one_line(finding.quote):
        return None
    line = one_line(found)
    return line if whole else clip(line, _LONGEST)


def marked(runs: Iterable[Run]) -> str:
    """A side as plain text: `the [-old-] words`."""
    return "".join(mark(run) for run in runs)


def mark(run: Run) -> str:
    """One run as plain text, its marks inside the white space around it."""
    core = run.text.strip(" ")
    if run.edit is Edit.EQUAL or not core:
        return run.text
    before, after = run.text.split(core, 1)
    opened, closed = ("[-", "-]") if run.edit is Edit.DELETE else ("{+", "+}")
    return f"{before}{opened}{core}{closed}{after}"


def _side(finding: Finding, edit: Edit, *, whole: bool) -> tuple[Run, ...]:
    diff = finding.verdict.diff
    parts = [part for part in diff if part.edit in {Edit.EQUAL, edit}]
    texts = _spaced([part.text for part in parts], glue=_glue(diff))
    runs = [Run(part.edit, text) for part, text in zip(parts, texts, strict=True)]
    return tuple(runs if whole else _shortened(runs))


def _one_run(text: str, *, whole: bool) -> tuple[Run, ...]:
    line = one_line(text)
    return (Run(Edit.EQUAL, line if whole else clip(line, _LONGEST)),)


def _glue(diff: Sequence[Difference]) -> str:
    """What stands between two runs: nothing, where the runs bring their own white space."""
    own = any(part.text[:1].isspace() or part.text[-1:].isspace() for part in diff)
    return "" if own or len(diff) == 1 else " "


def _spaced(texts: Sequence[str], *, glue: str) -> Iterable[str]:
    for index, text in enumerate(texts):
        line = _same_edges(text)
        yield line + glue if index < len(texts) - 1 else line.rstrip(" ")


def _same_edges(text: str) -> str:
    """`one_line`, but white space at either end stays, as one space."""
    before = " " if text[:1].isspace() else ""
    after = " " if text[-1:].isspace() and text.strip() else ""
    return f"{before}{one_line(text)}{after}"


def _shortened(runs: Iterable[Run]) -> Iterable[Run]:
    """Runs with the middle of long unchanged ones left out."""
    for run in runs:
        unchanged = run.edit is Edit.EQUAL
        yield Run(run.edit, _cut(run.text) if unchanged else clip(run.text, _LONGEST))


def _cut(text: str) -> str:
    core = text.strip(" ")
    words = core.split(" ")
    if len(words) <= 3 * _KEPT:
        return clip(text, _LONGEST)
    before, after = text.split(core, 1)
    return f"{before}{' '.join([*words[:_KEPT], '…', *words[-_KEPT:]])}{after}"
