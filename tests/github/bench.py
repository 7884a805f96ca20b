"""A runner's place for the scripts: folders, files and programs that a workflow step finds."""

import base64
import gzip
import importlib.util
import json
import os
import stat
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ACTION = ROOT / "action"


@dataclass(frozen=True, slots=True)
class Bench:
    """One scratch place; `repo` is the checked-out repository `owner/pages`."""

    home: Path

    @property
    def repo(self) -> Path:
        return self.home / "repo"

    @property
    def origin(self) -> Path:
        return self.home / "origin.git"

    @property
    def gh_state(self) -> Path:
        return self.home / "gh.json"

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("SYSTEMROOT", "TMPDIR") if name in os.environ}
        return {
            **kept,
            "PATH": f"{self.home / 'bin'}:{os.environ['PATH']}",
            "HOME": str(self.home),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_TERMINAL_PROMPT": "0",
            "RUNNER_TEMP": str(self.home / "temp"),
            "GITHUB_OUTPUT": str(self.home / "output.txt"),
            "GITHUB_STEP_SUMMARY": str(self.home / "summary.md"),
            "GITHUB_REPOSITORY": "owner/pages",
            "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_RUN_ID": "77",
            "GITHUB_SHA": "a" * 40,
            "GH_STAND_IN": str(self.gh_state),
            "GH_TOKEN": "not-a-secret",
            **more,
        }

    def run(self, script: str, more: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", str(ACTION / script)],
            cwd=self.repo,
            env=self.environment(more),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    def outputs(self) -> dict[str, str]:
        lines = (self.home / "output.txt").read_text(encoding="utf-8").splitlines()
        return dict(line.split("=", 1) for line in lines)

    def summary(self) -> str:
        return (self.home / "summary.md").read_text(encoding="utf-8")

    def gh(self) -> Any:
        return json.loads(self.gh_state.read_text(encoding="utf-8"))

    def set_gh(self, **parts: object) -> None:
        self.gh_state.write_text(json.dumps({**self.gh(), **parts}), encoding="utf-8")

    def calls(self) -> list[str]:
        """What was asked of GitHub since this was last called."""
        state = self.gh()
        made: list[str] = state["calls"]
        self.set_gh(calls=[])
        return made

    def git(self, *words: str, cwd: Path | None = None) -> str:
        done = subprocess.run(
            ["git", *words],
            cwd=cwd or self.repo,
            env=self.environment({}),
            capture_output=True,
            check=True,
        )
        return done.stdout.decode()  # bytes first: line ends count

    def commit(self, message: str = "Change specs") -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "-m", message)
        self.git("push", "--quiet", "origin", "HEAD:main")


def make_bench(home: Path) -> Bench:
    """Make the folders, the stand-in `gh`, a bare origin and a clone of it on `main`."""
    bench = Bench(home)
    for name in ("bin", "temp", "repo"):
        (home / name).mkdir(parents=True)
    for name in ("output.txt", "summary.md"):
        (home / name).touch()
    stand_in = Path(__file__).with_name("stand_in_gh.py")
    program(home / "bin" / "gh", f'exec "{sys.executable}" -I "{stand_in}" "$@"')
    empty: dict[str, list[object]] = {"issues": [], "pulls": [], "labels": [], "calls": []}
    bench.gh_state.write_text(json.dumps(empty), encoding="utf-8")
    bench.git("init", "--quiet", "--bare", "-b", "main", str(bench.origin), cwd=home)
    bench.git("init", "--quiet", "-b", "main", str(bench.repo), cwd=home)
    bench.git("config", "user.name", "Author")
    bench.git("config", "user.email", "author@example.org")
    bench.git("remote", "add", "origin", str(bench.origin))
    return bench


def program(path: Path, shell: str) -> None:
    path.write_text(f"#!/bin/sh\n{shell}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def packed(text: str) -> str:
    return base64.b64encode(gzip.compress(text.encode())).decode()


def unpacked(text: str) -> str:
    return gzip.decompress(base64.b64decode(text)).decode()


def action_module(name: str) -> Any:
    """One of the action's Python files, which belong to no package."""
    spec = importlib.util.spec_from_file_location(f"action_{name}", ACTION / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
