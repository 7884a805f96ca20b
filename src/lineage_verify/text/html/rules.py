"""What an element is, from its name and its attributes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum, auto
from typing import Final

from lineage_verify.text.html.display import (
    DISPLAYS,
    HEADING_LEVELS,
    MATH_TOKENS,
    PREFORMATTED,
    TABLE_PARTS,
    Display,
)
from lineage_verify.text.html.furniture import Furniture, kinds_of_classes
from lineage_verify.text.html.style import NO_STYLE, Style, WhiteSpace, read_style
from lineage_verify.text.page_text import Mark

__all__ = ["Check", "Chrome", "Rule", "Rules"]

Attributes = Mapping[str, str | None]


class Chrome(IntEnum):
    """Where an element is page chrome."""

    NOWHERE = auto()
    ANYWHERE = auto()
    OUTSIDE_MAIN = auto()
    BESIDE_MAIN = auto()
    """Only on a page that says which its main region is."""
    OF_THE_PAGE = auto()
    """A header or footer, unless it is that of an article or a section."""


class Check(IntEnum):
    """What only an element's content can tell."""

    NOTHING = auto()
    NOTE_MARKER = auto()
    ORNAMENT = auto()
    LINK = auto()
    """An ornament, where it stands in a heading or the like, or is a pilcrow."""
    SORT_ARROW = auto()
    """An arrow alone, in a table's head."""
    COPY_BUTTON = auto()


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """What an element does to the text within it; compared by identity, for speed.

    `marks` are those that it adds. `level` is a heading's, 0 for others. `captions` says that it
    names something, so that a link of one sign in it is a permalink.
    """

    display: Display = Display.INLINE
    marks: int = 0
    style: Style = NO_STYLE
    chrome: Chrome = Chrome.NOWHERE
    check: Check = Check.NOTHING
    level: int = 0
    captions: bool = False
    sections: bool = False
    table_part: bool = False
    may_be_main: bool = False
    is_math: bool = False
    is_math_token: bool = False
    is_shadow: bool = False
    """Whether it is a declarative shadow root: a template that is shown."""

    draws: bool = False
    writes: bool = False
    """`draws` is SVG's own element; within it only one that `writes` has text to show."""

    is_icon: bool = False
    """Whether it is set in an icon font, where a name in the text is seen as a picture."""
    quotes: bool = False
    """Whether a browser puts quotation marks around it."""

    language: str | None = None
    is_transparent: bool = field(init=False)
    """Whether it changes nothing, or nothing but in a caption: most elements of most pages."""

    def __post_init__(self) -> None:
        """Work out whether the rule changes anything."""
        fields = (
            self.display,
            self.marks,
            self.style,
            self.chrome,
            self.level,
            self.captions,
            self.sections,
            self.table_part,
            self.may_be_main,
            self.is_math,
            self.is_shadow,
            self.is_math_token,
            self.draws,
            self.writes,
            self.quotes,
            self.language,
        )
        is_transparent = fields == _NO_CHANGE and self.check in _ONLY_IN_CAPTIONS
        object.__setattr__(self, "is_transparent", is_transparent)


_RELEVANT: Final = (
    "style", "hidden", "role", "aria-hidden", "aria-level", "popover", "open", "lang", "epub:type",
    "id", "display", "shadowrootmode",
)  # fmt: skip
_RELEVANT_SET: Final = frozenset(_RELEVANT) - {"id"}

