"""Where snapshots are kept: on disk, or in memory for a run that leaves nothing behind."""

from dataclasses import replace
from typing import Protocol

from lineage_verify.pages.capture import Capture, CaptureKind
from lineage_verify.pages.disk import DiskShelf
from lineage_verify.pages.snapshot import Provenance, Snapshot

__all__ = ["AllPages", "DiskShelf", "MemoryShelf", "Past", "Shelf"]


class Past(Protocol):
    """Tells how pages were."""

    def history(self, address: str) -> tuple[Capture, ...]:
        """Every snapshot of an address, oldest `validated_at` first."""

    def read(self, capture: Capture) -> Snapshot | None:
        """The snapshot behind an entry of a history; `None` where it is gone."""

    def addresses(self) -> tuple[str, ...]:
        """Every address that has a snapshot, in order."""


class Shelf(Past, Protocol):
    """Keeps snapshots by the address that was asked for: pages as they were sent.

    What a browser rendered lies on a shelf of its own, so that neither is taken for the other.
    """

    @property
    def rendered(self) -> "Shelf":
        """The shelf of the rendered pages."""
        ...

    def newest(self, address: str) -> Snapshot | None:
        """The snapshot of an address with the latest `validated_at`."""

    def keep(self, snapshot: Snapshot) -> None:
        """Add a snapshot; one that is there already is no error."""


class MemoryShelf:
    """A shelf that lasts as long as the process."""

    def __init__(self) -> None:
        """Begin empty."""
        self._kept: dict[str, list[Snapshot]] = {}
        self._rendered: MemoryShelf | None = None

    @property
    def rendered(self) -> "MemoryShelf":
        """The shelf of the rendered pages."""
        if self._rendered is None:
            self._rendered = MemoryShelf()
        return self._rendered

    def newest(self, address: str) -> Snapshot | None:
        """The snapshot of an address with the latest `validated_at`."""
        kept = self._kept.get(address)
        return replace(kept[-1], provenance=Provenance.CACHED) if kept else None

    def keep(self, snapshot: Snapshot) -> None:
        """Add a snapshot; one that is there already is no error."""
        kept = self._kept.setdefault(snapshot.address, [])
        twins = (old for old in kept if old.validated_at == snapshot.validated_at)
        if not any(old.sha256 == snapshot.sha256 for old in twins):
            kept.append(replace(snapshot, encoded=None, confirmation=None))
            kept.sort(key=lambda old: old.validated_at)

    def history(self, address: str) -> tuple[Capture, ...]:
        """Every snapshot of an address, oldest `validated_at` first."""
        kept = self._kept.get(address, [])
        return tuple(_capture(snapshot, str(index)) for index, snapshot in enumerate(kept))

    def read(self, capture: Capture) -> Snapshot | None:
        """The snapshot behind an entry of a history; `None` where it is gone."""
        kept = self._kept.get(capture.address, [])
        wanted = (capture.validated_at, capture.sha256)
        found = (old for old in kept if (old.validated_at, old.sha256) == wanted)
        snapshot = next(found, None)
        return replace(snapshot, provenance=Provenance.CACHED) if snapshot else None

    def addresses(self) -> tuple[str, ...]:
        """Every address that has a snapshot, in order."""
        return tuple(sorted(self._kept))


class AllPages:
    """What a shelf holds of both: pages as sent and as rendered, for looking back."""

    def __init__(self, shelf: Shelf) -> None:
        """Look at a shelf and at its rendered pages; nothing is kept here."""
        self._both = (shelf, shelf.rendered)

    def history(self, address: str) -> tuple[Capture, ...]:
        """Every snapshot of an address, oldest `validated_at` first."""
        captures = [capture for shelf in self._both for capture in shelf.history(address)]
        return tuple(sorted(captures, key=lambda capture: capture.validated_at))

    def read(self, capture: Capture) -> Snapshot | None:
        """The snapshot behind an entry of a history; `None` where it is gone."""
        return self._both[capture.rendered_by is not None].read(capture)

    def addresses(self) -> tuple[str, ...]:
        """Every address that has a snapshot, in order."""
        return tuple(sorted({address for shelf in self._both for address in shelf.addresses()}))


def _capture(snapshot: Snapshot, name: str) -> Capture:
    return Capture(
        name=name,
        kind=CaptureKind.RENDERED if snapshot.rendering else CaptureKind.RESPONSE,
        address=snapshot.address,
        url=snapshot.url,
        media_type=snapshot.media_type,
        sha256=snapshot.sha256,
        size=len(snapshot.body),
        fetched_at=snapshot.fetched_at,
        validated_at=snapshot.validated_at,
        rendered_by=snapshot.rendering.by if snapshot.rendering else None,
    )
