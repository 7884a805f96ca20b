"""What qualifies a claim: hedges, plans, tenses, comparisons, and what stands for what."""

import pytest

from lineage_verify.matches import match_quote
from lineage_verify.matches.word_lists import phrases_of
from lineage_verify.verdicts.judge import judge
from lineage_verify.verdicts.model import Severity, VerdictKind

TOLD = [
    (
        "The speed is less than the limit of the hall",
        "The speed is less than or equal to the limit of the hall",
        "qualifier added: or equal to",
    ),
    (
        "The speed is strictly below the limit of the hall",
        "The speed is below the limit of the hall",
        "qualifier lost: strictly",
    ),
    (
        "It is slower than the wheel in every hall",
        "It is as slow as the wheel in every hall",
        "comparison: slower than -> as slow as",
    ),
    (
        "It weighs over 20 stone in the hall",
        "It weighs about 20 stone in the hall",
        "comparison: over -> about",
    ),
    (
        "It has exactly 9 wheels in the hall",
        "It has 9 wheels in the hall",
        "comparison lost: exactly",
    ),
    (
        "It weaves wool as well as silk in the hall",
        "It weaves wool instead of silk in the hall",
        "qualifier added: instead of",
    ),
    (
        "It is woven and dyed in the hall at night",
        "It is woven rather than dyed in the hall at night",
        "qualifier added: rather than",
    ),
    (
        "The loom weaves silk in the hall",
        "The loom used to weave silk in the hall",
        "qualifier added: used to",
    ),
    (
        "The loom weaves silk in the hall",
        "The loom aims to weave silk in the hall",
        "qualifier added: aims to",
    ),
    (
        "The loom is kept in the hall at night",
        "The loom was kept in the hall at night",
        "tense: is -> was",
    ),
    (
        "The looms have a wheel in the hall",
        "The looms had a wheel in the hall",
        "tense: have -> had",
    ),
    (
        "Silk is supported in the hall of looms",
        "Silk is planned in the hall of looms",
        "opposite: supported -> planned",
    ),
    (
        "Added in version 2.4 of the loom here",
        "Deprecated in version 2.4 of the loom here",
        "opposite: Added -> Deprecated",
    ),
    (
        "the belt was removed in the last loom of all",
        "the belt was deprecated in the last loom of all",
        "opposite: removed -> deprecated",
    ),
    (
        "The patch fixes the tear in the cloth",
        "The patch attempts to fix the tear in the cloth",
        "qualifier added: attempts to",
    ),
    (
        "Weavers clean the loom after each day",
        "Weavers have to clean the loom after each day",
        "qualifier added: have to",
    ),
    (
        "The loom is started by default each morning",
        "The loom is started each morning",
        "qualifier lost: by default",
    ),
    (
        "Finding it takes O(n) turns in the hall of looms",
        "Finding it takes O(n²) turns in the hall of looms",
        "order of growth: O(n) -> O(n²)",
    ),
]


@pytest.mark.parametrize(("quote", "page", "reason"), TOLD)
def test_what_qualifies_a_claim_is_meaning(quote: str, page: str, reason: str) -> None:
    verdict = judge(match_quote(quote, page))
    assert verdict.kind is VerdictKind.DRIFTED
    assert verdict.severity is Severity.MEANING
    assert reason in verdict.reasons


FRAME = "The busy engine of the second hall {} starts the grey loom by itself"
QUALIFIERS = [phrase for line in phrases_of("qualifiers") for phrase in line]


@pytest.mark.parametrize("phrase", QUALIFIERS)
def test_a_qualifier_that_comes_or_goes_is_meaning(phrase: str) -> None:
    bare, qualified = FRAME.replace(" {}", ""), FRAME.format(phrase)
    assert judge(match_quote(bare, qualified)).severity is Severity.MEANING
    assert judge(match_quote(qualified, bare)).severity is Severity.MEANING


MILD = [
    ("The belt is used to move the cloth", "The belt is there to move the cloth"),
    ("The key used to wind the loom is lost", "The key to wind the loom is lost"),
    ("The loom is partialy made of oak wood", "The loom is partially made of oak wood"),
    ("The loom usually runs in the hall", "The loom typically runs in the hall"),
    ("It was woven in this hall by hand", "It was made in this hall by hand"),
    ("The loom is, perhaps, the oldest one", "The loom is, possibly, the oldest one"),
]


@pytest.mark.parametrize(("quote", "page"), MILD)
def test_what_qualifies_as_before_is_wording(quote: str, page: str) -> None:
    verdict = judge(match_quote(quote, page))
    assert verdict.kind is VerdictKind.DRIFTED
    assert verdict.severity is Severity.WORDING
