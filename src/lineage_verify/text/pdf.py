"""PDF to text, by pypdf; an extra of the package."""

import io
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.text.page_text import PageText
from lineage_verify.text.pdf_lines import join_pages

if TYPE_CHECKING:
    from pypdf import PdfReader

__all__ = ["read_pdf"]

_MISSING = "reading a PDF needs an extra; install it with: pip install 'lineage-verify[pdf]'"
_MOST_PAGES = 3_000
_MOST_OPERATIONS = 300_000
"""Drawing operations of a whole file, forms within forms included; 800 pages have as many."""


def read_pdf(body: bytes) -> PageText | Unreachable:
    """Return a PDF's text, its pages as sections.

    An encrypted or damaged file, or one that only holds pictures, is unreachable and says so.
    """
    try:
        import pypdf
    except ModuleNotFoundError:
        return Unreachable(ErrorKind.UNSUPPORTED_TYPE, _MISSING)
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = pypdf.PdfReader(io.BytesIO(body), strict=False)
        refused = _refusal(reader)
        if refused is not None:
            return refused
        budget = _Budget(_MOST_OPERATIONS)
        pages, failed = _pages(reader, budget)
        title = reader.metadata.title if reader.metadata else None
    except Exception as error:
        return Unreachable(ErrorKind.DECODE, f"the PDF is damaged: {_short(error)}")
    if budget.is_spent:
        return Unreachable(ErrorKind.TOO_LARGE, "the PDF draws too much to be read in good time")
    return _made(pages, failed, title)


class _BudgetSpentError(Exception):
    """No more of a file is read."""


@dataclass(slots=True)
class _Budget:
    """How many drawing operations may still be read."""

    left: int

    @property
    def is_spent(self) -> bool:
        return self.left < 0

    def spend(self, *_operation: object) -> None:
        self.left -= 1
        if self.left < 0:
            raise _BudgetSpentError


def _refusal(reader: "PdfReader") -> Unreachable | None:
    if reader.is_encrypted and not reader.decrypt(""):
        return Unreachable(ErrorKind.DECODE, "the PDF is encrypted and needs a password")
    if len(reader.pages) > _MOST_PAGES:
        return Unreachable(ErrorKind.TOO_LARGE, f"the PDF has more than {_MOST_PAGES:,} pages")
    return None


def _pages(reader: "PdfReader", budget: _Budget) -> tuple[list[str], list[int]]:
    """Return each page's text, and the numbers of the pages that could not be read."""
    pages: list[str] = []
    failed: list[int] = []
    for number, page in enumerate(reader.pages, 1):
        if budget.is_spent:
            break
        try:
            pages.append(page.extract_text(visitor_operand_before=budget.spend))
        except Exception:
            pages.append("")
            failed.append(number)
    return pages, failed


def _made(pages: list[str], failed: list[int], title: str | None) -> PageText | Unreachable:
    if not any(page.strip() for page in pages):
        if failed:
            return Unreachable(ErrorKind.DECODE, "the PDF is damaged: no page of it can be read")
        return Unreachable(ErrorKind.NO_TEXT, "the PDF holds no text; it may be a scan")
    empty = [number for number, page in enumerate(pages, 1) if not page.strip()]
    return join_pages(pages, title=title or None, notes=tuple(_notes(failed, empty)))


def _notes(failed: list[int], empty: list[int]) -> list[str]:
    notes = []
    if failed:
        notes.append(f"{_numbered(failed)} of the PDF cannot be read")
    pictures = [number for number in empty if number not in failed]
    if pictures:
        notes.append(f"{_numbered(pictures)} of the PDF holds no text")
    return notes


def _numbered(pages: list[int]) -> str:
    shown = ", ".join(map(str, pages[:5])) + (", …" if len(pages) > 5 else "")
    return f"page {shown}" if len(pages) == 1 else f"pages {shown}"


def _short(error: Exception) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 120 else text[:119] + "…"
