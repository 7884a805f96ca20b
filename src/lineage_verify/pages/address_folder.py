"""The snapshots of one address, read from their files."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from pathlib import PurePosixPath

from lineage_verify.pages import stored
from lineage_verify.pages.capture import Capture, CaptureKind
from lineage_verify.pages.coding import codings, decoded
from lineage_verify.pages.folder import Folder
from lineage_verify.pages.freshness import freshened
from lineage_verify.pages.names import FileName
from lineage_verify.pages.snapshot import Provenance, Rendering, Snapshot
from lineage_verify.pages.storing import payload_digest, payload_of

__all__ = ["AddressFolder", "Entry"]

_LARGEST_BODY = 512 * 1024 * 1024
_DEEPEST = 3
_REMEMBERED = 8


@dataclass(frozen=True, slots=True)
class Entry:
    """A snapshot's file, read; `body_date` is the date of the record that holds the payload."""

    path: PurePosixPath
    snapshot: Snapshot
    kind: CaptureKind
    digest: str
    body_date: datetime

    @property
    def capture(self) -> Capture:
        """The entry as a history tells it."""
        return Capture(
            name=str(self.path),
            kind=self.kind,
            address=self.snapshot.address,
            url=self.snapshot.url,
            media_type=self.snapshot.media_type,
            sha256=self.snapshot.sha256,
            size=len(self.snapshot.body),
            fetched_at=self.snapshot.fetched_at,
            validated_at=self.snapshot.validated_at,
            rendered_by=self.snapshot.rendering.by if self.snapshot.rendering else None,
        )


class AddressFolder:
    """One look at an address's folder: its names are listed once, its last files remembered.

    It sees the pages as they were sent, or those that a browser rendered, never both.
    """

    def __init__(
        self,
        folder: Folder,
        below: PurePosixPath,
        notes: Callable[[str], None],
        *,
        rendered: bool = False,
    ) -> None:
        """Look at nothing yet; what is set aside is told to `notes`."""
        self.below = below
        self._rendered = rendered
        self._folder = folder
        self._notes = notes
        self._memory: dict[FileName, Entry | None] = {}

    @cached_property
    def names(self) -> list[FileName]:
        """The snapshots' names, oldest first."""
        names = self._folder.names(self.below)
        return [name for name in names if name.rendered is self._rendered]

    def newest(self, latest: datetime | None = None) -> Entry | None:
        """The last entry; one dated after `latest` only where there is no other."""
        names = self.names
        if latest is not None:
            names = sorted(names, key=lambda name: (name.moment <= latest, name))
        return next((entry for name in reversed(names) if (entry := self.load(name))), None)

    def entries(self) -> Iterator[Entry]:
        """Every entry, oldest first."""
        return (entry for name in self.names if (entry := self.load(name)))

    def load(self, name: FileName, depth: int = 0) -> Entry | None:
        """Read a file; `None` where it is gone, or damaged and set aside."""
        if name not in self._memory:
            self._memory[name] = self._read(name, depth)
            while len(self._memory) > _REMEMBERED:
                self._memory.pop(next(iter(self._memory)))
        return self._memory.get(name)

    def base(self, moment: datetime, digest: str, depth: int = 0) -> Entry | None:
        """The entry that a revisit repeats: of the moment it names, else any with that payload."""
        if depth >= _DEEPEST:
            return None
        for name in self.names:
            entry = self.load(name, depth + 1) if name.moment == moment else None
            if entry and entry.kind is not CaptureKind.NOT_MODIFIED and entry.digest == digest:
                return entry
        return next((entry for name in self.names if (entry := self._holder(name, digest))), None)

    def _read(self, name: FileName, depth: int) -> Entry | None:
        path = self.below / str(name)
        data = self._folder.read(path)
        if data is None:
            return None
        try:
            return self._entry(path, stored.read(data), depth)
        except stored.DamagedError as error:
            aside = self._folder.set_aside(path)
            done = f"set aside as {aside.name}" if aside else "passed over"
            self._notes(f"the snapshot {path} in the cache is damaged ({error}); {done}")
            return None

    def _entry(self, path: PurePosixPath, file: stored.Stored, depth: int) -> Entry:
        if not file.belongs_to(self.below):
            raise stored.DamagedError("it belongs to another address")
        if (file.made is not None) is not self._rendered:
            raise stored.DamagedError("its name does not say whether it is a rendered page")
        if file.made is not None:
            return _rendered(path, file, file.made)
        if file.payload is not None:
            return Entry(path, _as_sent(file, file.payload), file.kind, file.digest, file.date)
        base = self.base(file.refers_to or file.date, file.digest, depth)
        if base is None:
            raise stored.DamagedError("the snapshot that it repeats is gone")
        if file.kind is CaptureKind.NOT_MODIFIED:
            snapshot = _confirmed(file, base.snapshot)
        else:
            snapshot = _as_sent(file, payload_of(base.snapshot))
        return Entry(path, snapshot, file.kind, file.digest, base.body_date)

    def _holder(self, name: FileName, digest: str) -> Entry | None:
        """The entry of a file that itself holds a payload."""
        path = self.below / str(name)
        data = self._folder.read(path)
        try:
            file = stored.read(data) if data is not None else None
            if file is None or file.payload is None or file.digest != digest:
                return None
            return Entry(path, _as_sent(file, file.payload), file.kind, digest, file.date)
        except stored.DamagedError:
            return None


def _rendered(path: PurePosixPath, file: stored.Stored, made: stored.Made) -> Entry:
    """The entry of what a browser made of the page in the same file."""
    if file.payload is None:
        raise stored.DamagedError("the page that was rendered is not in it")
    page = _as_sent(file, file.payload)
    snapshot = replace(
        page,
        headers=(("content-type", made.media_type),),
        body=made.body,
        sha256=sha256(made.body).hexdigest(),
        fetched_at=made.date,
        validated_at=made.date,
        encoded=None,
        rendering=Rendering(by=made.by, without=made.without, page=page),
    )
    return Entry(path, snapshot, CaptureKind.RENDERED, payload_digest(made.body), made.date)


def _as_sent(file: stored.Stored, payload: bytes) -> Snapshot:
    """The snapshot that a page sent in full makes."""
    names = codings(file.headers)
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
