"""`lineage-verify text`."""

import json
import sys

from lineage_verify.cli.one_page import get_page
from lineage_verify.cli.options import PageOptions, ScreenOptions
from lineage_verify.cli.screen import say, write_text
from lineage_verify.cli.session import open_session
from lineage_verify.reports.escape import json_safe, visible
from lineage_verify.text.listing import text_listing
from lineage_verify.text.page_text import Mark, PageText

__all__ = ["text"]


def text(
    url: str,
    *,
    sections: bool,
    marks: bool,
    as_json: bool,
    pages: PageOptions,
    screen: ScreenOptions,
) -> int:
    """Print a page's text as the matcher sees it."""
    got = get_page(open_session(pages, screen), url)
    if isinstance(got, int):
        return got
    read = got.text
    if as_json:
        document = json.dumps(_document(read), ensure_ascii=False, indent=2)
        write_text(sys.stdout, f"{json_safe(document)}\n")
        return 0
    for note in read.notes:
        say(f"note: {note}")
    write_text(sys.stdout, visible(text_listing(read, sections=sections, marks=marks)))
    return 0


def _document(read: PageText) -> dict[str, object]:
    return {
        "title": read.title,
        "text": read.text,
        "notes": list(read.notes),
        "blocks": [[block.start, block.end, block.main] for block in read.blocks],
        "sections": [
            {"start": part.start, "title": part.title, "anchor": part.anchor, "level": part.level}
            for part in read.sections
        ],
        "stretches": [
            {"start": part.start, "end": part.end, "marks": _names(part.marks)}
            for part in read.stretches
        ],
    }


def _names(marks: Mark) -> list[str]:
    return [(mark.name or "").lower() for mark in marks]
