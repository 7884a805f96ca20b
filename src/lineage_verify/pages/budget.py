"""Time that is counted while something is done, and not while it waits its turn."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

__all__ = ["Budget"]


class Budget:
    """Seconds that may be spent on one thing; only what happens inside `spending` counts."""

    def __init__(self, seconds: float) -> None:
        """Begin with all of them left."""
        self.seconds = seconds
        self.left = seconds

    @asynccontextmanager
    async def spending(self) -> AsyncIterator[None]:
        """Count what happens inside, and cancel it when the seconds are spent.

        Raises:
            TimeoutError: they are.
        """
        loop = asyncio.get_running_loop()
        begun = loop.time()
        try:
            async with asyncio.timeout(self.left):
                yield
        finally:
            self.left = max(0.0, self.left - (loop.time() - begun))
