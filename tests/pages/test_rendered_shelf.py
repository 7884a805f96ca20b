"""Rendered pages lie beside pages as they were sent, and neither is taken for the other."""

import io
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from lineage_verify.pages import stored, storing
from lineage_verify.pages.bundle import Exported, export
from lineage_verify.pages.capture import CaptureKind
from lineage_verify.pages.history import prune
from lineage_verify.pages.import_warc import import_warc
from lineage_verify.pages.names import folder_of
from lineage_verify.pages.shelf import AllPages, DiskShelf, MemoryShelf, Shelf
from lineage_verify.pages.snapshot import Provenance, Redirect, Rendering, Snapshot
from tests.pages.world import NOON, snapshot

ADDRESS = "https://docs.example/page"
HOUR = timedelta(hours=1)
SENT = snapshot(body=b"<div id=root></div><script src=app.js></script>")
WORDS = b"<!DOCTYPE html><html><body><p>The engine owns the queue.</p></body></html>"


def made(page: Snapshot = SENT, body: bytes = WORDS, without: str | None = None) -> Snapshot:
    return replace(
        page,
        body=body,
        sha256=sha256(body).hexdigest(),
        headers=(("content-type", "text/html; charset=utf-8"),),
        rendering=Rendering(by="chromium/143.0", without=without, page=page),
    )


WHOLE = storing.write(made(), CaptureKind.RENDERED)


