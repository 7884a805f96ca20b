"""What an element's `style` attribute makes of its box (CSS Display 3, CSS Text 3)."""

import re
from dataclasses import dataclass
from enum import IntEnum, auto

from lineage_verify.text.html.display import Display

__all__ = ["NO_STYLE", "Case", "Style", "WhiteSpace", "read_style"]


class WhiteSpace(IntEnum):
    """What becomes of white space."""

    COLLAPSED = auto()
    KEPT = auto()
    LINES_KEPT = auto()
    """Line breaks are kept, other white space is collapsed (`pre-line`)."""


class Case(IntEnum):
    """`text-transform`, as far as it changes what a reader reads and copies."""

    AS_IT_IS = auto()
    UPPER = auto()
    LOWER = auto()
    CAPITALIZED = auto()


@dataclass(frozen=True, slots=True)
class Style:
    """The declarations that bear on text; `None` where nothing is declared.

    `shown` is `visibility`; `lays_out` says that children are boxes of their own (flex, grid).
    """

    display: Display | None = None
    boxless: bool = False
    lays_out: bool = False
    shown: bool | None = None
    white_space: WhiteSpace | None = None
    case: Case | None = None
    struck: bool = False
    """A line through the text, as `del` has it."""
    floats: bool = False
    """Whether the box stands at the line's left, as a drop cap does."""


NO_STYLE = Style()

_DECLARATION = re.compile(r"([a-z-]+)\s*:\s*([^;]*)")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_OF_INTEREST = re.compile(
    r"display|visibility|white-space|text-transform|float|position|font-size|text-indent|clip"
    r"|text-decoration"
)
_FAR_AWAY = re.compile(r"-\d{4,}")

_DISPLAYS = {
    "inline": Display.INLINE,
    "inline-block": Display.INLINE_BLOCK,
    "inline-flex": Display.INLINE_BLOCK,
    "inline-grid": Display.INLINE_BLOCK,
    "inline-table": Display.INLINE_BLOCK,
    "contents": Display.INLINE,
    "block": Display.BLOCK,
    "flow-root": Display.BLOCK,
    "flex": Display.BLOCK,
    "grid": Display.BLOCK,
    "list-item": Display.BLOCK,
    "table": Display.BLOCK,
    "table-caption": Display.BLOCK,
    "table-row-group": Display.BLOCK,
    "table-header-group": Display.BLOCK,
    "table-footer-group": Display.BLOCK,
    "table-row": Display.ROW,
    "table-cell": Display.CELL,
    "none": Display.HIDDEN,
}
_LAYING_OUT = frozenset({"flex", "grid", "inline-flex", "inline-grid"})
_VISIBILITIES = {"visible": True, "hidden": False, "collapse": False}
_WHITE_SPACES = {
    "normal": WhiteSpace.COLLAPSED,
    "nowrap": WhiteSpace.COLLAPSED,
    "pre": WhiteSpace.KEPT,
    "pre-wrap": WhiteSpace.KEPT,
    "break-spaces": WhiteSpace.KEPT,
    "pre-line": WhiteSpace.LINES_KEPT,
}
_DECORATIONS = ("text-decoration", "text-decoration-line")
_CASES = {
    "none": Case.AS_IT_IS,
    "uppercase": Case.UPPER,
    "lowercase": Case.LOWER,
    "capitalize": Case.CAPITALIZED,
}


def read_style(declarations: str) -> Style:
    """Return what a `style` attribute says; what it cannot read is left aside, as browsers do."""
    text = declarations.lower()
    if not _OF_INTEREST.search(text):
        return NO_STYLE
    values = _values(_COMMENT.sub(" ", text))
    display = values.get("display", "")
    return Style(
        display=_display(values),
        boxless=display == "contents",
        lays_out=display in _LAYING_OUT,
        shown=_VISIBILITIES.get(values.get("visibility", "")),
        white_space=_WHITE_SPACES.get(values.get("white-space", "")),
        case=_CASES.get(values.get("text-transform", "")),
        struck=any("line-through" in values.get(name, "") for name in _DECORATIONS),
        floats=values.get("float") == "left",
    )


def _values(text: str) -> dict[str, str]:
    """Return the last value of each property; an important one is not overridden."""
    values: dict[str, str] = {}
    important: set[str] = set()
    for name, value in _DECLARATION.findall(text):
        plain, mark, _ = value.partition("!")
        if mark or name not in important:
            values[name] = plain.strip()
        if mark:
            important.add(name)
    return values


def _display(values: dict[str, str]) -> Display | None:
    declared = _DISPLAYS.get(values.get("display", ""))
    if declared is Display.HIDDEN or _is_out_of_sight(values):
        return Display.HIDDEN
    if _is_taken_out(values) and declared in {None, Display.INLINE, Display.INLINE_BLOCK}:
        return Display.BLOCK
    return declared


def _is_taken_out(values: dict[str, str]) -> bool:
    """Tell whether the box leaves the line, which makes it a block (CSS 2.2, 9.7)."""
    return values.get("float") in {"left", "right"} or values.get("position") in {
        "absolute",
        "fixed",
    }


def _is_out_of_sight(values: dict[str, str]) -> bool:
    """Tell whether the text is kept from a reader's eyes by the usual means."""
    if values.get("font-size", "1").rstrip("pxemrt% ") in {"0", "0."}:
        return True
    if _FAR_AWAY.match(values.get("text-indent", "")):
        return True
    if not _is_taken_out(values):
        return False
    edges = (values.get(edge, "") for edge in ("left", "top", "right", "bottom"))
    return any(_FAR_AWAY.match(edge) for edge in edges) or _is_clipped(values)


def _is_clipped(values: dict[str, str]) -> bool:
    clip = values.get("clip", "").replace(" ", "").replace("px", "")
    return clip in {"rect(0,0,0,0)", "rect(1,1,1,1)", "rect(000 0)"} or values.get(
        "clip-path", ""
    ).replace(" ", "") in {"inset(50%)", "inset(100%)"}
