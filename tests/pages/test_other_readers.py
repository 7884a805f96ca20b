"""The cache's files as a WARC reader sees them that shares no code with the one that wrote them."""

from dataclasses import replace
from datetime import timedelta
from gzip import compress
from pathlib import Path

from fastwarc.warc import ArchiveIterator, WarcRecordType, is_warc_11

from lineage_verify.pages.bundle import export
from lineage_verify.pages.shelf import AllPages, DiskShelf
from lineage_verify.pages.snapshot import Redirect, Snapshot
from tests.pages.test_rendered_shelf import SENT, WORDS, made
from tests.pages.world import NOON, snapshot

DAY = timedelta(days=1)
BODY = b"<p>The wheel turns the shaft.</p>" * 99
OLD = "https://docs.example/old"


def read(path: Path) -> list[tuple[str, str | None, int | None, bytes]]:
    """Each record's type, address, status and body; its digests are checked."""
    records = []
    with path.open("rb") as file:
        for record in ArchiveIterator(file, WarcRecordType.any_type, parse_http=False):
            assert is_warc_11(record)
            assert record.verify_block_digest()
            kind = record.headers.get("WARC-Type") or ""
            status = None
            if kind in {"response", "revisit"}:
                record.parse_http()
                assert kind == "revisit" or record.verify_payload_digest()
                assert record.http_headers is not None
                status = record.http_headers.status_code
            address = record.headers.get("WARC-Target-URI")
            records.append((kind, address, status, record.reader.read()))
    return records[1:]


def page() -> Snapshot:
    return replace(
        snapshot(OLD, BODY, headers=(("content-type", "text/html"), ("content-encoding", "gzip"))),
        url="https://docs.example/page",
        redirects=(Redirect(OLD, 301, "https://docs.example/page"),),
        encoded=compress(BODY),
    )


def test_another_reader_finds_every_record_whole(tmp_path: Path) -> None:
    shelf = DiskShelf(tmp_path / "cache")
    sent = page()
    shelf.keep(sent)
    shelf.keep(replace(sent, validated_at=NOON + DAY, confirmation=(("etag", '"a"'),)))
    shelf.keep(replace(sent, fetched_at=NOON + 2 * DAY, validated_at=NOON + 2 * DAY))
    url = "https://docs.example/page"
    hop = ("response", OLD, 301, b"")
    found = [read(shelf.root / capture.name) for capture in shelf.history(OLD)]
    assert found == [
        [hop, ("response", url, 200, compress(BODY))],
        [hop, ("revisit", url, 304, b"")],
        [hop, ("revisit", url, 200, b"")],
    ]


def test_and_every_rendered_page_and_bundle(tmp_path: Path) -> None:
    shelf = DiskShelf(tmp_path / "cache")
    shelf.rendered.keep(made())
    (capture,) = AllPages(shelf).history(SENT.address)
    both = [("response", SENT.url, 200, SENT.body), ("resource", SENT.url, None, WORDS)]
    assert read(shelf.root / capture.name) == both
    bundle = tmp_path / "bundle.warc.gz"
    export([page(), made()], bundle)
    assert read(bundle)[-2:] == both
