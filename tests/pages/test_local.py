import os
import threading
from pathlib import Path

import pytest

from lineage_verify.pages.local import read_local
from lineage_verify.pages.snapshot import ErrorKind, Provenance, Snapshot, Unreachable
from lineage_verify.sources.target import Target
from tests.pages.world import NOON, World, got


@pytest.fixture
def root(tmp_path: Path) -> Path:
    tree = tmp_path / "tree"
    (tree / "docs").mkdir(parents=True)
    (tree / "docs" / "guide.md").write_text("# Guide\n")
    (tmp_path / "secret.txt").write_text("secret")
    return tree


def read(root: Path, address: str, limit: int = 1000) -> Snapshot | Unreachable:
    return read_local(root, address, limit=limit, now=NOON)


def kind(root: Path, address: str, limit: int = 1000) -> ErrorKind:
    result = read(root, address, limit)
    assert isinstance(result, Unreachable), result
    assert result.message.isprintable()
    return result.kind


def test_a_file_is_a_snapshot_of_now(root: Path) -> None:
    found = got(read(root, "docs/guide.md"))
    assert found.body == b"# Guide\n"
    assert found.media_type == "text/markdown"
    assert found.provenance is Provenance.LOCAL
    assert found.fetched_at == found.validated_at == NOON
    assert found.url == found.address == "docs/guide.md"


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("a.html", "text/html"),
        ("a.RST", "text/x-rst"),
        ("a.ipynb", "application/x-ipynb+json"),
        ("a.py", None),
        ("Makefile", None),
    ],
)
def test_the_type_is_told_by_the_name(root: Path, name: str, media_type: str | None) -> None:
    (root / name).write_text("x")
    assert got(read(root, name)).media_type == media_type


@pytest.mark.parametrize(
    "address", ["../secret.txt", "docs/../../secret.txt", "/etc/hostname", "a\0b"]
)
def test_a_path_out_of_the_tree_is_refused(root: Path, address: str) -> None:
    assert kind(root, address) is ErrorKind.FORBIDDEN_ADDRESS


def test_a_link_out_of_the_tree_is_refused(root: Path) -> None:
    (root / "out.txt").symlink_to("../secret.txt")
    (root / "up").symlink_to("..")
    assert kind(root, "out.txt") is ErrorKind.FORBIDDEN_ADDRESS
    assert kind(root, "up/secret.txt") is ErrorKind.FORBIDDEN_ADDRESS


def test_a_link_within_the_tree_is_followed(root: Path) -> None:
    (root / "README.md").symlink_to("docs/guide.md")
    assert got(read(root, "README.md")).body == b"# Guide\n"


def test_a_tree_that_is_itself_a_link_is_fine(root: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("tree")
    assert got(read(tmp_path / "link", "docs/guide.md")).body


def test_a_link_to_itself_is_a_loop(root: Path) -> None:
    (root / "ring").symlink_to("ring")
    assert kind(root, "ring") is ErrorKind.REDIRECT_LOOP


def test_what_is_not_there_is_told(root: Path) -> None:
    assert kind(root, "docs/none.md") is ErrorKind.HTTP_STATUS
    assert kind(root, "docs/guide.md/more") is ErrorKind.HTTP_STATUS


def test_folders_pipes_and_devices_are_no_pages(root: Path) -> None:
    os.mkfifo(root / "pipe")
    (root / "null").symlink_to(os.devnull)
    assert kind(root, "docs") is ErrorKind.UNSUPPORTED_TYPE
    assert kind(root, "null") is ErrorKind.FORBIDDEN_ADDRESS
    found: list[ErrorKind] = []
    reading = threading.Thread(target=lambda: found.append(kind(root, "pipe")), daemon=True)
    reading.start()
    reading.join(10)
    assert found == [ErrorKind.UNSUPPORTED_TYPE]


def test_size_is_bounded(root: Path) -> None:
    (root / "big.txt").write_bytes(bytes(101))
    assert kind(root, "big.txt", 100) is ErrorKind.TOO_LARGE
    assert got(read(root, "big.txt", 101)).body == bytes(101)


def test_a_file_that_may_not_be_opened_is_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("lineage_verify.pages.local.os.open", refuse)
    assert kind(root, "docs/guide.md") is ErrorKind.CONNECT


def test_the_fetcher_reads_local_targets_even_offline_and_keeps_none(root: Path) -> None:
    import asyncio

    world = World(root=root)
    world.asking(offline=True)

    async def get() -> Snapshot | Unreachable:
        async with world.fetcher() as fetcher:
            target = Target(url="guide.md", address="docs/guide.md", local=True)
            first = await fetcher.get(target)
            assert got(await fetcher.get(target)).sha256 == got(first).sha256
            return first

    assert got(asyncio.run(get())).body == b"# Guide\n"
    assert world.shelf.addresses() == ()
