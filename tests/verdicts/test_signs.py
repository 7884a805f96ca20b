"""Signs that are the claim, and signs that only dress it."""

import pytest

from lineage_verify.matches import match_quote
from lineage_verify.verdicts.judge import judge
from lineage_verify.verdicts.model import Severity, VerdictKind

TOLD = [
    # symbols
    ("Looms ✔ Wheels ✔ in the hall", "Looms ✔ Wheels ✘ in the hall", "symbol: ✔ -> ✘"),
    ("Output ⬆ in the hall of looms", "Output ⬇ in the hall of looms", "symbol: ⬆ -> ⬇"),
    ("The task ☑ stands on the wall", "The task ☐ stands on the wall", "symbol: ☑ -> ☐"),
    ("the sum ∑ is taken over the looms", "the sum ∏ is taken over the looms", "symbol: ∑ -> ∏"),
    ("The state is 🟢 in the hall today", "The state is 🔴 in the hall today", "symbol: 🟢 -> 🔴"),
    ("Silk ❌ is woven in the hall here", "Silk is woven in the hall here", "symbol lost: ❌"),
    ("The mark ● stands for the loom", "The mark ○ stands for the loom", "symbol: ● -> ○"),
    # brackets
    ("a speed in (v, w] of the loom", "a speed in (v, w) of the loom", "brackets: w] -> w)"),
    ("it gives [] for a bare loom here", "it gives () for a bare loom here", "brackets: [] -> ()"),
    (
        "the price is (w + s) * n for each loom",
        "the price is w + (s * n) for each loom",
        "grouping: (w + s) -> (s * n)",
    ),
    (
        "the price is (w + s) * n for each loom",
        "the price is w + s * n for each loom",
        "grouping: (w + s) -> none",
    ),
    (
        "a loom runs if (wool or silk) and thread are there",
        "a loom runs if wool or (silk and thread) are there",
        "grouping: (wool or silk) -> (silk and thread)",
    ),
    # code
    (
        "the tail is row[2:] of the cloth",
        "the tail is row[:2] of the cloth",
        "code: row[2:] -> row[:2]",
    ),
    ("the field size?: is of the loom", "the field size: is of the loom", "code: size?: -> size:"),
    (
        "the rule gre?y finds both of them",
        "the rule grey finds both of them",
        "code: gre?y -> grey",
    ),
    (
        "it gives back a list of loom there",
        "it gives back a list of loom[] there",
        "code: loom -> loom[]",
    ),
    # delimiters
    ("Rows are parted by ';' in the list", "Rows are parted by '|' in the list", "sign: ; -> |"),
    ("Rows are parted by ',' in the list", "Rows are parted by in the list", "sign lost: ,"),
    (
        "A % begins a note in the list here",
        "A ! begins a note in the list here",
        "operator: % -> !",
    ),
    ("A # begins a note in the list here", "A ; begins a note in the list here", "sign: # -> ;"),
    # units
    (
        "the belt takes 40MB/s at full speed",
        "the belt takes 40Mb/s at full speed",
        "unit: MB -> Mb",
    ),
    ("the box (8GB) stands in the hall", "the box (8Gb) stands in the hall", "unit: GB -> Gb"),
    # spaces and commas
    (
        "clear it with rm -r /loom at night",
        "clear it with rm -r / loom at night",
        "spacing: /loom -> / loom",
    ),
    (
        "start it with --no wool in the hall",
        "start it with --nowool in the hall",
        "spacing: --no wool -> --nowool",
    ),
    (
        "the loom is nowhere in the hall",
        "the loom is now here in the hall",
        "spacing: nowhere -> now here",
    ),
    (
        "No loom is kept after the war of the halls",
        "No, loom is kept after the war of the halls",
        "answer: No -> No,",
    ),
]


@pytest.mark.parametrize(("quote", "page", "reason"), TOLD)
def test_a_sign_that_tells_is_meaning(quote: str, page: str, reason: str) -> None:
    verdict = judge(match_quote(quote, page))
    assert verdict.kind is VerdictKind.DRIFTED
    assert verdict.severity is Severity.MEANING
    assert reason in verdict.reasons


@pytest.mark.parametrize(
    ("quote", "page"),
    [
        ("The hall (see the map) has ten looms", "The hall see the map has ten looms"),
        ("▪ The hall has a loom by the door", "The hall has a loom by the door"),
        ("🎉 The hall has a loom by the door", "The hall has a loom by the door"),
        ("The hall® has a loom by the door", "The hall has a loom by the door"),
        ("The hall has a loom; by the door", "The hall has a loom: by the door"),
        ("call the weaver (once) for a loom", "call the weaver once for a loom"),
        ("The hall, it says, has one loom", "The hall it says has one loom"),
        ("It runs on looms and/or wheels here", "It runs on looms and / or wheels here"),
        ("It takes speed >= 10 in the hall", "It takes speed ≥ 10 in the hall"),
        ("It leads A -> B through the hall", "It leads A → B through the hall"),
        ("It is a 3x larger hall than ours", "It is a 3× larger hall than ours"),
        ("It takes wool and silk of the hall", "It takes wool & silk of the hall"),
    ],
)
def test_a_sign_that_dresses_is_cosmetic(quote: str, page: str) -> None:
    verdict = judge(match_quote(quote, page))
    assert verdict.kind is VerdictKind.DRIFTED
    assert verdict.severity is Severity.COSMETIC


@pytest.mark.parametrize("sign", "([{<\"'#✔?:")
def test_many_signs_are_looked_at_in_bounded_time(sign: str) -> None:
    wool = " ".join(f"{sign}w{number}" for number in range(700))
    silk = " ".join(f"{sign}{sign}w{number}" for number in range(700))
    match = match_quote(f"The hall keeps {wool} at night", f"The hall keeps {silk} at night")
    assert not judge(match).kind.holds
