"""A run against the last one."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.lineage import lineage_spec

WHEEL = "The wheel turns the shaft, and the shaft turns the stone."
OVEN = "The oven is heated with beech wood for three hours."


@pytest.fixture
def spec(folder: Path, write_spec: Callable[..., str]) -> str:
    (folder / "mill.txt").write_text(f"{WHEEL}\nNothing of the oven.\n", "utf-8")
    return write_spec(lineage_spec({"mill": "mill.txt"}, [("mill", WHEEL), ("mill", OVEN)]))


def test_only_what_is_new_fails(lineage_verify: Command, spec: str, folder: Path) -> None:
    first = lineage_verify(spec, "--format", "json", "--output", "last.json")
    assert first.code == 1
    options = ("--baseline", "last.json", "--fail-on", "new")
    assert lineage_verify(spec, *options).code == 0
    assert lineage_verify(spec, "--baseline", "last.json").code == 1
    (folder / "mill.txt").write_text("Nothing of either.\n", "utf-8")
    assert lineage_verify(spec, *options).code == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--fail-on", "new"], "--baseline"),
        (["--fail-on", "old", "--baseline", "mill.json"], "old"),
        (["--baseline", "mill.json"], "mill.json"),
        (["--baseline", "nothere.json"], "nothere.json"),
    ],
)
def test_a_baseline_that_is_none(
    lineage_verify: Command, spec: str, options: list[str], said: str
) -> None:
    result = lineage_verify(spec, *options)
    assert result.code == 2
    assert said in result.err
    assert len(result.err.splitlines()) == 1
