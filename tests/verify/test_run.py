"""Specs to reports, with pages from a dictionary."""

from datetime import date

import pytest

from lineage_verify.spec.read import read_spec
from lineage_verify.verdicts.model import Outcome, Severity, VerdictKind
from lineage_verify.verdicts.waivers import Waiver
from lineage_verify.verify.answers import IN_WORK
from lineage_verify.verify.ports import Judging
from lineage_verify.verify.run import summarise
from tests.verify.conftest import NOON, Document, World

MILL = "https://mill.example/"
BAKER = "https://baker.example/"
WHEEL = "The wheel turns the shaft, and the shaft turns the stone."
OVEN = "The oven is heated with beech wood for three hours."
PAGES = {
    MILL: f"<main><h1 id=w>Wheel</h1><p>{WHEEL}</p></main>",
    BAKER: f"<main><p>{OVEN}</p></main>",
}


def test_one_page_is_asked_for_once_for_many_specs(document: Document) -> None:
    world = World(PAGES)
    count = IN_WORK + 3
    documents = [document({"m": f"{MILL}#{n}"}, [("m", WHEEL)], f"{n}.json") for n in range(count)]
    reports = world.run(documents)
    assert [report.path for report in reports] == [f"{n}.json" for n in range(count)]
    assert all(report.outcome is Outcome.OK for report in reports)
    assert world.asked == [MILL]


def test_counts_add_up(document: Document) -> None:
    world = World(PAGES)
    made = document(
        {"m": MILL, "b": BAKER, "x": "https://gone.example/"},
        [("m", WHEEL), ("b", OVEN), ("x", OVEN), ("m", "Nothing of this kind stands there.")],
    )
    report = summarise(world.run([made]), now=NOON)
    assert sum(report.count().values()) == len(report.specs[0].findings) == 7
    assert report.outcome is Outcome.BROKEN
    assert report.exit_code == 1


def test_a_missing_quote_is_looked_for_elsewhere(document: Document) -> None:
    world = World(PAGES)
    made = document({"m": MILL, "b": BAKER}, [("m", OVEN), ("b", OVEN)])
    finding = world.run([made])[0].findings[0]
    assert finding.kind is VerdictKind.MISSING
    assert finding.elsewhere == ("b",)


def test_a_source_that_no_evidence_names_is_read_for_a_quote_that_is_broken(
    document: Document,
) -> None:
    world = World(PAGES)
    made = document({"m": MILL, "b": BAKER}, [("m", OVEN), ("m", WHEEL)])
    report = world.run([made])[0]
    assert report.findings[0].elsewhere == ("b",)
    row = next(row for row in report.sources if row.id == "b")
    assert row.sha256
    assert row.error is None


def test_a_source_that_no_evidence_names_is_left_alone_where_all_holds(document: Document) -> None:
    world = World(PAGES)
    assert world.run([document({"m": MILL, "b": BAKER}, [("m", WHEEL)])])[0].outcome is Outcome.OK
    assert world.asked == [MILL]


def test_one_that_cannot_be_read_makes_nothing_unreachable(document: Document) -> None:
    world = World({MILL: PAGES[MILL]})
    report = world.run([document({"m": MILL, "b": BAKER}, [("m", OVEN), ("m", WHEEL)])])[0]
    assert report.findings[0].kind is VerdictKind.MISSING
    assert report.findings[0].elsewhere == ()
    assert all(row.error is None for row in report.sources)


def test_a_run_of_a_part_reads_no_other_part(document: Document) -> None:
    world = World(PAGES)
    made = document({"m": MILL, "b": BAKER}, [("m", OVEN), ("b", OVEN)])
    world.run([made], Judging(today=date(2026, 5, 1), only=("m",)))
    assert set(world.asked) == {MILL}


