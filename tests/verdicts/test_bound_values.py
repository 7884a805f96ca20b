"""Values that hold together: a grouped number, and a unit with the case of its letters."""

import pytest

from lineage_verify.matches import match_quote
from lineage_verify.verdicts.judge import judge
from lineage_verify.verdicts.model import Severity, VerdictKind

PAGE = (
    "The plan costs 1\u00a0500 crowns in each month. The mill has 10\u202f000 sacks in store now. "
    "The line carries 16 MB in a second here. Each call waits 5ms for the answer."
)


@pytest.mark.parametrize(
    "quote",
    ["500 crowns in each month.", "000 sacks in store now.", "The plan costs 1"],
)
def test_a_part_of_a_grouped_number_never_holds(quote: str) -> None:
    verdict = judge(match_quote(quote, PAGE))
    assert (verdict.kind, verdict.severity) == (VerdictKind.DRIFTED, Severity.MEANING)


@pytest.mark.parametrize(
    "quote", ["The plan costs 1 500 crowns", "The mill has 10 000 sacks in store now."]
)
def test_the_whole_number_holds(quote: str) -> None:
    assert judge(match_quote(quote, PAGE)).kind is VerdictKind.TYPOGRAPHIC


@pytest.mark.parametrize(
    ("quote", "severity"),
    [
        ("The line carries 16 Mb in a second here.", Severity.MEANING),
        ("The line carries 16 mB in a second here.", Severity.MEANING),
        ("The line carries 16 MB in a Second here.", Severity.COSMETIC),
        ("Each call waits 5Ms for the answer.", Severity.MEANING),
    ],
)
def test_the_case_of_a_unit_is_part_of_it(quote: str, severity: Severity) -> None:
    verdict = judge(match_quote(quote, PAGE))
    assert (verdict.kind, verdict.severity) == (VerdictKind.DRIFTED, severity)
