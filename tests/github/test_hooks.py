"""The pre-commit hooks: what they run exists, and it finds what it is there to find."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.github.bench import ROOT
from tests.github.yaml_files import read

HOOKS: dict[str, Any] = {hook["id"]: hook for hook in read(ROOT / ".pre-commit-hooks.yaml")}


def run_hook(name: str, *files: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a hook's entry on files, with the console script of this environment."""
    program, *words = shlex.split(HOOKS[name]["entry"])
    assert program == "lineage-verify"
    command = [sys.executable, "-m", "lineage_verify", *words, *files]
    return subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "specs").mkdir()
    (tmp_path / "notes.txt").write_text("The engine starts 8 workers.\n", encoding="utf-8")
    for name, quote in (("good", "8 workers"), ("drifted", "4 workers"), ("empty", "")):
        text = SPEC.replace("QUOTE", f"The engine starts {quote}." if quote else "")
        (tmp_path / "specs" / f"{name}.json").write_text(text, encoding="utf-8")
    return tmp_path


SPEC = """{
  "version": "1.0", "slug": "page", "name": "It", "title": "How it runs", "h1": "How?",
  "description": "A page.", "verified_on": "2026-01-01", "verified_against": "its notes",
  "scope": "One machine.", "answer": "It starts.",
  "sources": {"notes": {"url": "../notes.txt", "title": "Notes"}},
  "stages": [{
    "id": "boot", "name": "Boot", "kind": "process", "layer": "runtime", "pos": [1, 1],
    "summary": "It starts.", "evidence": [{"source": "notes", "quote": "QUOTE"}]
  }],
  "steps": []
}
"""


def test_each_hook_says_what_pre_commit_has_to_know() -> None:
    assert list(HOOKS) == ["lineage-lint", "lineage-verify"]
    for hook in HOOKS.values():
        assert {"id", "name", "description", "entry", "language", "files"} <= set(hook)
        assert hook["language"] == "python"
        assert hook["require_serial"] == "true", "one run: pages are asked for once"


def test_hooks_look_at_specs_alone() -> None:
    for hook in HOOKS.values():
        assert re.search(hook["files"], "specs/how-vllm-runs.json")
        assert re.search(hook["files"], "specs/folder/page.json")
        assert not re.search(hook["files"], "docs/specs/page.json")
        assert not re.search(hook["files"], "specs/readme.md")


def test_fetching_is_left_to_pushes() -> None:
    assert HOOKS["lineage-verify"]["stages"] == ["pre-push", "manual"]
    assert "stages" not in HOOKS["lineage-lint"]


@pytest.mark.parametrize(
    ("name", "spec", "code"),
    [
        ("lineage-lint", "good", 0),
        ("lineage-lint", "drifted", 0),
        ("lineage-lint", "empty", 2),
        ("lineage-verify", "good", 0),
        ("lineage-verify", "drifted", 1),
        ("lineage-verify", "empty", 2),
    ],
)
def test_what_each_hook_finds(tree: Path, name: str, spec: str, code: int) -> None:
    done = run_hook(name, f"specs/{spec}.json", cwd=tree)
    assert done.returncode == code, done.stdout + done.stderr


def test_lint_names_the_place_and_leaves_no_cache(tree: Path) -> None:
    done = run_hook("lineage-lint", "specs/good.json", "specs/empty.json", cwd=tree)
    assert "specs/empty.json:8:" in done.stdout + done.stderr
    assert not (tree / "cache").exists()