_MARKS: Final[dict[str, Mark]] = {
    **dict.fromkeys(HEADING_LEVELS, Mark.HEADING),
    **dict.fromkeys(("del", "s", "strike"), Mark.DELETED),
    **dict.fromkeys(("pre", "code", "kbd", "samp", "tt", "listing", "xmp"), Mark.CODE),
    "table": Mark.TABLE,
    "rt": Mark.FOOTNOTE,
    "sup": Mark.RAISED,
    "sub": Mark.LOWERED,
}
_CHROME: Final = {
    "nav": Chrome.ANYWHERE,
    "header": Chrome.OF_THE_PAGE,
    "footer": Chrome.OF_THE_PAGE,
    "aside": Chrome.BESIDE_MAIN,
}
_CHECKS: Final = {
    "sup": Check.NOTE_MARKER,
    "a": Check.LINK,
    "button": Check.COPY_BUTTON,
    "span": Check.SORT_ARROW,
    "i": Check.SORT_ARROW,
}
_ONLY_IN_CAPTIONS: Final = frozenset({Check.NOTHING, Check.LINK, Check.SORT_ARROW})
_CHROME_ROLES: Final = frozenset(
    {"navigation", "banner", "contentinfo", "search", "doc-toc", "menubar"}
)
_CAPTIONS: Final = frozenset({*HEADING_LEVELS, "dt", "caption", "figcaption", "th", "summary"})
_SECTIONS: Final = frozenset({"article", "aside", "main", "nav", "section"})
_MARKS_OF_ROLES: Final = {"doc-noteref": Mark.FOOTNOTE, "doc-backlink": Mark.PERMALINK}


_NO_CHANGE: Final = (
    Display.INLINE, 0, NO_STYLE, Chrome.NOWHERE, 0, *[False] * 10, None
)  # fmt: skip


class Rules:
    """The rules of one page's elements, each form of element looked at once.

    `opened` holds the ids of elements that some control of the page opens: what is hidden only
    until then counts as shown.
    """

    def __init__(self, opened: frozenset[str] = frozenset()) -> None:
        """Begin with an empty store."""
        self._opened = opened
        self._plain: dict[str, Rule] = {}
        self._classed: dict[tuple[str, str | None], Rule] = {}
        self._full: dict[tuple[str | None, ...], Rule] = {}
        self._as_content: dict[Rule, Rule] = {}

    def of(self, tag: str, attributes: Attributes) -> Rule:
        """Return the rule of an element."""
        if not attributes:
            rule = self._plain.get(tag)
            if rule is None:
                rule = self._plain[tag] = _rule(tag, {}, self._opened)
            return rule
        if _RELEVANT_SET.isdisjoint(attributes):
            key = (tag, attributes.get("class"))
            rule = self._classed.get(key)
            if rule is None:
                rule = self._classed[key] = _rule(tag, attributes, self._opened)
            return rule
        return self._of_many(tag, attributes)

    def as_content(self, rule: Rule) -> Rule:
        """Return the same rule for an element that is no chrome after all."""
        if rule not in self._as_content:
            self._as_content[rule] = replace(rule, chrome=Chrome.NOWHERE)
        return self._as_content[rule]

    def _of_many(self, tag: str, attributes: Attributes) -> Rule:
        key = (
            tag,
            attributes.get("class"),
            *(attributes.get(name, "\0") for name in _RELEVANT),
        )
        rule = self._full.get(key)
        if rule is None:
            rule = self._full[key] = _rule(tag, attributes, self._opened)
        return rule


def _rule(tag: str, attributes: Attributes, opened: frozenset[str]) -> Rule:
    kinds = kinds_of_classes(attributes.get("class") or "")
    role = (attributes.get("role") or "").strip().lower()
    style = read_style(attributes.get("style") or "")
    level = _heading_level(tag, role, attributes)
    return Rule(
        display=_display(tag, style, attributes, opened),
        marks=(_marks(tag, role, kinds, attributes, level) | _struck(style)).value,
        style=_with_defaults(style, tag),
        chrome=_chrome(tag, role, kinds),
        check=_check(tag, attributes),
        level=level,
        captions=tag in _CAPTIONS or level > 0,
        sections=tag in _SECTIONS or role == "main",
        table_part=tag in TABLE_PARTS,
        is_shadow=tag == "template",
        is_math=tag == "math",
        is_math_token=tag in MATH_TOKENS,
        draws=tag == "svg",
        writes=tag in {"text", "foreignObject"},
        is_icon=Furniture.ICON in kinds or tag == "mat-icon",
        quotes=tag == "q",
        may_be_main=tag in {"main", "article"} or role == "main",
        language=attributes.get("lang"),
    )


