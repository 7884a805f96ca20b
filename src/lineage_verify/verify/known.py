"""Specs whose pages are kept and have answered before: nothing is asked, and no page is read.

Most runs are so, and they should take no time. They need no event loop, no network and no workers,
so nothing of these is loaded. Each step is that of `run`, one after the other.
"""

from collections.abc import Coroutine, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from lineage_verify.pages.age import stands
from lineage_verify.pages.local import read_local
from lineage_verify.pages.snapshot import Snapshot, Unreachable
from lineage_verify.settings import Render, Settings
from lineage_verify.sources.target import Target
from lineage_verify.spec.document import SpecDocument
from lineage_verify.verdicts.model import SpecReport
from lineage_verify.verify.assemble import assemble
from lineage_verify.verify.beyond import Beyond
from lineage_verify.verify.memo import Memo
from lineage_verify.verify.page_answer import PageAnswer, page_answers, without_body
from lineage_verify.verify.plan import Share, plan, shares_of, terms_of
from lineage_verify.verify.ports import Judging
from lineage_verify.verify.reading import Examined, Inquiry

if TYPE_CHECKING:
    from lineage_verify.pages.shelf import Shelf

__all__ = ["known_reports"]

T = TypeVar("T")


class _UnknownError(Exception):
    """Something must be asked, or read."""


def known_reports(
    documents: Iterable[SpecDocument],
    *,
    shelf: "Shelf",
    settings: Settings,
    root: Path,
    judging: Judging,
    memo: Memo,
    now: datetime,
) -> list[SpecReport] | None:
    """The reports of specs; `None` where anything must be asked or read: then `run` does it all.

    Raises:
        CacheError: the shelf cannot be read.
    """
    if settings.policy.render is not Render.NEVER:
        return None
    kept = _Kept(shelf, settings, root, now)
    recalls = _Recalls(memo)
    try:
        return [_at_once(_report(document, kept, recalls, judging)) for document in documents]
    except _UnknownError:
        return None


def _at_once(coroutine: Coroutine[object, object, T]) -> T:
    """What a coroutine returns that has nothing to wait for."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    coroutine.close()
    raise _UnknownError


async def _report(
    document: SpecDocument, kept: "_Kept", recalls: "_Recalls", judging: Judging
) -> SpecReport:
    made = plan(document, judging.only)
    shares = shares_of(made, () if judging.only else terms_of(document))
    answers = {address: await _answer(share, kept, recalls) for address, share in shares.items()}
    return await assemble(document, made, Beyond(answers, kept, kept.shelf, recalls), judging)


async def _answer(share: Share, kept: "_Kept", recalls: "_Recalls") -> PageAnswer:
    page = await kept.get(share.target)
    if isinstance(page, Unreachable):
        return PageAnswer(error=page)
    examined = await recalls.examine(page, share.inquiry)
    return page_answers(page, share.inquiry, examined, [share])[0]


@dataclass(frozen=True, slots=True)
class _Kept:
    """Pages that are there, without their bodies."""

    shelf: "Shelf"
    settings: Settings
    root: Path
    now: datetime
    seen: dict[str, Snapshot] = field(default_factory=dict)

    async def get(self, target: Target) -> Snapshot | Unreachable:
        """The page at a target's address."""
        if target.address not in self.seen:
            page = self._page(target)
            if isinstance(page, Unreachable):
                return page
            self.seen[target.address] = without_body(page)
        return self.seen[target.address]

    def _page(self, target: Target) -> Snapshot | Unreachable:
        if target.local:
            limit = self.settings.limits.body_bytes
            return read_local(self.root, target.address, limit=limit, now=self.now)
        held = self.shelf.newest(target.address)
        if held is None or not stands(held, self.settings.policy, target, self.now):
            raise _UnknownError
        return held


@dataclass(frozen=True, slots=True)
class _Recalls:
    """What pages have said before."""

    memo: Memo

    def recall(self, snapshot: Snapshot, inquiry: Inquiry) -> Examined | None:
        """What is known without the page's body."""
        return self.memo.recall(snapshot, inquiry)

    async def examine(self, snapshot: Snapshot, inquiry: Inquiry) -> Examined:
        """What a page says of its quotes, in the order asked."""
        known = self.recall(snapshot, inquiry)
        if known is None:
            raise _UnknownError
        return known
