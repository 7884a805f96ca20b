"""The options that commands share, as a user types them.

Every option's default is "not said", so that a settings file can fill in what the command line
leaves open; `lineage_verify.cli.resolve` brings the two together.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

from lineage_verify.cli.declare import Opt
from lineage_verify.settings import Render

__all__ = [
    "BOUNDS",
    "GROUPS",
    "ColorWhen",
    "JudgeOptions",
    "PageOptions",
    "ReportOptions",
    "ScreenOptions",
]


BOUNDS: Final[Mapping[str, tuple[float, float]]] = {
    "jobs": (1, 128),
    "per-host": (1, 64),
    "timeout": (0.001, 3600),
    "retries": (0, 20),
}
"""The least and the most that an option may say, wherever it is said."""


class ColorWhen(StrEnum):
    """When to colour what is printed."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class PageOptions:
    """Where pages come from."""

    cache_dir: Annotated[
        Path | None,
        Opt(
            envvar="LINEAGE_VERIFY_CACHE_DIR",
            help="Folder of kept snapshots.  [default: cache]",
        ),
    ] = None
    offline: Annotated[
        bool | None,
        Opt("--offline/--online", help="No network at all: the newest snapshot of each source."),
    ] = None
    max_age: Annotated[
        str | None,
        Opt(
            metavar="AGE",
            help="Use a snapshot validated within AGE (90s, 15m, 24h, 7d, 0) without asking."
            "  [default: 24h]",
        ),
    ] = None
    refresh: Annotated[
        bool, Opt("--refresh", help="Ask about every page: the same as --max-age 0.")
    ] = False
    jobs: Annotated[
        int | None,
        Opt(
            least=BOUNDS["jobs"][0],
            most=BOUNDS["jobs"][1],
            metavar="N",
            help="Processes that read and search pages.  [default: the machine's cores]",
        ),
    ] = None
    per_host: Annotated[
        int | None,
        Opt(
            least=BOUNDS["per-host"][0],
            most=BOUNDS["per-host"][1],
            metavar="N",
            help="Connections at once to one host.  [default: 2]",
        ),
    ] = None
    timeout: Annotated[
        float | None,
        Opt(
            least=BOUNDS["timeout"][0],
            most=BOUNDS["timeout"][1],
            metavar="S",
            help="Seconds for one whole try.  [default: 120]",
        ),
    ] = None
    retries: Annotated[
        int | None,
        Opt(
            least=BOUNDS["retries"][0],
            most=BOUNDS["retries"][1],
            metavar="N",
            help="Tries after the first one.  [default: 2]",
        ),
    ] = None
    allow_private_network: Annotated[
        bool | None,
        Opt(
            "--allow-private-network/--refuse-private-network",
            help="Permit loopback, private and link-local addresses.",
        ),
    ] = None
    render: Annotated[
        Render | None,
        Opt(
            envvar="LINEAGE_VERIFY_RENDER",
            help="Read HTML pages as a browser renders them: those that only a script fills (auto),"
            " all, or none.  [default: never]",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """What fails a run."""

    allow_drift: Annotated[
        str | None,
        Opt(
            metavar="SEVERITY",
            help="Drift up to this severity (cosmetic or wording) does not fail the run.",
        ),
    ] = None
    strict: Annotated[
        bool | None,
        Opt("--strict/--no-strict", help="Warnings and unreachable sources fail the run too."),
    ] = None
    stale_after: Annotated[
        str | None,
        Opt(metavar="AGE", help="Warn where verified_on is older than this.  [default: never]"),
    ] = None
    only: Annotated[
        list[str] | None,
        Opt(metavar="POINTER|SOURCE|STAGE", help="Check only this part; can be given again."),
    ] = None


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What is reported, and where to."""

    format: Annotated[
        str | None,
        Opt(
            "--format",
            metavar="F",
            help="table, json, markdown, github, sarif, junit or html.  [default: table]",
        ),
    ] = None
    output: Annotated[
        list[str] | None,
        Opt(
            metavar="[F=]FILE",
            help="FILE: write the report there instead of printing it. F=FILE: also write it in"
            " format F; can be given again.",
        ),
    ] = None
    baseline: Annotated[
        Path | None,
        Opt(metavar="FILE", help="An earlier JSON report: tell what is new, still there, mended."),
    ] = None
    archive: Annotated[
        bool,
        Opt("--archive", help="Where a page is gone, ask a web archive what stood there: a hint."),
    ] = False
    archive_url: Annotated[
        str | None,
        Opt(
            metavar="URL",
            envvar="LINEAGE_VERIFY_ARCHIVE_URL",
            help="That archive's TimeGate (Memento, RFC 7089).  [default: the Wayback Machine]",
        ),
    ] = None
    fail_on: Annotated[
        str | None,
        Opt(
            metavar="any|new", help="With --baseline, new: only new findings fail.  [default: any]"
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class ScreenOptions:
    """How much is shown, and how."""

    quiet: Annotated[bool, Opt("--quiet", "-q", help="Print only what is broken.")] = False
    verbose: Annotated[bool, Opt("--verbose", "-v", help="Say more.")] = False
    no_progress: Annotated[
        bool, Opt("--no-progress", help="Show no progress on standard error.")
    ] = False
    color: Annotated[ColorWhen | None, Opt(help="When to use colour.  [default: auto]")] = None


GROUPS: Final[Mapping[str, type]] = {
    "pages": PageOptions,
    "judge": JudgeOptions,
    "report": ReportOptions,
    "screen": ScreenOptions,
}
"""The groups, by the names that commands take them under."""
