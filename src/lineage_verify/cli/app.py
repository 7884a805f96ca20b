"""The command and its subcommands; each one's work is imported when it is asked for."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from typer.core import TyperGroup

from lineage_verify._version import __version__
from lineage_verify.cli.exit_codes import ExitCode
from lineage_verify.cli.grouped import grouped
from lineage_verify.cli.options import JudgeOptions, PageOptions, ReportOptions, ScreenOptions

__all__ = ["app"]

Specs = Annotated[
    list[str],
    typer.Argument(metavar="SPEC...", help="A spec, a folder of specs, or - (standard input)."),
]


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
        own = {"--help", "--version"}
        if args and args[0] not in own and args[0] not in self.commands:
            args = ["check", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=SpecsFirst,
    name="lineage-verify",
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)
cache_app = typer.Typer(cls=HelpFirst, rich_markup_mode=None, help="The kept snapshots.")
app.add_typer(cache_app, name="cache")


def _version(asked: bool) -> None:  # noqa: FBT001 - typer calls it so
    if asked:
        sys.stdout.write(f"lineage-verify {__version__}\n")
        raise typer.Exit


@app.callback()
def root(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Check that the quotes a lineage page rests on still stand in their sources.

    `lineage-verify SPEC...` is the same as `lineage-verify check SPEC...`.
    """


@app.command()
@grouped
def check(
    specs: Specs,
    *,
    pages: PageOptions,
    judge: JudgeOptions,
    report: ReportOptions,
    screen: ScreenOptions,
) -> None:
    """Verify specs. Never writes to a spec."""
    from lineage_verify.cli.check import check as run

    raise typer.Exit(run(specs, pages=pages, judge=judge, report=report, screen=screen))


@app.command()
@grouped
def renew(
    specs: Specs,
    *,
    date: Annotated[
        str | None, typer.Option(metavar="DATE", help="An earlier date to set (YYYY-MM-DD).")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would change; write nothing.")
    ] = False,
    pages: PageOptions,
    screen: ScreenOptions,
) -> None:
    """Verify, and set `verified_on` where all evidence holds."""
    from lineage_verify.cli.renew import renew as run

    raise typer.Exit(run(specs, date=date, dry_run=dry_run, pages=pages, screen=screen))


@app.command()
@grouped
def repair(
    specs: Specs,
    *,
    apply: Annotated[
        bool, typer.Option("--apply", help="Write every proposal but changed meanings.")
    ] = False,
    accept_meaning: Annotated[
        bool, typer.Option("--accept-meaning", help="With --apply: changed meanings as well.")
    ] = False,
    pages: PageOptions,
    screen: ScreenOptions,
) -> None:
    """Show what changed in quotes; offer the page's words."""
    from lineage_verify.cli.repair import repair as run

    raise typer.Exit(
        run(specs, apply=apply, accept_meaning=accept_meaning, pages=pages, screen=screen)
    )


@app.command()
@grouped
def find(
    url: Annotated[str, typer.Argument(metavar="URL", help="A page, or a file below here.")],
    quote: Annotated[str, typer.Argument(metavar="QUOTE", help="The quote, or - to read it.")],
    *,
    source: Annotated[
        str, typer.Option(metavar="ID", help="The source's id in the printed evidence.")
    ] = "SOURCE",
    pages: PageOptions,
    screen: ScreenOptions,
) -> None:
    """Find a quote on a page; print evidence to paste."""
    from lineage_verify.cli.find import find as run

    raise typer.Exit(run(url, quote, source=source, pages=pages, screen=screen))


@app.command()
@grouped
def explain(
    spec: Annotated[str, typer.Argument(metavar="SPEC", help="A spec.")],
    pointer: Annotated[
        str, typer.Argument(metavar="POINTER", help="Evidence, as in /stages/2/evidence/0.")
    ],
    *,
    pages: PageOptions,
    screen: ScreenOptions,
) -> None:
    """Tell how one verdict was reached, step by step."""
    from lineage_verify.cli.explain import explain as run

    raise typer.Exit(run(spec, pointer, pages=pages, screen=screen))


@app.command()
@grouped
def text(
    url: Annotated[str, typer.Argument(metavar="URL", help="A page, or a file below here.")],
    *,
    sections: Annotated[bool, typer.Option("--sections", help="Name the sections.")] = False,
    marks: Annotated[bool, typer.Option("--marks", help="Show what is marked, and why.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
    pages: PageOptions,
    screen: ScreenOptions,
) -> None:
    """Print the page's text as the matcher sees it."""
    from lineage_verify.cli.text import text as run

    raise typer.Exit(
        run(url, sections=sections, marks=marks, as_json=json, pages=pages, screen=screen)
    )


@app.command()
def schema(
    what: Annotated[str, typer.Argument(metavar="[spec|report]", help="Which schema.")] = "spec",
) -> None:
    """Print the JSON Schema of a spec or of the JSON report."""
    from lineage_verify.cli.schema import schema as run

    raise typer.Exit(run(what))


@app.command()
def lint(specs: Specs) -> None:
    """Check specs alone: no page is read, no network used."""
    from lineage_verify.cli.lint import lint as run

    raise typer.Exit(run(specs))


CacheDir = Annotated[
    Path | None,
    typer.Option(
        "--cache-dir", envvar="LINEAGE_VERIFY_CACHE_DIR", help="Folder of kept snapshots."
    ),
]


@cache_app.command("list")
def cache_list(
    url: Annotated[str | None, typer.Argument(metavar="[URL]", help="One page only.")] = None,
    *,
    cache_dir: CacheDir = None,
) -> None:
    """List the kept pages, or one page's history."""
    from lineage_verify.cli.cache import list_snapshots

    raise typer.Exit(list_snapshots(url, cache_dir))


@cache_app.command("show")
def cache_show(
    url: Annotated[str, typer.Argument(metavar="URL", help="A kept page.")],
    *,
    at: Annotated[
        str | None, typer.Option(metavar="DATE", help="As it was then, not the newest.")
    ] = None,
    cache_dir: CacheDir = None,
) -> None:
    """Write a kept page's bytes to standard output."""
    from lineage_verify.cli.cache import show_snapshot

    raise typer.Exit(show_snapshot(url, at, cache_dir))


@cache_app.command("import")
def cache_import(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="WARC files, or one saved page.")
    ],
    *,
    url: Annotated[
        str | None, typer.Option(metavar="URL", help="The saved page's own address.")
    ] = None,
    date: Annotated[
        str | None, typer.Option(metavar="DATE", help="When the page was saved.")
    ] = None,
    cache_dir: CacheDir = None,
) -> None:
    """Take in WARC files made by others, or a saved page."""
    from lineage_verify.cli.cache import import_files

    raise typer.Exit(import_files(files, url=url, date=date, cache_dir=cache_dir))


@cache_app.command("export")
def cache_export(
    specs: Specs,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="A .warc.gz.")],
    cache_dir: CacheDir = None,
) -> None:
    """Write what specs rest on into one WARC file."""
    from lineage_verify.cli.cache import export_bundle

    raise typer.Exit(export_bundle(specs, output, cache_dir))


@cache_app.command("prune")
def cache_prune(
    *,
    keep: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Keep the N newest of each page.")
    ] = None,
    older_than: Annotated[
        str | None, typer.Option(metavar="AGE", help="Remove only what is older than this.")
    ] = None,
    cache_dir: CacheDir = None,
) -> None:
    """Remove old snapshots; the newest of each page stays."""
    from lineage_verify.cli.cache import prune_snapshots

    raise typer.Exit(prune_snapshots(keep, older_than, cache_dir))
