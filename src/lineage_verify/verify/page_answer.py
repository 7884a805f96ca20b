"""What one page says to one spec."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from lineage_verify.pages.snapshot import Snapshot, Unreachable
from lineage_verify.verify.plan import Share
from lineage_verify.verify.reading import Examined, Inquiry, Question, Reading

__all__ = ["PageAnswer", "page_answers", "without_body"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageAnswer:
    """One page without its body, or why there is none, and what it says of each question."""

    snapshot: Snapshot | None = None
    error: Unreachable | None = None
    readings: Mapping[Question, Reading] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    terms: frozenset[str] = frozenset()


def page_answers(
    bare: Snapshot, inquiry: Inquiry, examined: Examined, shares: Sequence[Share]
) -> list[PageAnswer]:
    """The answer to each share of an inquiry, of what a page said to the whole."""
    if examined.error is not None:
        return [PageAnswer(snapshot=bare, error=examined.error)] * len(shares)
    known = dict(zip(inquiry.questions, examined.readings, strict=True))
    return [
        PageAnswer(
            snapshot=bare,
            readings={question: known[question] for question in share.inquiry.questions},
            notes=examined.notes,
            terms=examined.terms.intersection(share.inquiry.terms),
        )
        for share in shares
    ]


def without_body(snapshot: Snapshot) -> Snapshot:
    """What is told of a page, without what only its reading needs."""
    kept = tuple(header for header in snapshot.headers if header[0] == "content-type")
    return replace(snapshot, body=b"", headers=kept, encoded=None, confirmation=None)
