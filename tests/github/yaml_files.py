"""The workflows and actions of this repository, read as YAML; every scalar is a text."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from tests.github.bench import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
ACTIONS = [ROOT / "action.yml", *sorted((ROOT / "action").glob("*/action.yml"))]
USES = re.compile(r"^\s*(?:- )?uses: (\S+)(?: # (\S+))?$", re.MULTILINE)


def load(text: str) -> Any:
    return yaml.load(text, Loader=yaml.BaseLoader)


def read(path: Path) -> Any:
    return load(path.read_text(encoding="utf-8"))


def jobs(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = read(path)["jobs"]
    return found


def steps(path: Path) -> Iterator[Any]:
    document = read(path)
    if "runs" in document:
        yield from document["runs"]["steps"]
    for job in document.get("jobs", {}).values():
        yield from job["steps"]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
