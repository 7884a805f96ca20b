"""What a shelf holds and how pages changed, for those who look after a cache."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from lineage_verify.pages.capture import Capture, CaptureKind
from lineage_verify.pages.shelf import DiskShelf, Past, Shelf
from lineage_verify.pages.snapshot import Snapshot

__all__ = ["Holding", "Moment", "PruneResult", "at_moment", "holdings", "prune", "timeline"]


@dataclass(frozen=True, slots=True)
class Holding:
    """One address of a shelf: its newest capture, and how many captures and versions there are."""

    address: str
    newest: Capture
    captures: int
    versions: int


@dataclass(frozen=True, slots=True)
class Moment:
    """A capture in a page's history; `changed` where its body differs from the one before.

    A rendered page is compared with the rendered one before it.
    """

    capture: Capture
    changed: bool


@dataclass(frozen=True, slots=True)
class PruneResult:
    """What a prune took out, and how many captures it left."""

    removed: tuple[Capture, ...]
    left: int
    damaged: int
    """Files set aside as damaged, which go in any case."""


def holdings(shelf: Past) -> Iterator[Holding]:
    """Everything that a shelf holds, an address at a time."""
    for address in shelf.addresses():
        captures = shelf.history(address)
        if captures:
            versions = sum(moment.changed for moment in timeline(captures))
            yield Holding(address, captures[-1], len(captures), versions)


def timeline(captures: tuple[Capture, ...]) -> tuple[Moment, ...]:
    """A history with its changes marked; the first capture counts as one."""
    last: dict[bool, str] = {}
    moments = []
    for capture in captures:
        is_rendered = capture.rendered_by is not None
        moments.append(Moment(capture, capture.sha256 != last.get(is_rendered)))
        last[is_rendered] = capture.sha256
    return tuple(moments)


def at_moment(shelf: Shelf, address: str, moment: datetime | None = None) -> Snapshot | None:
    """The snapshot of an address as it was at a moment; the newest where none is given."""
    if moment is None:
        return shelf.newest(address)
    earlier = (c for c in reversed(shelf.history(address)) if c.validated_at <= moment)
    return next((found for c in earlier if (found := shelf.read(c)) is not None), None)


def prune(
    shelf: DiskShelf, *, now: datetime, keep: int | None = None, older_than: timedelta | None = None
) -> PruneResult:
    """Take old captures out of a cache for good.

    A capture goes where it is not among the `keep` newest of its address, and was validated more
    than `older_than` ago; a bound that is not given holds nothing back. The newest capture of an
    address always stays, and so does the body that a capture which stays repeats. Rendered pages
    are counted by themselves.
    """
    removed: list[Capture] = []
    left = 0
    for one in (shelf, shelf.rendered):
        for address in one.addresses():
            captures = one.history(address)
            staying = _staying(captures, max(1, keep if keep is not None else 1), older_than, now)
            going = [capture for capture in captures if capture.name not in staying]
            # What repeats a body goes before the body, so that a kill in between leaves no orphan.
            for capture in sorted(going, key=lambda c: _REMOVAL_ORDER.index(c.kind)):
                one.remove(capture)
            removed += going
            left += len(staying)
    return PruneResult(tuple(removed), left, shelf.remove_damaged())


_REMOVAL_ORDER = (
    CaptureKind.NOT_MODIFIED,
    CaptureKind.SAME_PAYLOAD,
    CaptureKind.RESPONSE,
    CaptureKind.RENDERED,
)


_REPEATS = frozenset({CaptureKind.NOT_MODIFIED, CaptureKind.SAME_PAYLOAD})


def _staying(
    captures: tuple[Capture, ...], keep: int, older_than: timedelta | None, now: datetime
) -> set[str]:
    chosen = [
        capture
        for rank, capture in enumerate(reversed(captures))
        if rank < keep or (older_than is not None and now - capture.validated_at <= older_than)
    ]
    bodies = {c.sha256 for c in chosen if c.kind in _REPEATS}
    sent = {c.fetched_at for c in chosen if c.kind is CaptureKind.NOT_MODIFIED}
    needed = (
        c
        for c in captures
        if (c.kind is CaptureKind.RESPONSE and c.sha256 in bodies) or c.validated_at in sent
    )
    return {capture.name for capture in (*chosen, *needed)}
