"""One entry of an address's history."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

__all__ = ["Capture", "CaptureKind"]


class CaptureKind(StrEnum):
    """How a capture came about, and so whether it holds a body of its own."""

    RESPONSE = "response"
    """A page sent in full, kept with its body."""
    SAME_PAYLOAD = "same-payload"
    """A page sent in full with the same bytes as one that is kept."""
    NOT_MODIFIED = "not-modified"
    """The server said that a kept page still stands (304)."""
    RENDERED = "rendered"
    """What a browser made of a page, kept with the page as it was sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """A snapshot in a shelf, without its body.

    `name` is the shelf's own (a path below the cache folder); `size` is the decoded body's, in
    bytes; the other fields are those of the snapshot.
    """

    name: str
    kind: CaptureKind
    address: str
    url: str
    media_type: str | None
    sha256: str
    size: int
    fetched_at: datetime
    validated_at: datetime
    rendered_by: str | None = None
