"""The command line as a typer application, made of the table of commands.

Only the command that is asked for is made in full: typer takes a good while over thirty options.
"""

import sys
from collections.abc import Callable, Sequence
from inspect import Parameter, Signature
from typing import Annotated

import typer
from typer.core import TyperGroup

from lineage_verify._version import __version__
from lineage_verify.cli.commands import CACHE_HELP, COMMANDS, Command, all_words, invoke
from lineage_verify.cli.declare import REQUIRED, Word
from lineage_verify.cli.errors import StoppedError
from lineage_verify.cli.exit_codes import ExitCode
from lineage_verify.errors import SettingsError

__all__ = ["app_for", "run"]

_OWN = frozenset({"--help", "--version"})
"""What belongs to no command."""


class HelpFirst(TyperGroup):
    """A group that shows its help where no word was said, as a usage error."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Show the help in place of an error of one long line."""
        if not args:
            sys.stderr.write(f"{ctx.get_help()}\n")
            raise typer.Exit(ExitCode.USAGE)
        return super().parse_args(ctx, args)


class SpecsFirst(HelpFirst):
    """A group whose first word may also be a spec: then `check` is meant."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Put `check` in front of words that begin with no command."""
        if args and args[0] not in _OWN and args[0] not in self.commands:
            args = ["check", *args]
        return super().parse_args(ctx, args)


def run(words: Sequence[str]) -> object:
    """Do what the words say; gives the exit code.

    Raises:
        SettingsError: the words are none of this program's.
        StoppedError: the user broke off at a question.
    """
    try:
        return app_for(words)(args=list(words), prog_name="lineage-verify", standalone_mode=False)
    except typer.TyperException as error:
        text = error.format_message().rstrip(".")
        link = " Otherwise" if text.endswith("?") else ";"
        raise SettingsError(f"{text}{link} see {_program(error)} --help") from None
    except typer.Abort:
        raise StoppedError("stopped; nothing more was written") from None


def _program(error: typer.TyperException) -> str:
    """The program and the command whose words are wrong, as they are typed."""
    path = getattr(getattr(error, "ctx", None), "command_path", None)
    return path if isinstance(path, str) and path else "lineage-verify"


def app_for(words: Sequence[str]) -> typer.Typer:
    """The application, with the command that `words` begin with in full."""
    app = typer.Typer(
        cls=SpecsFirst,
        name="lineage-verify",
        rich_markup_mode=None,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    cache = typer.Typer(cls=HelpFirst, rich_markup_mode=None, help=CACHE_HELP)
    app.callback()(_root)
    app.add_typer(cache, name="cache")
    asked = _asked(words)
    for name, command in COMMANDS.items():
        *above, own = name.split()
        work = _typed(command) if name == asked else _untyped
        (cache if above else app).command(own, help=command.help)(work)
    return app


def _asked(words: Sequence[str]) -> str | None:
    """The name of the command whose words these are; `None` where they are those of none."""
    if not words or words[0] in _OWN:
        return None
    for count in (2, 1):
        name = " ".join(words[:count])
        if name in COMMANDS:
            return name
    a_group = any(name.startswith(f"{words[0]} ") for name in COMMANDS)
    return None if a_group else "check"


def _version(asked: bool) -> None:  # noqa: FBT001 - typer calls it so
    if asked:
        sys.stdout.write(f"lineage-verify {__version__}\n")
        raise typer.Exit


def _root(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Check that the quotes a lineage page rests on still stand in their sources.

    `lineage-verify SPEC...` is the same as `lineage-verify check SPEC...`.
    """


def _untyped() -> None:
    """Stand for a command that is not asked for, in the list of them."""


def _typed(command: Command) -> Callable[..., None]:
    """A command's work as a function that typer can read the words of."""

    def work(**said: object) -> None:
        raise typer.Exit(invoke(command, said))

    signature = Signature([_parameter(word) for word in all_words(command)])
    work.__signature__ = signature  # type: ignore[attr-defined]
    work.__annotations__ = {p.name: p.annotation for p in signature.parameters.values()}
    return work


def _parameter(word: Word) -> Parameter:
    return Parameter(
        word.name,
        Parameter.KEYWORD_ONLY,
        default=Parameter.empty if word.default is REQUIRED else word.default,
        annotation=Annotated[word.kind, _told(word)],
    )


def _told(word: Word) -> object:
    if word.opt is None:
        return typer.Argument(metavar=word.metavar, help=word.help)
    return typer.Option(
        *word.opt.flags,
        metavar=word.opt.metavar,
        help=word.opt.help,
        envvar=word.opt.envvar,
        min=word.opt.least,
        max=word.opt.most,
    )
