"""Checks that the quotes a lineage page rests on still stand in their sources.

The public names, each loaded when it is first asked for, so that importing the package costs
nothing. Without any network::

    from lineage_verify import judge, match_quote

    judge(match_quote("It runs 4 workers.", "By default it runs 8 workers.")).severity

A whole run::

    from pathlib import Path
    from lineage_verify import DiskShelf, load_spec, verify_specs

    report = verify_specs([load_spec("specs/a.json")], shelf=DiskShelf(Path("cache")))
"""

from importlib import import_module

from lineage_verify._version import __version__

TYPE_CHECKING = False
"""As in `typing`, which is loaded where the command line can catch an interrupt, and not before."""

if TYPE_CHECKING:
    from lineage_verify.errors import (
        CacheError,
        EditError,
        LineageError,
        MissingExtraError,
        OutputError,
        SettingsError,
        SpecError,
    )
    from lineage_verify.load import load_spec
    from lineage_verify.matches.model import Match, Place, Selector
    from lineage_verify.matches.search import match_quote, match_quotes
    from lineage_verify.pages.shelf import DiskShelf, MemoryShelf
    from lineage_verify.pages.snapshot import ErrorKind, Snapshot, Unreachable
    from lineage_verify.settings import Limits, Policy, Render, Settings
    from lineage_verify.spec.document import SpecDocument
    from lineage_verify.spec.problems import Level, Location, Problem
    from lineage_verify.spec.read import read_spec
    from lineage_verify.text.extract import extract
    from lineage_verify.text.page_text import PageText
    from lineage_verify.verdicts.judge import judge
    from lineage_verify.verdicts.model import (
        Finding,
        Outcome,
        Report,
        Severity,
        SpecReport,
        Verdict,
        VerdictKind,
    )
    from lineage_verify.verdicts.waivers import Waiver
    from lineage_verify.verify.ports import Judging
    from lineage_verify.verify.whole import verify_each, verify_specs

_HOMES = {
    "errors": (
        "CacheError",
        "EditError",
        "LineageError",
        "MissingExtraError",
        "OutputError",
        "SettingsError",
        "SpecError",
    ),
    "load": ("load_spec",),
    "matches.model": ("Match", "Place", "Selector"),
    "matches.search": ("match_quote", "match_quotes"),
    "pages.shelf": ("DiskShelf", "MemoryShelf"),
    "pages.snapshot": ("ErrorKind", "Snapshot", "Unreachable"),
    "settings": ("Limits", "Policy", "Render", "Settings"),
    "spec.document": ("SpecDocument",),
    "spec.problems": ("Level", "Location", "Problem"),
    "spec.read": ("read_spec",),
    "text.extract": ("extract",),
    "text.page_text": ("PageText",),
    "verdicts.judge": ("judge",),
    "verdicts.model": (
        "Finding",
        "Outcome",
        "Report",
        "Severity",
        "SpecReport",
        "Verdict",
        "VerdictKind",
    ),
    "verdicts.waivers": ("Waiver",),
    "verify.ports": ("Judging",),
    "verify.whole": ("verify_each", "verify_specs"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "CacheError",
    "DiskShelf",
    "EditError",
    "ErrorKind",
    "Finding",
    "Judging",
    "Level",
    "Limits",
    "LineageError",
    "Location",
    "Match",
    "MemoryShelf",
    "MissingExtraError",
    "Outcome",
    "OutputError",
    "PageText",
    "Place",
    "Policy",
    "Problem",
    "Render",
    "Report",
    "Selector",
    "Settings",
    "SettingsError",
    "Severity",
    "Snapshot",
    "SpecDocument",
    "SpecError",
    "SpecReport",
    "Unreachable",
    "Verdict",
    "VerdictKind",
    "Waiver",
    "__version__",
    "extract",
    "judge",
    "load_spec",
    "match_quote",
    "match_quotes",
    "read_spec",
    "verify_each",
    "verify_specs",
]


def __getattr__(name: str) -> object:
    """Load a public name from its home (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    """The public names."""
    return list(__all__)
