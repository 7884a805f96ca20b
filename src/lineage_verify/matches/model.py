"""A quote to look for, and where it stands in a text."""

from dataclasses import dataclass, field
from enum import StrEnum

__all__ = [
    "Difference",
    "Edit",
    "Found",
    "Match",
    "Passage",
    "Place",
    "QuoteWarning",
    "Rung",
    "Selector",
    "WarningCode",
]


@dataclass(frozen=True, slots=True)
class Selector:
    """A quote to look for: the W3C Web Annotation Data Model's TextQuoteSelector, and hints.

    `exact` is the quote; `prefix` and `suffix` are the page's characters right before and after it.
    `fragment` (a URL's fragment) and `first_line`..`last_line` break ties between equal places.
    """

    exact: str
    prefix: str | None = None
    suffix: str | None = None
    fragment: str | None = None
    first_line: int | None = None
    last_line: int | None = None


class Rung(StrEnum):
    """The least loosening with which a quote was found, in order."""

    LITERAL = "literal"
    """Character for character."""
    WHITE_SPACE = "white-space"
    """Runs of white space taken as one space."""
    FOLDED = "folded"
    """Typography folded as well (DESIGN.md section 2, `typographic`)."""


class Found(StrEnum):
    """What came of looking for a quote."""

    HELD = "held"
    """The quote's words stand in the text, at a rung of the ladder."""
    ALTERED = "altered"
    """A recognisable altered form stands there."""
    ABSENT = "absent"
    """Nothing recognisable is there."""


@dataclass(frozen=True, slots=True)
class Place:
    """Characters `[start, end)` of a `PageText.text`."""

    start: int
    end: int


class Edit(StrEnum):
    """What became of a run of words between the quote and the page."""

    EQUAL = "equal"
    DELETE = "delete"
    """The quote has it, the page lacks it."""
    INSERT = "insert"
    """The page has it, the quote lacks it."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One run of a word diff; `interruption` marks words of the page that part the quote in two."""

    edit: Edit
    text: str
    interruption: bool = False


class WarningCode(StrEnum):
    """Stable codes of what is worth a look though a quote was found."""

    SEVERAL_PLACES = "several-places"
    CONTEXT_CHANGED = "context-changed"
    CROSSES_BLOCKS = "crosses-blocks"
    HIDDEN_TEXT = "hidden-text"
    DELETED_TEXT = "deleted-text"
    NAVIGATION_TEXT = "navigation-text"
    HEADING_TEXT = "heading-text"
    TOO_SHORT = "too-short"
    LEFT_OUT_NEGATION = "left-out-negation"
    LINES_MOVED = "lines-moved"
    EDITED_WORDS = "edited-words"


@dataclass(frozen=True, slots=True)
class QuoteWarning:
    """Something worth a look on one piece of evidence."""

    code: WarningCode
    message: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of the page near to a missing quote, and the share of its words that it keeps."""

    place: Place
    text: str
    kept: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Where a quote stands in a text, and how it differs from what stands there.

    `rung` is set when the quote held. `place` is the whole passage, from the quote's first part to
    its last; `parts` are the places of the parts of a quote with words left out, and `left_out` the
    page's words between them. `text` is the passage in the page's own characters with white space
    collapsed. `similarity` is 0..1: the share of the quote's words that the passage keeps in order.
    `diff` is empty where nothing changed.
    """

    selector: Selector
    found: Found
    rung: Rung | None = None
    place: Place | None = None
    text: str | None = None
    parts: tuple[Place, ...] = ()
    left_out: tuple[str, ...] = ()
    similarity: float = 0.0
    diff: tuple[Difference, ...] = ()
    warnings: tuple[QuoteWarning, ...] = ()
    nearest: tuple[Passage, ...] = field(default=())
