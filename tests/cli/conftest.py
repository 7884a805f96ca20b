"""The installed command, run as a user runs it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.lineage import spec_bytes
from tests.loopback import Site, serve


@dataclass(frozen=True)
class Result:
    """What one run printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Standard output, as JSON."""
        read: dict[str, Any] = json.loads(self.out)
        return read


Command = Callable[..., Result]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The current folder of the command."""
    return tmp_path


@pytest.fixture
def lineage_verify(folder: Path) -> Command:
    """Run the command in the test's folder; loopback is permitted, progress and retries are off."""

    def run(
        *words: str,
        env: Mapping[str, str] | None = None,
        stdin: bytes = b"",
        cwd: Path = folder,
    ) -> Result:
        done = subprocess.run(
            [sys.executable, "-m", "lineage_verify", *words],
            cwd=cwd,
            env={**os.environ, **(env or {})},
            input=stdin,
            capture_output=True,
            timeout=120,
            check=False,
        )
        return Result(
            done.returncode,
            done.stdout.decode("utf-8", "backslashreplace"),
            done.stderr.decode("utf-8", "backslashreplace"),
        )

    return run


@pytest.fixture
def site() -> Iterator[Site]:
    """A web server on 127.0.0.1."""
    with serve() as running:
        yield running


@pytest.fixture
def write_spec(folder: Path) -> Callable[..., str]:
    """Write a spec into the test's folder and give its name."""

    def write(spec: Mapping[str, Any], name: str = "mill.json") -> str:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(spec_bytes(spec))
        return name

    return write
