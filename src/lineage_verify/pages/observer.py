"""How a caller follows a run: an observer is told, and nothing here prints."""

from typing import Protocol

from lineage_verify.pages.snapshot import Snapshot, Unreachable
from lineage_verify.sources.target import Target

__all__ = ["FetchObserver", "SilentObserver"]


class FetchObserver(Protocol):
    """What is told of each target, once per address and in the order it happens."""

    def started(self, target: Target) -> None:
        """The target is looked at: in the cache first, then perhaps on the network."""

    def waiting(self, target: Target, seconds: float, reason: str) -> None:
        """A try failed (`reason`), and the next one begins in so many seconds."""

    def finished(self, target: Target, result: Snapshot | Unreachable) -> None:
        """The target's page is there, or it is known why not."""

    def noted(self, message: str) -> None:
        """Something about the whole run that a user should know, such as the proxy in use."""


class SilentObserver:
    """An observer that says nothing."""

    def started(self, target: Target) -> None:
        """Say nothing."""

    def waiting(self, target: Target, seconds: float, reason: str) -> None:
        """Say nothing."""

    def finished(self, target: Target, result: Snapshot | Unreachable) -> None:
        """Say nothing."""

    def noted(self, message: str) -> None:
        """Say nothing."""
