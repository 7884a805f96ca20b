"""A snapshot to the text that a reader can read on it."""

from typing import Final, assert_never

from lineage_verify.pages.snapshot import ErrorKind, Snapshot, Unreachable
from lineage_verify.text.charset import Decoded, decode
from lineage_verify.text.impostors import recognise
from lineage_verify.text.kind import Kind, is_noise, kind_of
from lineage_verify.text.page_text import PageText
from lineage_verify.text.plain import read_plain
from lineage_verify.text.syntax import comment_leaders, restructured_syntax

__all__ = ["READER_VERSION", "extract"]

READER_VERSION: Final = "1"
"""Changes whenever the same bytes may give another text; for whoever keeps texts."""

_MARKUP: Final = frozenset({Kind.HTML, Kind.XML})


def extract(snapshot: Snapshot) -> PageText | Unreachable:
    """Return a page's text, or why it has none.

    What a page holds is never an exception: a kind that cannot be read is `UNSUPPORTED_TYPE`,
    bytes that are no text are `DECODE`, and a page without any text is `NO_TEXT`, or what it is
    instead (a robot wall, a page that sends its readers on).
    """
    if not snapshot.body.strip():
        return _said(snapshot, Unreachable(ErrorKind.NO_TEXT, "the page is empty"))
    kind = kind_of(snapshot)
    if kind is None:
        return _said(snapshot, Unreachable(ErrorKind.UNSUPPORTED_TYPE, _unreadable(snapshot)))
    text = _read(kind, snapshot)
    if isinstance(text, PageText) and not text.text.strip():
        text = recognise(snapshot, text) or _no_text(kind)
    return text if isinstance(text, PageText) else _said(snapshot, text)


def _unreadable(snapshot: Snapshot) -> str:
    if snapshot.media_type is None:
        return "bytes that are no text cannot be read"
    if is_noise(snapshot.body):
        return f"the bytes are no text, whatever their type says ({snapshot.media_type})"
    return f"{snapshot.media_type} cannot be read"


def _no_text(kind: Kind) -> Unreachable:
    return Unreachable(ErrorKind.NO_TEXT, _WITHOUT_TEXT.get(kind, "the page has no text"))


_WITHOUT_TEXT: Final = {
    Kind.HTML: "the page has no text; a script may fill it",
    Kind.PDF: "the PDF has no text; it may be a scan",
}


def _said(snapshot: Snapshot, error: Unreachable) -> Unreachable:
    return Unreachable(error.kind, error.message, snapshot.status, snapshot.url)


def _read(kind: Kind, snapshot: Snapshot) -> PageText | Unreachable:
    if kind is Kind.PDF:
        from lineage_verify.text.pdf import read_pdf

        return read_pdf(snapshot.body)
    decoded = decode(
        snapshot.body, content_type=snapshot.header("content-type"), markup=kind in _MARKUP
    )
    if kind is Kind.HTML:
        from lineage_verify.text.html.read import read_html

        is_xml = snapshot.media_type != "text/html"
        return read_html(decoded.text, is_xml=is_xml, notes=decoded.notes)
    return _read_decoded(kind, decoded)


def _read_decoded(kind: Kind, decoded: Decoded) -> PageText | Unreachable:
    text, notes = decoded.text, decoded.notes
    match kind:
        case Kind.MARKDOWN:
            from lineage_verify.text.markdown.read import read_markdown

            return read_markdown(text, notes=notes)
        case Kind.NOTEBOOK:
            from lineage_verify.text.notebook import read_notebook

            return read_notebook(text, notes=notes)
        case Kind.JSON | Kind.YAML | Kind.XML:
            from lineage_verify.text.values import read_values

            return read_values(text, xml=kind is Kind.XML, notes=notes)
        case Kind.PLAIN:
            return read_plain(text, notes=notes)
        case Kind.CODE:
            return read_plain(text, code=True, syntax=comment_leaders, notes=notes)
        case Kind.RESTRUCTURED:
            return read_plain(text, syntax=restructured_syntax, notes=notes)
        case Kind.HTML | Kind.PDF:
            raise AssertionError(f"{kind} is read before")
        case _:
            assert_never(kind)
