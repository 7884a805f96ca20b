"""A shelf that knows which of the snapshots that it is given were there already."""

from datetime import datetime

from lineage_verify.pages.capture import Capture
from lineage_verify.pages.shelf import Shelf
from lineage_verify.pages.snapshot import Snapshot

__all__ = ["Intake"]

_Mark = tuple[str, datetime, datetime]


class Intake:
    """Gives all to a shelf, and counts what is new to it."""

    def __init__(self, shelf: Shelf) -> None:
        """Begin at nothing."""
        self._shelf = shelf
        self._known: dict[str, set[_Mark]] = {}
        self._added = 0
        self._there = 0
        self._rendered: Intake | None = None

    @property
    def rendered(self) -> "Intake":
        """The shelf of the rendered pages, which is counted with this one."""
        if self._rendered is None:
            self._rendered = Intake(self._shelf.rendered)
        return self._rendered

    @property
    def added(self) -> int:
        """How many snapshots are new."""
        return self._added + (self._rendered.added if self._rendered else 0)

    @property
    def there(self) -> int:
        """How many snapshots were there already."""
        return self._there + (self._rendered.there if self._rendered else 0)

    def keep(self, snapshot: Snapshot) -> None:
        """Add a snapshot; one that is there already is no error."""
        known = self._known.get(snapshot.address)
        if known is None:
            history = self._shelf.history(snapshot.address)
            known = self._known[snapshot.address] = {_mark(capture) for capture in history}
        if _mark(snapshot) in known:
            self._there += 1
        else:
            self._added += 1
            known.add(_mark(snapshot))
        self._shelf.keep(snapshot)

    def newest(self, address: str) -> Snapshot | None:
        """The snapshot of an address with the latest `validated_at`."""
        return self._shelf.newest(address)

    def history(self, address: str) -> tuple[Capture, ...]:
        """Every snapshot of an address, oldest `validated_at` first."""
        return self._shelf.history(address)

    def read(self, capture: Capture) -> Snapshot | None:
        """The snapshot behind an entry of a history; `None` where it is gone."""
        return self._shelf.read(capture)

    def addresses(self) -> tuple[str, ...]:
        """Every address that has a snapshot, in order."""
        return self._shelf.addresses()


def _mark(one: Snapshot | Capture) -> _Mark:
    return one.sha256, one.fetched_at, one.validated_at
