"""Runs of the middle without network or disk."""

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from lineage_verify.pages.shelf import MemoryShelf
from lineage_verify.pages.snapshot import ErrorKind, Provenance, Snapshot, Unreachable
from lineage_verify.sources.target import Target
from lineage_verify.spec.document import SpecDocument
from lineage_verify.spec.read import read_spec
from lineage_verify.verdicts.model import SpecReport
from lineage_verify.verify.examiner import Examiner
from lineage_verify.verify.memo import Memo
from lineage_verify.verify.ports import Judging
from lineage_verify.verify.run import verify
from tests.lineage import lineage_spec, spec_bytes

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def snapshot(address: str, body: str, moment: datetime = NOON) -> Snapshot:
    data = body.encode()
    return Snapshot(
        address=address,
        url=address,
        status=200,
        headers=(("content-type", "text/html; charset=utf-8"),),
        body=data,
        sha256=hashlib.sha256(data).hexdigest(),
        fetched_at=moment,
        validated_at=moment,
        provenance=Provenance.FETCHED,
    )


class World:
    """Pages by address; counts how often each is asked for."""

    def __init__(self, pages: Mapping[str, str]) -> None:
        self.pages = dict(pages)
        self.shelf = MemoryShelf()
        self.asked: list[str] = []

    async def get(self, target: Target) -> Snapshot | Unreachable:
        self.asked.append(target.address)
        await asyncio.sleep(0)
        if target.address not in self.pages:
            return Unreachable(ErrorKind.DNS, "no such host")
        return snapshot(target.address, self.pages[target.address])

    def remember(self, address: str, body: str, days_ago: int) -> None:
        """Keep an older snapshot of a page."""
        self.shelf.keep(snapshot(address, body, NOON - timedelta(days=days_ago)))

    def run(
        self,
        documents: Iterable[SpecDocument],
        judging: Judging | None = None,
        memo: Memo | None = None,
    ) -> list[SpecReport]:
        rules = judging or Judging(today=date(2026, 5, 1))

        async def reports() -> list[SpecReport]:
            with Examiner(memo=memo) as examiner:
                found = verify(documents, self, self.shelf, judging=rules, examiner=examiner)
                return [report async for report in found]

        return asyncio.run(reports())


Document = Callable[..., SpecDocument]


@pytest.fixture
def document() -> Document:
    def make(
        sources: Mapping[str, str],
        quotes: Sequence[tuple[str, str]],
        path: str = "mill.json",
        **changed: Any,
    ) -> SpecDocument:
        made = read_spec(spec_bytes(lineage_spec(sources, quotes, **changed)), path=path)
        assert made.valid, made.problems
        return made

    return make


def without_match(report: SpecReport) -> SpecReport:
    """A report without the matches behind its verdicts."""
    return replace(
        report,
        findings=tuple(
            replace(finding, verdict=replace(finding.verdict, match=None))
            for finding in report.findings
        ),
    )
