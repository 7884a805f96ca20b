"""The shelf on disk: a folder an address, a WARC file a snapshot (DESIGN.md section 5)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path, PurePosixPath

from lineage_verify.errors import CacheError
from lineage_verify.pages import stored
from lineage_verify.pages.capture import Capture, CaptureKind
from lineage_verify.pages.coding import codings, decoded
from lineage_verify.pages.folder import Folder
from lineage_verify.pages.freshness import freshened
from lineage_verify.pages.names import FileName, folder_of
from lineage_verify.pages.snapshot import Provenance, Snapshot

__all__ = ["DiskShelf"]

_LARGEST_BODY = 512 * 1024 * 1024
_MOST_TWINS = 1000
_DEEPEST = 3
_REMEMBERED = 8
_CLOCK_SKEW = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A file, read; `body_date` is the date of the record that holds the payload."""

    snapshot: Snapshot
    kind: CaptureKind
    digest: str
    body_date: datetime


class DiskShelf:
    """The cache folder: `HOST/SLUG-HASH/TIMESTAMP.warc.gz`.

    Nothing is made before the first snapshot is kept. A damaged snapshot is renamed to
    `*.damaged`, told to `notes`, and passed over.

    Raises:
        CacheError: the folder cannot be read or written.
    """

    def __init__(
        self,
        root: Path,
        *,
        notes: Callable[[str], None] | None = None,
        now: Callable[[], datetime] | None = None,
    ) -> None:
        """Look at nothing yet.

        Where `now` is given, a snapshot dated later than that (some clock was wrong) is only the
        newest where there is no other.
        """
        self._folder = Folder(root)
        self._notes = notes or _say_nothing
        self._now = now

    @property
    def root(self) -> Path:
        """The cache folder."""
        return self._folder.root

    def newest(self, address: str) -> Snapshot | None:
        """The snapshot of an address with the latest `validated_at`."""
        entry = self._newest(folder_of(address))
        return entry.snapshot if entry else None

    def keep(self, snapshot: Snapshot) -> None:
        """Add a snapshot; one that is there already is no error."""
        below = folder_of(snapshot.address)
        if snapshot.validated_at > snapshot.fetched_at:
            self._keep_confirmed(below, snapshot)
            return
        held = self._newest(below)
        digest = stored.payload_digest(stored.payload_of(snapshot))
        if held and held.digest == digest and held.snapshot.fetched_at < snapshot.fetched_at:
            self._put(below, snapshot, CaptureKind.SAME_PAYLOAD, held.body_date)
        else:
            self._put(below, snapshot, CaptureKind.RESPONSE, None)

    def history(self, address: str) -> tuple[Capture, ...]:
        """Every snapshot of an address, oldest `validated_at` first."""
        below = folder_of(address)
        memory: dict[FileName, _Entry | None] = {}
        entries = (
            (below / str(name), self._load(below, name, memory))
            for name in self._folder.names(below)
        )
        return tuple(_capture(path, entry) for path, entry in entries if entry)

    def read(self, capture: Capture) -> Snapshot | None:
        """The snapshot behind an entry of a history; `None` where it is gone."""
        path = PurePosixPath(capture.name)
        name = FileName.read(path.name)
        entry = self._load(folder_of(capture.address), name, {}) if name else None
        return entry.snapshot if entry else None

    def addresses(self) -> tuple[str, ...]:
        """Every address that has a snapshot, in order."""
        found = (self._newest(below) for below in self._folder.folders())
        return tuple(sorted(entry.snapshot.address for entry in found if entry))

    def remove(self, capture: Capture) -> None:
        """Take one entry out of a history, for good."""
        self._folder.remove(PurePosixPath(capture.name))

    def _newest(self, below: PurePosixPath) -> _Entry | None:
        names = self._folder.names(below)
        if self._now is not None:
            latest = self._now() + _CLOCK_SKEW
            names.sort(key=lambda name: (name.moment <= latest, name))
        for name in reversed(names):
            entry = self._load(below, name, {})
            if entry is not None:
                return entry
        return None

    def _keep_confirmed(self, below: PurePosixPath, snapshot: Snapshot) -> None:
        """Keep what a 304 said; the page itself first, where it is not there (any more)."""
        digest = stored.payload_digest(stored.payload_of(snapshot))
        if self._base(below, snapshot.fetched_at, digest, {}, 0) is None:
            page = replace(snapshot, validated_at=snapshot.fetched_at)
            self._put(below, page, CaptureKind.RESPONSE, None)
        self._put(below, snapshot, CaptureKind.NOT_MODIFIED, snapshot.fetched_at)

    def _put(
        self,
        below: PurePosixPath,
        snapshot: Snapshot,
        kind: CaptureKind,
        refers_to: datetime | None,
    ) -> None:
        """Write a file under the first name of its moment that is free."""
        data = stored.write(snapshot, kind, refers_to=refers_to)
        for number in range(1, _MOST_TWINS):
            name = FileName(snapshot.validated_at, number)
            if self._folder.write(below, name, data) is not None:
                return
            twin = self._load(below, name, {})
            if twin and _same(twin.snapshot, snapshot):
                return
        raise CacheError(f"the cache folder {self.root} has too many snapshots of one moment")

    def _load(
        self,
        below: PurePosixPath,
        name: FileName,
        memory: dict[FileName, _Entry | None],
        depth: int = 0,
    ) -> _Entry | None:
        if name in memory:
            return memory[name]
        path = below / str(name)
        data = self._folder.read(path)
        entry = None
        if data is not None:
            try:
                entry = self._entry(below, stored.read(data), memory, depth)
            except stored.DamagedError as error:
                self._set_aside(path, str(error))
        memory[name] = entry
        while len(memory) > _REMEMBERED:
            memory.pop(next(iter(memory)))
        return entry

    def _entry(
        self,
        below: PurePosixPath,
        file: stored.Stored,
        memory: dict[FileName, _Entry | None],
        depth: int,
    ) -> _Entry:
        if folder_of(file.address) != below:
            raise stored.DamagedError("it belongs to another address")
        if file.payload is not None:
            return _Entry(_as_sent(file, file.payload), file.kind, file.digest, file.date)
        moment = file.refers_to or file.date
        base = self._base(below, moment, file.digest, memory, depth)
        if base is None:
            raise stored.DamagedError("the snapshot that it repeats is gone")
        if file.kind is CaptureKind.NOT_MODIFIED:
            snapshot = _confirmed(file, base.snapshot)
        else:
            snapshot = _as_sent(file, stored.payload_of(base.snapshot))
        return _Entry(snapshot, file.kind, file.digest, base.body_date)

    def _base(
        self,
        below: PurePosixPath,
        moment: datetime,
        digest: str,
        memory: dict[FileName, _Entry | None],
        depth: int,
    ) -> _Entry | None:
        """The entry that a revisit repeats: of the moment it names, else any with that payload."""
        if depth >= _DEEPEST:
            return None
        names = self._folder.names(below)
        for name in (name for name in names if name.moment == moment):
            entry = self._load(below, name, memory, depth + 1)
            if entry and entry.kind is not CaptureKind.NOT_MODIFIED and entry.digest == digest:
                return entry
        return self._any_with(below, names, digest)

    def _any_with(self, below: PurePosixPath, names: list[FileName], digest: str) -> _Entry | None:
        for name in names:
            data = self._folder.read(below / str(name))
            try:
                file = stored.read(data) if data is not None else None
            except stored.DamagedError:
                continue
            if file and file.payload is not None and file.digest == digest:
                return _Entry(_as_sent(file, file.payload), file.kind, digest, file.date)
        return None

    def _set_aside(self, path: PurePosixPath, why: str) -> None:
        aside = self._folder.set_aside(path)
        done = f"set aside as {aside.name}" if aside else "passed over"
        self._notes(f"the snapshot {path} in the cache is damaged ({why}); {done}")


