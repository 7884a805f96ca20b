"""Streams that are closed, full, or read no further."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.lineage import lineage_spec

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")


@pytest.fixture
def broken(write_spec: Callable[..., str], folder: Path) -> str:
    (folder / "mill.txt").write_text("The wheel turns.", encoding="utf-8")
    return write_spec(lineage_spec({"mill": "mill.txt"}, [("mill", "Sails catch the north wind.")]))


def shell(folder: Path, line: str) -> subprocess.CompletedProcess[bytes]:
    command = f'lineage_verify() {{ "{sys.executable}" -m lineage_verify "$@"; }}; {line}'
    return subprocess.run(
        ["sh", "-c", command], cwd=folder, env=dict(os.environ), capture_output=True, check=False
    )


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_stream_changes_no_exit_code(folder: Path, broken: str, closed: str) -> None:
    done = shell(folder, f"lineage_verify {broken} {closed}")
    assert done.returncode == 1
    assert b"lineage-verify:" not in done.stderr


def test_a_closed_standard_input_is_an_empty_spec(folder: Path) -> None:
    done = shell(folder, "lineage_verify - <&-")
    assert done.returncode == 2
    assert b"empty" in done.stdout


def test_a_reader_that_has_gone_changes_no_exit_code(folder: Path, broken: str) -> None:
    done = shell(folder, f"{{ lineage_verify {broken}; echo $? >code; }} | true")
    assert done.stderr == b""
    assert (folder / "code").read_text(encoding="utf-8").strip() == "1"


@needs_full
@pytest.mark.parametrize("words", ["mill.json", "--help", "--version", "schema", "lint mill.json"])
def test_a_full_standard_output_is_told(folder: Path, broken: str, words: str) -> None:
    done = shell(folder, f"lineage_verify {words.replace('mill.json', broken)} >{FULL}")
    assert done.returncode == 2
    assert b"No space left" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@needs_full
def test_messages_that_cannot_be_told_stop_nothing(folder: Path, broken: str) -> None:
    done = shell(folder, f"lineage_verify {broken} --verbose 2>{FULL}")
    assert done.returncode == 1


@pytest.mark.parametrize("words", [[], ["cache"]])
def test_no_words_show_the_help_as_a_usage_error(lineage_verify: Command, words: list[str]) -> None:
    result = lineage_verify(*words)
    assert (result.code, result.out) == (2, "")
    assert "\nCommands:\n" in result.err
