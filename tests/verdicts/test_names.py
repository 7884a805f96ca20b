"""Names, compounds, numbers and what they count."""

import pytest

from lineage_verify.matches import match_quote
from lineage_verify.verdicts.judge import judge
from lineage_verify.verdicts.model import Severity, VerdictKind

TOLD = [
    # compounds, part by part
    (
        "The wool is dye-sensitive in this hall",
        "The wool is dye-insensitive in this hall",
        "opposite: dye-sensitive -> dye-insensitive",
    ),
    (
        "The cloth is wind-safe in this hall",
        "The cloth is wind-unsafe in this hall",
        "opposite: wind-safe -> wind-unsafe",
    ),
    (
        "The door is push-only in the hall here",
        "The door is pull-only in the hall here",
        "opposite: push-only -> pull-only",
    ),
    (
        "Threads run top-to-bottom in the loom",
        "Threads run bottom-to-top in the loom",
        "swapped: top-to-bottom -> bottom-to-top",
    ),
    (
        "It takes low-weight wool in the hall",
        "It takes high-weight wool in the hall",
        "opposite: low-weight -> high-weight",
    ),
    (
        "It turns around the p-axis of the loom",
        "It turns around the q-axis of the loom",
        "name: p-axis -> q-axis",
    ),
    (
        "The toll is on a per-loom basis here",
        "The toll is on a per-weaver basis here",
        "name: per-loom -> per-weaver",
    ),
    (
        "It is a two-thread weave in the hall",
        "It is a three-thread weave in the hall",
        "number: two-thread -> three-thread",
    ),
    (
        "The hall keeps thirty-one looms of oak",
        "The hall keeps thirty-four looms of oak",
        "number: thirty-one -> thirty-four",
    ),
    # numbers in words of their own
    (
        "The belt gives a fourfold gain in cloth",
        "The belt gives a fivefold gain in cloth",
        "opposite: fourfold -> fivefold",
    ),
    (
        "The belt doubles the cloth of the hall",
        "The belt quadruples the cloth of the hall",
        "opposite: doubles -> quadruples",
    ),
    (
        "Es stehen fünf Webstühle in der Halle",
        "Es stehen sechs Webstühle in der Halle",
        "opposite: fünf -> sechs",
    ),
    ("仓库里最多可以放五台织布机器", "仓库里最多可以放九台织布机器", "opposite: 五 -> 九"),
    # what a number counts
    (
        "It is 20 times slower than the old loom",
        "It is 20 percent slower than the old loom",
        "counted: times -> percent",
    ),
    (
        "The hall has room for 40 looms at night",
        "The hall has room for 40 weavers at night",
        "counted: looms -> weavers",
    ),
    (
        "By the book of the hall the gain is 20",
        "By the book of the hall the gain is 20x the old one",
        "number: 20 -> 20x",
    ),
    (
        "The cloth ends in .wool in the hall of looms",
        "The cloth ends in .silk in the hall of looms",
        "identifier: .wool -> .silk",
    ),
    (
        'Pass "warp" as the thread to start the loom',
        'Pass "weft" as the thread to start the loom',
        'identifier: "warp" -> "weft"',
    ),
    (
        "sweep it with rm -r wool in the hall at night",
        "sweep it with rm -r . in the hall at night",
        "identifier: wool -> .",
    ),
    (
        "The toll is taken per loom of the whole hall",
        "The toll is taken per weaver of the whole hall",
        "counted per: loom -> weaver",
    ),
    # names
    (
        "The plan of the loom is in Annex C of it",
        "The plan of the loom is in Annex D of it",
        "name: C -> D",
    ),
    (
        "Jacquard is used for weaving in the hall",
        "Lancashire is used for weaving in the hall",
        "name: Jacquard -> Lancashire",
    ),
    (
        "The default thread is merino for each loom",
        "The default thread is cashmere for each loom",
        "value: merino -> cashmere",
    ),
    (
        "run git fetch at night in the hall here",
        "run git gc at night in the hall here",
        "command: fetch -> gc",
    ),
    (
        "import spindle as s at the top of it",
        "import treadle as s at the top of it",
        "command: spindle -> treadle",
    ),
    (
        "loom[warp] is read when the hall opens",
        "loom[weft] is read when the hall opens",
        "identifier: loom[warp] -> loom[weft]",
    ),
    (
        "It comes with loom[silk] in the hall",
        "It comes with loom in the hall",
        "identifier: loom[silk] -> loom",
    ),
    (
        "the mode of it is rw-r--r-- in the hall",
        "the mode of it is rw-rw-rw- in the hall",
        "identifier: rw-r--r-- -> rw-rw-rw-",
    ),
    ("each row ends with \\r in the list", "each row ends with \\t in the list", "name: r -> t"),
]


@pytest.mark.parametrize(("quote", "page", "reason"), TOLD)
def test_another_name_or_number_is_meaning(quote: str, page: str, reason: str) -> None:
    verdict = judge(match_quote(quote, page))
    assert verdict.kind is VerdictKind.DRIFTED
    assert verdict.severity is Severity.MEANING
    assert reason in verdict.reasons


MILD = [
    ("The strong-willed weaver runs the loom", "The strong-minded weaver runs the loom"),
    ("It takes 5 big looms to fill the hall", "It takes 5 large looms to fill the hall"),
    ("Because the loom is old it is slow", "As the loom is old it is slow"),
    ("It is the loom that runs at night", "This is the loom that runs at night"),
    ("The loom(s) of the hall run at night", "The looms of the hall run at night"),
    ("Cashmere is used by the hall at night", "Cashmeer is used by the hall at night"),
]


@pytest.mark.parametrize(("quote", "page"), MILD)
def test_other_words_are_no_other_names(quote: str, page: str) -> None:
    verdict = judge(match_quote(quote, page))
    assert verdict.kind is VerdictKind.DRIFTED
    assert verdict.severity in {Severity.COSMETIC, Severity.WORDING}
