"""Plain words are read without typer, and just as typer reads them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.cli import app, plain_words
from lineage_verify.cli.commands import COMMANDS, Command, all_words
from lineage_verify.errors import SettingsError

Said = tuple[Command, Mapping[str, object]]


def by_typer(words: Sequence[str], environ: Mapping[str, str]) -> Said | None:
    """The command and what typer reads for each of its words; `None` where it refuses them."""
    read: list[Said] = []

    def note(command: Command, said: Mapping[str, object]) -> int:
        read.append((command, dict(said)))
        return 0

    with mock.patch.object(app, "invoke", note), mock.patch.dict("os.environ", environ):
        try:
            app.run(words)
        except SettingsError:
            return None
    return read[0] if read else None


def by_plain_words(words: Sequence[str], environ: Mapping[str, str]) -> Said | None:
    read: list[Said] = []
    with mock.patch.object(plain_words, "invoke", lambda *said: read.append(said)):
        work = plain_words.read_words(words, environ)
        if work is not None:
            work()
    return read[0] if read else None


def flags_of(command: Command) -> list[str]:
    options = [word for word in all_words(command) if word.opt is not None]
    return [flag for word in options for flag, _ in plain_words._flags(word)]


VALUES = st.sampled_from(
    ["mill.json", "specs", "-", "1", "0", "7", "0.5", "007", "1e3", "+1", " 2", "-1", "1_0", "2.0",
     "auto", "never", "Auto", "json", "json=a.json", "", "a b", "é", "--", "-q", "--help", "~", "*"]
)  # fmt: skip


@st.composite
def command_lines(draw: st.DrawFn) -> list[str]:
    """A command with some of its flags, of values and of slips, in any order."""
    name = draw(st.sampled_from(list(COMMANDS)))
    flags = [*flags_of(COMMANDS[name]), "--nonsense", "--off", "-qv"]
    spoken = st.one_of(
        st.sampled_from(flags),
        VALUES,
        st.builds("{}={}".format, st.sampled_from(flags), VALUES),
    )
    start = [] if name == "check" and draw(st.booleans()) else name.split()
    return [*start, *draw(st.lists(spoken, max_size=5))]


ENVIRONS = st.sampled_from(
    [{}, {"LINEAGE_VERIFY_CACHE_DIR": "kept"}, {"LINEAGE_VERIFY_CACHE_DIR": ""},
     {"LINEAGE_VERIFY_ARCHIVE_URL": "https://archive.example/"}]
)  # fmt: skip


@given(command_lines(), ENVIRONS)
def test_what_is_read_plainly_typer_reads_just_so(
    words: list[str], environ: dict[str, str]
) -> None:
    plain = by_plain_words(words, environ)
    if plain is not None:
        assert plain == by_typer(words, environ)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_option_of_each_command_is_read_alike(name: str) -> None:
    command = COMMANDS[name]
    arguments = ["x" for word in command.words if word.opt is None]
    needed = ["--output", "out.gz"] if name == "cache export" else []
    for flag in flags_of(command):
        for said in ([flag], [flag, "1"], [f"{flag}=1"], [flag, "never"], [flag, "1", flag, "2"]):
            words = [*name.split(), *arguments, *needed, *said]
            plain = by_plain_words(words, {})
            if plain is not None:
                assert plain == by_typer(words, {}), words


PLAIN = [
    ["mill.json"],
    ["check", "--offline", "a.json", "b"],
    ["--offline", "a.json", "--format", "json", "--output=sarif=out.sarif", "--only", "x"],
    ["check", "-", "-q", "--jobs", "2", "--timeout=1.5", "--color", "never", "--no-strict"],
    ["renew", "a.json", "--dry-run", "--date", "2026-01-01"],
    ["repair", "a.json", "--apply"],
    ["find", "https://mill.example/", "It turns.", "--source", "mill"],
    ["explain", "a.json", "/stages/0/evidence/0"],
    ["text", "page.md", "--json"],
    ["schema"],
    ["lint", "specs"],
    ["lint", "specs", "--strict", "--stale-after", "30d"],
    ["cache", "list"],
    ["cache", "prune", "--keep", "2"],
    ["cache", "export", "a.json", "-o", "all.warc.gz"],
]


@pytest.mark.parametrize("words", PLAIN, ids=" ".join)
def test_plain_words_need_no_typer(words: list[str]) -> None:
    plain = by_plain_words(words, {})
    assert plain is not None
    assert plain == by_typer(words, {})


@pytest.mark.parametrize(
    "words",
    [[], ["--help"], ["check", "--help"], ["check"], ["cache"], ["cache", "nothing"], ["a", "-qv"],
     ["a", "--jobs", "0"], ["a", "--jobs", "many"], ["a", "--color", "red"], ["a", "--offline=1"],
     ["a", "--output", "--quiet"], ["a", "--ofline"], ["find", "a"], ["schema", "a", "b"],
     ["a", "--"], ["a", "--jobs"], ["a", "-o", "b"]],
)  # fmt: skip
def test_all_else_is_left_to_typer(words: list[str]) -> None:
    assert by_plain_words(words, {}) is None


def test_a_shell_that_asks_for_completions_gets_typer() -> None:
    assert by_plain_words(["a.json"], {"_LINEAGE_VERIFY_COMPLETE": "complete_bash"}) is None


@pytest.mark.parametrize(
    "words", [["a.json"], ["a.json", "--cache-dir", "other"], ["a.json", "--color=always"]]
)
def test_what_the_environment_says_counts_where_the_line_says_nothing(words: list[str]) -> None:
    environ = {"LINEAGE_VERIFY_CACHE_DIR": "kept"}
    plain = by_plain_words(words, environ)
    assert plain is not None
    assert plain == by_typer(words, environ)
    assert plain[1]["cache_dir"] == Path(words[2] if "--cache-dir" in words else "kept")