def _display(tag: str, style: Style, attributes: Attributes, opened: frozenset[str]) -> Display:
    usual = DISPLAYS.get(tag, Display.INLINE)
    if tag == "template" and "shadowrootmode" in attributes:
        return Display.INLINE
    if usual in {Display.ABSENT, Display.LINE_BREAK}:
        return usual
    if tag in _ALWAYS_HIDDEN:
        return Display.HIDDEN
    if tag == "math" and attributes.get("display") == "block":
        return Display.BLOCK
    if style.display is not None:
        return Display.BLOCK if tag == "p" and style.display in _IN_LINE else style.display
    if _is_hidden(tag, attributes) and not _opens(attributes, opened):
        return Display.HIDDEN
    return usual


_IN_LINE: Final = frozenset({Display.INLINE, Display.INLINE_BLOCK})
_ALWAYS_HIDDEN: Final = frozenset(
    {"audio", "canvas", "meter", "noscript", "progress", "textarea", "video"}
)
"""What they hold is shown, if at all, where the element itself cannot be."""


def _is_hidden(tag: str, attributes: Attributes) -> bool:
    if "hidden" in attributes:
        return (attributes["hidden"] or "").lower() != "until-found"
    return "popover" in attributes or (tag == "dialog" and "open" not in attributes)


def _opens(attributes: Attributes, opened: frozenset[str]) -> bool:
    """Tell whether a reader can open what is hidden: a tab's panel, or what a control names."""
    return attributes.get("role") == "tabpanel" or (attributes.get("id") or "") in opened


def _struck(style: Style) -> Mark:
    return Mark.DELETED if style.struck else Mark.NONE


def _with_defaults(style: Style, tag: str) -> Style:
    if style.white_space is not None or tag not in PREFORMATTED:
        return style
    return replace(style, white_space=WhiteSpace.KEPT)


def _marks(
    tag: str, role: str, kinds: frozenset[Furniture], attributes: Attributes, level: int
) -> Mark:
    marks = _MARKS.get(tag, Mark.NONE) | _MARKS_OF_ROLES.get(role, Mark.NONE)
    if level:
        marks |= Mark.HEADING
    if kinds & {Furniture.PERMALINK, Furniture.GUTTER}:
        marks |= Mark.PERMALINK
    if Furniture.FOOTNOTE in kinds or attributes.get("epub:type") == "noteref":
        marks |= Mark.FOOTNOTE
    if Furniture.HIDDEN in kinds:
        marks |= Mark.HIDDEN
    return marks


def _heading_level(tag: str, role: str, attributes: Attributes) -> int:
    if role != "heading":
        return HEADING_LEVELS.get(tag, 0) if role not in {"presentation", "none"} else 0
    level = attributes.get("aria-level") or ""
    return int(level) if level.isdecimal() and 1 <= int(level[:3]) <= 99 else 2


def _chrome(tag: str, role: str, kinds: frozenset[Furniture]) -> Chrome:
    if role in _CHROME_ROLES or Furniture.CONTENTS in kinds:
        return Chrome.ANYWHERE
    usual = _CHROME.get(tag, Chrome.NOWHERE)
    if usual in {Chrome.NOWHERE, Chrome.BESIDE_MAIN} and Furniture.NAVIGATION in kinds:
        return Chrome.OUTSIDE_MAIN
    return usual


def _check(tag: str, attributes: Attributes) -> Check:
    if attributes.get("aria-hidden") == "true":
        return Check.ORNAMENT
    if attributes.get("role") == "button" and tag != "a":
        return Check.COPY_BUTTON
    return _CHECKS.get(tag, Check.NOTHING)
