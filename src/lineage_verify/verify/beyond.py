"""What other pages and older snapshots say of quotes that do not hold.

Each page and each snapshot is asked once for all quotes together.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date
from itertools import islice
from typing import TYPE_CHECKING

from lineage_verify.matches.model import Selector
from lineage_verify.pages.snapshot import Snapshot, Unreachable
from lineage_verify.sources.target import Target
from lineage_verify.verdicts.model import LastKnown
from lineage_verify.verify.page_answer import PageAnswer, without_body
from lineage_verify.verify.plan import Ask
from lineage_verify.verify.ports import Examines, Pages
from lineage_verify.verify.reading import Examined, Inquiry

if TYPE_CHECKING:
    from lineage_verify.pages.shelf import Past

__all__ = ["PAST_DEPTH", "Beyond"]

PAST_DEPTH = 20
"""How many older snapshots of a page are read to tell when a quote last held."""


@dataclass(frozen=True, slots=True)
class Beyond:
    """Where to ask on: the other pages of a spec, and what is kept of each page's past.

    `answers` are what the spec's own pages said to it; `opened` keeps the pages of sources that no
    evidence of the run names, once a quote that does not hold was looked for in them.
    """

    answers: Mapping[str, PageAnswer]
    pages: Pages
    shelf: "Past"
    examiner: Examines
    opened: dict[str, PageAnswer] = field(default_factory=dict)

    async def elsewhere(
        self, asks: Sequence[Ask], targets: Mapping[str, Target]
    ) -> dict[Ask, tuple[str, ...]]:
        """For each piece of evidence the ids of the other sources in which its quote holds.

        `targets` are those of the sources that may be read for it, by id: a page that the run has
        not asked for is got now.
        """
        holding: defaultdict[Ask, list[str]] = defaultdict(list)
        for source, target in targets.items():
            foreign = [ask for ask in asks if ask.target.address != target.address]
            if not foreign:
                continue
            asked = {ask: _bare(ask.question.selector) for ask in foreign}
            examined = await self._again(target, _whether(asked.values()))
            for ask, quote in asked.items():
                if quote in examined.standing:
                    holding[ask].append(source)
        return {ask: tuple(sources) for ask, sources in holding.items()}

    async def _again(self, target: Target, inquiry: Inquiry) -> Examined:
        """What a page of the spec says of more questions."""
        answer = self.answers.get(target.address)
        if answer is None:
            return await self._open(target, inquiry)
        if answer.snapshot is None:
            return Examined()
        known = self.examiner.recall(answer.snapshot, inquiry)
        if known is not None:
            return known
        page = await self.pages.get(target)
        if isinstance(page, Unreachable) or page.sha256 != answer.snapshot.sha256:
            return Examined()
        return await self.examiner.examine(page, inquiry)

    async def _open(self, target: Target, inquiry: Inquiry) -> Examined:
        """What a page says that nothing in the run rests on: one that cannot be read says nothing.

        Only what can be read is kept, so that no source fails a run which does not rest on it.
        """
        page = await self.pages.get(target)
        if isinstance(page, Unreachable):
            return Examined()
        examined = await self.examiner.examine(page, inquiry)
        if examined.error is None:
            self.opened[target.address] = PageAnswer(snapshot=without_body(page))
        return examined

    async def last_known(self, asks: Sequence[Ask]) -> dict[Ask, LastKnown]:
        """For each piece of evidence the newest verdict that a kept snapshot backs."""
        known: dict[Ask, LastKnown] = {}
        for address, together in _by_address(asks).items():
            for snapshot in islice(self._past(address), PAST_DEPTH):
                inquiry = Inquiry(tuple(ask.question for ask in together))
                examined = await self.examiner.examine(snapshot, inquiry)
                for ask, reading in zip(together, examined.readings, strict=False):
                    known[ask] = LastKnown(reading.verdict.kind, snapshot.validated_at)
                if examined.error is None:
                    break
        return known

    async def last_held(self, asks: Sequence[Ask]) -> dict[Ask, date]:
        """For each piece of evidence the date of the newest kept snapshot in which it held."""
        held: dict[Ask, date] = {}
        for address, together in _by_address(asks).items():
            for snapshot in islice(self._past(address), PAST_DEPTH):
                rest = [ask for ask in together if ask not in held]
                if not rest:
                    break
                inquiry = _whether(ask.question.selector for ask in rest)
                examined = await self.examiner.examine(snapshot, inquiry)
                for ask in rest:
                    if ask.question.selector in examined.standing:
                        held[ask] = snapshot.validated_at.astimezone(UTC).date()
        return held

    def _past(self, address: str) -> Iterator[Snapshot]:
        """The kept snapshots of an address, newest first, each body once."""
        seen: set[str] = set()
        for capture in reversed(self.shelf.history(address)):
            if capture.sha256 not in seen:
                seen.add(capture.sha256)
                snapshot = self.shelf.read(capture)
                if snapshot is not None:
                    yield snapshot


def _by_address(asks: Sequence[Ask]) -> dict[str, list[Ask]]:
    grouped: defaultdict[str, list[Ask]] = defaultdict(list)
    for ask in asks:
        grouped[ask.target.address].append(ask)
    return grouped


def _whether(quotes: Iterable[Selector]) -> Inquiry:
    """Ask which of some quotes stand on a page, each once."""
    return Inquiry(standing=tuple(dict.fromkeys(quotes)))


def _bare(selector: Selector) -> Selector:
    """The quote without what belongs to its own page: context, fragment and lines."""
    return replace(
        selector, prefix=None, suffix=None, fragment=None, first_line=None, last_line=None
    )
