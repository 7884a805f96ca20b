"""The table of `docs/sources.md`, made from small samples of each kind of source.

Run as a module it writes the table anew: `python -m tests.text.test_sources_page`.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.text.extract import extract
from lineage_verify.text.kind import Kind, kind_of
from lineage_verify.text.page_text import Mark, PageText
from tests.text.pages import collapsed, main_reading, snapshot
from tests.text.pdf_files import pdf

PAGE = Path(__file__).resolve().parents[2] / "docs" / "sources.md"
START, END = "<!-- kinds: made by tests/text/test_sources_page.py -->", "<!-- end of kinds -->"


class Sample(NamedTuple):
    kind: Kind
    told_by: str
    url: str
    content_type: str | None
    body: str | bytes


SAMPLES = (
    Sample(
        Kind.HTML,
        "`text/html`, XHTML; bytes without a type that begin as HTML",
        "https://a.example/loop",
        "text/html",
        "<title>Loop</title><nav>Home</nav><main><h2 id=loop>The loop<a href=#loop>¶</a></h2>"
        "<p>It is un<b>believ</b>able.<sup><a href=#fn1>1</a></sup></main>",
    ),
    Sample(
        Kind.MARKDOWN,
        "`text/markdown`; `.md` and the like without a type, or as plain text",
        "https://a.example/loop.md",
        "text/plain",
        "## The loop\n\nIt calls `step()` on *each* [job](job.md).\n",
    ),
    Sample(
        Kind.RESTRUCTURED,
        "`text/x-rst`; `.rst`",
        "https://a.example/loop.rst",
        "text/plain",
        "The loop\n========\n\nIt calls ``step()``.\n",
    ),
    Sample(
        Kind.NOTEBOOK,
        "`application/x-ipynb+json`; `.ipynb`",
        "https://a.example/loop.ipynb",
        None,
        '{"cells": [{"cell_type": "markdown", "source": ["# The loop\\n", "calls *step*"]},'
        ' {"cell_type": "code", "source": "step(8)", "outputs": [{"text": "done"}]}]}',
    ),
    Sample(
        Kind.JSON,
        "`application/json`, any `+json`; `.json`",
        "https://a.example/loop.json",
        "application/json",
        '{"says": "call \\"step\\" \\u2013 once"}\n',
    ),
    Sample(
        Kind.YAML,
        "`application/yaml`; `.yaml`, `.yml`",
        "https://a.example/loop.yaml",
        None,
        "loop: 'the engine''s own'\n",
    ),
    Sample(
        Kind.XML,
        "`application/xml`, any `+xml`; `.xml`",
        "https://a.example/loop.xml",
        "application/xml",
        "<loop><p>calls <i>step</i> &amp; waits</p></loop>\n",
    ),
    Sample(
        Kind.PDF,
        "`application/pdf`; the signature `%PDF-`",
        "https://a.example/loop.pdf",
        "application/pdf",
        pdf(["The engine runs a loop that is un-", "interrupted."], ["It calls step."]),
    ),
    Sample(
        Kind.CODE,
        "any other `text/` type or file name",
        "https://a.example/loop.py",
        "text/plain",
        'def loop() -> None:\n    """Call step."""\n',
    ),
    Sample(
        Kind.PLAIN,
        "`text/plain`, even where it looks like HTML; `.txt`",
        "https://a.example/loop.txt",
        "text/plain",
        "if a <b> c:\n  call step\n",
    ),
)


def _read(sample: Sample) -> PageText:
    text = extract(snapshot(sample.body, url=sample.url, content_type=sample.content_type))
    assert isinstance(text, PageText), text
    return text


def _row(sample: Sample) -> str:
    text = _read(sample)
    cells = (
        str(sample.kind),
        sample.told_by,
        _shown(sample.body) if isinstance(sample.body, str) else "two pages",
        _shown(main_reading(text)),
        _aside(text),
        _sections(text),
    )
    return f"| {' | '.join(cells)} |"


def _shown(words: str) -> str:
    one_line = collapsed(words).replace("|", "\\|")
    if "`" not in one_line:
        return f"`{one_line}`"
    fence = "`" * (1 + max(map(len, re.findall("`+", one_line))))
    return f"{fence} {one_line} {fence}"


def _aside(text: PageText) -> str:
    found = [
        f"{_shown(words)} ({', '.join((mark.name or '').lower() for mark in one.marks)})"
        for one in text.stretches
        if one.marks & Mark.aside() and (words := text.text[one.start : one.end]).strip()
    ]
    return ", ".join(found) or "–"


def _sections(text: PageText) -> str:
    if text.sections:
        return ", ".join(f"{one.title} (`#{one.anchor}`)" for one in text.sections)
    return f"lines 1 to {len(text.lines)}" if text.lines else "–"


def _table() -> str:
    head = (
        "| kind | told by | a source | its main reading | set aside | sections |\n"
        "| --- | --- | --- | --- | --- | --- |"
    )
    return "\n".join([head, *map(_row, SAMPLES)])


def test_every_kind_has_a_sample_that_is_read_as_it() -> None:
    for sample in SAMPLES:
        page = snapshot(sample.body, url=sample.url, content_type=sample.content_type)
        assert kind_of(page) is sample.kind
    assert {sample.kind for sample in SAMPLES} == set(Kind)


def test_the_table_in_the_docs_is_what_the_samples_give() -> None:
    page = PAGE.read_text("utf-8")
    assert page.partition(START)[2].partition(END)[0].strip() == _table()


@pytest.mark.parametrize("kind", [ErrorKind.UNSUPPORTED_TYPE, ErrorKind.NO_TEXT, ErrorKind.DECODE])
def test_the_docs_name_what_cannot_be_read(kind: ErrorKind) -> None:
    assert f"`{kind}`" in PAGE.read_text("utf-8")


@pytest.mark.parametrize(
    ("content_type", "body"),
    [("image/png", b"\x89PNG\r\n"), (None, b"\x89PNG\0\0\0\r" * 40), ("application/zip", b"PK")],
)
def test_what_is_no_text_is_refused(content_type: str | None, body: bytes) -> None:
    text = extract(snapshot(body, content_type=content_type))
    assert isinstance(text, Unreachable)
    assert text.kind is ErrorKind.UNSUPPORTED_TYPE


@pytest.mark.parametrize("media_type", ["text/html", "application/json", "text/x-python"])
def test_bytes_that_are_no_text_are_none_whatever_their_type_says(media_type: str) -> None:
    noise = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20
    text = extract(snapshot(noise, content_type=media_type))
    assert isinstance(text, Unreachable)
    assert text.kind is ErrorKind.UNSUPPORTED_TYPE
    assert media_type in text.message


@pytest.mark.parametrize("text", ["The wheel turns the shaft. ", "ШАПКА КОЛЕСА И ВАЛА ПЛАН "])
@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
def test_wide_characters_are_no_noise(codec: str, text: str) -> None:
    body = f"<!doctype html><p>{text * 20}</p>".encode(codec)
    assert isinstance(extract(snapshot(body, content_type=f"text/html; charset={codec}")), PageText)


def test_a_stray_control_character_is_no_noise() -> None:
    body = b"<p>The wheel\0 turns the \x1b$B;w\x1b(B shaft of the mill, and the pump lifts.</p>"
    assert isinstance(extract(snapshot(body, content_type="text/html")), PageText)


if __name__ == "__main__":
    before, _, rest = PAGE.read_text("utf-8").partition(START)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{START}\n\n{_table()}\n\n{END}{after}", "utf-8")
