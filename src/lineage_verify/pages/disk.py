"""The shelf on disk: a folder an address, a WARC file a snapshot (DESIGN.md section 5)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path, PurePosixPath

from lineage_verify.errors import CacheError
from lineage_verify.pages import storing
from lineage_verify.pages.address_folder import AddressFolder, Entry
from lineage_verify.pages.capture import Capture, CaptureKind
from lineage_verify.pages.folder import Folder
from lineage_verify.pages.names import FileName, folder_of
from lineage_verify.pages.snapshot import Snapshot

__all__ = ["DiskShelf"]

_MOST_TWINS = 1000
_CLOCK_SKEW = timedelta(hours=1)


class DiskShelf:
    """The cache folder: `HOST/SLUG-HASH/TIMESTAMP.warc.gz`.

    It holds pages as they were sent; `rendered` is the shelf of those that a browser rendered
    (`TIMESTAMP_rendered.warc.gz`), in the same folder. Nothing is made before the first snapshot
    is kept. A damaged snapshot is renamed to `*.damaged`, told to `notes`, and passed over.

    Raises:
        CacheError: the folder cannot be read or written.
    """

    def __init__(
        self,
        root: Path,
        *,
        notes: Callable[[str], None] | None = None,
        now: Callable[[], datetime] | None = None,
        renders: bool = False,
    ) -> None:
        """Look at nothing yet; with `renders`, this is the shelf of the rendered pages.

        Where `now` is given, a snapshot dated later than that (some clock was wrong) is only the
        newest where there is no other.
        """
        self._folder = Folder(root)
        self._notes = notes or _say_nothing
        self._now = now
        self._renders = renders

    @cached_property
    def rendered(self) -> "DiskShelf":
        """The shelf of the pages that a browser rendered, in the same folder."""
        return DiskShelf(self.root, notes=self._notes, now=self._now, renders=True)

    @property
    def root(self) -> Path:
        """The cache folder."""
        return self._folder.root

    def newest(self, address: str) -> Snapshot | None:
        """The snapshot of an address with the latest `validated_at`."""
        entry = self._newest(self._at(folder_of(address)))
        return entry.snapshot if entry else None

    def keep(self, snapshot: Snapshot) -> None:
        """Add a snapshot; one that is there already is no error."""
        place = self._at(folder_of(snapshot.address))
        if self._renders:
            self._put(place, snapshot, CaptureKind.RENDERED, None)
            return
        digest = storing.payload_digest(storing.payload_of(snapshot))
        if snapshot.validated_at > snapshot.fetched_at:
            self._keep_confirmed(place, snapshot, digest)
            return
        held = self._newest(place)
        if held and held.digest == digest and held.snapshot.fetched_at < snapshot.fetched_at:
            self._put(place, snapshot, CaptureKind.SAME_PAYLOAD, held.body_date)
        else:
            self._put(place, snapshot, CaptureKind.RESPONSE, None)

    def history(self, address: str) -> tuple[Capture, ...]:
        """Every snapshot of an address, oldest `validated_at` first."""
        return tuple(entry.capture for entry in self._at(folder_of(address)).entries())

    def read(self, capture: Capture) -> Snapshot | None:
        """The snapshot behind an entry of a history; `None` where it is gone."""
        name = FileName.read(PurePosixPath(capture.name).name)
        entry = self._at(folder_of(capture.address)).load(name) if name else None
        return entry.snapshot if entry else None

    def addresses(self) -> tuple[str, ...]:
        """Every address that has a snapshot, in order."""
        found = (self._newest(self._at(below)) for below in self._folder.folders())
        return tuple(sorted(entry.snapshot.address for entry in found if entry))

    def remove(self, capture: Capture) -> None:
        """Take one entry out of a history, for good."""
        self._folder.remove(PurePosixPath(capture.name))

    def remove_damaged(self) -> int:
        """Remove what was set aside; returns how many files that were."""
        damaged = self._folder.damaged()
        for file in damaged:
            self._folder.remove(file)
        return len(damaged)

    def _at(self, below: PurePosixPath) -> AddressFolder:
        return AddressFolder(self._folder, below, self._notes, rendered=self._renders)

    def _newest(self, place: AddressFolder) -> Entry | None:
        return place.newest(self._now() + _CLOCK_SKEW if self._now else None)

    def _keep_confirmed(self, place: AddressFolder, snapshot: Snapshot, digest: str) -> None:
        """Keep what a 304 said; the page itself first, where it is not there (any more)."""
        if place.base(snapshot.fetched_at, digest) is None:
            page = replace(snapshot, validated_at=snapshot.fetched_at)
            self._put(place, page, CaptureKind.RESPONSE, None)
        self._put(place, snapshot, CaptureKind.NOT_MODIFIED, snapshot.fetched_at)

    def _put(
        self,
        place: AddressFolder,
        snapshot: Snapshot,
        kind: CaptureKind,
        refers_to: datetime | None,
    ) -> None:
        """Write a file under the first name of its moment that is free."""
        data = storing.write(snapshot, kind, refers_to=refers_to)
        for number in range(1, _MOST_TWINS):
            name = FileName(snapshot.validated_at, number, rendered=self._renders)
            if self._folder.write(place.below, name, data) is not None:
                return
            twin = self._at(place.below).load(name)
            if twin and _same(twin.snapshot, snapshot):
                return
        raise CacheError(f"the cache folder {self.root} has too many snapshots of one moment")


def _same(one: Snapshot, other: Snapshot) -> bool:
    return (one.sha256, one.fetched_at, one.url) == (other.sha256, other.fetched_at, other.url)


def _say_nothing(_: str) -> None:
    """Drop a note that nobody asked for."""
