"""What each HTML, SVG and MathML element is when no style sheet says otherwise.

After the user-agent style sheet of the HTML Standard (section 15.3) and the rules of `innerText`.
"""

from enum import IntEnum, auto
from typing import Final

__all__ = ["DISPLAYS", "HEADING_LEVELS", "MATH_TOKENS", "PREFORMATTED", "TABLE_PARTS", "Display"]


class Display(IntEnum):
    """How an element's box parts the text around it."""

    INLINE = auto()
    INLINE_BLOCK = auto()
    """In the line, but white space at its edges is its own and falls away."""
    BLOCK = auto()
    ROW = auto()
    CELL = auto()
    LINE_BREAK = auto()
    HIDDEN = auto()
    """It has no box; its characters are kept, marked as hidden."""
    ABSENT = auto()
    """Its characters are no text at all: scripts, styles, markup in a frame."""


_BY_DISPLAY: Final[dict[Display, str]] = {
    Display.BLOCK: """
        address article aside blockquote body caption center dd details dialog dir div dl dt
        fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html
        legend li listing main marquee menu nav ol optgroup option p plaintext pre search section
        summary table tbody tfoot thead ul xmp
        mtable mlabeledtr
    """,
    Display.INLINE_BLOCK: "button",
    Display.ROW: "tr mtr",
    Display.CELL: "td th mtd",
    Display.LINE_BREAK: "br",
    Display.HIDDEN: """
        area audio canvas col colgroup datalist meter noframes noscript progress rp textarea video
        annotation annotation-xml stop
    """,
    Display.ABSENT: """
        base basefont frame head iframe link meta noembed param script source style template title
        track desc metadata
    """,
}

DISPLAYS: Final[dict[str, Display]] = {
    tag: display for display, tags in _BY_DISPLAY.items() for tag in tags.split()
}
"""By tag name in lower case; an element that is not here is inline."""

PREFORMATTED: Final = frozenset({"listing", "plaintext", "pre", "textarea", "xmp"})

TABLE_PARTS: Final = frozenset(
    {"table", "tbody", "thead", "tfoot", "tr", "colgroup", "mtable", "mtr"}
)
"""Elements whose own white space is never text."""

MATH_TOKENS: Final = frozenset({"mi", "mn", "mo", "ms", "mtext"})
"""What MathML's words are; a browser's text has each on a line of its own (`10⁶` is not `106`)."""

HEADING_LEVELS: Final = {f"h{level}": level for level in range(1, 7)}
