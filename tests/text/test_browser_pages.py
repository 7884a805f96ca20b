"""Sixteen real pages: what a browser shows of them, and the quotes that are known to be there."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from lineage_verify.text.charset import decode
from lineage_verify.text.html.read import read_html
from lineage_verify.text.page_text import Mark, PageText
from tests.text.pages import blanked, collapsed, main_reading, with_marks

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "pages"
VERSIONS = ("0.33.0", "0.19.0")
Pages = dict[tuple[str, str], PageText]


@pytest.fixture(scope="module")
def pages() -> Pages:
    """The pages' texts by version and source."""
    if not SHARED.is_dir():
        pytest.skip("the shared pages are not beside this repository")
    sources = {(row["version"], row["url"]): row["source"] for row in _truth()}
    return {
        (version, sources[version, url]): text
        for version in VERSIONS
        for url, text in _read(SHARED / f"vllm-docs-{version}.warc.gz")
        if (version, url) in sources
    }


def _truth() -> list[dict[str, str]]:
    rows: list[dict[str, str]] = json.loads((SHARED / "truth.json").read_text("utf-8"))
    return rows


def _read(path: Path) -> Iterator[tuple[str, PageText]]:
    with path.open("rb") as file:
        for record in ArchiveIterator(file):
            if record.rec_type == "response" and record.http_headers.get_statuscode() == "200":
                body = record.content_stream().read()
                kind = record.http_headers.get_header("content-type")
                text = read_html(decode(body, content_type=kind, markup=True).text)
                assert isinstance(text, PageText)
                yield record.rec_headers.get_header("WARC-Target-URI"), text


def test_every_known_quote_stands_in_the_main_reading(pages: Pages) -> None:
    assert len(pages) == 16
    for row in _truth():
        main = collapsed(main_reading(pages[row["version"], row["source"]]))
        there = collapsed(row["quote"]) in main
        assert there is (row["verdict"] == "verbatim"), row


def test_what_a_browser_shows_is_in_the_text_in_its_order(pages: Pages) -> None:
    for (version, source), text in pages.items():
        shown = (SHARED / "innertext" / version / f"{source}.txt").read_text("utf-8")
        ours, at = _bare(text.text), 0
        for line in filter(None, map(_bare, re.split(r"[\n\t]", shown))):
            found = ours.find(line, at)
            assert found >= 0, (version, source, line)
            at = found + len(line)


def test_what_is_more_than_a_browser_shows_is_marked(pages: Pages) -> None:
    """Of the main region's words, the browser shows all, once its `details` are open."""
    for (version, source), text in pages.items():
        shown = _bare((SHARED / "innertext" / version / f"{source}.txt").read_text("utf-8"))
        main = blanked(text)
        for block in filter(lambda one: one.main, text.blocks):
            for line in re.split(r"[\n\t]", main[block.start : block.end].replace("\0", "")):
                assert _bare(line) in shown, (version, source, line)


def test_headings_have_anchors_and_no_permalink_marks(pages: Pages) -> None:
    for text in pages.values():
        within = [one for one in text.sections if _is_main(text, one.start)]
        assert within
        for section in within:
            assert section.anchor
            assert not section.title.endswith(("¶", "#"))


def test_the_site_s_navigation_is_marked(pages: Pages) -> None:
    for text in pages.values():
        navigation = sum(
            one.end - one.start for one in text.stretches if one.marks & Mark.NAVIGATION
        )
        assert navigation > 1_000
        chrome = with_marks(text, Mark.NAVIGATION)
        assert any("Skip to" in words for words in chrome)


def _is_main(text: PageText, offset: int) -> bool:
    index = text.block_at(offset)
    return index is not None and text.blocks[index].main


def _bare(words: str) -> str:
    """The characters without white space, and without the permalinks that no reader sees."""
    return re.sub(r"[\s¶]+", "", words)
