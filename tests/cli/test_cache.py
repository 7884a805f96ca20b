"""`cache`: what was done is counted, and what for."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.lineage import lineage_spec

URL = "https://mill.example/"
WORDS = "The wheel turns the shaft of the mill."


@pytest.fixture
def spec(write_spec: Callable[..., str]) -> str:
    return write_spec(lineage_spec({"mill": URL}, [("mill", WORDS)]))


@pytest.fixture
def page(folder: Path) -> str:
    (folder / "mill.html").write_text(f"<p>{WORDS}</p>", encoding="utf-8")
    return "mill.html"


def test_a_page_that_is_taken_in_again_is_told_as_there(lineage_verify: Command, page: str) -> None:
    words = ("cache", "import", page, "--url", URL, "--date", "2026-11-01")
    assert f"{page}: taken in as {URL} of 2026-11-01" in lineage_verify(*words).err
    assert f"{page}: there already as {URL} of 2026-11-01" in lineage_verify(*words).err
    assert "1 snapshot    1 version" in lineage_verify("cache", "list").out


def test_a_bundle_tells_what_is_new(lineage_verify: Command, spec: str, page: str) -> None:
    lineage_verify("cache", "import", page, "--url", URL, "--date", "2026-11-01")
    exported = lineage_verify("cache", "export", spec, "-o", "b.warc.gz")
    assert exported.err == "1 snapshot of 1 page written to b.warc.gz\n"
    words = ("cache", "import", "b.warc.gz", "--cache-dir", "other")
    first, second = lineage_verify(*words), lineage_verify(*words)
    assert first.err == "b.warc.gz: 1 snapshot of 1 page: 1 added, 0 there already\n"
    assert second.err == "b.warc.gz: 1 snapshot of 1 page: 0 added, 1 there already\n"
    assert (first.code, second.code) == (0, 0)


def test_a_saved_page_without_its_address_is_told_how(lineage_verify: Command, page: str) -> None:
    refused = lineage_verify("cache", "import", page)
    assert refused.code == 2
    assert refused.err.rstrip().endswith("for a saved page, add --url URL")
    absent = lineage_verify("cache", "import", "nothere.html")
    assert absent.code == 2
    assert "--url" not in absent.err


def test_nothing_to_export_leaves_no_file(lineage_verify: Command, spec: str, folder: Path) -> None:
    exported = lineage_verify("cache", "export", spec, "-o", "b.warc.gz")
    assert exported.code == 3
    assert "nothing to write" in exported.err
    assert not (folder / "b.warc.gz").exists()


def test_prune_counts_snapshots_and_damaged_files(
    lineage_verify: Command, page: str, folder: Path
) -> None:
    for day in ("2026-11-01", "2026-11-02"):
        lineage_verify("cache", "import", page, "--url", URL, "--date", day)
    (kept, *_) = sorted((folder / "cache").rglob("*.warc.gz"))
    (kept.parent / f"{kept.name}.damaged").write_bytes(b"")
    pruned = lineage_verify("cache", "prune", "--keep", "1").err
    assert pruned.startswith("1 damaged file removed; ")
    assert "removed, " in pruned
