"""The fragment that leads to a heading."""

from selectolax.lexbor import LexborNode

from lineage_verify.text.html.furniture import Furniture, is_ornament, kinds_of_classes

__all__ = ["anchor_of"]

_NEAR = 20
"""How many nodes are looked at within a heading, before it, and above it."""


def anchor_of(heading: LexborNode) -> str | None:
    """Return what a link's fragment says to lead to a heading.

    The heading's own id; else that of an anchor in it or right before it, what a permalink in it or
    right behind it names, or the id of the section that it begins.
    """
    return (
        _id(heading)
        or _anchor_within(heading)
        or _anchor_before(heading)
        or _permalink_behind(heading)
        or _begun_section(heading)
    )


def _id(node: LexborNode) -> str | None:
    attributes = node.attributes
    return attributes.get("id") or (attributes.get("name") if node.tag == "a" else None) or None


def _anchor_within(heading: LexborNode) -> str | None:
    named: str | None = None
    for count, node in enumerate(heading.traverse()):
        if count > _NEAR:
            break
        found = _id(node)
        if found:
            return found
        named = named or _permalink(node)
    return named


def _permalink(node: LexborNode) -> str | None:
    """Return what a link to the same page names, where it is a mark or the whole heading."""
    href = node.attributes.get("href") or ""
    if node.tag != "a" or not href.startswith("#") or len(href) == 1:
        return None
    kinds = kinds_of_classes(node.attributes.get("class") or "")
    is_mark = Furniture.PERMALINK in kinds or is_ornament(node) or node.first_child is None
    return href[1:] if is_mark or (node.prev is None and node.next is None) else None


def _permalink_behind(heading: LexborNode) -> str | None:
    node = heading.next
    while node is not None and _is_empty(node) and node.tag == "-text":
        node = node.next
    label = node.attributes.get("aria-label") or "" if node is not None and node.tag == "a" else ""
    if node is None or not label.lower().startswith("permalink"):
        return None
    href = node.attributes.get("href") or ""
    return href[1:] or None if href.startswith("#") else None


def _anchor_before(heading: LexborNode) -> str | None:
    node = heading.prev
    for _ in range(_NEAR):
        if node is None or not _is_empty(node):
            return None
        if node.tag in {"a", "span"} and _id(node):
            return _id(node)
        node = node.prev
    return None


def _is_empty(node: LexborNode) -> bool:
    if node.tag == "-text":
        return not (node.text_content or "").strip()
    return node.first_child is None


def _begun_section(heading: LexborNode) -> str | None:
    node: LexborNode = heading
    for _ in range(_NEAR):
        parent = node.parent
        if parent is None or parent.tag in {"body", "html", "main"} or _follows_content(node):
            return None
        if _id(parent):
            return _id(parent)
        node = parent
    return None


def _follows_content(node: LexborNode) -> bool:
    before = node.prev
    for _ in range(_NEAR):
        if before is None:
            return False
        if not _is_empty(before):
            return True
        before = before.prev
    return True
