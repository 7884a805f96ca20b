"""What all specs of a run ask of each page, before the first page is asked for."""

from collections.abc import Iterator, Sequence

from lineage_verify.spec.document import SpecDocument
from lineage_verify.verify.plan import Share, plan, shares_of, terms_of
from lineage_verify.verify.spill import Spill

__all__ = ["Survey"]


class Survey:
    """Groups the evidence of any number of specs by page.

    In memory it keeps one number a page, that of what was asked last; the rest lies in the spill,
    each thing with the number of the one before it.
    """

    def __init__(self, spill: Spill[tuple[int, Share]], only: Sequence[str]) -> None:
        """Begin without a page; `only` selects the evidence."""
        self._spill = spill
        self._only = only
        self._pages: dict[str, int] = {}

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
            before = self._pages.get(address, 0)
            self._pages[address] = self._spill.put((before, share))

    def take(self, address: str) -> list[Share]:
        """What each spec asks of a page, in the specs' order; once."""
        number, shares = self._pages[address], []
        self._pages[address] = 0
        while number:
            number, share = self._spill.take(number)
            shares.append(share)
        return shares[::-1]
