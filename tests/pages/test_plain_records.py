"""Our own files are read without warcio, and just as warcio reads them."""

import gzip
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.pages.capture import CaptureKind
from lineage_verify.pages.plain_records import Record, read_plain
from lineage_verify.pages.snapshot import Redirect, Rendering, Snapshot
from lineage_verify.pages.stored import DamagedError, _by_warcio
from lineage_verify.pages.storing import write
from tests.pages.world import snapshot

HOPS = (Redirect("https://docs.example/old", 301, "https://docs.example/page"),)
LINES = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=12)
NAMES = st.sampled_from(["etag", "vary", "x-a", "Content-Type", "content-length", "server"])


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """A file of any kind of snapshot, as the cache writes it, unzipped."""
    kept = replace(
        snapshot("https://docs.example/page", draw(st.binary(max_size=60))),
        headers=tuple(draw(st.lists(st.tuples(NAMES, LINES.map(str.strip)), max_size=3))),
        redirects=draw(st.sampled_from([(), HOPS])),
        confirmation=(("etag", draw(LINES).strip()),),
    )
    kind = draw(st.sampled_from(CaptureKind))
    if kind is CaptureKind.RENDERED:
        kept = replace(kept, rendering=Rendering(by="a browser", page=kept))
    moment = datetime(2026, 1, 2, tzinfo=UTC)
    return gzip.decompress(write(kept, kind, refers_to=moment))


def by_warcio(data: bytes) -> list[Record] | None:
    try:
        return _by_warcio(data)
    except (DamagedError, ValueError, TypeError, AttributeError, EOFError):
        return None


@given(files())
def test_what_the_cache_writes_is_read_alike(data: bytes) -> None:
    plain = read_plain(data)
    if plain is not None:
        assert plain == by_warcio(data)


@given(files(), st.data())
def test_what_is_damaged_is_read_as_warcio_reads_it(data: bytes, draw: st.DataObject) -> None:
    spoiled = bytearray(data)
    for _ in range(draw.draw(st.integers(1, 3))):
        at = draw.draw(st.integers(0, len(spoiled) - 1))
        match draw.draw(st.sampled_from(["other", "less", "more"])):
            case "other":
                spoiled[at] = draw.draw(st.sampled_from(list(b"\r\n :a1W<\x80\x00")))
            case "less":
                del spoiled[at : at + draw.draw(st.integers(1, 9))]
            case _:
                spoiled[at:at] = draw.draw(st.sampled_from([b"\r\n", b" ", b"a: b\r\n", b"1"]))
        if not spoiled:
            return
    plain = read_plain(bytes(spoiled))
    if plain is not None:
        assert plain == by_warcio(bytes(spoiled))


PAGE = snapshot("https://docs.example/page", b"<p>It turns.</p>")


def plainly(kept: Snapshot, kind: CaptureKind) -> list[Record]:
    found = read_plain(gzip.decompress(write(kept, kind, refers_to=kept.fetched_at)))
    assert found is not None
    return found


def test_the_cache_needs_no_warcio_for_what_it_keeps() -> None:
    (page,) = plainly(PAGE, CaptureKind.RESPONSE)
    assert (page.kind, page.status, page.payload) == ("response", 200, PAGE.body)
    hop, again = plainly(replace(PAGE, redirects=HOPS), CaptureKind.SAME_PAYLOAD)
    assert (hop.status, again.kind, again.payload) == (301, "revisit", b"")
    (told,) = plainly(replace(PAGE, confirmation=(("etag", '"a"'),)), CaptureKind.NOT_MODIFIED)
    assert (told.status, told.headers) == (304, (("etag", '"a"'),))
    rendered = replace(PAGE, body=b"made", rendering=Rendering(by="a browser", page=PAGE))
    sent, made = plainly(rendered, CaptureKind.RENDERED)
    assert (sent.payload, made.kind, made.payload) == (PAGE.body, "resource", b"made")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"It turns", b"It burns"),  # a digest does not fit
        (b"sha256:", b"sha512:"),
        (b"WARC/1.1", b"WARC/1.0"),
        (b"https://docs.example/page", b"<https://docs.example/page>"),
        (b"WARC-Type: response", b"WARC-Type: metadata"),
        (b"HTTP/1.1 200", b"HTTP/2 200"),
        (b"content-type: ", b"content-type:"),
        (b"Content-Length: ", b"Content-Length: 1"),
        (b"WARC-Type: response", b"WARC-Segment-Number: 1\r\nWARC-Type: response"),
        (b"WARC-Type: response", b"WARC-Type: response\r\nwarc-type: response"),
    ],
)
def test_anything_unusual_is_left_to_warcio(old: bytes, new: bytes) -> None:
    data = gzip.decompress(write(PAGE, CaptureKind.RESPONSE))
    assert old in data
    assert read_plain(data.replace(old, new)) is None
