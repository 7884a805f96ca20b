"""`lint`: what it prints of specs alone, and when it fails."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.lineage import lineage_spec

QUOTES = [("mill", "The wheel turns the shaft.")]


@pytest.fixture
def warned(write_spec: Callable[..., str]) -> str:
    """A spec with a warning and no error."""
    return write_spec(lineage_spec({"mill": "mill.md", "baker": "baker.md"}, QUOTES))


def test_a_warning_fails_a_strict_run(lineage_verify: Command, folder: Path, warned: str) -> None:
    told = lineage_verify("lint", warned)
    assert "[unused-source]" in told.out
    assert told.code == 0
    assert lineage_verify("lint", warned, "--strict").code == 1
    (folder / "lineage-verify.toml").write_text("strict = true", "utf-8")
    assert lineage_verify("lint", warned).code == 1
    assert lineage_verify("lint", warned, "--no-strict").code == 0


def test_an_error_is_2_and_a_sound_spec_0_under_strict_too(
    lineage_verify: Command, write_spec: Callable[..., str]
) -> None:
    sound = write_spec(lineage_spec({"mill": "mill.md"}, QUOTES), "sound.json")
    assert lineage_verify("lint", sound, "--strict").code == 0
    broken = write_spec(lineage_spec({"mill": "mill.md"}, [("baker", "It bakes.")]), "broken.json")
    assert lineage_verify("lint", broken, "--strict").code == 2


def test_lint_tells_an_old_page_where_an_age_is_said(
    lineage_verify: Command, write_spec: Callable[..., str]
) -> None:
    sound = write_spec(lineage_spec({"mill": "mill.md"}, QUOTES))
    assert "verified-on-old" not in lineage_verify("lint", sound).out
    assert "verified-on-old" in lineage_verify("lint", sound, "--stale-after", "30d").out
    assert "soon" in lineage_verify("lint", sound, "--stale-after", "soon").err
