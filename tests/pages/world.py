"""A fetcher in a small world of its own: short limits, loopback permitted, a fixed clock."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from lineage_verify.pages.fetch import Fetcher, Screen
from lineage_verify.pages.guard import Resolver
from lineage_verify.pages.observer import FetchObserver
from lineage_verify.pages.shelf import MemoryShelf, Shelf
from lineage_verify.pages.snapshot import Provenance, Snapshot, Unreachable
from lineage_verify.settings import Limits, Policy, Settings
from lineage_verify.sources.target import Target

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

PATIENT = Limits(body_bytes=256 * 1024, header_bytes=16 * 1024, retries=0)
"""Small sizes, but all the time of the world: a slow machine must change no result."""

QUICK = Limits(
    body_bytes=256 * 1024,
    header_bytes=16 * 1024,
    connect_s=2.0,
    silence_s=0.25,
    try_s=0.8,
    source_s=20.0,
    run_s=60.0,
    retries=0,
)

"""Little time, for servers that stall on purpose."""


@dataclass
class World:
    """What a fetcher is given."""

    shelf: Shelf = field(default_factory=MemoryShelf)
    limits: Limits = PATIENT
    policy: Policy = field(default_factory=lambda: Policy(allow_private_network=True))
    root: Path = Path()
    moment: datetime = NOON
    environ: Mapping[str, str] = field(default_factory=dict)
    screen: Screen | None = None
    observer: FetchObserver | None = None
    resolve: Resolver | None = None

    def fetcher(self) -> Fetcher:
        return Fetcher(
            self.shelf,
            Settings(limits=self.limits, policy=self.policy),
            root=self.root,
            now=lambda: self.moment,
            environ=self.environ,
            screen=self.screen,
            observer=self.observer,
            resolve=self.resolve,
        )

    def get(self, *urls: str) -> list[Snapshot | Unreachable]:
        """One run that gets some addresses at once."""
        return asyncio.run(self._get([target(url) for url in urls]))

    def one(self, url: str) -> Snapshot | Unreachable:
        return self.get(url)[0]

    def later(self, **passed: float) -> None:
        """Let time pass."""
        self.moment += timedelta(**passed)

    def asking(self, **policy: object) -> None:
        """Change the policy."""
        self.policy = replace(self.policy, **policy)  # type: ignore[arg-type]

    async def _get(self, targets: Sequence[Target]) -> list[Snapshot | Unreachable]:
        async with self.fetcher() as fetcher:
            return list(await asyncio.gather(*(fetcher.get(one) for one in targets)))


def target(url: str) -> Target:
    return Target(url=url, address=url)


def got(result: Snapshot | Unreachable) -> Snapshot:
    assert isinstance(result, Snapshot), result
    return result


def failed(result: Snapshot | Unreachable) -> Unreachable:
    assert isinstance(result, Unreachable), result
    return result


def snapshot(
    address: str = "https://docs.example/page",
    body: bytes = b"<p>Hello, reader.</p>",
    *,
    at: datetime = NOON,
    validated: datetime | None = None,
    headers: tuple[tuple[str, str], ...] = (("content-type", "text/html"),),
) -> Snapshot:
    return Snapshot(
        address=address,
        url=address,
        status=200,
        headers=headers,
        body=body,
        sha256=sha256(body).hexdigest(),
        fetched_at=at,
        validated_at=validated or at,
        provenance=Provenance.FETCHED,
    )
