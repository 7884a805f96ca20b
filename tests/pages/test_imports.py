"""WARC files and pages that others saved give the snapshots that a fetch would have given."""

import base64
import gzip
import io
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import brotli  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from lineage_verify.errors import SettingsError
from lineage_verify.pages.bundle import Exported, export
from lineage_verify.pages.import_page import import_page
from lineage_verify.pages.import_warc import import_warc
from lineage_verify.pages.shelf import DiskShelf, MemoryShelf
from lineage_verify.pages.snapshot import Provenance, Snapshot
from lineage_verify.settings import Limits
from lineage_verify.text.extract import extract
from lineage_verify.text.page_text import PageText
from tests.pages.fault_server import FaultServer, page, running, say
from tests.pages.fault_server import head as answer_head
from tests.pages.world import NOON, World, got, snapshot

BODY = b"<p>A worker holds its plan until the job is closed.</p>" * 9
URL = "https://docs.example/page"
DAY = timedelta(days=1)
HTML = (("Content-Type", "text/html"),)


CHUNKED = ("Transfer-Encoding", "chunked")


def chunks(*pieces: bytes) -> bytes:
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in (*pieces, b""))


class Archive:
    """A WARC file in the making, as other tools would write it."""

    def __init__(self, path: Path, *, zipped: bool = True) -> None:
        self.path = path
        self.out = io.BytesIO()
        self.writer = WARCWriter(self.out, gzip=zipped)
        self.writer.write_record(self.writer.create_warcinfo_record("x", {"software": "other/1"}))

    def add(
        self,
        body: bytes = BODY,
        headers: tuple[tuple[str, str], ...] = HTML,
        *,
        url: str = URL,
        status: str = "200 OK",
        kind: str = "response",
        date: str = "2026-02-01T10:00:00Z",
        protocol: str = "HTTP/1.1",
        **fields: str,
    ) -> str:
        record = self.writer.create_warc_record(
            url,
            kind,
            payload=io.BytesIO(body),
            length=len(body),
            http_headers=StatusAndHeaders(status, list(headers), protocol=protocol),
            warc_headers_dict={
                "WARC-Date": date,
                **{name.replace("_", "-"): value for name, value in fields.items()},
            },
        )
        self.writer.write_record(record)
        return str(record.rec_headers.get_header("WARC-Record-ID"))

    def save(self) -> Path:
        self.path.write_bytes(self.out.getvalue())
        return self.path


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "other.warc.gz")


@pytest.fixture
def shelf(tmp_path: Path) -> DiskShelf:
    return DiskShelf(tmp_path / "cache")


def newest(shelf: DiskShelf | MemoryShelf, address: str = URL) -> Snapshot:
    found = shelf.newest(address)
    assert found is not None
    return found


def test_a_page_counts_with_its_own_date(archive: Archive, shelf: DiskShelf) -> None:
    archive.add()
    result = import_warc(shelf, archive.save())
    kept = newest(shelf)
    assert kept.body == BODY
    assert kept.fetched_at == kept.validated_at == datetime(2026, 2, 1, 10, tzinfo=UTC)
    assert kept.media_type == "text/html"
    assert [(page.address, page.url) for page in result.pages] == [(URL, URL)]
    assert result.damage is None


def test_an_older_import_replaces_nothing(archive: Archive, shelf: DiskShelf) -> None:
    shelf.keep(snapshot(URL, b"new"))
    archive.add()
    import_warc(shelf, archive.save())
    assert newest(shelf).body == b"new"
    assert len(shelf.history(URL)) == 2


@pytest.mark.parametrize("zipped", [True, False])
def test_plain_and_compressed_files_are_read(
    tmp_path: Path, shelf: DiskShelf, zipped: bool
) -> None:
    archive = Archive(tmp_path / "x.warc", zipped=zipped)
    archive.add()
    archive.add(url="https://docs.example/two")
    assert len(import_warc(shelf, archive.save()).pages) == 2


