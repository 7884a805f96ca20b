"""Snapshots made of words, for the tests of this room."""

from datetime import UTC, datetime
from hashlib import sha256
from itertools import pairwise

from lineage_verify.pages.snapshot import Provenance, Redirect, Snapshot
from lineage_verify.text.page_text import Mark, PageText

__all__ = ["blanked", "collapsed", "main_reading", "snapshot", "with_marks"]

_WHEN = datetime(2026, 1, 15, tzinfo=UTC)


def snapshot(
    body: bytes | str,
    *,
    url: str = "https://docs.brook.example/engine",
    asked: str | None = None,
    content_type: str | None = "text/html; charset=utf-8",
    headers: tuple[tuple[str, str], ...] = (),
) -> Snapshot:
    """A page that answered 200; where it was `asked` for under another address, by a redirect."""
    content = body.encode() if isinstance(body, str) else body
    address = asked or url
    hops = (address, url) if address != url else ()
    return Snapshot(
        address=address,
        url=url,
        status=200,
        headers=(*((("content-type", content_type),) if content_type else ()), *headers),
        body=content,
        sha256=sha256(content).hexdigest(),
        fetched_at=_WHEN,
        validated_at=_WHEN,
        provenance=Provenance.FETCHED,
        redirects=tuple(Redirect(source, 302, target) for source, target in pairwise(hops)),
    )


def main_reading(text: PageText) -> str:
    """The text without the stretches that are set aside."""
    return blanked(text).replace("\0", "")


def blanked(text: PageText) -> str:
    """The text with a NUL for each character that is set aside, so that offsets stand."""
    parts, at = [], 0
    for stretch in text.stretches:
        if stretch.marks & Mark.aside():
            parts += [text.text[at : stretch.start], "\0" * (stretch.end - stretch.start)]
            at = stretch.end
    return "".join([*parts, text.text[at:]])


def with_marks(text: PageText, marks: Mark) -> list[str]:
    """The stretches that have any of some marks."""
    return [text.text[one.start : one.end] for one in text.stretches if one.marks & marks]


def collapsed(text: str) -> str:
    """A text in which runs of white space are one space."""
    return " ".join(text.split())