@pytest.fixture(params=["disk", "memory"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Shelf:
    return DiskShelf(tmp_path / "cache") if request.param == "disk" else MemoryShelf()


def test_each_is_kept_and_found_by_itself(shelf: Shelf) -> None:
    shelf.rendered.keep(made())
    assert shelf.newest(ADDRESS) is None
    assert shelf.history(ADDRESS) == ()
    assert shelf.addresses() == ()
    shelf.keep(SENT)
    sent, rendered = shelf.newest(ADDRESS), shelf.rendered.newest(ADDRESS)
    assert sent is not None
    assert rendered is not None
    assert (sent.body, sent.rendering) == (SENT.body, None)
    assert rendered.body == WORDS
    assert rendered.sha256 == sha256(WORDS).hexdigest()
    assert rendered.rendering == Rendering(by="chromium/143.0")
    assert rendered.rendering is not None
    assert rendered.rendering.page is not None
    assert rendered.rendering.page.body == SENT.body
    assert rendered.provenance is Provenance.CACHED
    assert rendered.media_type == "text/html"


def test_looking_back_sees_both_in_their_order(shelf: Shelf) -> None:
    later = replace(SENT, fetched_at=NOON + HOUR, validated_at=NOON + HOUR)
    shelf.keep(SENT)
    shelf.rendered.keep(made(later))
    shelf.keep(replace(later, validated_at=NOON + 2 * HOUR, fetched_at=NOON + 2 * HOUR))
    past = AllPages(shelf)
    history = past.history(ADDRESS)
    assert [capture.rendered_by for capture in history] == [None, "chromium/143.0", None]
    assert [past.read(capture) is not None for capture in history] == [True] * 3
    assert past.addresses() == (ADDRESS,)


def test_what_it_did_without_and_the_way_to_it_are_kept(tmp_path: Path) -> None:
    hop = Redirect("https://docs.example/old", 301, ADDRESS)
    page = replace(SENT, address=hop.url, redirects=(hop,))
    shelf = DiskShelf(tmp_path / "cache")
    shelf.rendered.keep(made(page, without="https://docs.example/words (503)"))
    kept = shelf.rendered.newest(hop.url)
    assert kept is not None
    assert (kept.address, kept.url, kept.redirects) == (hop.url, ADDRESS, (hop,))
    assert kept.rendering is not None
    assert kept.rendering.without == "https://docs.example/words (503)"


def test_the_file_is_a_warc_that_others_read(tmp_path: Path) -> None:
    shelf = DiskShelf(tmp_path / "cache")
    shelf.rendered.keep(made())
    (path,) = (shelf.root / folder_of(ADDRESS)).iterdir()
    assert path.name == "20260301T120000.000000Z_rendered.warc.gz"
    checker = Checker(type("Command", (), {"inputs": [str(path)], "verbose": False})())
    checker.process_all()
    assert checker.exit_value == 0
    with path.open("rb") as file:
        records = {record.rec_type: record.rec_headers for record in ArchiveIterator(file)}
    resource = records["resource"]
    assert list(records) == ["warcinfo", "response", "resource"]
    assert resource.get_header("WARC-Target-URI") == ADDRESS
    assert resource.get_header("WARC-Concurrent-To") == records["response"].get_header(
        "WARC-Record-ID"
    )
    assert resource.get_header("Rendered-By") == "chromium/143.0"
    assert resource.get_header("Content-Type") == "text/html; charset=utf-8"


def test_a_name_that_does_not_fit_is_damage(tmp_path: Path) -> None:
    """A rendered page under the name of a fetched one must not pass for it, nor the reverse."""
    notes: list[str] = []
    shelf = DiskShelf(tmp_path / "cache", notes=notes.append)
    folder = shelf.root / folder_of(ADDRESS)
    folder.mkdir(parents=True)
    (folder / "20260301T120000.000000Z.warc.gz").write_bytes(
        storing.write(made(), CaptureKind.RENDERED)
    )
    (folder / "20260301T120000.000000Z_rendered_2.warc.gz").write_bytes(
        storing.write(SENT, CaptureKind.RESPONSE)
    )
    assert shelf.newest(ADDRESS) is None
    assert shelf.rendered.newest(ADDRESS) is None
    assert len(notes) == 2
    assert "rendered" in notes[0]


@settings(max_examples=40)
@given(st.data())
def test_no_damage_passes_for_a_rendered_page(data: st.DataObject) -> None:
    spoiled = bytearray(WHOLE)
    place = data.draw(st.integers(0, len(WHOLE) - 1))
    spoiled[place] ^= 1 << data.draw(st.integers(0, 7))
    try:
        file = stored.read(bytes(spoiled))
    except stored.DamagedError:
        return
    assert file == stored.read(WHOLE)


def test_a_bundle_carries_both_to_another_cache(tmp_path: Path) -> None:
    bundle = tmp_path / "bundle.warc.gz"
    assert export([SENT, made()], bundle) == Exported(pages=2, rendered=1)
    shelf = DiskShelf(tmp_path / "cache")
    result = import_warc(shelf, bundle)
    assert result.passed_over == ()
    assert [page.rendered for page in result.pages].count(True) == 1
    rendered, sent = shelf.rendered.newest(ADDRESS), shelf.newest(ADDRESS)
    assert rendered is not None
    assert sent is not None
    assert (rendered.body, sent.body) == (WORDS, SENT.body)
    assert rendered.validated_at == NOON


def test_a_lone_shell_in_a_bundle_is_not_taken_for_a_good_page(tmp_path: Path) -> None:
    """What a browser rendered because it says nothing comes along with it, and only so."""
    bundle = tmp_path / "bundle.warc.gz"
    export([made()], bundle)
    shelf = DiskShelf(tmp_path / "cache")
    import_warc(shelf, bundle)
    assert shelf.newest(ADDRESS) is None
    assert shelf.rendered.newest(ADDRESS) is not None


def test_resources_of_others_are_no_rendered_pages(tmp_path: Path) -> None:
    from warcio.warcwriter import WARCWriter

    out = io.BytesIO()
    writer = WARCWriter(out, gzip=True)
    writer.write_record(
        writer.create_warc_record(
            ADDRESS,
            "resource",
            payload=io.BytesIO(WORDS),
            length=len(WORDS),
            warc_content_type="text/html",
        )
    )
    path = tmp_path / "x.warc.gz"
    path.write_bytes(out.getvalue())
    shelf = DiskShelf(tmp_path / "cache")
    assert import_warc(shelf, path).pages == ()
    assert shelf.rendered.newest(ADDRESS) is None


def test_pruning_keeps_the_newest_of_each(tmp_path: Path) -> None:
    shelf = DiskShelf(tmp_path / "cache")
    for hours in range(3):
        page = replace(SENT, fetched_at=NOON + hours * HOUR, validated_at=NOON + hours * HOUR)
        shelf.keep(replace(page, body=b"%d" % hours, sha256=sha256(b"%d" % hours).hexdigest()))
        shelf.rendered.keep(made(page))
    result = prune(shelf, now=NOON + 9 * HOUR, keep=1)
    assert (len(result.removed), result.left) == (4, 2)
    assert [len(one.history(ADDRESS)) for one in (shelf, shelf.rendered)] == [1, 1]
