"""What is told of kept pages without reading their files: remembered from when they were read.

A check whose verdicts are remembered needs of a page its digest, its address and its dates, and not
its bytes. These are believed as long as the page's folder has the same files, by name, size and
time of change: a snapshot's file is never changed, only added, removed or set aside. What is
remembered may be deleted at any time.
"""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from lineage_verify.pages.capture import Capture, CaptureKind
from lineage_verify.pages.names import folder_of, stamp
from lineage_verify.pages.snapshot import Provenance, Redirect, Snapshot

if TYPE_CHECKING:
    from lineage_verify.pages.disk import DiskShelf

__all__ = ["GlancingShelf"]

_FORM = "glance 1"
"""The form of what is remembered; another one goes by other names."""
_CLOCK_SKEW = timedelta(hours=1)

T = TypeVar("T")


class GlancingShelf:
    """The shelf on disk, which remembers what it has told.

    Without `bodies` that is told again, in snapshots without their bytes; with them, all is read.
    """

    def __init__(
        self, root: Path, memory: Path, opened: "Callable[[], DiskShelf]", *, bodies: bool
    ) -> None:
        """Look at nothing yet: `opened` gives the shelf at `root` where its files must be read."""
        self._root = root
        self._memory = memory
        self._open = opened
        self._bodies = bodies
        self._opened: DiskShelf | None = None

    @property
    def rendered(self) -> "DiskShelf":
        """The shelf of the pages that a browser rendered; of these nothing is remembered."""
        return self._shelf().rendered

    def newest(self, address: str) -> Snapshot | None:
        """The snapshot of an address with the latest `validated_at`."""
        found = self._told(
            address,
            "newest",
            lambda: [one] if (one := self._shelf().newest(address)) else [],
            _encode_snapshot,
            _decode_snapshot,
        )
        return found[0] if found else None

    def history(self, address: str) -> tuple[Capture, ...]:
        """Every snapshot of an address, oldest `validated_at` first."""
        shelf = self._shelf
        found = self._told(
            address, "past", lambda: shelf().history(address), _encode_capture, _decode_capture
        )
        return tuple(found)

    def read(self, capture: Capture) -> Snapshot | None:
        """The snapshot behind an entry of a history; `None` where it is gone."""
        found = self._told(
            capture.address,
            f"file {capture.name}",
            lambda: [one] if (one := self._shelf().read(capture)) else [],
            _encode_snapshot,
            _decode_snapshot,
        )
        return found[0] if found else None

    def keep(self, snapshot: Snapshot) -> None:
        """Add a snapshot; one that is there already is no error."""
        self._shelf().keep(snapshot)

    def addresses(self) -> tuple[str, ...]:
        """Every address that has a snapshot, in order."""
        return self._shelf().addresses()

    def _shelf(self) -> "DiskShelf":
        if self._opened is None:
            self._opened = self._open()
        return self._opened

    def _told(
        self,
        address: str,
        name: str,
        read: "Callable[[], list[T] | tuple[T, ...]]",
        encode: Callable[[T], object],
        decode: Callable[[Any], T],
    ) -> "list[T] | tuple[T, ...]":
        """What is remembered under a name, or else what is read."""
        state = self._state(address)
        memory = _load(self._file(address)) if state else {}
        held = memory.get(name) if memory.get("state") == state else None
        if isinstance(held, list) and not self._bodies:
            with suppress(KeyError, TypeError, ValueError):
                return [decode(one) for one in held]
        found = read()
        if found and state and state == self._state(address) and not isinstance(held, list):
            kept = memory if memory.get("state") == state else {}
            told = {**kept, "state": state, name: [encode(one) for one in found]}
            _save(self._file(address), told)
        return found

    def _state(self, address: str) -> str | None:
        """The files of an address: their names, sizes and times; `None` where one is of the future.

        Which of these is the newest changes with the clock.
        """
        latest = stamp(datetime.now(UTC) + _CLOCK_SKEW)
        try:
            with os.scandir(self._root / folder_of(address)) as entries:
                files = sorted((entry.name, entry.stat()) for entry in entries)
        except OSError:
            return None
        if not files or any(name[: len(latest)] > latest for name, _ in files):
            return None
        told = [(name, each.st_size, each.st_mtime_ns, each.st_ino) for name, each in files]
        return sha256(repr(told).encode()).hexdigest()

    def _file(self, address: str) -> Path:
        name = sha256(json.dumps([_FORM, address]).encode()).hexdigest()
        return self._memory / name[:2] / f"{name[2:40]}.json"


def _encode_snapshot(snapshot: Snapshot) -> dict[str, object]:
    return {
        "address": snapshot.address,
        "url": snapshot.url,
        "status": snapshot.status,
        "headers": [pair for pair in snapshot.headers if pair[0] == "content-type"],
        "sha256": snapshot.sha256,
        "fetched_at": snapshot.fetched_at.isoformat(),
        "validated_at": snapshot.validated_at.isoformat(),
        "redirects": [[hop.url, hop.status, hop.location] for hop in snapshot.redirects],
    }


def _decode_snapshot(told: Any) -> Snapshot:
    return Snapshot(
        address=str(told["address"]),
        url=str(told["url"]),
        status=int(told["status"]),
        headers=tuple((str(name), str(value)) for name, value in told["headers"]),
        body=b"",
        sha256=str(told["sha256"]),
        fetched_at=_moment(told["fetched_at"]),
        validated_at=_moment(told["validated_at"]),
        provenance=Provenance.CACHED,
        redirects=tuple(Redirect(str(u), int(s), str(to)) for u, s, to in told["redirects"]),
    )


def _encode_capture(capture: Capture) -> dict[str, object]:
    return {
        "name": capture.name,
        "kind": capture.kind.value,
        "address": capture.address,
        "url": capture.url,
        "media_type": capture.media_type,
        "sha256": capture.sha256,
        "size": capture.size,
        "fetched_at": capture.fetched_at.isoformat(),
        "validated_at": capture.validated_at.isoformat(),
    }


def _decode_capture(told: Any) -> Capture:
    media_type = told["media_type"]
    return Capture(
        name=str(told["name"]),
        kind=CaptureKind(told["kind"]),
        address=str(told["address"]),
        url=str(told["url"]),
        media_type=None if media_type is None else str(media_type),
        sha256=str(told["sha256"]),
        size=int(told["size"]),
        fetched_at=_moment(told["fetched_at"]),
        validated_at=_moment(told["validated_at"]),
    )


def _moment(told: object) -> datetime:
    moment = datetime.fromisoformat(str(told))
    if moment.tzinfo is None:
        raise ValueError(told)
    return moment


def _load(path: Path) -> dict[str, Any]:
    try:
        read = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


def _save(path: Path, told: dict[str, object]) -> None:
    from secrets import token_hex

    temporary = path.with_name(f"{token_hex(8)}.tmp")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(json.dumps(told, separators=(",", ":")).encode())
        temporary.replace(path)
