"""What a user mistypes is told, with what was probably meant."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lineage_verify.cli.near import nearest
from lineage_verify.cli.word_checks import asked_for_help, check_words
from lineage_verify.errors import SettingsError
from tests.cli.conftest import Command, Result
from tests.lineage import lineage_spec


def error_of(result: Result) -> str:
    lines = result.err.splitlines()
    assert result.code == 2, result.err
    assert len(lines) == 1, result.err
    return lines[0].removeprefix("lineage-verify: ")


@pytest.fixture
def spec(write_spec: Callable[..., str], folder: Path) -> str:
    (folder / "mill.txt").write_text("The wheel turns.", encoding="utf-8")
    return write_spec(lineage_spec({"mill": "mill.txt"}, [("mill", "The wheel turns.")]))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--cache-dir", ""], "--cache-dir: the value is empty"),
        (["mill.json", "--cache-dir="], "--cache-dir: the value is empty"),
        (["mill.json", "--max-age", ""], "--max-age: the value is empty"),
        (["renew", "mill.json", "--date", ""], "--date: the value is empty"),
        (["cache", "export", "mill.json", "-o", ""], "-o: the value is empty"),
        (["mill.json", "--only", ""], "--only: the value is empty"),
        ([""], "SPEC is empty"),
        (["lint", ""], "SPEC is empty"),
        (["--offline", ""], "SPEC is empty"),
        (["chekc", "x.json"], "did you mean 'check'?"),
        (["renwe", "x.json"], "did you mean 'renew'?"),
        (["hlep"], "did you mean 'help'?"),
    ],
)
def test_a_slip_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SettingsError) as refused:
        check_words(words)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    "words",
    [
        [], ["--version"], ["check", "a.json"], ["a.json"], ["find", "https://a.example/?q=", "x"],
        ["find", "https://a.example/", ""], ["explain", "a.json", ""], ["specs"], ["cache", "list"],
        ["a.json", "--output", "json=a.json"], ["--", "--cache-dir="],
    ],
)  # fmt: skip
def test_what_is_no_slip_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    check_words(words)


def test_a_folder_that_is_called_like_a_command_is_a_spec(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("chekc", "help"):
        (tmp_path / name).mkdir()
    check_words(["chekc"])
    assert not asked_for_help(["help"])


@pytest.mark.parametrize(
    ("word", "near"),
    [("engine_cor", "engine_core"), ("archive-url", None), ("cache_dir", "cache-dir"), ("", None)],
)
def test_only_near_names_are_suggested(word: str, near: str | None) -> None:
    assert nearest(word, ["engine_core", "cache-dir", "gpu"]) == near


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mill.json", "--output", "json="], "--output json=: names no file"),
        (["mill.json", "--output", "-"], "--output -: names no file"),
        (["mill.json", "--output", "json=-"], "--output json=-: names no file"),
        (["mill.json", "-q", "-v"], "--quiet and --verbose cannot both be"),
        (["mill.json", "--archive-url", "ftp://a.example/"], "--archive-url takes an http"),
        (["mill.json", "--archive", "--archive-url", "nonsense"], "--archive-url takes an http"),
        (["mill.json", "--cache-dir", ""], "--cache-dir: the value is empty"),
        (["chekc", "mill.json"], "did you mean 'check'?"),
        (["cache", "lst"], "Did you mean 'list'? Otherwise see lineage-verify cache --help"),
    ],
)
def test_it_is_one_line_and_2(
    lineage_verify: Command, spec: str, words: list[str], said: str
) -> None:
    assert said in error_of(lineage_verify(*words))


def test_a_password_in_an_archives_address_is_not_repeated(
    lineage_verify: Command, spec: str
) -> None:
    said = error_of(lineage_verify(spec, "--archive-url", "https://u:secret@a.example/"))
    assert "secret" not in said


def test_an_empty_environment_variable_is_the_default(
    lineage_verify: Command, spec: str, folder: Path
) -> None:
    assert lineage_verify(spec, env={"LINEAGE_VERIFY_CACHE_DIR": ""}).code == 0


def test_parts_that_are_nearly_named(
    lineage_verify: Command, write_spec: Callable[..., str], spec: str, folder: Path
) -> None:
    stage = lineage_verify(spec, "--format", "json").json["specs"][0]["evidence"][0]
    owner, pointer = stage["owner"]["id"], stage["pointer"]
    assert f"did you mean '{owner}'?" in error_of(lineage_verify(spec, "--only", f"{owner}x"))
    assert f"did you mean {pointer}?" in error_of(lineage_verify("explain", spec, owner))
    assert f"did you mean {pointer}?" in error_of(lineage_verify("explain", spec, f"{owner}x"))
    assert f"did you mean {pointer}?" in error_of(lineage_verify("explain", spec, f"{pointer}1"))
    assert "write for instance" in error_of(lineage_verify("explain", spec, "?!"))


def test_help_is_shown_for_the_word(lineage_verify: Command) -> None:
    assert lineage_verify("help").out == lineage_verify("--help").out
    assert lineage_verify("help", "renew").out == lineage_verify("renew", "--help").out
