"""Words that changed places: another does what is said, or it is done in another order."""

import pytest

from lineage_verify.matches import match_quote
from lineage_verify.verdicts.judge import judge
from lineage_verify.verdicts.model import Severity, VerdictKind

SWAPPED = [
    (
        "The spindle drives the wheel on each turn",
        "The wheel drives the spindle on each turn",
        "swapped: spindle and wheel",
    ),
    (
        "The weaver waits for the dyer to finish",
        "The dyer waits for the weaver to finish",
        "swapped: weaver and dyer",
    ),
    (
        "The master pays the weaver a coin each day",
        "The weaver pays the master a coin each day",
        "swapped: master and weaver",
    ),
    (
        "Thread is carried from loft to cellar at night",
        "Thread is carried from cellar to loft at night",
        "swapped: cellar and loft",
    ),
    (
        "it stops the loom when p < q in the hall",
        "it stops the loom when q < p in the hall",
        "swapped: p and q",
    ),
    (
        "use ln target source to bind the two of them",
        "use ln source target to bind the two of them",
        "swapped: source and target",
    ),
    (
        "run it with mv wool.txt silk.txt at night",
        "run it with mv silk.txt wool.txt at night",
        "swapped: silk.txt and wool.txt",
    ),
    (
        "Wool is kept by day and silk by night here",
        "Silk is kept by day and wool by night here",
        "moved into another's place: silk -> wool",
    ),
    (
        "In each hall they wash the wool, then dye it, then dry it",
        "In each hall they dye the wool, then wash it, then dry it",
        "swapped: Wash and dye",
    ),
    (
        "They are read in this order: wool, silk, linen of the hall",
        "They are read in this order: linen, silk, wool of the hall",
        "swapped: wool and linen",
    ),
    (
        "The foreman calls the weaver at each turn of the wheel in the hall",
        "The foreman is called by the weaver at each turn of the wheel in the hall",
        "role: calls -> is called by",
    ),
    (
        "The loom is driven by the wheel at night",
        "The loom drives the wheel at night",
        "role: is driven by -> drives",
    ),
    (
        "the sizes [8, 24] are used in the hall",
        "the sizes [24, 8] are used in the hall",
        "order: [8, 24] -> [24, 8]",
    ),
]


@pytest.mark.parametrize(("quote", "page", "reason"), SWAPPED)
def test_a_swap_is_meaning(quote: str, page: str, reason: str) -> None:
    verdict = judge(match_quote(quote, page))
    assert verdict.kind is VerdictKind.DRIFTED
    assert verdict.severity is Severity.MEANING
    assert reason.lower() in [one.lower() for one in verdict.reasons]


MOVED = [
    (
        "Wool and silk are woven in the hall of the town at night",
        "Silk and wool are woven in the hall of the town at night",
    ),
    (
        "Wool, silk and linen are woven in the hall of the town at night",
        "Linen, silk and wool are woven in the hall of the town at night",
    ),
    ("The hall weaves wool or silk at night", "The hall weaves silk or wool at night"),
    ("The loom quickly weaves the cloth at night", "The loom weaves the cloth quickly at night"),
    ("In winter, the loom weaves the cloth", "The loom weaves the cloth in winter"),
    ("When wool is there, the loom weaves cloth", "The loom weaves cloth when wool is there"),
]


@pytest.mark.parametrize(("quote", "page"), MOVED)
def test_what_only_moved_is_wording(quote: str, page: str) -> None:
    verdict = judge(match_quote(quote, page))
    assert verdict.kind is VerdictKind.DRIFTED
    assert verdict.severity is Severity.WORDING
