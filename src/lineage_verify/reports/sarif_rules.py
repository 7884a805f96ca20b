"""The rules of the SARIF report: one a verdict and severity, and those of specs and warnings."""

from dataclasses import dataclass

from lineage_verify.verdicts.model import Finding, Severity, VerdictKind

__all__ = ["RULES", "Rule", "rule_of"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: `level` is SARIF's `error`, `warning` or `note`."""

    id: str
    level: str
    summary: str
    help: str


_MEND = (
    "Open the linked page. If the claim still stands, put the page's present words into `quote`"
    " (`lineage-verify repair` offers them). If it does not, change what the spec says."
)

RULES: tuple[Rule, ...] = (
    Rule(
        "drifted-meaning",
        "error",
        "The page has the quote in other words: the claim may be false now.",
        f"A negation, number, version, unit, modal verb, name or opposite changed. {_MEND}",
    ),
    Rule(
        "drifted-wording",
        "error",
        "The page has the quote in other words; the claim probably stands.",
        f"Words changed, but none that turns the claim. {_MEND}",
    ),
    Rule(
        "drifted-cosmetic",
        "error",
        "The page has the quote with other letter case or punctuation.",
        f"Nothing but letter case or punctuation changed. {_MEND}",
    ),
    Rule(
        "missing",
        "error",
        "The page has nothing that is recognisably the quote.",
        "Look for the statement elsewhere: in the other sources that the result names, or on the"
        " page as it was when the quote last held. If no source has it, the claim has no backing.",
    ),
    Rule(
        "unreachable",
        "warning",
        "The page could not be read, so nothing is known of the quote.",
        "The result names the reason and what to do. A page that needs a browser can be saved there"
        " and added with `lineage-verify cache import FILE --url URL`.",
    ),
    Rule(
        "evidence-warning",
        "note",
        "The quote holds and is worth a look.",
        "The message says why: it is short, stands at several places, in text that is not shown,"
        " or across two parts of the page. A longer quote or a `prefix` usually settles it.",
    ),
    Rule(
        "spec-error",
        "error",
        "The spec is invalid, so its evidence was not verified.",
        "Mend the spec at the marked place; `lineage-verify schema` prints the schema for editors.",
    ),
    Rule(
        "spec-warning",
        "warning",
        "Something in the spec is worth a look.",
        "The spec is verified all the same; the message says what is odd.",
    ),
)


def rule_of(finding: Finding) -> str:
    """The id of the rule that a finding falls under."""
    if finding.kind.holds:
        return "evidence-warning"
    if finding.kind is VerdictKind.DRIFTED:
        return f"drifted-{(finding.verdict.severity or Severity.MEANING).value}"
    return finding.kind.value
