"""What every report format has in common."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from lineage_verify.verdicts.model import Report, SpecReport
from lineage_verify.verdicts.tally import Totals, totals_of

__all__ = ["Format", "MemorySpool", "Options", "ReportWriter", "Spool"]


class Format(StrEnum):
    """The formats a report can have, as `--format` names them."""

    TABLE = "table"
    JSON = "json"
    MARKDOWN = "markdown"
    GITHUB = "github"
    SARIF = "sarif"
    JUNIT = "junit"
    HTML = "html"


class Spool(Protocol):
    """Holds a text that grows, until it is read once from its beginning."""

    def write(self, text: str) -> None:
        """Add to the end."""
        ...

    def pieces(self) -> Iterator[str]:
        """The text from its beginning, in pieces."""
        ...


class MemorySpool:
    """A spool that lies in memory."""

    def __init__(self) -> None:
        """Begin empty."""
        self._pieces: list[str] = []

    def write(self, text: str) -> None:
        """Add to the end."""
        self._pieces.append(text)

    def pieces(self) -> Iterator[str]:
        """The text from its beginning, in pieces."""
        return iter(self._pieces)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a report is to look; a format ignores what does not concern it.

    `width` is in terminal cells. `links` allows OSC 8 hyperlinks. `encoding` is that of the stream
    the text goes to: what a writer returns can always be encoded in it. `max_bytes` bounds a
    Markdown report: GitHub takes 1 MiB of a job's summary, and 65,536 characters of an issue.
    `spool` makes the places where what is written of each spec waits for what stands before it.
    """

    width: int = 80
    color: bool = False
    quiet: bool = False
    verbose: bool = False
    links: bool = False
    encoding: str = "utf-8"
    max_bytes: int = 1_000_000
    spool: Callable[[], Spool] = MemorySpool


class ReportWriter(ABC):
    """Turns a run into text, a spec at a time; one writer serves one run.

    Of a spec it keeps what stands at the top of the report, and that is bounded; the rest waits in
    a spool, so that a run of any length takes no more memory.
    """

    def begin(self, moment: datetime) -> None:  # noqa: B027 - most formats tell the time at the end
        """Know when the run was made, before its first spec."""

    @abstractmethod
    def add(self, spec: SpecReport) -> None:
        """Take in the run's next spec."""

    @abstractmethod
    def end(self, run: Totals) -> Iterator[str]:
        """The whole report in pieces; it ends in a line break unless it is empty."""

    def render(self, report: Report) -> str:
        """The whole of a report that is there as a whole."""
        self.begin(report.generated_at)
        for spec in report.specs:
            self.add(spec)
        return "".join(self.end(totals_of(report)))
