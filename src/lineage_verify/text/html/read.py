"""HTML markup to a `PageText`."""

from selectolax.lexbor import LexborHTMLParser, LexborNode

from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.text.builder import TextBuilder
from lineage_verify.text.html import guard
from lineage_verify.text.html.rules import Rules
from lineage_verify.text.html.walk import Walk
from lineage_verify.text.page_text import PageText

__all__ = ["read_html"]


def read_html(markup: str, *, notes: tuple[str, ...] = ()) -> PageText | Unreachable:
    """Return the text of a page; markup that would exhaust the parser is refused."""
    refused = guard.refusal(markup)
    if refused is not None:
        return Unreachable(ErrorKind.TOO_LARGE, f"{refused}; no browser reads such a page")
    tree = LexborHTMLParser(markup)
    builder = TextBuilder()
    walk = Walk(builder, Rules(_opened(tree)), _main_ids(tree))
    root = tree.root
    if root is not None:
        walk.go(root)
    return builder.finish(title=_title(tree), notes=notes)


def _main_ids(tree: LexborHTMLParser) -> frozenset[int]:
    """Return the page's main regions: `main`, or else its articles, where they hold any text."""
    for selector in ("main, [role=main]", "article"):
        found = [node for node in tree.css(selector) if _has_text(node)]
        if found:
            return frozenset(node.mem_id for node in found)
    return frozenset()


def _has_text(node: LexborNode) -> bool:
    return any(
        below.tag == "-text" and not (below.text_content or " ").isspace()
        for below in node.traverse(include_text=True)
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
