"""Data flows one way: a room imports only the rooms before it (DESIGN.md section 7)."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import lineage_verify

PACKAGE = Path(lineage_verify.__file__).parent
ROOMS = ["spec", "sources", "pages", "text", "matches", "verdicts", "reports"]
"""The stages, left to right."""

OPEN_TO_ALL = {"errors", "settings", "_version"}
AFTER_VERDICTS = {"verify", "renew", "repair", "edit_spec"}
"""What strings the stages together; no stage may import it."""


def imported_rooms(file: Path) -> Iterator[str]:
    """The first name below `lineage_verify` of each import in a file."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] == "lineage_verify" and len(parts) > 1:
                yield parts[1]


def files_of(room: str) -> list[Path]:
    return sorted((PACKAGE / room).rglob("*.py"))


@pytest.mark.parametrize("room", ROOMS)
def test_a_stage_imports_only_stages_to_its_left(room: str) -> None:
    assert files_of(room)
    allowed = {*ROOMS[: ROOMS.index(room) + 1], *OPEN_TO_ALL}
    for file in files_of(room):
        assert set(imported_rooms(file)) <= allowed, file


def test_verify_imports_neither_reports_nor_the_command_line() -> None:
    for file in files_of("verify"):
        assert not set(imported_rooms(file)) & {"reports", "cli"}, file


def test_only_the_command_line_imports_the_command_line() -> None:
    for file in PACKAGE.rglob("*.py"):
        if file.parent.name != "cli" and file.name != "__main__.py":
            assert "cli" not in set(imported_rooms(file)), file


@pytest.mark.parametrize("room", [*ROOMS, "verify", "cli"])
def test_every_room_says_what_lives_in_it(room: str) -> None:
    assert ast.get_docstring(ast.parse((PACKAGE / room / "__init__.py").read_text("utf-8")))
