"""What all specs of a run ask of each page, before the first page is asked for."""

from array import array
from collections.abc import Iterator, Sequence

from lineage_verify.spec.document import SpecDocument
from lineage_verify.verify.plan import Share, plan, shares_of, terms_of
from lineage_verify.verify.spill import Spill

__all__ = ["Survey"]


class Survey:
    """Groups the evidence of any number of specs by page.

    In memory it keeps a few numbers a page; what is asked lies in the spill.
    """

    def __init__(self, spill: Spill[Share], only: Sequence[str]) -> None:
        """Begin without a page; `only` selects the evidence."""
        self._spill = spill
        self._only = only
        self._pages: dict[str, array[int]] = {}

    def __len__(self) -> int:
        """How many pages there are."""
        return len(self._pages)

    def __iter__(self) -> Iterator[str]:
        """The pages' addresses, in the order of first use."""
        return iter(self._pages)

    def add(self, document: SpecDocument) -> None:
        """Add what one more spec asks."""
        terms = () if self._only else terms_of(document)
        for address, share in shares_of(plan(document, self._only), terms).items():
            numbers = self._pages.setdefault(address, array("Q"))
            numbers.append(self._spill.put(share))

    def take(self, address: str) -> list[Share]:
        """What each spec asks of a page, in the specs' order; once."""
        numbers = self._pages[address]
        shares = [self._spill.take(number) for number in numbers]
        del numbers[:]
        return shares
