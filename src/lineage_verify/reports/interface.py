"""What every report format has in common."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from lineage_verify.verdicts.model import Report

__all__ = ["Format", "Options", "ReportWriter"]


class Format(StrEnum):
    """The formats a report can have, as `--format` names them."""

    TABLE = "table"
    JSON = "json"
    MARKDOWN = "markdown"
    GITHUB = "github"
    SARIF = "sarif"
    JUNIT = "junit"
    HTML = "html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a report is to look; a format ignores what does not concern it.

    `width` is in terminal cells. `links` allows OSC 8 hyperlinks. `encoding` is that of the stream
    the text goes to: what a writer returns can always be encoded in it. `max_bytes` bounds a
    Markdown report: GitHub takes 1 MiB of a job's summary, and 65,536 characters of an issue.
    """

    width: int = 80
    color: bool = False
    quiet: bool = False
    verbose: bool = False
    links: bool = False
    encoding: str = "utf-8"
    max_bytes: int = 1_000_000


class ReportWriter(Protocol):
    """Turns a report into text."""

    def render(self, report: Report) -> str:
        """The whole report, ending in a line break unless it is empty."""
        ...