def test_one_gzip_member_for_all_records_is_read(tmp_path: Path, shelf: DiskShelf) -> None:
    archive = Archive(tmp_path / "x.warc", zipped=False)
    archive.add()
    archive.add(url="https://docs.example/two")
    path = archive.save()
    path.write_bytes(gzip.compress(path.read_bytes()))
    assert len(import_warc(shelf, path).pages) == 2


def test_chains_of_redirects_are_rebuilt(archive: Archive, shelf: DiskShelf) -> None:
    archive.add(url=URL)
    archive.add(b"", (("Location", "two"),), url="https://docs.example/one", status="301 Moved")
    archive.add(
        b"", (("Location", "/page#part"),), url="https://docs.example/two", status="302 Found"
    )
    archive.add(b"", (("Location", "/one"),), url="https://docs.example/loop", status="302 Found")
    archive.add(b"", (("Location", "/loop"),), url=URL, status="302 Found")
    import_warc(shelf, archive.save())
    assert newest(shelf).redirects == ()
    one = newest(shelf, "https://docs.example/one")
    assert one.url == URL
    assert [(hop.url, hop.status, hop.location) for hop in one.redirects] == [
        ("https://docs.example/one", 301, "https://docs.example/two"),
        ("https://docs.example/two", 302, URL),
    ]
    assert len(newest(shelf, "https://docs.example/loop").redirects) == 3


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (gzip.compress(BODY), (("Content-Encoding", "gzip"),)),
        (brotli.compress(BODY), (("Content-Encoding", "br"), ("Content-Length", "9"))),
        (chunks(BODY[:9], BODY[9:]), (CHUNKED,)),
        (chunks(gzip.compress(BODY)), (CHUNKED, ("Content-Encoding", "gzip"))),
        (BODY, (CHUNKED,)),
        (BODY, (("Content-Encoding", "gzip"), ("Content-Length", "99999"))),
        (BODY, (("Content-Encoding", "br"),)),
        (BODY, (("Content-Length", str(len(BODY))),)),
        (BODY, ()),
    ],
    ids="gzip br chunked both unchunked ungzipped unbrotlied counted bare".split(),  # noqa: SIM905
)
def test_codings_are_undone_where_they_are_there(
    archive: Archive, shelf: DiskShelf, body: bytes, headers: tuple[tuple[str, str], ...]
) -> None:
    archive.add(body, HTML + headers)
    assert import_warc(shelf, archive.save()).passed_over == ()
    kept = newest(shelf)
    assert kept.body == BODY
    assert kept.header("transfer-encoding") is None


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        ((BODY[:50], (("Content-Length", str(len(BODY))),), {}), "shorter"),
        ((gzip.compress(BODY)[:-9], (("Content-Encoding", "gzip"),), {}), "cut short"),
        ((b"fff\r\nshort", (("Transfer-Encoding", "chunked"),), {}), "cut short"),
        ((b"5\r\nHello\r\n", (("Transfer-Encoding", "chunked"),), {}), "cut short"),
        ((bytes(5000), (("Content-Encoding", "gzip"),), {}), "damaged"),
        ((BODY * 9000, (), {}), "larger"),
        ((gzip.compress(bytes(4 << 20)), (("Content-Encoding", "gzip"),), {}), "larger"),
        ((BODY, (), {"WARC_Truncated": "length"}), "cut short"),
        ((BODY, (), {"WARC_Date": "yesterday"}), "date"),
        ((BODY, (), {"WARC_Segment_Number": "1"}), "segment"),
        ((BODY, (), {"WARC_Block_Digest": "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}), "digest"),
    ],
)
def test_what_cannot_be_trusted_is_passed_over(
    archive: Archive,
    shelf: DiskShelf,
    case: tuple[bytes, tuple[tuple[str, str], ...], dict[str, str]],
    reason: str,
) -> None:
    body, headers, fields = case
    archive.add(body, HTML + headers, **fields)
    result = import_warc(shelf, archive.save(), limits=Limits(body_bytes=3 << 20))
    assert reason in result.passed_over[0].reason
    assert result.pages == ()
    assert shelf.addresses() == ()


@pytest.mark.parametrize(
    "status", ["404 Not Found", "500 Oh", "204 No Content", "206 Part", "weird"]
)
def test_only_pages_are_taken(archive: Archive, shelf: DiskShelf, status: str) -> None:
    archive.add(status=status)
    archive.add(url="dns:docs.example")
    archive.add(kind="metadata")
    result = import_warc(shelf, archive.save())
    assert result.pages == ()
    assert shelf.addresses() == ()


def test_answers_to_other_requests_are_passed_over(archive: Archive, shelf: DiskShelf) -> None:
    answer = archive.add(b"")
    request: dict[str, Any] = {"kind": "request", "protocol": "HEAD", "WARC_Concurrent_To": answer}
    archive.add(b"", status="/page HTTP/1.1", **request)
    result = import_warc(shelf, archive.save())
    assert "GET" in result.passed_over[0].reason


def test_revisits_count(archive: Archive, shelf: DiskShelf) -> None:
    digest = "sha1:3EF4GH5IJ6KL7MN8OPQRSTUVWXYZ2345"
    archive.add(WARC_Payload_Digest=digest)
    archive.add(b"", kind="revisit", date="2026-02-08T10:00:00Z", WARC_Payload_Digest=digest)
    again: dict[str, Any] = {
        "kind": "revisit",
        "date": "2026-02-15T10:00:00Z",
        "status": "304 Not Modified",
    }
    archive.add(b"", WARC_Payload_Digest=digest, **again)
    import_warc(shelf, archive.save())
    dates = [(entry.fetched_at.day, entry.validated_at.day) for entry in shelf.history(URL)]
    assert dates == [(1, 1), (8, 8), (1, 15)]


def test_cookies_are_left_behind(archive: Archive, shelf: DiskShelf) -> None:
    archive.add(headers=(*HTML, ("Set-Cookie", "id=verysecret")))
    import_warc(shelf, archive.save())
    assert newest(shelf).header("set-cookie") is None


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://Docs.Example:443/page", URL),
        ("<https://docs.example/page>", URL),
        ("https://docs.example/page#part", URL),
        ("https://docs.example", "https://docs.example/"),
        ("https://github.com/o/r/blob/main/a.py", "https://github.com/o/r/blob/main/a.py"),
    ],
)
def test_a_page_is_kept_under_the_address_of_its_source(
    archive: Archive, shelf: DiskShelf, url: str, address: str
) -> None:
    archive.add(url=url)
    import_warc(shelf, archive.save())
    assert newest(shelf, address).body == BODY


