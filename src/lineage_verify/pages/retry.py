"""Whether a failed try is worth another, and how long to wait before it: pure.

A general retrying library counts tries of one call; here the wait also belongs to the host (other
pages of a host that said "slow down" wait as well) and to three budgets, so the rule stands alone.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from lineage_verify.pages.snapshot import ErrorKind
from lineage_verify.settings import Limits

__all__ = ["GiveUp", "Wait", "after_failure", "retry_after", "transient_status"]

_FIRST_WAIT_S = 0.5
_LONGEST_BACK_OFF_S = 30.0

_TRANSIENT_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504})

# These speak of the host, not of the page: its other pages had better wait as well.
_BUSY_STATUSES = frozenset({429, 503})

_TRANSIENT_KINDS = frozenset({ErrorKind.CONNECT, ErrorKind.TIMEOUT, ErrorKind.TRUNCATED})


@dataclass(frozen=True, slots=True)
class Wait:
    """Try again after so many seconds; `for_host` where the host itself asked for the pause."""

    seconds: float
    for_host: bool = False


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Another try cannot help, or may not be made; `reason` where the limit is worth telling."""

    reason: str | None = None


def after_failure(
    kind: ErrorKind,
    *,
    tries: int,
    limits: Limits,
    jitter: float,
    status: int | None = None,
    asked_s: float | None = None,
    passing: bool = False,
) -> Wait | GiveUp:
    """Say what follows a failed try.

    `tries` counts those made so far, `jitter` is a random number in 0..1, `asked_s` what
    `Retry-After` asked for. `passing` says that a failure of another kind is known to pass
    (a name server that was busy).
    """
    if kind is ErrorKind.BLOCKED or not (
        passing or kind in _TRANSIENT_KINDS or transient_status(status)
    ):
        return GiveUp()
    if tries > limits.retries:
        return GiveUp(f"tried {tries} times" if tries > 1 else None)
    if asked_s is not None and asked_s > limits.retry_after_cap_s:
        return GiveUp(f"it asks to come back in {asked_s:.0f} s, later than this run waits")
    seconds = back_off(tries, jitter) if asked_s is None else asked_s
    return Wait(seconds, for_host=asked_s is not None or status in _BUSY_STATUSES)


def back_off(tries: int, jitter: float) -> float:
    """Seconds to wait after so many tries: exponential, the upper half of it by chance."""
    longest = min(_LONGEST_BACK_OFF_S, _FIRST_WAIT_S * 2.0 ** min(tries, 16))
    return longest * (0.5 + jitter / 2)


def transient_status(status: int | None) -> bool:
    """Whether an HTTP status is one that may pass (RFC 9110, 15; RFC 6585; RFC 8470)."""
    return status in _TRANSIENT_STATUSES


def retry_after(value: str | None, now: datetime) -> float | None:
    """Seconds that a `Retry-After` asks for, in either form (RFC 9110, 10.2.3); `None` if unclear.

    A date in the past asks for no wait.
    """
    if value is None:
        return None
    text = value.strip()
    if text.isascii() and text.isdigit():
        return float(text[:12])
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max(0.0, (date - now).total_seconds())
