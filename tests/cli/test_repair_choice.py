"""What an answer to `repair`'s question does."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from lineage_verify.cli.repair_choice import Answer, Dialogue, applicable
from lineage_verify.repair import Change, Proposal
from lineage_verify.text.page_text import PageText
from lineage_verify.verdicts.model import Severity, VerdictKind

NEW = "The sacks are lifted by a rope hoist."
PAGE = PageText.plain(f"In the mill. {NEW} Nobody carries them.")
POINTERS = ("/stages/2/evidence/0", "/steps/2/evidence/0")
DRIFTED = Proposal(
    source="mill",
    quote="The sacks are lifted by a chain hoist.",
    pointers=POINTERS,
    kind=VerdictKind.DRIFTED,
    words=NEW,
    severity=Severity.WORDING,
)
MEANING = replace(DRIFTED, severity=Severity.MEANING)
LOST = replace(
    DRIFTED,
    kind=VerdictKind.MISSING,
    words=None,
    obstacle="nothing on the page is recognisably this quote",
    elsewhere=("law", "book"),
)


class Person:
    """Gives answers in order, and remembers what it was told."""

    def __init__(self, answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []
        self.told: list[str] = []

    def ask(self, question: str, begin: str) -> str:
        self.asked.append(question)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0) or begin

    def about(self, proposal: Proposal) -> Change | Answer:
        return Dialogue(self.ask, self.told.append).about(proposal, {"mill": PAGE})


@pytest.mark.parametrize(
    ("proposal", "answers", "result"),
    [
        (DRIFTED, ["y"], Change(POINTERS, quote=NEW)),
        (DRIFTED, ["Yes "], Change(POINTERS, quote=NEW)),
        (DRIFTED, ["n"], Answer.NO),
        (DRIFTED, ["skip"], Answer.SKIP),
        (DRIFTED, ["q"], Answer.QUIT),
        (DRIFTED, [], Answer.QUIT),
        (DRIFTED, ["", "hm", "1", "y"], Change(POINTERS, quote=NEW)),
        (DRIFTED, ["e", ""], Change(POINTERS, quote=NEW)),
        (DRIFTED, ["e", f" {NEW[:-1]}  "], Change(POINTERS, quote=NEW[:-1])),
        (
            DRIFTED,
            ["e", "sacks are  lifted ", "yes"],
            Change(POINTERS, "sacks are lifted", None, True),
        ),
        (DRIFTED, ["e", "sacks are lifted", "y", "n"], Answer.NO),
        (DRIFTED, ["e", f"{NEW} Nobody carries them.", "", "n"], Answer.NO),
        (DRIFTED, ["e", "The sacks fly.", "n"], Answer.NO),
        (MEANING, ["y", "n"], Answer.NO),
        (MEANING, ["yes"], Change(POINTERS, quote=NEW, meaning=True)),
        (MEANING, ["e", "", "y", "e", "", "", "n"], Answer.NO),
        (MEANING, ["e", "", "yes"], Change(POINTERS, quote=NEW, meaning=True)),
        (LOST, ["2"], Change(POINTERS, source="book")),
        (LOST, ["0", "3", "²", "y", "e", "n"], Answer.NO),
    ],
)
def test_an_answer(proposal: Proposal, answers: list[str], result: Change | Answer) -> None:
    person = Person(answers)
    assert person.about(proposal) == result
    assert person.answers == []


def test_a_question_offers_what_can_be_answered() -> None:
    for proposal, offered, not_offered in (
        (DRIFTED, ("[y]es", "[e]dit"), "instead"),
        (MEANING, ("yes,", "[e]dit"), "[y]es"),
        (LOST, ("[1] cite law instead", "[2] cite book instead"), "yes"),
    ):
        person = Person([])
        person.about(proposal)
        assert all(words in person.asked[0] for words in (*offered, "[n]o", "[q]uit"))
        assert not_offered not in person.asked[0]


def test_what_does_not_hold_is_told_and_asked_for_again() -> None:
    person = Person(["e", "The sacks fly.", "y"])
    assert isinstance(person.about(DRIFTED), Change)
    assert any("does not have these words" in line for line in person.told)


def test_what_is_to_be_said_of_an_edited_quote_is_told_before_it_is_written() -> None:
    person = Person(["e", "hoist", "no", "n"])
    assert person.about(DRIFTED) == Answer.NO
    assert any("too short" in line for line in person.told)
    assert any("may be false now: clause lost" in line for line in person.told)
    assert "Write the new quote? yes, [n]o: " in person.asked


def test_an_edited_quote_that_is_ambiguous_needs_a_yes() -> None:
    twice = PageText.plain(f"{NEW}\n\nAnd again: {NEW}")
    for word, result in (("y", Change(POINTERS, quote=NEW)), ("", Answer.QUIT)):
        person = Person(["e", "", word])
        assert Dialogue(person.ask, person.told.append).about(DRIFTED, {"mill": twice}) == result
        assert any("several places" in line for line in person.told)


def test_a_source_cannot_command_the_terminal() -> None:
    person = Person([])
    person.about(replace(LOST, elsewhere=("a\x1b[2J\u202e",)))
    assert "\x1b" not in person.asked[0]
    assert "\u202e" not in person.asked[0]


def test_apply_takes_every_offer_but_changed_meanings() -> None:
    proposals = (DRIFTED, MEANING, LOST)
    assert [change.meaning for change in applicable(proposals, accept_meaning=False)] == [False]
    assert [change.meaning for change in applicable(proposals, accept_meaning=True)] == [
        False,
        True,
    ]