def _as_sent(file: stored.Stored, payload: bytes) -> Snapshot:
    """The snapshot that a page sent in full makes."""
    names = codings(dict(file.headers).get("content-encoding"))
    try:
        body = decoded(payload, names, limit=_LARGEST_BODY)
    except Exception as error:
        raise stored.DamagedError(f"its body cannot be decoded: {error}") from error
    return Snapshot(
        address=file.address,
        url=file.url,
        status=file.status,
        headers=file.headers,
        body=body,
        sha256=sha256(body).hexdigest(),
        fetched_at=file.date,
        validated_at=file.date,
        provenance=Provenance.CACHED,
        redirects=file.redirects,
        encoded=payload if names else None,
    )


def _confirmed(file: stored.Stored, base: Snapshot) -> Snapshot:
    """The snapshot that a 304 makes of the one it confirmed."""
    return replace(
        base,
        url=file.url,
        redirects=file.redirects,
        headers=freshened(base.headers, file.headers),
        fetched_at=file.refers_to or base.fetched_at,
        validated_at=file.date,
    )


def _same(one: Snapshot, other: Snapshot) -> bool:
    return (one.sha256, one.fetched_at, one.url) == (other.sha256, other.fetched_at, other.url)


def _capture(path: PurePosixPath, entry: _Entry) -> Capture:
    snapshot = entry.snapshot
    return Capture(
        name=str(path),
        kind=entry.kind,
        address=snapshot.address,
        url=snapshot.url,
        media_type=snapshot.media_type,
        sha256=snapshot.sha256,
        size=len(snapshot.body),
        fetched_at=snapshot.fetched_at,
        validated_at=snapshot.validated_at,
    )


def _say_nothing(_: str) -> None:
    """Drop a note that nobody asked for."""
