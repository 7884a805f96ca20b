"""What a command loads: nothing that it does not need (measured in `benchmarks/startup.py`)."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lineage import lineage_spec

NEVER = (
    "httpx", "warcio", "jinja2", "pypdf", "markdown_it", "charset_normalizer", "playwright",
    "selectolax", "rapidfuzz", "asyncio", "ssl", "email", "concurrent.futures", "multiprocessing",
    "pydantic", "typer",
)  # fmt: skip
PAGE = "<h1>Wheel</h1><p>The wheel turns the shaft of the mill.</p>"


def loaded(folder: Path, *words: str) -> tuple[int, set[str]]:
    """The exit code of a command, and which of the heavy modules it has loaded."""
    program = (
        "import sys\n"
        f"sys.argv = ['lineage-verify', *{list(words)!r}]\n"
        "from lineage_verify.__main__ import main\n"
        "try:\n"
        "    main()\n"
        "finally:\n"
        f"    print(*sorted(set({NEVER!r}) & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, timeout=120,
        check=False,
    )  # fmt: skip
    return done.returncode, set(done.stderr.split())


@pytest.fixture
def kept(tmp_path: Path, write_spec: Callable[..., str]) -> Path:
    """A folder with a spec whose page is kept, and checked once: a quote holds, one does not."""
    (tmp_path / "mill.html").write_text(PAGE, encoding="utf-8")
    quotes = [("mill", "The wheel turns the shaft of the mill."), ("mill", "Nothing of the kind.")]
    write_spec(lineage_spec({"mill": "https://mill.example/"}, quotes))
    for words in (
        ["cache", "import", "mill.html", "--url", "https://mill.example/"],
        ["check", "--offline", "mill.json"],
    ):
        loaded(tmp_path, *words)
    return tmp_path


@pytest.mark.parametrize("form", ["table", "json"])
def test_a_check_of_pages_that_have_answered_loads_nothing_heavy(kept: Path, form: str) -> None:
    assert loaded(kept, "check", "--offline", "--format", form, "mill.json") == (1, set())


def test_lint_loads_nothing_heavy(kept: Path) -> None:
    assert loaded(kept, "lint", "mill.json") == (0, set())


def test_the_version_loads_nothing_heavy(tmp_path: Path) -> None:
    assert loaded(tmp_path, "--version") == (0, set())


def test_the_help_loads_typer_alone(tmp_path: Path) -> None:
    code, modules = loaded(tmp_path, "--help")
    assert code == 0
    assert modules == {"typer"}
