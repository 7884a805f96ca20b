"""What a long run puts down comes back as it was, from memory and from disk."""

from datetime import date
from typing import TypeVar

import pytest

from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.verdicts.model import SpecReport
from lineage_verify.verify.page_answer import PageAnswer
from lineage_verify.verify.plan import Share, plan, shares_of, terms_of, together
from lineage_verify.verify.ports import Judging
from lineage_verify.verify.reading import Question
from lineage_verify.verify.spill import Spill
from lineage_verify.verify.survey import Survey
from tests.verify.conftest import Document, World, snapshot

MILL = "https://mill.example/"
BAKER = "https://baker.example/"
WHEEL = "The wheel turns the shaft, and the shaft turns the stone."
OVEN = "The oven is heated with beech wood for three hours."
T = TypeVar("T")
PAGES = {MILL: f"<main><p>{WHEEL}</p></main>", BAKER: f"<main><p>{OVEN}</p></main>"}


@pytest.mark.parametrize("held", [0, 1, 100])
def test_each_thing_comes_back_once_and_as_it_was(held: int, document: Document) -> None:
    made = document({"m": f"{MILL}#wheel", "b": BAKER}, [("m", WHEEL), ("b", OVEN)])
    answers = [
        PageAnswer(error=Unreachable(ErrorKind.DNS, "no such host")),
        PageAnswer(snapshot=snapshot(MILL, PAGES[MILL]), notes=("one",), terms=frozenset({"a"})),
    ]
    shares = list(shares_of(plan(made), terms_of(made)).values())
    with Spill[object](held=held) as spill:
        numbers = [spill.put(thing) for thing in (*answers, *shares)]
        assert len(set(numbers)) == 4
        assert [spill.take(number) for number in reversed(numbers)] == [
            *reversed(shares),
            *reversed(answers),
        ]


def test_a_run_on_disk_says_what_one_in_memory_says(
    document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reports() -> list[SpecReport]:
        documents = [
            document(
                {"m": MILL, "b": BAKER, "x": "https://gone.example/"},
                [("m", WHEEL), ("b", WHEEL), ("b", OVEN.replace("three", "four")), ("x", OVEN)],
                f"{number}.json",
            )
            for number in range(5)
        ]
        return World(PAGES).run(documents)

    in_memory = reports()
    monkeypatch.setattr("lineage_verify.verify.run.Spill", _OnDisk)
    assert reports() == in_memory


class _OnDisk(Spill[T]):
    def __init__(self) -> None:
        super().__init__(held=0)


def test_a_page_is_asked_all_at_once_and_each_spec_has_its_own_answer(document: Document) -> None:
    one = document({"m": MILL}, [("m", WHEEL)], "one.json")
    two = document({"m": MILL}, [("m", OVEN), ("m", WHEEL)], "two.json")
    with Spill[tuple[int, Share]]() as spill:
        survey = Survey(spill, ())
        survey.add(one)
        survey.add(two)
        assert list(survey) == [MILL]
        asked = survey.take(MILL)
    everything = together(asked)
    assert {question.selector.exact for question in everything.questions} == {WHEEL, OVEN}
    assert len(everything.questions) == 2
    assert [len(share.inquiry.questions) for share in asked] == [1, 2]
    assert all(isinstance(row, Question) for row in everything.questions)


def test_an_iterator_is_gone_through_once(document: Document) -> None:
    documents = [document({"m": MILL}, [("m", WHEEL)], f"{number}.json") for number in range(3)]
    rules = Judging(today=date(2026, 5, 1))
    world = World(PAGES)
    assert [report.path for report in world.run(iter(documents), rules)] == [
        "0.json",
        "1.json",
        "2.json",
    ]


def test_a_worker_of_pages_that_fails_ends_the_run(document: Document) -> None:
    class Broken(World):
        async def get(self, _: object) -> object:  # type: ignore[override]
            raise OSError("the disk is full")

    with pytest.raises(OSError, match="the disk is full"):
        Broken(PAGES).run([document({"m": MILL}, [("m", WHEEL)])])
