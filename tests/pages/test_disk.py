"""The cache folder: what is written, what is read back, and what survives damage."""

import gzip
import io
import os
import re
import shutil
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from lineage_verify.errors import CacheError
from lineage_verify.pages import stored, storing
from lineage_verify.pages.capture import CaptureKind
from lineage_verify.pages.names import FileName, folder_of
from lineage_verify.pages.shelf import DiskShelf, MemoryShelf, Shelf
from lineage_verify.pages.snapshot import Provenance, Redirect, Snapshot
from tests.pages.world import NOON, snapshot

DAY = timedelta(days=1)
WHOLE = storing.write(snapshot(), CaptureKind.RESPONSE)
ADDRESS = "https://docs.example/page"


@pytest.fixture
def notes() -> list[str]:
    return []


@pytest.fixture
def shelf(tmp_path: Path, notes: list[str]) -> DiskShelf:
    return DiskShelf(tmp_path / "cache", notes=notes.append)


@pytest.fixture(params=["memory", "disk"])
def any_shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Shelf:
    return MemoryShelf() if request.param == "memory" else DiskShelf(tmp_path / "cache")


def confirmed(page: Snapshot, at: datetime) -> Snapshot:
    told = (("etag", '"a"'), ("date", "now"))
    return replace(page, validated_at=at, confirmation=told)


def files(shelf: DiskShelf) -> list[Path]:
    return sorted(shelf.root.rglob("*.warc.gz"))


# both shelves


def test_what_is_kept_is_read_back(any_shelf: Shelf) -> None:
    page = snapshot(headers=(("content-type", "text/html; charset=windows-1251"), ("etag", '"a"')))
    any_shelf.keep(page)
    assert any_shelf.newest(ADDRESS) == replace(page, provenance=Provenance.CACHED)
    assert any_shelf.addresses() == (ADDRESS,)
    assert any_shelf.newest("https://docs.example/other") is None


def test_the_newest_by_validation_wins_in_any_order(any_shelf: Shelf) -> None:
    dates = [NOON, NOON - 300 * DAY, NOON + DAY, NOON - DAY]
    for date in dates:
        any_shelf.keep(snapshot(body=str(date).encode(), at=date))
    newest = any_shelf.newest(ADDRESS)
    assert newest is not None
    assert newest.validated_at == NOON + DAY
    assert [entry.validated_at for entry in any_shelf.history(ADDRESS)] == sorted(dates)


def test_a_confirmation_moves_one_date_only(any_shelf: Shelf) -> None:
    page = snapshot(headers=(("content-type", "text/html"),))
    any_shelf.keep(page)
    any_shelf.keep(confirmed(page, NOON + DAY))
    any_shelf.keep(confirmed(page, NOON + 2 * DAY))
    newest = any_shelf.newest(ADDRESS)
    assert newest is not None
    assert (newest.fetched_at, newest.validated_at) == (NOON, NOON + 2 * DAY)
    assert newest.body == page.body
    history = any_shelf.history(ADDRESS)
    assert [entry.fetched_at for entry in history] == [NOON] * 3
    assert [entry.validated_at for entry in history] == [NOON, NOON + DAY, NOON + 2 * DAY]


