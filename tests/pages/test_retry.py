from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.pages.retry import GiveUp, Wait, after_failure, back_off, retry_after
from lineage_verify.pages.snapshot import ErrorKind
from lineage_verify.settings import Limits

LIMITS = Limits(retries=2, retry_after_cap_s=60)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
TRANSIENT = {408, 425, 429, 500, 502, 503, 504}


def after(kind: ErrorKind, *, tries: int = 1, **more: object) -> Wait | GiveUp:
    return after_failure(kind, tries=tries, limits=LIMITS, jitter=0.5, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("status", range(400, 600))
def test_only_passing_statuses_are_tried_again(status: int) -> None:
    again = isinstance(after(ErrorKind.HTTP_STATUS, status=status), Wait)
    assert again == (status in TRANSIENT)


@pytest.mark.parametrize("kind", ErrorKind)
def test_only_passing_faults_are_tried_again(kind: ErrorKind) -> None:
    again = isinstance(after(kind), Wait)
    assert again == (kind in {ErrorKind.CONNECT, ErrorKind.TIMEOUT, ErrorKind.TRUNCATED})


def test_a_busy_name_server_is_asked_again() -> None:
    assert isinstance(after(ErrorKind.DNS, passing=True), Wait)


def test_a_robot_wall_is_not_knocked_at_twice() -> None:
    assert isinstance(after(ErrorKind.BLOCKED, status=503), GiveUp)


def test_tries_are_counted() -> None:
    assert isinstance(after(ErrorKind.TIMEOUT, tries=2), Wait)
    assert after(ErrorKind.TIMEOUT, tries=3) == GiveUp("tried 3 times")


def test_no_retries_means_one_try() -> None:
    limits = Limits(retries=0)
    assert after_failure(ErrorKind.TIMEOUT, tries=1, limits=limits, jitter=0.5) == GiveUp()


@pytest.mark.parametrize("status", sorted(TRANSIENT))
def test_a_busy_host_is_left_alone_as_a_whole(status: int) -> None:
    following = after(ErrorKind.HTTP_STATUS, status=status)
    assert isinstance(following, Wait)
    assert following.for_host is (status in {429, 503})


def test_retry_after_is_honoured() -> None:
    assert after(ErrorKind.HTTP_STATUS, status=429, asked_s=7.0) == Wait(7.0, for_host=True)
    assert after(ErrorKind.HTTP_STATUS, status=503, asked_s=60.0) == Wait(60.0, for_host=True)


def test_a_retry_after_beyond_the_cap_is_not_waited_for() -> None:
    following = after(ErrorKind.HTTP_STATUS, status=429, asked_s=61.0)
    assert isinstance(following, GiveUp)
    assert "61 s" in (following.reason or "")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        ("0", 0.0),
        ("1", 1.0),
        (" 120 ", 120.0),
        ("Sun, 01 Mar 2026 12:00:30 GMT", 30.0),
        ("Sunday, 01-Mar-26 12:00:30 GMT", 30.0),
        ("Sun Mar  1 12:00:30 2026", 30.0),
        ("Sun, 01 Mar 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("-5", None),
        ("1.5", None),
        ("", None),
        ("٣", None),
    ],
)
def test_retry_after_in_both_forms(value: str | None, expected: float | None) -> None:
    assert retry_after(value, NOON) == expected


@given(st.text(max_size=30))
def test_any_retry_after_is_read_without_a_fault(value: str) -> None:
    seconds = retry_after(value, NOON)
    assert seconds is None or seconds >= 0


@given(st.integers(1, 1000), st.floats(0, 1))
def test_back_off_grows_within_bounds(tries: int, jitter: float) -> None:
    seconds = back_off(tries, jitter)
    assert 0.5 <= seconds <= 30
    assert back_off(tries, 1.0) <= back_off(tries + 1, 1.0)
