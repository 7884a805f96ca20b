"""Where reports may be written."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.lineage import lineage_spec


@pytest.fixture
def spec(write_spec: Callable[..., str], folder: Path) -> str:
    (folder / "mill.txt").write_text("The wheel turns.", encoding="utf-8")
    return write_spec(lineage_spec({"mill": "mill.txt"}, [("mill", "The wheel turns.")]))


@pytest.mark.parametrize("command", [["check"], ["cache", "export"]])
def test_a_spec_of_the_run_is_never_overwritten(
    lineage_verify: Command, spec: str, folder: Path, command: list[str]
) -> None:
    before = (folder / spec).read_bytes()
    (folder / "other.json").symlink_to(folder / spec)
    for output in (spec, "other.json", f"./{spec}"):
        result = lineage_verify(*command, spec, "--output", output)
        assert result.code == 2
        assert "is a spec of this run" in result.err
    assert (folder / spec).read_bytes() == before


@pytest.mark.parametrize("command", [["check"], ["cache", "export"]])
def test_a_page_that_is_cited_is_never_overwritten(
    lineage_verify: Command, spec: str, folder: Path, command: list[str]
) -> None:
    (folder / "other.txt").symlink_to(folder / "mill.txt")
    for output in ("mill.txt", "./mill.txt", "other.txt"):
        result = lineage_verify(*command, spec, "--output", output)
        assert result.code == 2
        assert "is a page that mill.json cites" in result.err
    assert (folder / "mill.txt").read_text(encoding="utf-8") == "The wheel turns."


def test_two_reports_do_not_share_a_file(lineage_verify: Command, spec: str) -> None:
    result = lineage_verify(spec, "--output", "json=a.txt", "--output", "html=a.txt")
    assert result.code == 2
    assert "one file" in result.err


def test_a_misspelt_format_is_no_file_name(
    lineage_verify: Command, spec: str, folder: Path
) -> None:
    result = lineage_verify(spec, "--output", "sarf=out.sarif")
    assert result.code == 2
    assert "sarf" in result.err
    assert lineage_verify(spec, "--output", "./sarf=out.sarif").code == 0
    assert (folder / "sarf=out.sarif").exists()
