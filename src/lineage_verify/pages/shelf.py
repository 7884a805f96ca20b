"""Where snapshots are kept: on disk, or in memory for a run that leaves nothing behind."""

from dataclasses import replace
from typing import Protocol

from lineage_verify.pages.capture import Capture, CaptureKind
from lineage_verify.pages.disk import DiskShelf
from lineage_verify.pages.snapshot import Provenance, Snapshot

__all__ = ["DiskShelf", "MemoryShelf", "Shelf"]


class Shelf(Protocol):
    """Keeps snapshots by the address that was asked for."""

    def newest(self, address: str) -> Snapshot | None:
        """The snapshot of an address with the latest `validated_at`."""

    def keep(self, snapshot: Snapshot) -> None:
        """Add a snapshot; one that is there already is no error."""

    def history(self, address: str) -> tuple[Capture, ...]:
        """Every snapshot of an address, oldest `validated_at` first."""

    def read(self, capture: Capture) -> Snapshot | None:
        """The snapshot behind an entry of a history; `None` where it is gone."""

    def addresses(self) -> tuple[str, ...]:
        """Every address that has a snapshot, in order."""


class MemoryShelf:
    """A shelf that lasts as long as the process."""

    def __init__(self) -> None:
        """Begin empty."""
        self._kept: dict[str, list[Snapshot]] = {}

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


def _capture(snapshot: Snapshot, name: str) -> Capture:
    return Capture(
        name=name,
        kind=CaptureKind.RESPONSE,
        address=snapshot.address,
        url=snapshot.url,
        media_type=snapshot.media_type,
        sha256=snapshot.sha256,
        size=len(snapshot.body),
        fetched_at=snapshot.fetched_at,
        validated_at=snapshot.validated_at,
    )
