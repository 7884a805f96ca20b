"""The HTML report: one self-contained file under a Content-Security-Policy of its own.

Nothing in it is loaded from anywhere; the policy allows the file's own style and script by their
digests and nothing else, so that no text of a page or a spec could run even if it got in unescaped.
"""

from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from lineage_verify._version import __version__
from lineage_verify.matches.model import Edit
from lineage_verify.reports.encodings import is_unicode
from lineage_verify.reports.escape import cell, lines
from lineage_verify.reports.html.facts import minutes
from lineage_verify.reports.html.standing import OUTCOME_STANDING, SIGNS, Standing, State
from lineage_verify.reports.html.view import view_of
from lineage_verify.reports.interface import Options, ReportWriter
from lineage_verify.reports.sides import Run
from lineage_verify.reports.wording import count_sum, outcome_sentence
from lineage_verify.verdicts.model import SpecReport
from lineage_verify.verdicts.tally import Totals

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["HtmlWriter"]

_FILTERS = (
    (State.BROKEN, "Broken"),
    (State.UNREACHABLE, "Unreachable"),
    (State.WARNED, "Warnings"),
    (State.WAIVED, "Waived"),
    (State.HOLDS, "Holds"),
)
_SIGNS = {state.value: sign for state, sign in SIGNS.items()}


class HtmlWriter(ReportWriter):
    """Draws each spec, with its evidence, filters and sources, in one file."""

    def __init__(self, options: Options) -> None:
        """Take the encoding of the output: what it cannot carry is written as references."""
        self._unicode = is_unicode(options.encoding)
        self._index = options.spool()
        self._specs = options.spool()
        self._number = 0
        self._tally: Counter[str] = Counter()

    def add(self, spec: SpecReport) -> None:
        """Draw one spec, and name it in the index."""
        self._number += 1
        view = view_of(spec, self._number)
        self._tally.update(view.tally)
        self._index.write(_written("entry.html.jinja", spec=view))
        self._specs.write(_written("spec.html.jinja", spec=view, signs=_SIGNS))

    def end(self, run: Totals) -> Iterator[str]:
        """The whole report as one HTML document."""
        context = self._context(run)
        for piece in _environment().get_template("report.html.jinja").generate(context):
            yield piece if self._unicode else piece.encode("ascii", "xmlcharrefreplace").decode()

    def _context(self, run: Totals) -> dict[str, object]:
        style, script = _part("report.css"), _part("report.js")
        return {
            "count": run.specs,
            "index": self._index.pieces(),
            "specs": self._specs.pieces(),
            "outcome": Standing(OUTCOME_STANDING[run.outcome], run.outcome.value),
            "sentence": outcome_sentence(run),
            "counts": count_sum(run.counts),
            "exit_code": run.exit_code,
            "hints": tuple(run.hints),
            "generated_at": minutes(run.generated_at),
            "version": __version__,
            "filters": [
                (state.value, label, self._tally[state.value]) for state, label in _FILTERS
            ],
            "signs": _SIGNS,
            "style": style,
            "script": script,
            "policy": _policy(style, script),
        }


def _written(template: str, **context: object) -> str:
    return _environment().get_template(template).render(context)


def _policy(style: str, script: str) -> str:
    """The Content-Security-Policy (W3C CSP Level 3) of the file."""
    rules = {
        "default-src": "'none'",
        "style-src": f"'{_digest(style)}'",
        "script-src": f"'{_digest(script)}'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _part(name: str) -> str:
    return files("lineage_verify.reports.html").joinpath("parts", name).read_text("utf-8")


@cache
def _environment() -> "Environment":
    from jinja2 import DictLoader, Environment, StrictUndefined
    from markupsafe import Markup

    names = ("report.html.jinja", "entry.html.jinja", "spec.html.jinja", "picture.html.jinja")
    environment = Environment(
        loader=DictLoader({name: _part(name) for name in names}),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalized,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["cell"] = cell
    environment.filters["ours"] = (
        Markup  # the package's own style and script, and what it has written
    )
    environment.globals["parts"] = _run_parts
    return environment


def _finalized(value: object) -> object:
    """Every plain string that a template writes, its control characters spelled out."""
    return lines(value) if type(value) is str else value


def _run_parts(run: Run) -> Mapping[str, str]:
    """A run's white space before, its words, its white space after, and its element."""
    core = run.text.strip(" ")
    before, after = run.text.split(core, 1) if core else (run.text, "")
    tags = {Edit.EQUAL: "", Edit.DELETE: "del", Edit.INSERT: "ins"}
    return {"before": before, "core": core, "after": after, "tag": tags[run.edit]}
