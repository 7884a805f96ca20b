"""HTML markup to a `PageText`."""

import re
from itertools import islice
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.text.builder import TextBuilder
from lineage_verify.text.html import guard
from lineage_verify.text.html.rules import Rules
from lineage_verify.text.html.walk import Walk
from lineage_verify.text.page_text import PageText

__all__ = ["read_html"]


_CANDIDATES = 20
_LOOKED_AT = 5_000
"""Nodes of an element that are looked at for a word."""

_EMPTY_ELEMENT = re.compile(
    r"<(?P<name>[A-Za-z][\w.-]*+)(?P<attributes>(?:\s++[\w:.-]++\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'))*+)"
    r"\s*+/>"
)
_VOID: Final = frozenset(
    {
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param"),
        *("source", "track", "wbr"),
    }
)


def read_html(
    markup: str, *, is_xml: bool = False, notes: tuple[str, ...] = ()
) -> PageText | Unreachable:
    """Return the text of a page; markup that would exhaust the parser is refused.

    `is_xml` says that it is XHTML sent as XML, where any element may be closed by `/>`.
    """
    if is_xml:
        markup = _EMPTY_ELEMENT.sub(_spelled_out, markup)
    refused = guard.refusal(markup)
    if refused is not None:
        return Unreachable(ErrorKind.TOO_LARGE, f"{refused}, more than can be read in good time")
    tree = LexborHTMLParser(markup)
    builder = TextBuilder()
    walk = Walk(builder, Rules(_opened(tree)), _main_ids(tree))
    root = tree.root
    if root is not None:
        walk.go(root)
    return builder.finish(title=_title(tree), notes=notes)


def _spelled_out(element: re.Match[str]) -> str:
    name = element["name"]
    return element[0] if name in _VOID else f"<{name}{element['attributes']}></{name}>"


def _main_ids(tree: LexborHTMLParser) -> frozenset[int]:
    """Return the page's main regions: `main`, or else its articles, where they hold any text."""
    for selector in ("main, [role=main]", "article"):
        found = tree.css(selector)
        if any(_has_text(node) for node in found[:_CANDIDATES]):
            return frozenset(node.mem_id for node in found)
    return frozenset()


def _has_text(node: LexborNode) -> bool:
    return any(
        below.tag == "-text" and not (below.text_content or " ").isspace()
        for below in islice(node.traverse(include_text=True), _LOOKED_AT)
    )


def _opened(tree: LexborHTMLParser) -> frozenset[str]:
    """Return the ids of what the page's controls open (WAI-ARIA, `aria-controls`)."""
    found: set[str] = set()
    for control in tree.css("[aria-controls]"):
        found.update((control.attributes.get("aria-controls") or "").split())
    return frozenset(found)


def _title(tree: LexborHTMLParser) -> str | None:
    node = tree.css_first("title")
    return " ".join(node.text().split()) or None if node is not None else None
