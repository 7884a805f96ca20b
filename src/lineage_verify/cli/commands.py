"""Every command: its words, and where its work is done. The work is imported when it is asked for.

`app` makes a typer application of this table; `plain_words` reads by it what needs no typer.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from lineage_verify.cli.declare import Opt, Word, words_of

__all__ = ["CACHE_HELP", "COMMANDS", "Command", "all_words", "invoke"]


class Command(NamedTuple):
    """One command.

    `work` is a module of this folder and a function in it, which takes the words by their names
    and each of the `groups` (`lineage_verify.cli.options`) as one argument.
    """

    help: str
    work: str
    words: tuple[Word, ...] = ()
    groups: tuple[str, ...] = ()


_SPECS = Word(
    "specs",
    list[str],
    metavar="SPEC...",
    help="A spec, a folder of specs, or - (standard input).",
)
_URL = Word("url", str, metavar="URL", help="A page, or a file below here.")
_CACHE_DIR = Word(
    "cache_dir",
    Path | None,
    None,
    Opt("--cache-dir", envvar="LINEAGE_VERIFY_CACHE_DIR", help="Folder of kept snapshots."),
)


def _flag(name: str, flag: str, told: str) -> Word:
    return Word(name, bool, False, Opt(flag, help=told))


COMMANDS: Final[Mapping[str, Command]] = {
    "check": Command(
        "Verify specs. Never writes to a spec.",
        "check:check",
        (
            _SPECS,
            Word(
                "executor",
                str | None,
                None,
                Opt(
                    metavar="dask://HOST:PORT",
                    help="Read and search pages on this Dask cluster, not in own processes.",
                ),
            ),
        ),
        ("pages", "judge", "report", "screen"),
    ),
    "renew": Command(
        "Verify, and set `verified_on` where all evidence holds.",
        "renew:renew",
        (
            _SPECS,
            Word(
                "date",
                str | None,
                None,
                Opt(metavar="DATE", help="An earlier date to set (YYYY-MM-DD)."),
            ),
            _flag("dry_run", "--dry-run", "Show what would change; write nothing."),
        ),
        ("pages", "screen"),
    ),
    "repair": Command(
        "Show what changed in quotes; offer the page's words.",
        "repair:repair",
        (
            _SPECS,
            _flag("apply", "--apply", "Write every proposal but changed meanings."),
            _flag("accept_meaning", "--accept-meaning", "With --apply: changed meanings as well."),
        ),
        ("pages", "screen"),
    ),
    "find": Command(
        "Find a quote on a page; print evidence to paste.",
        "find:find",
        (
            _URL,
            Word("quote", str, metavar="QUOTE", help="The quote, or - to read it."),
            Word(
                "source",
                str,
                "SOURCE",
                Opt(metavar="ID", help="The source's id in the printed evidence."),
            ),
        ),
        ("pages", "screen"),
    ),
    "explain": Command(
        "Tell how one verdict was reached, step by step.",
        "explain:explain",
        (
            Word("spec", str, metavar="SPEC", help="A spec."),
            Word("pointer", str, metavar="POINTER", help="Evidence, as in /stages/2/evidence/0."),
        ),
        ("pages", "screen"),
    ),
    "text": Command(
        "Print the page's text as the matcher sees it.",
        "text:text",
        (
            _URL,
            _flag("sections", "--sections", "Name the sections."),
            _flag("marks", "--marks", "Show what is marked, and why."),
            _flag("as_json", "--json", "Print everything as JSON."),
        ),
        ("pages", "screen"),
    ),
    "schema": Command(
        "Print the JSON Schema of a spec or of the JSON report.",
        "schema:schema",
        (Word("what", str, "spec", metavar="[spec|report]", help="Which schema."),),
    ),
    "lint": Command(
        "Check specs alone: no page is read, no network used.",
        "lint:lint",
        (
            _SPECS,
            Word(
                "strict",
                bool | None,
                None,
                Opt("--strict/--no-strict", help="Warnings fail the run, too."),
            ),
            Word(
                "stale_after",
                str | None,
                None,
                Opt(
                    metavar="AGE",
                    help="Warn where verified_on is older than this.  [default: never]",
                ),
            ),
        ),
    ),
    "cache list": Command(
        "List the kept pages, or one page's history.",
        "cache:list_snapshots",
        (
            Word("url", str | None, None, metavar="[URL]", help="One page only."),
            _CACHE_DIR,
        ),
    ),
    "cache show": Command(
        "Write a kept page's bytes to standard output.",
        "cache:show_snapshot",
        (
            Word("url", str, metavar="URL", help="A kept page."),
            Word(
                "at",
                str | None,
                None,
                Opt(metavar="DATE", help="As it was then, not the newest."),
            ),
            _flag("rendered", "--rendered", "As a browser rendered it."),
            _CACHE_DIR,
        ),
    ),
    "cache import": Command(
        "Take in WARC files made by others, or a saved page.",
        "cache:import_files",
        (
            Word("files", list[Path], metavar="FILE...", help="WARC files, or one saved page."),
            Word(
                "url",
                str | None,
                None,
                Opt(metavar="URL", help="The saved page's own address."),
            ),
            Word("date", str | None, None, Opt(metavar="DATE", help="When the page was saved.")),
            _CACHE_DIR,
        ),
    ),
    "cache export": Command(
        "Write what specs rest on into one WARC file.",
        "cache:export_bundle",
        (
            _SPECS,
            Word("output", Path, opt=Opt("--output", "-o", metavar="FILE", help="A .warc.gz.")),
            _CACHE_DIR,
        ),
    ),
    "cache prune": Command(
        "Remove old snapshots; the newest of each page stays.",
        "cache:prune_snapshots",
        (
            Word(
                "keep",
                int | None,
                None,
                Opt(least=1, metavar="N", help="Keep the N newest of each page."),
            ),
            Word(
                "older_than",
                str | None,
                None,
                Opt(metavar="AGE", help="Remove only what is older than this."),
            ),
            _CACHE_DIR,
        ),
    ),
}

CACHE_HELP: Final = "The kept snapshots."


def all_words(command: Command) -> tuple[Word, ...]:
    """A command's words, those of its groups last."""
    shared = (word for group in _groups(command).values() for word in words_of(group))
    return (*command.words, *shared)


def invoke(command: Command, said: Mapping[str, object]) -> int:
    """Do a command's work with what was said for each of its words; gives the exit code."""
    module, name = command.work.split(":")
    work: Callable[..., int] = getattr(import_module(f"{__package__}.{module}"), name)
    groups = {
        name: group(**{field.name: said[field.name] for field in fields(group)})
        for name, group in _groups(command).items()
    }
    return work(**{word.name: said[word.name] for word in command.words}, **groups)


def _groups(command: Command) -> Mapping[str, type]:
    """The dataclasses of a command's groups, which not every command has to load."""
    if not command.groups:
        return {}
    from lineage_verify.cli.options import GROUPS

    return {name: GROUPS[name] for name in command.groups}