def test_a_file_that_ends_early_gives_what_it_has(archive: Archive, shelf: DiskShelf) -> None:
    archive.add()
    archive.add(url="https://docs.example/two")
    path = archive.save()
    path.write_bytes(path.read_bytes()[:-40])
    result = import_warc(shelf, path)
    assert [found.address for found in result.pages] == [URL]
    assert result.damage is not None
    assert result.damage.isprintable()


@pytest.mark.parametrize("data", [b"", b"hello", b"\x1f\x8b", gzip.compress(b"hello"), bytes(99)])
def test_what_is_no_warc_file_is_told(tmp_path: Path, shelf: DiskShelf, data: bytes) -> None:
    path = tmp_path / "x.warc.gz"
    path.write_bytes(data)
    with pytest.raises(SettingsError, match=r"x\.warc\.gz cannot be imported"):
        import_warc(shelf, path)


def test_a_file_that_is_not_there_is_told(tmp_path: Path, shelf: DiskShelf) -> None:
    with pytest.raises(SettingsError, match=r"none\.warc cannot be read"):
        import_warc(shelf, tmp_path / "none.warc")


def test_nothing_of_an_archive_is_printed(
    tmp_path: Path, shelf: DiskShelf, capfd: pytest.CaptureFixture[str]
) -> None:
    archive = Archive(tmp_path / "x.warc", zipped=False)
    archive.add()
    archive.add(url="https://docs.example/two")
    path = archive.save()
    start, field, end = path.read_bytes().rpartition(b"Content-Length: ")
    path.write_bytes(start + b"\x1b[31m: red\r\n" + field + b"1" + end + b"\x1b[31mred\r\n" * 3)
    result = import_warc(shelf, path)
    assert "\x1b" not in repr(result)
    assert capfd.readouterr() == ("", "")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_damaged_archive_is_a_fault_of_ours(data: st.DataObject) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        archive = Archive(Path(folder) / "x.warc", zipped=False)
        archive.add(date="2026-02-01T10:00:00Z")
        path = archive.save()
        spoiled = bytearray(path.read_bytes())
        for _ in range(data.draw(st.integers(1, 4))):
            spoiled[data.draw(st.integers(0, 900))] = data.draw(st.integers(0, 255))
        path.write_bytes(spoiled)
        with suppress(SettingsError):
            import_warc(MemoryShelf(), path)