def test_every_entry_of_a_history_can_be_read(any_shelf: Shelf) -> None:
    for day in range(4):
        any_shelf.keep(snapshot(body=bytes([day // 2]) * 9, at=NOON + day * DAY))
    for entry in any_shelf.history(ADDRESS):
        found = any_shelf.read(entry)
        assert found is not None
        assert found.sha256 == entry.sha256
        assert len(found.body) == entry.size
        assert found.validated_at == entry.validated_at


def test_keeping_twice_keeps_once(any_shelf: Shelf) -> None:
    for _ in range(3):
        any_shelf.keep(snapshot())
    assert len(any_shelf.history(ADDRESS)) == 1


def test_two_bodies_of_one_moment_are_both_kept(any_shelf: Shelf) -> None:
    any_shelf.keep(snapshot(body=b"one"))
    any_shelf.keep(snapshot(body=b"two"))
    assert {entry.sha256 for entry in any_shelf.history(ADDRESS)} == {
        snapshot(body=b"one").sha256,
        snapshot(body=b"two").sha256,
    }


def test_redirects_are_kept(any_shelf: Shelf) -> None:
    hops = (
        Redirect("https://docs.example/page", 301, "https://docs.example/two"),
        Redirect("https://docs.example/two", 302, "https://docs.example/three"),
    )
    page = replace(snapshot(), url="https://docs.example/three", redirects=hops)
    any_shelf.keep(page)
    kept = any_shelf.newest(ADDRESS)
    assert kept == replace(page, provenance=Provenance.CACHED)
    assert any_shelf.newest("https://docs.example/three") is None


# the files


def test_the_layout(shelf: DiskShelf) -> None:
    shelf.keep(snapshot("https://docs.example:8443/en/latest/Design/arch_overview/?token=abc"))
    (file,) = files(shelf)
    host, folder, name = file.relative_to(shelf.root).parts
    assert host == "docs.example_8443"
    assert folder.startswith("en_latest_design_arch_overview-")
    assert "abc" not in str(file)
    assert name == "20260301T120000.000000Z.warc.gz"


def test_a_new_folder_is_marked(shelf: DiskShelf) -> None:
    assert not shelf.root.exists()
    shelf.newest(ADDRESS)
    assert not shelf.root.exists()
    shelf.keep(snapshot())
    tag = (shelf.root / "CACHEDIR.TAG").read_text()
    assert tag.startswith("Signature: 8a477f597d28d172789f06886806bc55\n")
    assert (shelf.root / ".gitignore").read_text().startswith("*\n")


def test_a_folder_with_other_things_in_it_is_not_marked(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    DiskShelf(tmp_path).keep(snapshot())
    assert not (tmp_path / "CACHEDIR.TAG").exists()
    assert not (tmp_path / ".gitignore").exists()


def test_files_are_whole_and_pass_another_tools_check(
    shelf: DiskShelf, capsys: pytest.CaptureFixture[str]
) -> None:
    page = snapshot(body=b"<p>x</p>" * 999)
    shelf.keep(page)
    shelf.keep(confirmed(page, NOON + DAY))
    shelf.keep(replace(page, fetched_at=NOON + 2 * DAY, validated_at=NOON + 2 * DAY))
    assert len(files(shelf)) == 3

    class Arguments:
        inputs = [str(path) for path in files(shelf)]  # noqa: RUF012
        verbose = True

    assert Checker(Arguments).process_all() == 0
    assert "digest failed" not in capsys.readouterr().out


def records(path: Path) -> list[tuple[str, dict[str, str]]]:
    with path.open("rb") as file:
        return [
            (record.rec_type, dict(record.rec_headers.headers)) for record in ArchiveIterator(file)
        ]


def test_revisits_are_what_the_standard_says(shelf: DiskShelf) -> None:
    page = snapshot(body=b"<p>x</p>" * 999)
    shelf.keep(page)
    shelf.keep(confirmed(page, NOON + DAY))
    shelf.keep(replace(page, fetched_at=NOON + 2 * DAY, validated_at=NOON + 2 * DAY))
    first, second, third = (records(path) for path in files(shelf))
    assert [kind for kind, _ in first] == ["warcinfo", "response"]
    assert [kind for kind, _ in second] == [kind for kind, _ in third] == ["warcinfo", "revisit"]
    not_modified, same = second[1][1], third[1][1]
    assert not_modified["WARC-Profile"].endswith("/server-not-modified")
    assert same["WARC-Profile"].endswith("/identical-payload-digest")
    for fields in (not_modified, same):
        assert fields["WARC-Refers-To-Date"] == first[1][1]["WARC-Date"]
        assert fields["WARC-Refers-To-Target-URI"] == ADDRESS
        assert fields["WARC-Payload-Digest"] == first[1][1]["WARC-Payload-Digest"]
    assert all(path.read_bytes().count(b"WARC/1.1") == 0 for path in files(shelf))


def test_a_coded_body_is_kept_as_it_was_sent(shelf: DiskShelf) -> None:
    body = b"<p>plain</p>" * 99
    headers = (("content-encoding", "gzip"), ("content-length", "0"), ("etag", '"a"'))
    page = replace(snapshot(body=body, headers=headers), encoded=gzip.compress(body, mtime=0))
    shelf.keep(page)
    shelf.keep(confirmed(page, NOON + DAY))
    kept = shelf.newest(ADDRESS)
    assert kept is not None
    assert kept.body == body
    assert kept.encoded == page.encoded
    assert kept.header("content-encoding") == "gzip"
    assert [entry.kind for entry in shelf.history(ADDRESS)] == [
        CaptureKind.RESPONSE,
        CaptureKind.NOT_MODIFIED,
    ]
    with files(shelf)[0].open("rb") as file:
        response = [record for record in ArchiveIterator(file) if record.rec_type == "response"][0:]
        assert [record.content_stream().read() for record in response] in ([b""], [body])


def test_weekly_runs_on_an_unchanged_page_add_little(shelf: DiskShelf) -> None:
    page = snapshot(body=os.urandom(100_000))
    for week in range(12):
        moment = NOON + week * 7 * DAY
        shelf.keep(replace(page, fetched_at=moment, validated_at=moment))
    sizes = [path.stat().st_size for path in files(shelf)]
    assert sizes[0] > 100_000
    assert max(sizes[1:]) < 2_000
    newest = shelf.newest(ADDRESS)
    assert newest is not None
    assert newest.body == page.body
    assert newest.fetched_at == NOON + 77 * DAY


def test_a_confirmation_of_a_page_that_is_gone_brings_the_page_along(shelf: DiskShelf) -> None:
    shelf.keep(confirmed(snapshot(), NOON + DAY))
    kept = shelf.newest(ADDRESS)
    assert kept is not None
    assert kept.body == snapshot().body
    assert (kept.fetched_at, kept.validated_at) == (NOON, NOON + DAY)


# damage


def spoil_end(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-30])


def spoil_middle(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)


def spoil_whole(path: Path) -> None:
    path.write_bytes(b"")


def spoil_kind(path: Path) -> None:
    path.write_bytes(gzip.compress(b"not a WARC file at all"))


def spoil_body(path: Path) -> None:
    plain = gzip.decompress(path.read_bytes())
    path.write_bytes(gzip.compress(plain.replace(b"Hello", b"Jello")))


def spoil_page(path: Path) -> None:
    """Leave the `warcinfo` alone."""
    with path.open("rb") as file:
        iterator = ArchiveIterator(file)
        next(iterator)
        next(iterator)
        end = iterator.get_record_offset()
    path.write_bytes(path.read_bytes()[:end])


SPOILS = [spoil_end, spoil_middle, spoil_whole, spoil_kind, spoil_body, spoil_page]


@pytest.mark.parametrize("spoil", SPOILS)
def test_a_damaged_snapshot_is_set_aside_and_told(
    shelf: DiskShelf, notes: list[str], spoil: object
) -> None:
    shelf.keep(snapshot(body=b"<p>Hello, old.</p>", at=NOON - DAY))
    shelf.keep(snapshot())
    path = files(shelf)[-1]
    assert callable(spoil)
    spoil(path)
    kept = shelf.newest(ADDRESS)
    assert kept is not None
    assert kept.body == b"<p>Hello, old.</p>"
    assert not path.exists()
    assert path.with_name(f"{path.name}.damaged").exists()
    (note,) = notes
    assert path.name in note
    assert "damaged" in note
    assert not re.search(r"Error|\(:|: \)|\(\)", note), note  # words, and no class of ours
    shelf.keep(snapshot())
    assert shelf.newest(ADDRESS) == replace(snapshot(), provenance=Provenance.CACHED)


def test_nothing_is_printed_of_a_damaged_file(
    shelf: DiskShelf, capfd: pytest.CaptureFixture[str]
) -> None:
    shelf.keep(snapshot())
    (path,) = files(shelf)
    plain = gzip.decompress(path.read_bytes())
    path.write_bytes(gzip.compress(plain.replace(b"Content-Length: ", b"Content-Length: 1")))
    assert shelf.newest(ADDRESS) is None
    assert capfd.readouterr() == ("", "")


def test_a_revisit_without_its_body_is_damaged(shelf: DiskShelf, notes: list[str]) -> None:
    page = snapshot()
    shelf.keep(page)
    shelf.keep(confirmed(page, NOON + DAY))
    files(shelf)[0].unlink()
    assert shelf.newest(ADDRESS) is None
    assert "gone" in notes[0]


def test_a_revisit_finds_its_body_under_another_date(shelf: DiskShelf) -> None:
    """Two runs may have kept the same bytes; one of them is enough."""
    page = snapshot()
    shelf.keep(page)
    shelf.keep(confirmed(page, NOON + DAY))
    other = DiskShelf(shelf.root.with_name("other"))
    other.keep(replace(page, fetched_at=NOON + 2 * DAY, validated_at=NOON + 2 * DAY))
    below = folder_of(ADDRESS)
    files(other)[0].rename(shelf.root / below / "20260303T120000.000000Z.warc.gz")
    files(shelf)[0].unlink()
    history = shelf.history(ADDRESS)
    assert [entry.kind for entry in history] == [CaptureKind.NOT_MODIFIED, CaptureKind.RESPONSE]
    assert history[0].fetched_at == NOON


def test_a_file_of_another_address_is_not_believed(shelf: DiskShelf, notes: list[str]) -> None:
    shelf.keep(snapshot("https://docs.example/other"))
    (path,) = files(shelf)
    folder = shelf.root / folder_of(ADDRESS)
    folder.mkdir(parents=True)
    path.rename(folder / path.name)
    assert shelf.newest(ADDRESS) is None
    assert "another address" in notes[0]


def test_revisits_in_a_ring_end(shelf: DiskShelf) -> None:
    page = snapshot()
    below = shelf.root / folder_of(ADDRESS)
    below.mkdir(parents=True)
    ring = [NOON, NOON + DAY]
    for here, there in zip(ring, reversed(ring), strict=True):
        at = replace(page, fetched_at=here, validated_at=here)
        data = storing.write(at, CaptureKind.SAME_PAYLOAD, refers_to=there)
        (below / str(FileName(here))).write_bytes(data)
    assert shelf.newest(ADDRESS) is None


def test_odd_files_in_the_folder_are_left_alone(shelf: DiskShelf) -> None:
    shelf.keep(snapshot())
    folder = files(shelf)[0].parent
    for name in ("notes.txt", "20269901T120000.000000Z.warc.gz", "x.warc.gz", ".DS_Store"):
        (folder / name).write_text("odd")
    (shelf.root / "loose.txt").write_text("odd")
    assert shelf.newest(ADDRESS) is not None
    assert shelf.addresses() == (ADDRESS,)
    assert len(list(folder.iterdir())) == 5


def test_a_snapshot_of_the_future_yields_to_one_of_the_present(tmp_path: Path) -> None:
    shelf = DiskShelf(tmp_path, now=lambda: NOON)
    shelf.keep(snapshot(body=b"from a wrong clock", at=NOON + 300 * DAY))
    ahead = shelf.newest(ADDRESS)
    assert ahead is not None
    assert ahead.body == b"from a wrong clock"
    shelf.keep(snapshot())
    now = shelf.newest(ADDRESS)
    assert now is not None
    assert now.body == snapshot().body


# trouble with the disk


def test_a_read_only_cache_can_be_read_and_says_so_when_written(
    shelf: DiskShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.keep(snapshot())
    opened = Path.open

    def refuse(path: Path, mode: str = "r", *others: object) -> object:
        if "x" in mode or "w" in mode:
            raise OSError(30, "Read-only file system")
        return opened(path, mode, *others)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", refuse)
    assert DiskShelf(shelf.root).newest(ADDRESS) is not None
    with pytest.raises(CacheError, match=r"Read-only file system; .*--cache-dir"):
        DiskShelf(shelf.root).keep(snapshot(at=NOON + DAY))


def test_a_full_disk_is_told_in_one_line_and_leaves_nothing(
    shelf: DiskShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.keep(snapshot())

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("lineage_verify.pages.folder.os.fsync", full)
    with pytest.raises(CacheError, match="free some space") as error:
        shelf.keep(snapshot(at=NOON + DAY))
    assert "\n" not in str(error.value)
    assert list((shelf.root / ".tmp").iterdir()) == []
    assert len(files(shelf)) == 1


def test_without_hard_links_files_are_renamed(
    shelf: DiskShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(source: object, target: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("lineage_verify.pages.folder.os.link", refuse)
    shelf.keep(snapshot(body=b"one"))
    shelf.keep(snapshot(body=b"two"))
    assert len(shelf.history(ADDRESS)) == 2


def test_the_cache_folder_can_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    DiskShelf(tmp_path / "link").keep(snapshot())
    assert DiskShelf(tmp_path / "real").newest(ADDRESS) is not None


def test_a_link_in_the_cache_leads_no_write_away(shelf: DiskShelf, tmp_path: Path) -> None:
    shelf.keep(snapshot("https://docs.example/other"))
    (tmp_path / "elsewhere").mkdir()
    folder = files(shelf)[0].parent.parent
    shutil.rmtree(folder)
    folder.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CacheError, match="leads out of it"):
        shelf.keep(snapshot())
    assert list((tmp_path / "elsewhere").iterdir()) == []


# names


@given(st.datetimes(min_value=datetime(1000, 1, 1), timezones=st.just(UTC)), st.integers(1, 99))  # noqa: DTZ001
def test_a_file_name_tells_its_moment(moment: datetime, number: int) -> None:
    name = FileName(moment, number)
    assert FileName.read(str(name)) == name


@given(st.text(max_size=300))
def test_any_address_has_a_folder_within_the_cache(address: str) -> None:
    try:
        host, folder = folder_of(address).parts
    except ValueError:
        return  # not a URL at all
    for part in (host, folder):
        assert part.isascii()
        assert not part.startswith(".")
        assert len(part) < 120
        assert set(part) <= set("abcdefghijklmnopqrstuvwxyz0123456789._-")


@settings(max_examples=50)
@given(
    st.binary(max_size=3000),
    st.lists(
        st.tuples(
            st.from_regex(r"x-[a-z]{1,8}", fullmatch=True),
            st.text("abc xyz;=/,", max_size=20).map(str.strip),
        ),
        max_size=4,
    ),
)
def test_any_page_survives_the_file(body: bytes, headers: list[tuple[str, str]]) -> None:
    page = snapshot(body=body, headers=tuple(headers))
    file = stored.read(storing.write(page, CaptureKind.RESPONSE))
    assert file.payload == body
    assert file.headers == page.headers
    assert file.date == page.fetched_at


@settings(max_examples=60)
@given(st.data())
def test_no_damage_passes_for_a_snapshot(data: st.DataObject) -> None:
    spot = data.draw(st.integers(0, len(WHOLE) - 1))
    bit = data.draw(st.integers(0, 7))
    spoiled = bytearray(WHOLE)
    spoiled[spot] ^= 1 << bit
    try:
        file = stored.read(bytes(spoiled))
    except stored.DamagedError:
        return
    # A bit of gzip's own head (its date, its system), or of a field that says nothing to us.
    assert file == stored.read(WHOLE)


def test_reading_takes_any_bytes() -> None:
    for data in (b"", b"\x1f\x8b", b"WARC/1.1\r\n\r\n", io.BytesIO().getvalue()):
        with pytest.raises(stored.DamagedError):
            stored.read(data)
