"""Politeness: how many requests at once, how many to one host, and how far apart."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from lineage_verify.settings import Limits

__all__ = ["Hosts"]


@dataclass(slots=True)
class _Host:
    places: asyncio.Semaphore
    not_before: float = 0.0
    order: asyncio.Lock = field(default_factory=asyncio.Lock)


class Hosts:
    """The gates before each host, and the one before them all."""

    def __init__(self, limits: Limits) -> None:
        """Let `limits.connections` through at once, `limits.per_host` of them to one host."""
        self._limits = limits
        self._all = asyncio.Semaphore(limits.connections)
        self._hosts: dict[str, _Host] = {}

    @asynccontextmanager
    async def place(self, host: str) -> AsyncIterator[None]:
        """Wait for a place at a host, and hold it.

        The host's own gate comes first, so that requests that wait for a slow host take no place
        from the others.
        """
        gate = self._gate(host)
        async with gate.places:
            await self._turn(gate)
            async with self._all:
                yield

    def pause(self, host: str, seconds: float) -> None:
        """Let nothing through to a host for so many seconds: it said that it is busy."""
        gate = self._gate(host)
        gate.not_before = max(gate.not_before, asyncio.get_running_loop().time() + seconds)

    async def _turn(self, gate: _Host) -> None:
        loop = asyncio.get_running_loop()
        async with gate.order:
            while (wait := gate.not_before - loop.time()) > 0:  # noqa: ASYNC110 - pauses grow
                await asyncio.sleep(wait)
            gate.not_before = loop.time() + self._limits.host_spacing_s

    def _gate(self, host: str) -> _Host:
        if host not in self._hosts:
            self._hosts[host] = _Host(asyncio.Semaphore(self._limits.per_host))
        return self._hosts[host]