def test_the_past_tells_when_a_quote_last_held(document: Document) -> None:
    world = World(PAGES | {MILL: "<p>The wheel stands still.</p>"})
    world.remember(MILL, f"<p>{WHEEL} Always.</p>", days_ago=30)
    world.remember(MILL, f"<p>{WHEEL} Mostly.</p>", days_ago=10)
    finding = world.run([document({"m": MILL}, [("m", WHEEL)])])[0].findings[0]
    assert finding.kind.broken
    assert finding.last_held == date(2026, 4, 21)


def test_an_unreachable_page_tells_what_was_last_known(document: Document) -> None:
    world = World({})
    world.remember(MILL, PAGES[MILL], days_ago=3)
    report = world.run([document({"m": MILL}, [("m", WHEEL)])])[0]
    assert report.outcome is Outcome.UNREACHABLE
    known = report.findings[0].last_known
    assert known is not None
    assert (known.verdict, known.validated_at.date()) == (VerdictKind.VERBATIM, date(2026, 4, 28))


def test_an_invalid_spec_has_an_entry_without_findings(document: Document) -> None:
    world = World(PAGES)
    reports = world.run([read_spec(b"[1", path="bad.json"), document({"m": MILL}, [("m", WHEEL)])])
    assert [report.outcome for report in reports] == [Outcome.INVALID, Outcome.OK]
    assert reports[0].findings == ()
    assert reports[0].problems


@pytest.mark.parametrize(
    ("allowed", "outcome"), [(None, Outcome.BROKEN), (Severity.COSMETIC, Outcome.OK)]
)
def test_allowed_drift_does_not_fail(
    document: Document, allowed: Severity | None, outcome: Outcome
) -> None:
    world = World({MILL: f"<p>{WHEEL.replace('shaft, and', 'shaft; and')}</p>"})
    made = document({"m": MILL}, [("m", WHEEL)])
    report = world.run([made], Judging(today=NOON.date(), allow_drift=allowed))[0]
    assert report.findings[0].verdict.severity is Severity.COSMETIC
    assert report.outcome is outcome


@pytest.mark.parametrize(
    ("until", "outcome"),
    [(date(2026, 5, 1), Outcome.OK), (date(2026, 4, 30), Outcome.BROKEN)],
)
def test_a_waiver_counts_until_its_day(document: Document, until: date, outcome: Outcome) -> None:
    world = World({MILL: "<p>Something else.</p>"})
    waiver = Waiver("mill.json", "/stages/0/evidence/0", "being rewritten", until)
    rules = Judging(today=date(2026, 5, 1), waivers=(waiver,))
    report = world.run([document({"m": MILL}, [("m", WHEEL)])], rules)[0]
    assert report.outcome is outcome


@pytest.mark.parametrize(
    ("page", "until", "codes"),
    [
        ("<p>Something else.</p>", date(2026, 5, 1), []),
        ("<p>Something else.</p>", date(2026, 4, 30), ["expired-waiver"]),
        (PAGES[MILL], date(2026, 5, 1), ["unused-waiver"]),
        (PAGES[MILL], date(2026, 4, 30), ["unused-waiver"]),
    ],
)
def test_a_waiver_that_does_nothing_is_told(
    document: Document, page: str, until: date, codes: list[str]
) -> None:
    waivers = (
        Waiver("./mill.json", "/stages/0/evidence/0", "being rewritten", until),
        Waiver("other.json", "/stages/0/evidence/0", "another spec", until),
    )
    rules = Judging(today=date(2026, 5, 1), waivers=waivers)
    report = World({MILL: page}).run([document({"m": MILL}, [("m", WHEEL)])], rules)[0]
    assert [problem.code for problem in report.problems] == codes
    assert all(problem.location.pointer == "/stages/0/evidence/0" for problem in report.problems)


def test_a_pointer_does_not_take_in_its_neighbours(document: Document) -> None:
    world = World(PAGES)
    made = document({"m": MILL}, [("m", WHEEL)] * 12)
    report = world.run([made], Judging(today=NOON.date(), only=("/stages/1",)))[0]
    assert [row.location.pointer for row in report.findings] == ["/stages/1/evidence/0"]
