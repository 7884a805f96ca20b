"""Whether a kept page is used as it is, without asking for it."""

from datetime import datetime, timedelta

from lineage_verify.pages.snapshot import Snapshot
from lineage_verify.settings import Policy
from lineage_verify.sources.target import Target

__all__ = ["stands"]


def stands(held: Snapshot, policy: Policy, target: Target, now: datetime) -> bool:
    """Whether a held page is used unasked: offline, where it cannot change, or fresh enough.

    A snapshot dated in the future (a clock was wrong, here or elsewhere) is never fresh.
    """
    if policy.offline or target.immutable:
        return True
    return timedelta(0) <= now - held.validated_at < policy.max_age
