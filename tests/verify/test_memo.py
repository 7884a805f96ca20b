"""Nothing is read twice, and what is remembered is what would be read."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.matches.model import Difference, Edit, QuoteWarning, Selector, WarningCode
from lineage_verify.pages.snapshot import Snapshot
from lineage_verify.verdicts.model import Nearest, SectionRef, Severity, Verdict, VerdictKind
from lineage_verify.verify import examine
from lineage_verify.verify.fingerprint import fingerprint
from lineage_verify.verify.memo import DiskMemo
from lineage_verify.verify.reading import Examined, Inquiry, Question, Reading
from lineage_verify.verify.reading_json import MalformedError, decode_reading, encode_reading
from tests.verify.conftest import Document, World, snapshot, without_match

MILL = "https://mill.example/"
WHEEL = "The wheel turns the shaft, and the shaft turns the stone."
PAGE = f"<main><h1 id=w>Wheel</h1><p>{WHEEL}</p><p>It grinds 40 sacks.</p></main>"


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of the pages that were really read."""
    read: list[str] = []
    plain = examine.examine

    def watched(page: Snapshot, inquiry: Inquiry) -> Examined:
        read.append(page.address)
        return plain(page, inquiry)

    monkeypatch.setattr(examine, "examine", watched)
    return read


def test_a_second_run_reads_nothing_and_says_the_same(
    document: Document, tmp_path: Path, reads: list[str]
) -> None:
    world = World({MILL: PAGE})
    made = document(
        {"m": MILL},
        [("m", WHEEL), ("m", "It grinds 60 sacks."), ("m", "The miller sleeps at noon today.")],
    )
    fresh = [without_match(report) for report in world.run([made])]
    reads.clear()
    first = world.run([made], memo=DiskMemo(tmp_path, "a"))
    assert reads
    reads.clear()
    second = world.run([made], memo=DiskMemo(tmp_path, "a"))
    assert reads == []
    assert [without_match(report) for report in first] == second == fresh


def test_another_program_version_reads_again_and_clears_away(
    document: Document, tmp_path: Path, reads: list[str]
) -> None:
    world = World({MILL: PAGE})
    made = document({"m": MILL}, [("m", WHEEL)])
    world.run([made], memo=DiskMemo(tmp_path, "a"))
    world.run([made], memo=DiskMemo(tmp_path, "b"))
    assert len(reads) == 2
    assert [folder.name for folder in tmp_path.iterdir()] == ["b"]


def test_other_bytes_or_another_question_are_read(
    document: Document, tmp_path: Path, reads: list[str]
) -> None:
    world = World({MILL: PAGE})
    memo = DiskMemo(tmp_path, "a")
    world.run([document({"m": MILL}, [("m", WHEEL)])], memo=memo)
    world.run([document({"m": MILL}, [("m", "It grinds 40 sacks.")])], memo=memo)
    world.pages[MILL] = PAGE + "<p>More.</p>"
    world.run([document({"m": MILL}, [("m", WHEEL)])], memo=memo)
    assert len(reads) == 3


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"genuine": true, "notes": 3}', b"\xff"])
def test_a_damaged_memo_is_read_over(
    document: Document, tmp_path: Path, reads: list[str], damage: bytes
) -> None:
    world = World({MILL: PAGE})
    made = document({"m": MILL}, [("m", WHEEL)])
    world.run([made], memo=DiskMemo(tmp_path, "a"))
    (file,) = tmp_path.rglob("*.json")
    file.write_bytes(damage)
    report = world.run([made], memo=DiskMemo(tmp_path, "a"))[0]
    assert report.findings[0].kind is VerdictKind.VERBATIM
    assert len(reads) == 2


@pytest.mark.parametrize(
    "change",
    [
        lambda row: row[:-1],
        lambda row: [*row[:0], "certain", *row[1:]],
        lambda row: [*row[:3], "1.0", *row[4:]],
        lambda row: [*row[:4], 7, *row[5:]],
        str,
    ],
)
def test_a_reading_of_another_shape_is_refused(change: Callable[[list[object]], object]) -> None:
    row = encode_reading(Reading(verdict=Verdict(kind=VerdictKind.VERBATIM, similarity=1.0)))
    with pytest.raises(MalformedError):
        decode_reading(change(row))


def test_a_read_only_folder_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    memo = DiskMemo(tmp_path / "file", "a")
    page = snapshot(MILL, PAGE)
    asked = Inquiry((Question(Selector(WHEEL), MILL),))
    memo.remember(page, asked, Examined(readings=(Reading(verdict=VERBATIM),)))
    assert memo.recall(page, asked) is None


VERBATIM = Verdict(kind=VerdictKind.VERBATIM)
TEXT = st.text(max_size=12)
SECTION = st.none() | st.builds(SectionRef, TEXT, st.none() | TEXT)
READING = st.builds(
    Reading,
    verdict=st.builds(
        Verdict,
        kind=st.sampled_from(VerdictKind),
        severity=st.none() | st.sampled_from(Severity),
        reasons=st.lists(TEXT, max_size=2).map(tuple),
        similarity=st.none() | st.floats(0, 1),
        found=st.none() | TEXT,
        diff=st.lists(
            st.builds(Difference, st.sampled_from(Edit), TEXT, st.booleans()), max_size=2
        ).map(tuple),
        warnings=st.lists(
            st.builds(QuoteWarning, st.sampled_from(WarningCode), TEXT), max_size=2
        ).map(tuple),
    ),
    section=SECTION,
    deep_link=st.none() | TEXT,
    nearest=st.lists(st.builds(Nearest, TEXT, SECTION, st.floats(0, 1)), max_size=2).map(tuple),
)


@given(READING)
def test_what_is_kept_is_what_comes_back(reading: Reading) -> None:
    assert decode_reading(json.loads(json.dumps(encode_reading(reading)))) == reading


def test_the_fingerprint_is_one_for_one_program() -> None:
    assert fingerprint() == fingerprint()
    assert len(fingerprint()) == 64


def asked(numbers: range, term: str) -> Inquiry:
    return Inquiry(tuple(Question(Selector(f"Quote {n}."), MILL) for n in numbers), (term,))


def test_what_one_run_asks_of_a_page_is_kept_whole_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lineage_verify.verify.memo.QUESTIONS_KEPT", 10)
    memo, page = DiskMemo(tmp_path, "version"), snapshot(MILL, PAGE)
    many, few = asked(range(30), "shaft"), asked(range(30, 33), "stone")
    for inquiry in (many, few):
        readings = tuple(
            Reading(verdict=Verdict(kind=VerdictKind.VERBATIM)) for _ in inquiry.questions
        )
        examined = Examined(readings=readings, terms=frozenset(inquiry.terms))
        memo.remember(page, inquiry, examined)
        assert memo.recall(page, inquiry) == examined
    assert memo.recall(page, many) is None


def test_whether_quotes_stand_there_is_kept_too(tmp_path: Path) -> None:
    memo, page = DiskMemo(tmp_path, "version"), snapshot(MILL, PAGE)
    wheel, oven = Selector(WHEEL), Selector("The oven is hot before the dawn breaks.")
    both, one = Inquiry(standing=(wheel, oven)), Inquiry(standing=(oven,))
    assert memo.recall(page, both) is None
    memo.remember(page, both, examine.examine(page, both))
    assert memo.recall(page, both) == Examined(standing=frozenset({wheel}))
    assert memo.recall(page, one) is None  # not yet known whether it is the page at all
    memo.remember(page, one, examine.examine(page, one))
    assert memo.recall(page, one) == Examined()
    assert memo.recall(page, Inquiry(standing=(Selector("another"), wheel))) is None
