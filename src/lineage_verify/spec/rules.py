"""Every code that can be told of a spec, with its level, what it means and what to do.

`docs/spec.md` describes the same rules with examples; a test compares the two. Codes are stable.
"""

from typing import Final, NamedTuple

from lineage_verify.spec.problems import Level, Location, Problem

__all__ = ["OF_A_RUN", "RULES", "Rule", "problem"]


class Rule(NamedTuple):
    """One thing that can be wrong with a spec; `advice` says in a sentence what to do."""

    code: str
    level: Level
    summary: str
    advice: str


def _error(code: str, summary: str, advice: str) -> Rule:
    return Rule(code, Level.ERROR, summary, advice)


def _warning(code: str, summary: str, advice: str) -> Rule:
    return Rule(code, Level.WARNING, summary, advice)


_ALONE = (
    # The file.
    _error("not-utf-8", "The file is not UTF-8.", "Save it as UTF-8."),
    _error("not-json", "The file is not JSON (RFC 8259).", "Mend it at the place that is named."),
    _error("too-large", "The file is larger than a spec may be.", "Split the page in two."),
    _error("too-deep", "Brackets nest deeper than in any spec.", "Look for a bracket not closed."),
    _error("duplicate-key", "A field stands twice in one object.", "Keep one of the two."),
    _error("lone-surrogate", "A text has half of a surrogate pair.", "Write the character itself."),
    _error("number-too-large", "A number is larger than can be kept.", "Write a smaller one."),
    # The shape.
    _error("missing-field", "A field that every spec has is not there.", "Add it."),
    _error("wrong-type", "A value is of the wrong type.", "Write the type that is named."),
    _error("empty-value", "An id, an address or the like is empty.", "Fill it in."),
    _error("verified-on-not-a-date", "`verified_on` is no date.", "Write it as YYYY-MM-DD."),
    _warning("more-problems", "There are more problems than can be told.", "Mend those told."),
    _warning("unknown-field", "A field is not known.", "Look for a slip in its name."),
    # What names what.
    _error("duplicate-stage", "Two stages have one id.", "Rename one of them."),
    _error("duplicate-dimension", "Two dimensions have one id.", "Rename one of them."),
    _error("duplicate-option", "Two options of a dimension have one value.", "Rename one of them."),
    _error("unknown-source", "Evidence names a source that is not there.", "Add it to `sources`."),
    _error("unknown-stage", "A step names a stage that is not there.", "Name one that is."),
    _error("unknown-dimension", "`when` names a dimension that is not there.", "Name one that is."),
    _error("unknown-option", "`when` names a value that no option has.", "Name one that is there."),
    _error("unknown-default", "A default is not among the options.", "Name one of the options."),
    # Evidence and addresses.
    _error("empty-quote", "A quote has no visible character.", "Quote the page's words."),
    _error("no-evidence", "Nothing in the spec has evidence.", "Add a source and a quote."),
    _error("refused-url", "An address is of a form that is refused.", "Write it another way."),
    # Lint: allowed, and still probably a slip.
    _warning("verified-on-future", "`verified_on` is in the future.", "Write the day of the run."),
    _warning("verified-on-old", "The page was verified long ago.", "Verify and renew it."),
    _warning("without-evidence", "A stage or a step has no evidence.", "Quote a source for it."),
    _warning("duplicate-quote", "A node has one quote twice.", "Keep one of the two."),
    _warning("short-quote", "A quote is too short to be evidence.", "Quote the whole clause."),
    _warning("long-quote", "A quote is longer than anyone can weigh.", "Quote what matters."),
    _warning("unused-source", "No evidence names a source.", "Quote it, or take it out."),
    _warning("tracking-parameters", "An address has tracking parameters.", "Take them out."),
    _warning("same-position", "Two stages lie at one place.", "Move one of them."),
    _warning("isolated-stage", "No step leads to or from a stage.", "Add a step."),
    _warning("never-there", "A step is there in no choice.", "Name a value in its `when`."),
    _warning("unreachable-stage", "In some choice no way leads to a stage.", "Mend a `when`."),
    _warning("dead-end", "In some choice a way stops in the middle.", "Mend a `when`."),
    _warning("no-way-through", "In some choice no way leads to the end.", "Mend a `when`."),
    _warning("unknown-placeholder", "A placeholder names no dimension.", "Name one that is."),
    _warning("unclosed-placeholder", "A `{` has no `}`, or the reverse.", "Close it."),
    _warning("untold-dimension", "The status line leaves a dimension out.", "Put it in."),
    _warning("unclosed-bold", "A `**` has no second one.", "Close it, or take it out."),
    _warning("link-form", "A link is of a wrong form.", "Write `[words](/path)`."),
)
_OF_A_RUN = (
    # What only the pages and their verdicts can tell.
    _warning("permanent-redirect", "A page has moved for good.", "Cite the new address."),
    _warning("https-answers", "A page answers over https, too.", "Cite the https address."),
    _warning("text-note", "A page was not quite readable.", "Look at the note."),
    _warning(
        "not-rendered",
        "A page that was to be rendered was read as it was sent.",
        "See whether the quotes stand in what the server sends.",
    ),
    _warning(
        "rendered-in-part",
        "A page was rendered without some of what its scripts asked for.",
        "Run again later; or cite what the script asks for.",
    ),
    _warning("unknown-fragment", "A page has no such place.", "Mend the part after the `#`."),
    _warning("expired-waiver", "A waiver's last day is past.", "Mend the quote."),
    _warning("unused-waiver", "A waiver covers nothing that is broken.", "Take it out."),
    _warning("ungrounded", "A node says what none of its pages says.", "Quote where it stands."),
)

RULES: Final[dict[str, Rule]] = {rule.code: rule for rule in (*_ALONE, *_OF_A_RUN)}
OF_A_RUN: Final = tuple(rule.code for rule in _OF_A_RUN)
"""The codes that `lint`, which reads no page, cannot tell."""


def problem(code: str, message: str, location: Location) -> Problem:
    """A problem of a rule; its level is the rule's."""
    return Problem(code, RULES[code].level, message, location)