# the bundle


def test_a_bundle_gives_the_snapshots_again(tmp_path: Path, shelf: DiskShelf) -> None:
    archive = Archive(tmp_path / "a.warc.gz")
    archive.add(gzip.compress(BODY), (*HTML, ("Content-Encoding", "gzip"), ("ETag", '"a"')))
    archive.add(b"", (("Location", URL),), url="https://docs.example/old", status="301 Moved")
    import_warc(shelf, archive.save())
    held = newest(shelf)
    import dataclasses

    shelf.keep(dataclasses.replace(held, validated_at=NOON, confirmation=(("etag", '"a"'),)))
    chosen = [newest(shelf), newest(shelf, "https://docs.example/old")]
    local = dataclasses.replace(snapshot("README.md"), provenance=Provenance.LOCAL)
    assert export([*chosen, local], tmp_path / "bundle.warc.gz") == Exported(2)
    other = DiskShelf(tmp_path / "other")
    import_warc(other, tmp_path / "bundle.warc.gz")
    for wanted in chosen:
        again = newest(other, wanted.address)
        assert (again.body, again.fetched_at, again.url) == (BODY, wanted.fetched_at, URL)
    assert newest(other).validated_at == NOON
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "a.warc.gz",
        "bundle.warc.gz",
        "cache",
        "other",
    ]


def test_a_bundle_that_cannot_be_written_is_one_error(tmp_path: Path) -> None:
    from lineage_verify.errors import OutputError

    with pytest.raises(OutputError, match="cannot be written"):
        export([snapshot()], tmp_path / "none" / "bundle.warc.gz")


# single pages


@pytest.mark.parametrize(
    ("name", "content_type"), [("p.html", "text/html"), ("p.pdf", "application/pdf"), ("p", None)]
)
def test_a_saved_page_counts_with_the_date_it_is_given(
    tmp_path: Path, shelf: DiskShelf, name: str, content_type: str | None
) -> None:
    (tmp_path / name).write_bytes(BODY)
    import_page(shelf, tmp_path / name, URL, NOON)
    kept = newest(shelf)
    assert (kept.body, kept.media_type, kept.validated_at) == (BODY, content_type, NOON)


MHTML = b"""From: <Saved by Blink>
Snapshot-Content-Location: https://docs.example/page
Subject: Page
Date: Sun, 1 Mar 2026 12:00:00 -0000
MIME-Version: 1.0
Content-Type: multipart/related;
\ttype="text/html";
\tboundary="----MultipartBoundary--x----"


------MultipartBoundary--x----
Content-Type: text/html; charset="windows-1251"
Content-ID: <frame-1@mhtml.blink>
Content-Transfer-Encoding: quoted-printable
Content-Location: https://docs.example/page

<p>=CF=EB=E0=ED =3D ten=
 steps</p>
------MultipartBoundary--x----
Content-Type: text/css
Content-Transfer-Encoding: quoted-printable

p { color: red }
------MultipartBoundary--x------
"""


def test_a_browsers_single_file_is_taken_apart(tmp_path: Path, shelf: DiskShelf) -> None:
    (tmp_path / "p.mhtml").write_bytes(MHTML.replace(b"\n", b"\r\n"))
    import_page(shelf, tmp_path / "p.mhtml", URL, NOON)
    kept = newest(shelf)
    assert kept.header("content-type") == "text/html; charset=windows-1251"
    assert kept.body.decode("windows-1251").strip() == "<p>План = ten steps</p>"


