"""What a page's bytes are: by their media type, their name, and how they begin."""

import re
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote, urlsplit

from lineage_verify.pages.snapshot import Snapshot

__all__ = ["Kind", "is_noise", "kind_of", "looks_binary"]


class Kind(StrEnum):
    """The kinds of source that can be read."""

    HTML = "html"
    MARKDOWN = "markdown"
    RESTRUCTURED = "restructured-text"
    NOTEBOOK = "notebook"
    JSON = "json"
    YAML = "yaml"
    XML = "xml"
    PDF = "pdf"
    CODE = "code"
    PLAIN = "plain"


_BY_SUFFIX: Final = {
    **dict.fromkeys(("md", "markdown", "mdown", "mkd", "mdx", "qmd", "rmd"), Kind.MARKDOWN),
    **dict.fromkeys(("rst", "rest"), Kind.RESTRUCTURED),
    "ipynb": Kind.NOTEBOOK,
    **dict.fromkeys(("json", "jsonl", "ndjson", "geojson", "jsonld"), Kind.JSON),
    **dict.fromkeys(("yaml", "yml"), Kind.YAML),
    **dict.fromkeys(("xml", "rss", "atom", "xsd", "xsl", "dbk"), Kind.XML),
    "pdf": Kind.PDF,
    **dict.fromkeys(("txt", "text", "log", "csv", "tsv", ""), Kind.PLAIN),
}
"""By a name's ending; any other is source code."""

_BY_TYPE: Final = {
    "text/html": Kind.HTML,
    "application/xhtml+xml": Kind.HTML,
    "text/markdown": Kind.MARKDOWN,
    "text/x-markdown": Kind.MARKDOWN,
    "text/x-rst": Kind.RESTRUCTURED,
    "text/prs.fallenstein.rst": Kind.RESTRUCTURED,
    "application/x-ipynb+json": Kind.NOTEBOOK,
    "application/json": Kind.JSON,
    "text/json": Kind.JSON,
    "application/x-ndjson": Kind.JSON,
    "application/yaml": Kind.YAML,
    "application/x-yaml": Kind.YAML,
    "text/yaml": Kind.YAML,
    "text/x-yaml": Kind.YAML,
    "application/xml": Kind.XML,
    "text/xml": Kind.XML,
    "application/pdf": Kind.PDF,
    "application/x-pdf": Kind.PDF,
}
_SAYS_NOTHING: Final = frozenset(
    {"text/plain", "application/octet-stream", "binary/octet-stream", "application/unknown"}
)
_CODE_TYPE = re.compile(
    r"text/.+|application/(?:x-)?(?:javascript|ecmascript|typescript|sh|python|perl|ruby|php|toml"
    r"|httpd-php|sql|graphql|tex|latex|csh|c|c\+\+)"
)
_HTML_START = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<!--.{0,2000}?-->\s*)*<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
_XML_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*<\?xml\b")
_XHTML = b"http://www.w3.org/1999/xhtml"
_START = 2048
_SAMPLE = 4096
_CONTROLS = bytes((*range(0x09), *range(0x0E, 0x1B), *range(0x1C, 0x20), 0x7F))
"""Bytes of no text: without white space, and without the escape that ISO 2022 shifts with."""
_MOST_CONTROLS = 0.05
_LEAST_KINDS = 8


def kind_of(snapshot: Snapshot) -> Kind | None:
    """Return what a page is read as; `None` for what cannot be read (images, archives).

    A type that says something is believed, but for a PDF's own signature and for bytes that are
    plainly no text. `text/plain` is never HTML, whatever it looks like.
    """
    if b"%PDF-" in snapshot.body[:1024]:
        return Kind.PDF
    if is_noise(snapshot.body):
        return None
    media_type = snapshot.media_type
    suffix = _suffix(snapshot.url) or _suffix(snapshot.address)
    if media_type is None or media_type in _SAYS_NOTHING:
        return _unsaid(snapshot.body, media_type, suffix)
    return _said(snapshot.body, media_type, suffix)


def _said(body: bytes, media_type: str, suffix: str) -> Kind | None:
    kind = _BY_TYPE.get(media_type)
    if kind is Kind.JSON and suffix == "ipynb":
        return Kind.NOTEBOOK
    if kind is Kind.XML and _XHTML in body[:_START]:
        return Kind.HTML
    if kind is not None:
        return kind
    if media_type.endswith("+json"):
        return Kind.JSON
    if media_type.endswith("+xml"):
        return Kind.XML
    return Kind.CODE if _CODE_TYPE.fullmatch(media_type) else None


def _unsaid(body: bytes, media_type: str | None, suffix: str) -> Kind | None:
    if looks_binary(body):
        return None
    if media_type != "text/plain" and suffix not in _BY_SUFFIX and _HTML_START.match(body[:_START]):
        return Kind.HTML
    if media_type is None and not suffix and _HTML_START.match(body[:_START]):
        return Kind.HTML
    if not suffix and _XML_START.match(body[:_START]):
        return Kind.XML
    return _BY_SUFFIX.get(suffix, Kind.CODE)


def _suffix(address: str) -> str:
    path = urlsplit(address).path if "://" in address else address
    return PurePosixPath(unquote(path)).suffix.lower().removeprefix(".")


def looks_binary(body: bytes) -> bool:
    """Tell whether bytes are no text in any encoding that has no zero bytes of its own."""
    sample = body[:_START]
    return bool(sample.count(0)) and not _is_wide(sample)


def is_noise(body: bytes) -> bool:
    """Tell whether bytes hold so many control characters that no type makes a text of them.

    One byte in ten of anything compressed is one, of every kind; a text has none, or a stray one.
    In UTF-16 either half of a character may be one, but upper halves are all much alike.
    """
    sample = body[:_SAMPLE]
    return all(_has_controls(half) for half in (sample[::2], sample[1::2]))


def _has_controls(sample: bytes) -> bool:
    controls = [one for one in sample if one in _CONTROLS]
    return len(controls) > len(sample) * _MOST_CONTROLS and len(set(controls)) >= _LEAST_KINDS


def _is_wide(sample: bytes) -> bool:
    """Tell whether bytes look like UTF-16: every other one is a zero."""
    if sample.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    return max(even, odd) > len(sample) * 0.35 and min(even, odd) < len(sample) * 0.02
