"""What classes say an element is, and furniture that shows by its shape alone."""

import re
import tomllib
from enum import StrEnum
from functools import cache
from importlib.resources import files
from itertools import islice

from selectolax.lexbor import LexborNode

from lineage_verify.text.html.note_marks import is_unlinked_marker

__all__ = [
    "Furniture",
    "heads_the_page",
    "is_copy_button",
    "is_drop_cap",
    "is_icon_name",
    "is_note_marker",
    "is_ornament",
    "is_sort_arrow",
    "kinds_of_classes",
]


class Furniture(StrEnum):
    """The groups of `furniture.toml`."""

    PERMALINK = "permalink"
    GUTTER = "gutter"
    FOOTNOTE = "footnote"
    HIDDEN = "hidden"
    NAVIGATION = "navigation"
    CONTENTS = "contents"
    ICON = "icon"


_MODULE_HASH = re.compile(r"_{1,2}[a-z0-9-]{4,8}$")
_NOTE_MARKER = re.compile(
    r"\[?(?:note )?(?:\d{1,3}|[a-z]{1,2}|[ivx]{1,5}|[*†‡§¶‖#]{1,3})\]?", re.IGNORECASE
)
_BETWEEN_NOTES = re.compile(r"(?<=[\w\]*†‡])\s?[,;]\s?|(?<=\])(?=\[)")
_RAISED_LETTERS = frozenset({"st", "nd", "rd", "th", "tm", "sm"})
"""What is raised by custom behind a number or a name, linked or not."""
_SORT_ARROW = re.compile(r"[▲▼△▽▴▾▵▿⇅⇵↕⬍⏶⏷🔼🔽][▲▼△▽▴▾▵▿⏶⏷🔼🔽\s]{0,3}")
_ORNAMENT = re.compile(r"[^\w\s]{1,3}️?")
_ICON_NAME = re.compile(r"[a-z0-9_]{3,40}")
_NO_ICONS = frozenset({"not", "never", "only", "without", "except", "unless"})
"""What changes a sentence is read, whatever an icon font may make of it."""
_DROP_CAP = re.compile(r"[\"“„«'‘]?[^\W\d_]")
_REST_OF_WORD = re.compile(r"(?P<first>[^\W\d_])(?P<second>[^\W\d_])?")
_COPY = re.compile(r"\b(?:copy|copied|copier|kopieren|copiar)\b", re.IGNORECASE)
_WAYS = "nav, form, [role=navigation], [role=search], ul, button"
_SHORT = 40
"""Characters; what is longer is no furniture."""


@cache
def _kinds() -> dict[str, frozenset[Furniture]]:
    text = files(__package__).joinpath("furniture.toml").read_text("utf-8")
    found: dict[str, set[Furniture]] = {}
    for kind, group in tomllib.loads(text).items():
        for name in group["classes"]:
            found.setdefault(name, set()).add(Furniture(kind))
    return {name: frozenset(kinds) for name, kinds in found.items()}


def kinds_of_classes(classes: str) -> frozenset[Furniture]:
    """Return the kinds of furniture that a `class` attribute names."""
    kinds = _kinds()
    found: frozenset[Furniture] = frozenset()
    for token in classes.lower().split():
        found |= kinds.get(token) or kinds.get(_MODULE_HASH.sub("", token), frozenset())
    return found


def is_note_marker(node: LexborNode, behind: str = "") -> bool:
    """Tell whether a `sup` is a footnote's marker: short links within the site, or such a mark.

    `behind` are the last characters before it.
    """
    text = _short_text(node)
    if not text or text.lower() in _RAISED_LETTERS:
        return False
    return _links_to_notes(node, text) or is_unlinked_marker(node, text, behind)


def _links_to_notes(node: LexborNode, text: str) -> bool:
    """Tell whether an element is nothing but links to notes, or is all that such a link holds."""
    parts = [one.strip() for one in _BETWEEN_NOTES.split(text)]
    if not all(map(_NOTE_MARKER.fullmatch, parts)):
        return False
    parent = node.parent
    if parent is not None and _leads_to_note(parent) and node.prev is None and node.next is None:
        return True
    elements = list(node.iter(include_text=False))
    links = [child for child in elements if _leads_to_note(child)]
    return bool(links) and links == elements and len(links) == len(parts)


def _leads_to_note(node: LexborNode) -> bool:
    return node.tag == "a" and "#" in (node.attributes.get("href") or "")


def is_ornament(node: LexborNode) -> bool:
    """Tell whether an element shows a mark and no word: a pilcrow, a chain, an arrow."""
    return _ORNAMENT.fullmatch(_short_text(node)) is not None


def is_icon_name(node: LexborNode) -> bool:
    """Tell whether an element of an icon font holds one ligature's name, seen as a picture."""
    name = _short_text(node)
    return _ICON_NAME.fullmatch(name) is not None and name not in _NO_ICONS


def is_drop_cap(node: LexborNode) -> bool:
    """Tell whether a floating element is the first letter of the word that goes on behind it."""
    following = node.next
    if following is None or not _DROP_CAP.fullmatch(_few_characters(node)):
        return False
    rest = _REST_OF_WORD.match(_first_characters(following))
    if rest is None:
        return False
    return rest["first"].islower() or (rest["second"] or "").isupper()


def is_sort_arrow(node: LexborNode) -> bool:
    """Tell whether an element shows the arrows by which a table is sorted."""
    return _SORT_ARROW.fullmatch(_short_text(node)) is not None


def heads_the_page(node: LexborNode) -> bool:
    """Tell whether a header is that of the page's text: it has its title, and nothing to go to."""
    return node.css_first("h1") is not None and node.css_first(_WAYS) is None


def is_copy_button(node: LexborNode) -> bool:
    """Tell whether a button offers to copy what stands beside it, by its label or its words."""
    attributes = node.attributes
    if any("clipboard" in name for name in attributes):
        return True
    label = attributes.get("aria-label") or attributes.get("title") or _short_text(node)
    return len(label) <= _SHORT and _COPY.search(label) is not None


def _short_text(node: LexborNode) -> str:
    """Return an element's characters where they are few and near; else nothing."""
    return _few_characters(node).strip()


def _few_characters(node: LexborNode) -> str:
    """Return the same with the white space at its ends."""
    found: list[str] = []
    length = 0
    for steps, below in enumerate(node.traverse(include_text=True)):
        text = below.text_content or "" if below.tag == "-text" else ""
        length += len(text)
        if length > _SHORT or steps > _SHORT:
            return ""
        found.append(text)
    return "".join(found)


def _first_characters(node: LexborNode) -> str:
    """Return the first characters that a node has, if they are near."""
    for below in islice(node.traverse(include_text=True), _SHORT):
        if below.tag == "-text" and below.text_content:
            return below.text_content[:_SHORT]
    return ""
