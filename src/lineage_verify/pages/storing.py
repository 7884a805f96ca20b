"""A snapshot's file as WARC records, written with warcio (ISO 28500:2017, WARC 1.1).

`stored` tells what stands in such a file, and reads it.
"""

import base64
import hashlib
import io
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

from lineage_verify._version import __version__
from lineage_verify.pages.capture import CaptureKind
from lineage_verify.pages.snapshot import Redirect, Rendering, Snapshot

__all__ = [
    "PROFILES",
    "RENDERED_BY",
    "RENDERED_WITHOUT",
    "payload_digest",
    "payload_of",
    "write",
    "write_whole",
]

PROFILES = {
    CaptureKind.NOT_MODIFIED: "http://netpreserve.org/warc/1.1/revisit/server-not-modified",
    CaptureKind.SAME_PAYLOAD: "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest",
}
RENDERED_BY = "Rendered-By"
"""On a `resource` record: the browser that made it of the page before it (an extension field)."""
RENDERED_WITHOUT = "Rendered-Without"
"""On such a record: which of the page's own requests had no answer."""


def payload_of(snapshot: Snapshot) -> bytes:
    """The body as the archive keeps it: as it was sent, where that is known."""
    return snapshot.body if snapshot.encoded is None else snapshot.encoded


def payload_digest(payload: bytes) -> str:
    """A labelled digest as WARC tools write it."""
    return f"sha256:{base64.b32encode(hashlib.sha256(payload).digest()).decode('ascii')}"


def write(snapshot: Snapshot, kind: CaptureKind, *, refers_to: datetime | None = None) -> bytes:
    """A snapshot's file.

    `refers_to` is the date of the record that a revisit repeats.
    """
    from warcio.warcwriter import WARCWriter

    out = io.BytesIO()
    writer = WARCWriter(out, gzip=True, warc_version="1.1")
    snapshot = _led_by_its_address(snapshot)
    moment = _moment(snapshot, kind)
    writer.write_record(_warcinfo(writer, moment))
    for hop in snapshot.redirects:
        writer.write_record(_redirect(writer, hop, moment))
    if kind is CaptureKind.RENDERED:
        _write_rendered(writer, snapshot)
    elif kind is CaptureKind.RESPONSE:
        writer.write_record(_response(writer, snapshot, moment))
    else:
        writer.write_record(_revisit(writer, snapshot, kind, refers_to or moment))
    return out.getvalue()


def write_whole(snapshot: Snapshot, *, first: bool) -> bytes:
    """A snapshot's records for a file that holds several: the page in full, then its last 304.

    A rendered page stands after what the server sent.
    `first` says that the file begins with it, and so with the `warcinfo`.
    """
    from warcio.warcwriter import WARCWriter

    snapshot = _led_by_its_address(snapshot)
    out = io.BytesIO()
    writer = WARCWriter(out, gzip=True, warc_version="1.1")
    if first:
        writer.write_record(_warcinfo(writer, snapshot.validated_at))
    for hop in snapshot.redirects:
        writer.write_record(_redirect(writer, hop, snapshot.fetched_at))
    if snapshot.rendering is not None:
        _write_rendered(writer, snapshot)
        return out.getvalue()
    writer.write_record(_response(writer, snapshot, snapshot.fetched_at))
    if snapshot.validated_at > snapshot.fetched_at:
        kind = CaptureKind.NOT_MODIFIED
        writer.write_record(_revisit(writer, snapshot, kind, snapshot.fetched_at))
    return out.getvalue()


def _write_rendered(writer: Any, snapshot: Snapshot) -> None:
    """What the server sent, and the `resource` that a browser made of it, as one capture event."""
    rendering = snapshot.rendering
    if rendering is None or rendering.page is None:
        raise ValueError("a rendered page is kept together with what it was made of")
    page = replace(rendering.page, url=snapshot.url, redirects=snapshot.redirects)
    sent = _response(writer, page, page.fetched_at)
    writer.write_record(sent)
    writer.write_record(_resource(writer, snapshot, rendering, sent))


def _led_by_its_address(snapshot: Snapshot) -> Snapshot:
    """The snapshot with its address as the first URL in the file, by which it is found again."""
    if not snapshot.redirects:
        return replace(snapshot, url=snapshot.address)
    first, *others = snapshot.redirects
    return replace(snapshot, redirects=(replace(first, url=snapshot.address), *others))


