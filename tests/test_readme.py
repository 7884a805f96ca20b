"""What the README says is true of the program."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from lineage_verify.cli.commands import COMMANDS
from lineage_verify.cli.exit_codes import ExitCode
from lineage_verify.verdicts.model import VerdictKind

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


@pytest.mark.parametrize("program", blocks("python"))
def test_every_python_example_runs(program: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert "drifted meaning" in done.stdout


LIBRARY = (ROOT / "docs/library.md").read_text("utf-8")


@pytest.mark.parametrize("program", re.findall(r"```python\n(.*?)```", LIBRARY, flags=re.DOTALL))
def test_every_example_for_library_users_runs(program: str) -> None:
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, timeout=60, check=True)


def commands() -> list[str]:
    """Every command line in a code block of the README and of `docs/`."""
    pages = [README, *(page.read_text("utf-8") for page in sorted((ROOT / "docs").glob("*.md")))]
    fenced = [block for page in pages for block in re.findall(r"```\w*\n(.*?)```", page, re.DOTALL)]
    lines = [line.strip() for block in fenced for line in block.splitlines()]
    return list(dict.fromkeys(line for line in lines if line.startswith("lineage-verify ")))


@pytest.mark.parametrize("line", commands())
def test_every_command_has_the_options_that_are_shown(line: str, tmp_path: Path) -> None:
    """The words are parsed as they stand; the specs they name are not there."""
    words = shlex.split(re.split(r"[#|>]", line)[0])[1:]
    done = subprocess.run(
        [sys.executable, "-m", "lineage_verify", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=tmp_path,
    )
    if done.returncode not in {0, 3}:  # 3: the page that it names is not there
        assert done.returncode == 2
        assert "no such file or folder" in done.stderr


def test_the_help_is_what_the_program_prints() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lineage_verify", "--help"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env={**os.environ, "COLUMNS": "80"},
    )
    assert f"$ lineage-verify --help\n{done.stdout}```" in README


def test_every_command_is_listed() -> None:
    for name in {command.split()[0] for command in COMMANDS}:
        assert f"| `{name} " in README, name


def test_every_exit_code_and_verdict_is_listed() -> None:
    for code in ExitCode:
        assert re.search(rf"^\| {code.value} \|", README, flags=re.MULTILINE), code
    for kind in VerdictKind:
        assert f"| `{kind}` |" in README


def test_every_page_that_is_linked_is_there() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / link).exists(), link
