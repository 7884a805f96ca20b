"""What is asked of a page, and what it says."""

from dataclasses import dataclass

from lineage_verify.matches.model import Selector
from lineage_verify.pages.snapshot import Unreachable
from lineage_verify.verdicts.model import Nearest, SectionRef, Verdict

__all__ = ["Examined", "Inquiry", "Question", "Reading"]


@dataclass(frozen=True, slots=True)
class Question:
    """A quote to look for on a page, and the address that a person opens to see it.

    `page_url` may differ from the address the bytes come from (a file view and its raw file); deep
    links are made from it.
    """

    selector: Selector
    page_url: str


@dataclass(frozen=True, slots=True)
class Inquiry:
    """All that is asked of one page: its quotes, and what only has to be there or not.

    Of `terms` and of the quotes in `standing` nothing is told but that they are there. A term that
    begins with `#` asks for a place that a link's fragment can lead to.
    """

    questions: tuple[Question, ...] = ()
    terms: tuple[str, ...] = ()
    standing: tuple[Selector, ...] = ()

    @property
    def asks_for_quotes(self) -> bool:
        """Whether any quote is looked for, and not terms alone."""
        return bool(self.questions or self.standing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What one page says of one quote."""

    verdict: Verdict
    section: SectionRef | None = None
    deep_link: str | None = None
    nearest: tuple[Nearest, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the quote stands on the page."""
        return self.verdict.kind.holds


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """What one page says of its quotes, in the order asked; `error` where it is not a page."""

    readings: tuple[Reading, ...] = ()
    error: Unreachable | None = None
    notes: tuple[str, ...] = ()
    terms: frozenset[str] = frozenset()
    """Of the terms that were asked for, those that the page has."""
    standing: frozenset[Selector] = frozenset()
    """Of the quotes of which no more was asked, those that stand on the page."""
