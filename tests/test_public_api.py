"""The package's door: what is public, and what it costs to knock."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import lineage_verify


def test_every_public_name_is_there() -> None:
    for name in lineage_verify.__all__:
        assert getattr(lineage_verify, name) is not None


def test_the_list_is_sorted_and_whole() -> None:
    assert sorted(lineage_verify.__all__) == lineage_verify.__all__
    assert set(lineage_verify.__all__) == {*lineage_verify._HOME, "__version__"}


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse(Path(lineage_verify.__file__).read_text("utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {
        alias.name: str(node.module).removeprefix("lineage_verify.")
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == lineage_verify._HOME


def test_an_unknown_name_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        _ = lineage_verify.nothing_of_the_kind


HEAVY = ("httpx", "warcio", "jinja2", "pypdf", "markdown_it", "charset_normalizer", "rich")


def test_matching_needs_none_of_the_heavy_libraries() -> None:
    program = (
        "import sys\n"
        f"for name in {(*HEAVY, 'typer', 'pydantic', 'selectolax')!r}:\n"
        "    sys.modules[name] = None\n"
        "from lineage_verify import judge, match_quote\n"
        "assert judge(match_quote('It turns.', 'It turns.')).kind == 'verbatim'\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["cache", "--help"]])
def test_help_imports_none_of_the_heavy_libraries(words: list[str]) -> None:
    program = (
        "import sys\n"
        f"for name in {(*HEAVY, 'selectolax', 'rapidfuzz')!r}:\n"
        "    sys.modules[name] = None\n"
        f"sys.argv = ['lineage-verify', *{words!r}]\n"
        "from lineage_verify.__main__ import main\n"
        "main()\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60, capture_output=True)
