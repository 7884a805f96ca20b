"""Specs whose pages have answered before are told of as every run tells, and by nothing else."""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from lineage_verify.pages.shelf import MemoryShelf
from lineage_verify.pages.snapshot import Provenance
from lineage_verify.settings import Policy, Render, Settings
from lineage_verify.spec.document import SpecDocument
from lineage_verify.spec.read import read_spec
from lineage_verify.verdicts.model import SpecReport
from lineage_verify.verify.known import known_reports
from lineage_verify.verify.memo import DiskMemo
from lineage_verify.verify.ports import Judging
from lineage_verify.verify.whole import verify_specs
from tests.verify.conftest import NOON, Document, snapshot

MILL = "https://mill.example/"
BAKER = "https://baker.example/"
WHEEL = "The wheel turns the shaft, and the shaft turns the stone."
OVEN = "The oven is hot before the dawn breaks over the hill."
PAGE = f"<main><h1 id=w>Wheel</h1><p>{WHEEL}</p><p>It grinds 40 sacks.</p></main>"
OFFLINE = Settings(policy=Policy(offline=True))
RULES = Judging(today=date(2026, 5, 1))


class Town:
    """A shelf with two pages, a local file, and a memory of what they said."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        self.shelf = MemoryShelf()
        self.shelf.keep(snapshot(MILL, PAGE.replace("40", "60"), NOON - timedelta(days=30)))
        self.shelf.keep(snapshot(MILL, PAGE))
        self.shelf.keep(snapshot(BAKER, f"<p>{OVEN}</p>"))
        (folder / "notes.txt").write_text("The sacks are carried up by hand.", encoding="utf-8")
        self.memo = DiskMemo(folder / "memo", "a")

    def run(
        self, documents: Sequence[SpecDocument], settings: Settings = OFFLINE
    ) -> Sequence[SpecReport]:
        """What a whole run says; it remembers what the pages said."""
        return verify_specs(
            documents,
            shelf=self.shelf,
            settings=settings,
            root=self.root,
            judging=RULES,
            memo=self.memo,
            now=NOON,
        ).specs

    def known(
        self, documents: Sequence[SpecDocument], settings: Settings = OFFLINE
    ) -> Sequence[SpecReport] | None:
        found = known_reports(
            documents,
            shelf=self.shelf,
            settings=settings,
            root=self.root,
            judging=RULES,
            memo=self.memo,
            now=NOON,
        )
        return None if found is None else tuple(found)


def timeless(reports: Sequence[SpecReport]) -> list[SpecReport]:
    """Reports without the moments at which local files were read."""
    return [
        replace(
            report,
            sources=tuple(
                replace(source, fetched_at=None, validated_at=None)
                if source.provenance is Provenance.LOCAL
                else source
                for source in report.sources
            ),
        )
        for report in reports
    ]


@pytest.fixture
def town(tmp_path: Path) -> Town:
    return Town(tmp_path)


def test_what_is_known_is_told_as_a_whole_run_tells_it(town: Town, document: Document) -> None:
    documents = [
        document(
            {"m": MILL, "b": BAKER, "n": "notes.txt"},
            [
                ("m", WHEEL),
                ("m", "It grinds 60 sacks."),
                ("m", OVEN),
                ("b", "Nothing of this sentence stands on any page at all."),
                ("n", "The sacks are carried up by hand."),
                ("n", "The sacks are carried up by mule."),
            ],
        ),
        document({"b": BAKER}, [("b", OVEN)]),
    ]
    assert town.known(documents) is None
    town.run(documents)
    known = town.known(documents)
    assert known is not None
    assert timeless(known) == timeless(town.run(documents))
    findings = known[0].findings
    assert any(finding.elsewhere for finding in findings)
    assert any(finding.last_held for finding in findings)


def test_a_kept_page_that_is_fresh_needs_no_asking(town: Town, document: Document) -> None:
    documents = [document({"m": MILL}, [("m", WHEEL)])]
    town.run(documents)
    wanted = town.run(documents)
    daily = Settings(policy=Policy(max_age=timedelta(days=1)))
    assert town.known(documents, daily) == wanted
    assert town.known(documents, Settings(policy=Policy(max_age=timedelta(0)))) is None


def test_a_page_that_is_not_kept_is_not_known(town: Town, document: Document) -> None:
    documents = [document({"m": MILL, "g": "https://gone.example/"}, [("m", WHEEL), ("g", OVEN)])]
    town.run(documents)
    assert town.known(documents) is None


def test_other_bytes_are_not_known(town: Town, document: Document) -> None:
    documents = [document({"m": MILL}, [("m", WHEEL)])]
    town.run(documents)
    assert town.known(documents) is not None
    town.shelf.keep(snapshot(MILL, f"{PAGE}<p>More.</p>", NOON + timedelta(minutes=1)))
    assert town.known(documents) is None


def test_rendered_pages_are_left_to_the_run(town: Town, document: Document) -> None:
    documents = [document({"m": MILL}, [("m", WHEEL)])]
    town.run(documents)
    assert town.known(documents, Settings(policy=Policy(offline=True, render=Render.AUTO))) is None


def test_an_invalid_spec_is_known_for_what_it_is(town: Town) -> None:
    documents = [read_spec(b"{}", path="mill.json"), read_spec(b"nothing", path="b.json")]
    assert town.known(documents) == town.run(documents)


def test_it_loads_nothing_of_the_network_and_no_reader() -> None:
    unwanted = (
        "asyncio", "ssl", "email", "httpx", "selectolax", "rapidfuzz", "pydantic", "typer",
        "rich", "concurrent.futures", "multiprocessing", "pickle",
    )  # fmt: skip
    program = (
        "import sys\n"
        "import lineage_verify.verify.known\n"
        f"loaded = set({unwanted!r}) & set(sys.modules)\n"
        "assert not loaded, loaded\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
