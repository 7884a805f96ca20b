"""What a run is given: pages, how to judge, and someone to tell how it goes."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Protocol

from lineage_verify.pages.snapshot import Snapshot, Unreachable
from lineage_verify.sources.target import Target
from lineage_verify.verdicts.model import Severity
from lineage_verify.verdicts.waivers import Waiver
from lineage_verify.verify.reading import Examined, Inquiry

__all__ = ["Examines", "Judging", "Pages", "SilentObserver", "VerifyObserver"]


class Pages(Protocol):
    """Where pages come from; what the world does is a value, never an exception."""

    async def get(self, target: Target) -> Snapshot | Unreachable:
        """The page at a target's address."""
        ...


class Examines(Protocol):
    """What looks for quotes on a page."""

    def recall(self, snapshot: Snapshot, inquiry: Inquiry) -> Examined | None:
        """What is known without the page's body."""
        ...

    async def examine(self, snapshot: Snapshot, inquiry: Inquiry) -> Examined:
        """What a page says of its quotes, in the order asked."""
        ...


class VerifyObserver(Protocol):
    """Told how a run goes."""

    def surveyed(self, specs: int) -> None:
        """So many specs have been looked over, before the first page is asked for."""
        ...

    def planned(self, pages: int) -> None:
        """So many more pages are to be read."""
        ...

    def read(self, address: str) -> None:
        """One page has been read and searched, or could not be."""
        ...


class SilentObserver:
    """Says nothing."""

    def surveyed(self, specs: int) -> None:
        """Nothing is said."""

    def planned(self, pages: int) -> None:
        """Nothing is said."""

    def read(self, address: str) -> None:
        """Nothing is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judging:
    """How findings are judged, and which are asked for.

    `only` holds JSON Pointers, source ids and stage ids; empty means all. From the age
    `stale_after` on, `verified_on` is told as old.
    """

    today: date
    allow_drift: Severity | None = None
    strict: bool = False
    waivers: tuple[Waiver, ...] = ()
    only: tuple[str, ...] = ()
    stale_after: timedelta | None = None
