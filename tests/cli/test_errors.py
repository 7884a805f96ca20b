"""An error is one clear line, never a traceback."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Command, Result
from tests.lineage import lineage_spec


def one_line(result: Result) -> str:
    lines = result.err.splitlines()
    assert len(lines) == 1, result.err
    assert lines[0].startswith("lineage-verify: ")
    assert "Traceback" not in result.err
    return lines[0]


@pytest.fixture
def spec(write_spec: Callable[..., str], folder: Path) -> str:
    (folder / "mill.txt").write_text("The wheel turns.", encoding="utf-8")
    return write_spec(lineage_spec({"mill": "mill.txt"}, [("mill", "The wheel turns.")]))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothere.json"], "nothere.json: no such file or folder"),
        (["chek", "mill.json"], "chek"),
        (["mill.json", "--ofline"], "--ofline"),
        (["mill.json", "--max-age", "soon"], "soon"),
        (["mill.json", "--format", "yaml"], "yaml"),
        (["mill.json", "--allow-drift", "meaning"], "meaning"),
        (["mill.json", "--offline", "--refresh"], "--refresh"),
        (["mill.json", "--output", "no/such/folder/a.json"], "no/such/folder"),
        (["mill.json", "--jobs", "0"], "jobs"),
        (["mill.json", "--jobs", "1000000"], "128"),
        (["mill.json", "--render", "sometimes"], "always"),
        (["mill.json", "--cache-dir", "mill.txt"], "mill.txt: is no folder"),
        (["cache", "prune", "--keep", "1", "--cache-dir", "mill.txt"], "mill.txt: is no folder"),
        (["cache", "show", "https://mill.example/"], "no snapshot is kept"),
        (["mill.json", "--only", "/stages/99"], "/stages/99"),
        (["empty"], "empty"),
        (["schema", "page"], "page"),
        (["explain", "mill.json", "/nope"], "/nope"),
        (["explain", "mill.json", ""], ": the pointer is empty"),
        (["find", "file:///etc/passwd", "root"], "file"),
        (["text", "../outside.txt"], "outside"),
    ],
)
def test_a_usage_error_is_one_line_and_2(
    lineage_verify: Command, spec: str, folder: Path, words: list[str], said: str
) -> None:
    (folder / "empty").mkdir()
    result = lineage_verify(*words)
    assert result.code == 2
    assert said in one_line(result)
    assert result.out == ""


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["lint", "mill.json", "--ofline"], "lineage-verify lint --help"),
        (["mill.json", "--ofline"], "lineage-verify check --help"),
        (["cache", "prune", "--kep", "1"], "lineage-verify cache prune --help"),
        (["cache", "shrink"], "lineage-verify cache --help"),
    ],
)
def test_a_usage_error_names_the_help_of_its_own_command(
    lineage_verify: Command, words: list[str], named: str
) -> None:
    assert one_line(lineage_verify(*words)).endswith(f"see {named}")


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("max_age = '1h'", "max-age"),
        ("offline = 'yes'", "offline"),
        ("retries = true", "retries"),
        ("offline = ", "lineage-verify.toml"),
        ("[[waivers]]\nspec = 'a'", "pointer"),
        ("[[waivers]]\nspec='a'\npointer='/a'\nreason='b'\nuntil='soon'", "until"),
        ("color = 'sometimes'", "color"),
        ("jobs = 0", "jobs"),
        ("jobs = 1000000", "128"),
        ("render = 'sometimes'", "always"),
        ("browser = './evil'", "browser"),
        ("timeout = nan", "timeout"),
        ("retries = -1", "retries"),
        ("cache-dir = ''", "cache-dir"),
        ('cache-dir = "a\\u0000"', "cache-dir"),
        ("cache-dir = 'mill.json'", "cache-dir mill.json: is no folder"),
        ("max-age = 'soon'", "max-age: 'soon' is no age"),
        ("stale-after = 'soon'", "stale-after: 'soon' is no age"),
        ("format = 'xml'", "format must be table, json"),
        ("allow-drift = 'meaning'", "allow-drift must be cosmetic or wording"),
        ("max_age = '1h'", "did you mean 'max-age'?"),
        ("waiver = 1", "did you mean 'waivers'?"),
        ("archive-url = 'x'", "only be said on the command line (--archive-url)"),
        ("[tool.lineage-verify]\nmax-age = '7d'", "without a header"),
        ("[[tool.lineage-verify.waivers]]\nspec = 'a'", "write a waiver as [[waivers]]"),
        ("[lineage-verify]\nmax-age = '7d'", "take out [lineage-verify]"),
    ],
)
def test_a_wrong_setting_is_named(
    lineage_verify: Command, spec: str, folder: Path, toml: str, said: str
) -> None:
    (folder / "lineage-verify.toml").write_text(toml, encoding="utf-8")
    result = lineage_verify(spec)
    assert result.code == 2
    assert said in one_line(result)
    assert one_line(result).startswith("lineage-verify: lineage-verify.toml: ")
    assert "--" not in one_line(result).replace("(--archive-url)", "")


def test_what_is_not_near_is_not_suggested(
    lineage_verify: Command, spec: str, folder: Path
) -> None:
    (folder / "lineage-verify.toml").write_text("archives = 1", encoding="utf-8")
    assert one_line(lineage_verify(spec)).endswith("unknown setting 'archives'")


@pytest.mark.parametrize("name", ["lineage-verify.toml", "pyproject.toml"])
def test_a_folder_is_no_settings_file(
    lineage_verify: Command, spec: str, folder: Path, name: str
) -> None:
    (folder / name).mkdir()
    result = lineage_verify(spec)
    assert result.code == 2
    assert one_line(result).startswith(f"lineage-verify: {name}: is no file")


def test_a_byte_order_mark_is_read_over(lineage_verify: Command, spec: str, folder: Path) -> None:
    (folder / "lineage-verify.toml").write_text("format = 'json'\n", encoding="utf-8-sig")
    assert lineage_verify(spec).json["outcome"] == "ok"


def test_settings_stand_in_a_file_and_the_command_line_wins(
    lineage_verify: Command, spec: str, folder: Path
) -> None:
    (folder / "pyproject.toml").write_text(
        "[tool.lineage-verify]\nformat = 'json'\n", encoding="utf-8"
    )
    assert lineage_verify(spec).json["outcome"] == "ok"
    assert not lineage_verify(spec, "--format", "table").out.startswith("{")


def test_a_hostile_name_is_shown_and_not_obeyed(lineage_verify: Command, spec: str) -> None:
    result = lineage_verify("\x1b[31mred\x07\u202e.json")
    assert result.code == 2
    assert not set("\x1b\x07\u202e") & set(one_line(result))


def test_no_words_print_the_help(lineage_verify: Command) -> None:
    result = lineage_verify()
    assert "SPEC" in result.out + result.err
    assert result.code in {0, 2}


def test_help_and_version(lineage_verify: Command) -> None:
    assert lineage_verify("--help").code == 0
    assert lineage_verify("--version").out.startswith("lineage-verify ")
