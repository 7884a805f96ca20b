"""What the runs that are killed do: they keep snapshots one after another."""

import random
from dataclasses import replace
from datetime import timedelta
from multiprocessing.connection import Connection
from pathlib import Path

from lineage_verify.pages.shelf import DiskShelf
from lineage_verify.settings import Limits
from tests.pages.world import NOON, World, got, snapshot

ADDRESSES = [f"https://docs.example/page/{number}" for number in range(3)]


def keep(shelf: DiskShelf, seed: int, count: int) -> None:
    """Keep pages, changed pages and confirmations, in an order that the seed decides."""
    chance = random.Random(seed)
    for step in range(count):
        moment = NOON + timedelta(seconds=seed * 1000 + step)
        address = chance.choice(ADDRESSES)
        held = shelf.newest(address)
        if held is not None and chance.random() < 0.5:
            shelf.keep(replace(held, validated_at=moment, confirmation=(("etag", '"a"'),)))
        else:
            body = chance.randbytes(chance.randint(1000, 200_000))
            shelf.keep(snapshot(address, body, at=moment))


def fetch(cache: Path, urls: list[str], told: Connection) -> None:
    """Fetch pages as a run does, and tell their digests."""
    world = World(shelf=DiskShelf(cache), limits=Limits())
    told.send([got(result).sha256 for result in world.get(*urls)])


def run(cache: Path, seed: int, ready: Connection) -> None:
    """Keep until killed."""
    ready.send(seed)
    keep(DiskShelf(cache), seed, 1_000_000)