def _moment(snapshot: Snapshot, kind: CaptureKind) -> datetime:
    return snapshot.validated_at if kind is CaptureKind.NOT_MODIFIED else snapshot.fetched_at


def _warcinfo(writer: Any, moment: datetime) -> Any:
    record = writer.create_warcinfo_record(
        None,
        {
            "software": f"lineage-verify/{__version__}",
            "format": "WARC File Format 1.1",
            "conformsTo": "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
        },
    )
    record.rec_headers.replace_header("WARC-Date", _iso(moment))
    return record


def _redirect(writer: Any, hop: Redirect, moment: datetime) -> Any:
    head = _head(hop.status, (("location", hop.location), ("content-length", "0")))
    return _record(
        writer, hop.url, "response", head, payload=b"", fields={"WARC-Date": _iso(moment)}
    )


def _response(writer: Any, snapshot: Snapshot, moment: datetime) -> Any:
    payload = payload_of(snapshot)
    head = _head(snapshot.status, _own_headers(snapshot, len(payload)))
    fields = {"WARC-Date": _iso(moment), "WARC-Payload-Digest": payload_digest(payload)}
    return _record(writer, snapshot.url, "response", head, payload=payload, fields=fields)


def _resource(writer: Any, snapshot: Snapshot, rendering: Rendering, sent: Any) -> Any:
    digest = payload_digest(snapshot.body)
    fields = {
        "WARC-Date": _iso(snapshot.validated_at),
        "WARC-Concurrent-To": sent.rec_headers.get_header("WARC-Record-ID"),
        "WARC-Payload-Digest": digest,
        "WARC-Block-Digest": digest,
        RENDERED_BY: rendering.by,
        **({RENDERED_WITHOUT: rendering.without} if rendering.without else {}),
    }
    return writer.create_warc_record(
        snapshot.url,
        "resource",
        payload=io.BytesIO(snapshot.body),
        length=len(snapshot.body),
        warc_content_type=snapshot.header("content-type") or "text/html",
        warc_headers_dict=fields,
    )


def _revisit(writer: Any, snapshot: Snapshot, kind: CaptureKind, refers_to: datetime) -> Any:
    payload = payload_of(snapshot)
    if kind is CaptureKind.NOT_MODIFIED:
        head = _head(HTTPStatus.NOT_MODIFIED, snapshot.confirmation or ())
    else:
        head = _head(snapshot.status, _own_headers(snapshot, len(payload)))
    fields = {
        "WARC-Date": _iso(_moment(snapshot, kind)),
        "WARC-Profile": PROFILES[kind],
        "WARC-Refers-To-Target-URI": snapshot.url,
        "WARC-Refers-To-Date": _iso(refers_to),
        "WARC-Payload-Digest": payload_digest(payload),
    }
    return _record(writer, snapshot.url, "revisit", head, payload=b"", fields=fields)


def _record(
    writer: Any, uri: str, kind: str, head: Any, *, payload: bytes, fields: dict[str, str]
) -> Any:
    head.compute_headers_buffer()
    block = hashlib.sha256(head.headers_buff + payload).digest()
    digest = f"sha256:{base64.b32encode(block).decode('ascii')}"
    return writer.create_warc_record(
        uri,
        kind,
        payload=io.BytesIO(payload) if payload else None,
        length=len(payload),
        http_headers=head,
        warc_headers_dict={**fields, "WARC-Block-Digest": digest},
    )


def _head(status: int, headers: Iterable[tuple[str, str]]) -> Any:
    from warcio.statusandheaders import StatusAndHeaders

    try:
        phrase = HTTPStatus(status).phrase
    except ValueError:
        phrase = ""
    return StatusAndHeaders(f"{status} {phrase}".strip(), list(headers), protocol="HTTP/1.1")


def _own_headers(snapshot: Snapshot, length: int) -> tuple[tuple[str, str], ...]:
    """The answer's headers, true of the payload as it is kept."""
    left_out = {"transfer-encoding"} | ({"content-encoding"} if snapshot.encoded is None else set())
    return tuple(
        (name, str(length) if name == "content-length" else value)
        for name, value in snapshot.headers
        if name not in left_out
    )


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
