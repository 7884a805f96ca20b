"""What is told of kept pages without reading them is what their files say."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from lineage_verify.pages.disk import DiskShelf
from lineage_verify.pages.glance import GlancingShelf
from lineage_verify.pages.snapshot import Redirect, Snapshot
from tests.pages.world import snapshot

URL = "https://docs.example/page"
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


class Cache:
    """A cache folder with a memory, and how often its files were opened."""

    def __init__(self, root: Path) -> None:
        self.root = root / "cache"
        self.memory = root / "memory"
        self.opened = 0
        self.plain = DiskShelf(self.root)

    def open(self) -> DiskShelf:
        self.opened += 1
        return DiskShelf(self.root)

    def look(self, *, bodies: bool = False) -> GlancingShelf:
        return GlancingShelf(self.root, self.memory, self.open, bodies=bodies)

    def files(self) -> list[Path]:
        return sorted(self.root.rglob("*.warc.gz"))


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    made = Cache(tmp_path)
    page = replace(
        snapshot(URL, b"<p>It turns.</p>"),
        headers=(("content-type", "text/html; charset=utf-8"), ("etag", '"a"')),
        fetched_at=NOON,
        validated_at=NOON,
        redirects=(Redirect("https://docs.example/old", 301, URL),),
    )
    made.plain.keep(replace(page, address="https://docs.example/old", url=URL))
    bare = replace(page, redirects=())
    made.plain.keep(bare)
    later = NOON + timedelta(days=1)
    made.plain.keep(replace(bare, validated_at=later, confirmation=(("etag", '"a"'),)))
    return made


def bare(page: Snapshot | None) -> Snapshot | None:
    """A snapshot as a glance tells it."""
    if page is None:
        return None
    headers = tuple(pair for pair in page.headers if pair[0] == "content-type")
    return replace(page, body=b"", headers=headers, encoded=None, confirmation=None)


@pytest.mark.parametrize("address", [URL, "https://docs.example/old"])
def test_what_was_read_is_told_again_without_reading(cache: Cache, address: str) -> None:
    first = cache.look(bodies=True)
    page = first.newest(address)
    assert page == cache.plain.newest(address)
    past = first.history(address)
    read = [first.read(capture) for capture in past]
    cache.opened = 0
    again = cache.look()
    assert again.newest(address) == bare(page)
    assert again.history(address) == past == cache.plain.history(address)
    assert [again.read(capture) for capture in past] == [bare(one) for one in read]
    assert cache.opened == 0


def test_with_bodies_everything_is_read(cache: Cache) -> None:
    assert cache.look().newest(URL) is not None
    page = cache.look(bodies=True).newest(URL)
    assert page is not None
    assert page.body == b"<p>It turns.</p>"
    assert cache.opened == 2


def add(cache: Cache) -> None:
    page = snapshot(URL, b"<p>It stands.</p>")
    moment = NOON + timedelta(days=2)
    cache.plain.keep(replace(page, fetched_at=moment, validated_at=moment))


def cut(cache: Cache) -> None:
    for path in cache.files():
        path.write_bytes(path.read_bytes()[:-9])


def touch(cache: Cache) -> None:
    for path in cache.files():
        path.write_bytes(path.read_bytes())


def take_away(cache: Cache) -> None:
    for path in cache.files():
        path.unlink()


@pytest.mark.parametrize("change", [add, cut, touch, take_away])
def test_files_that_have_changed_are_read(cache: Cache, change: Callable[[Cache], None]) -> None:
    cache.look().newest(URL)
    change(cache)
    found = cache.look().newest(URL)
    assert cache.opened == 2
    assert bare(found) == bare(DiskShelf(cache.root).newest(URL))


def test_nothing_is_believed_while_a_snapshot_is_of_the_future(cache: Cache) -> None:
    moment = datetime.now(UTC) + timedelta(days=1)
    cache.plain.keep(replace(snapshot(URL), fetched_at=moment, validated_at=moment))
    for _ in range(2):
        assert cache.look().newest(URL) is not None
    assert cache.opened == 2


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"state": 1}', "[" * 9999, '{"newest": [{"address": 1}]}']
)
def test_a_memory_that_cannot_be_read_is_none(cache: Cache, text: str) -> None:
    wanted = cache.look().newest(URL)
    for path in cache.memory.rglob("*.json"):
        path.write_text(text, encoding="utf-8")
    assert bare(cache.look().newest(URL)) == bare(wanted)


def test_a_memory_of_another_form_is_read_from_the_file(cache: Cache) -> None:
    wanted = cache.look().newest(URL)
    for path in cache.memory.rglob("*.json"):
        path.write_text(path.read_text("utf-8").replace('"sha256"', '"sha1"'), encoding="utf-8")
    assert bare(cache.look().newest(URL)) == bare(wanted)
    assert cache.opened == 2


def test_a_page_that_is_not_kept_is_none(cache: Cache) -> None:
    assert cache.look().newest("https://none.example/") is None
    assert cache.look().history("https://none.example/") == ()


def test_a_memory_that_cannot_be_written_is_no_error(cache: Cache) -> None:
    cache.memory.write_text("a file", encoding="utf-8")
    assert cache.look().newest(URL) is not None
    assert cache.look().newest(URL) is not None
