"""Other ways to say the same are no change of the claim."""

from itertools import combinations

import pytest

from lineage_verify.matches import match_quote
from lineage_verify.matches.word_lists import phrases_of
from lineage_verify.verdicts.changes import Change
from lineage_verify.verdicts.judge import judge
from lineage_verify.verdicts.model import Severity, VerdictKind
from lineage_verify.verdicts.sameness import same_said, same_signs

MILD = [
    ("It fills the box of the TPU for the hall", "It fills the box of the TPUs for the hall"),
    ("It calls weave() on each of the looms", "It calls weave on each of the looms"),
    ("The NASA's loom weaves in the hall", "The NASA loom weaves in the hall"),
    ("We'll need a new loom to weave the silk", "We will need a new loom to weave the silk"),
    ("Every weaver owns a loom of the hall", "Each weaver owns a loom of the hall"),
    ("It holds at most 9 threads in the hall", "It holds up to 9 threads in the hall"),
    (
        "It was woven on March 7, 2019 in the hall of the town",
        "It was woven on Mar 7, 2019 in the hall of the town",
    ),
    (
        "It was woven on March 7, 2019 in the hall of the town",
        "It was woven on 7 March 2019 in the hall of the town",
    ),
    (
        "It was woven on 7 Mar 2019 in the hall of the town",
        "It was woven on March 7, 2019 in the hall of the town",
    ),
    ("The hall weaves 25,000 yards a year now", "The hall weaves 25 000 yards a year now"),
    ("It is the 4th loom of the whole hall", "It is the fourth loom of the whole hall"),
    ("It takes 0.25 of the wool of the hall", "It takes .25 of the wool of the hall"),
    ("Once the wool is dry, the loom starts", "After the wool is dry, the loom starts"),
    ("Once the wool is dry, the loom starts", "When the wool is dry, the loom starts"),
    ("Weavers must sweep the hall at night", "Weavers have to sweep the hall at night"),
    ("The weaver can stop the loom at night", "The weaver is able to stop the loom at night"),
]


@pytest.mark.parametrize(("quote", "page"), MILD)
def test_the_same_in_other_words_is_wording(quote: str, page: str) -> None:
    verdict = judge(match_quote(quote, page))
    assert verdict.kind is VerdictKind.DRIFTED
    assert verdict.severity is Severity.WORDING


NOT_THE_SAME = [
    (
        "It was woven on March 7, 2019 in the hall of the town",
        "It was woven on 8 March 2019 in the hall of the town",
    ),
    (
        "It was woven on March 7, 2019 in the hall of the town",
        "It was woven on 7 May 2019 in the hall of the town",
    ),
    ("It came on March 7, 2019 with 7 looms", "It came on 7 March 2019 with 9 looms"),
    ("It is the 4th loom of the whole hall", "It is the fifth loom of the whole hall"),
    ("It takes 0.25 of the wool of the hall", "It takes .52 of the wool of the hall"),
    ("The loom runs once in the morning here", "The loom runs in the morning here"),
    ("It holds at most 9 threads in the hall", "It holds at least 9 threads in the hall"),
    ("The layer_id is read in the hall here", "The layer_ids is read in the hall here"),
]


@pytest.mark.parametrize(("quote", "page"), NOT_THE_SAME)
def test_what_looks_like_the_same_is_meaning(quote: str, page: str) -> None:
    assert judge(match_quote(quote, page)).severity is Severity.MEANING


def words_alike() -> list[tuple[str, str]]:
    return [pair for line in phrases_of("same") for pair in combinations(line, 2)]


@pytest.mark.parametrize(("one", "two"), words_alike())
def test_phrases_of_one_line_say_the_same(one: str, two: str) -> None:
    for quote, page in ((one, two), (two, one)):
        change = same_said(Change(quote, page, "", interruption=False))
        assert change.gone == change.come


@pytest.mark.parametrize("line", phrases_of("same-signs"))
def test_signs_of_one_line_are_the_same(line: tuple[str, ...]) -> None:
    for one, two in combinations(line, 2):
        change = same_signs(Change(one, two, "", interruption=False))
        assert change.gone == change.come