def test_the_part_that_an_archive_begins_with_is_its_page(tmp_path: Path, shelf: DiskShelf) -> None:
    parts = (
        b"--b\r\nContent-Type: text/css\r\nContent-ID: <a>\r\n\r\np { color: red }\r\n"
        b"--b\r\nContent-Type: text/html\r\nContent-ID: <b>\r\n\r\n<p>Words</p>\r\n--b--\r\n"
    )
    kind = b'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b; start="<b>"\r\n\r\n'
    (tmp_path / "p.mhtml").write_bytes(kind + parts)
    import_page(shelf, tmp_path / "p.mhtml", URL, NOON)
    assert newest(shelf).body.strip() == b"<p>Words</p>"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_an_archived_page_in_utf_16_is_known_for_it(
    tmp_path: Path, shelf: DiskShelf, encoding: str
) -> None:
    body = base64.encodebytes("<p>План</p>".encode(encoding))
    (tmp_path / "p.mhtml").write_bytes(
        b"MIME-Version: 1.0\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n" + body
    )
    import_page(shelf, tmp_path / "p.mhtml", URL, NOON)
    text = extract(newest(shelf))
    assert isinstance(text, PageText)
    assert text.text == "План"


@pytest.mark.parametrize("name", ["none.html", "empty.mhtml", "big.html"])
def test_what_is_no_page_is_told(tmp_path: Path, shelf: DiskShelf, name: str) -> None:
    (tmp_path / "empty.mhtml").write_bytes(b"MIME-Version: 1.0\r\nContent-Type: image/png\r\n\r\nx")
    (tmp_path / "big.html").write_bytes(bytes(101))
    with pytest.raises(SettingsError, match=name):
        import_page(shelf, tmp_path / name, URL, NOON, limits=Limits(body_bytes=100))


# other tools, real pages


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with running() as server:
        chunked = answer_head("Content-Type: text/html", "Transfer-Encoding: chunked", 'ETag: "a"')
        server.scripts["/page"] = say(chunked, b"%x\r\n" % len(BODY), BODY, b"\r\n0\r\n\r\n")
        server.scripts["/old"] = page(b"", "Location: /page", status="301 Moved Permanently")
        yield server


@pytest.mark.parametrize("options", [[], ["--compression=auto"], ["--no-warc-compression"]])
def test_what_wget_records_is_what_a_fetch_gives(
    server: FaultServer, tmp_path: Path, shelf: DiskShelf, options: list[str]
) -> None:
    wget = shutil.which("wget")
    if wget is None:
        pytest.skip("wget is not installed")
    urls = [server.url("/old"), server.url("/page"), server.url("/none")]
    quietly = [wget, "-q", "--no-proxy", "-O", str(tmp_path / "out")]
    command = [*quietly, f"--warc-file={tmp_path / 'w'}", *options, *urls]
    subprocess.run(command, check=False, timeout=60)
    (path,) = tmp_path.glob("w.warc*")
    result = import_warc(shelf, path)
    assert result.damage is None
    world = World()
    for url in urls[:2]:
        fetched, imported = got(world.one(url)), newest(shelf, url)
        assert (imported.body, imported.url) == (fetched.body, fetched.url)
        assert imported.redirects == fetched.redirects
        assert imported.header("content-type") == fetched.header("content-type")
    assert set(shelf.addresses()) == set(urls[:2])


SHARED = Path(__file__).resolve().parents[2] / ".." / "shared"


@pytest.mark.parametrize("version", ["0.33.0", "0.19.0"])
def test_every_source_of_the_real_spec_is_found(shelf: DiskShelf, version: str) -> None:
    import json

    path = SHARED / "pages" / f"vllm-docs-{version}.warc.gz"
    if not path.exists():
        pytest.skip("../shared is not there")
    spec = json.loads((SHARED / "specs" / "how-vllm-runs.json").read_text())
    result = import_warc(shelf, path)
    assert result.passed_over == ()
    for source in spec["sources"].values():
        kept = newest(shelf, source["url"])
        assert kept.media_type == "text/html"
        assert b"</html>" in kept.body or b"<body" in kept.body
