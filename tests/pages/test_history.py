"""What the `cache` commands are told of a cache, and what a prune leaves."""

import os
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lineage_verify.pages.capture import Capture, CaptureKind
from lineage_verify.pages.history import at_moment, holdings, prune, timeline
from lineage_verify.pages.shelf import DiskShelf, MemoryShelf, Shelf
from tests.pages.world import NOON, snapshot

DAY = timedelta(days=1)
ADDRESS = "https://docs.example/page"


@pytest.fixture
def shelf(tmp_path: Path) -> DiskShelf:
    return DiskShelf(tmp_path / "cache")


def fill(shelf: Shelf, bodies: str, start: datetime = NOON) -> None:
    """One snapshot a day: a letter is a body, `=` a confirmation of the one before."""
    for day, body in enumerate(bodies):
        moment = start + day * DAY
        held = shelf.newest(ADDRESS)
        if body == "=" and held is not None:
            shelf.keep(replace(held, validated_at=moment, confirmation=(("etag", '"a"'),)))
        else:
            shelf.keep(snapshot(ADDRESS, body.encode() * 50, at=moment))


def shown(shelf: Shelf) -> str:
    """A history as `fill` takes it, with capitals where a page is kept in full."""
    letters = []
    for entry in shelf.history(ADDRESS):
        found = shelf.read(entry)
        assert found is not None
        letter = found.body[:1].decode()
        letters.append(letter.upper() if entry.kind is CaptureKind.RESPONSE else letter)
    return "".join(letters)


def test_a_timeline_marks_the_changes(shelf: DiskShelf) -> None:
    fill(shelf, "a=ab=a")
    assert [moment.changed for moment in timeline(shelf.history(ADDRESS))] == [
        True,
        False,
        False,
        True,
        False,
        True,
    ]


def test_holdings_count_captures_and_versions(shelf: DiskShelf) -> None:
    fill(shelf, "a=b=")
    shelf.keep(snapshot("https://docs.example/other"))
    other, page = holdings(shelf)
    assert (page.address, page.captures, page.versions) == (ADDRESS, 4, 2)
    assert page.newest.validated_at == NOON + 3 * DAY
    assert (other.captures, other.versions) == (1, 1)


def test_a_page_as_it_was(shelf: DiskShelf) -> None:
    fill(shelf, "abc")
    found = at_moment(shelf, ADDRESS, NOON + 1.5 * DAY)
    newest = at_moment(shelf, ADDRESS)
    assert found is not None
    assert newest is not None
    assert (found.body[:1], newest.body[:1]) == (b"b", b"c")
    assert at_moment(shelf, ADDRESS, NOON - DAY) is None


def test_prune_keeps_the_newest(shelf: DiskShelf) -> None:
    fill(shelf, "abcde")
    result = prune(shelf, now=NOON + 9 * DAY, keep=2)
    assert shown(shelf) == "DE"
    assert (len(result.removed), result.left) == (3, 2)


def test_prune_keeps_what_is_young(shelf: DiskShelf) -> None:
    fill(shelf, "abcde")
    prune(shelf, now=NOON + 5 * DAY, older_than=2 * DAY)
    assert shown(shelf) == "DE"


def test_a_capture_goes_only_where_both_bounds_say_so(shelf: DiskShelf) -> None:
    fill(shelf, "abcde")
    prune(shelf, now=NOON + 5 * DAY, keep=1, older_than=4 * DAY)
    assert shown(shelf) == "BCDE"


def test_the_newest_always_stays(shelf: DiskShelf) -> None:
    fill(shelf, "abc")
    prune(shelf, now=NOON + 900 * DAY, keep=0, older_than=DAY)
    assert shown(shelf) == "C"


def test_a_body_that_is_repeated_stays(shelf: DiskShelf) -> None:
    fill(shelf, "ab===b=")
    prune(shelf, now=NOON + 900 * DAY, keep=1)
    assert shown(shelf) == "Bbb"


def test_prune_removes_empty_folders_never_and_damaged_files_too(shelf: DiskShelf) -> None:
    fill(shelf, "ab")
    aside = next(shelf.root.rglob("*.warc.gz"))
    aside.with_name(f"{aside.name}.damaged").write_bytes(b"x")
    result = prune(shelf, now=NOON + 9 * DAY, keep=1)
    assert result.damaged == 1
    assert not list(shelf.root.rglob("*.damaged"))
    assert shown(shelf) == "B"


@settings(max_examples=20, deadline=None)
@given(st.text("ab=", min_size=1, max_size=8), st.integers(0, 4), st.integers(0, 8))
def test_whatever_is_pruned_the_rest_can_be_read(bodies: str, keep: int, days: int) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        notes: list[str] = []
        shelf = DiskShelf(Path(folder) / "cache", notes=notes.append)
        fill(shelf, bodies)
        before = {entry.name: entry for entry in shelf.history(ADDRESS)}
        newest = shelf.newest(ADDRESS)
        prune(shelf, now=NOON + 8 * DAY, keep=keep, older_than=days * DAY)
        assert shelf.newest(ADDRESS) == newest
        after = shelf.history(ADDRESS)
        assert {entry.name for entry in after} <= set(before)
        assert all(before[entry.name] == entry for entry in after)
        assert all(shelf.read(entry) for entry in after)
        assert notes == []


@pytest.mark.parametrize("survived", range(6))
def test_a_prune_that_is_killed_leaves_no_orphan(
    shelf: DiskShelf, monkeypatch: pytest.MonkeyPatch, survived: int
) -> None:
    fill(shelf, "a==b==c")
    remove = DiskShelf.remove
    removed: list[Capture] = []

    def stop(self: DiskShelf, capture: Capture) -> None:
        if len(removed) == survived:
            raise KeyboardInterrupt
        removed.append(capture)
        remove(self, capture)

    monkeypatch.setattr(DiskShelf, "remove", stop)
    with suppress(KeyboardInterrupt):
        prune(shelf, now=NOON + 900 * DAY, keep=1)
    assert len(shelf.history(ADDRESS)) == 7 - len(removed)


def test_memory_has_a_history_too() -> None:
    shelf = MemoryShelf()
    fill(shelf, "a=b")
    (held,) = holdings(shelf)
    assert (held.captures, held.versions) == (3, 2)
    assert os.sep not in held.newest.name
