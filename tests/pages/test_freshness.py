from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.pages.freshness import (
    Fetch,
    Refuse,
    Revalidate,
    UseHeld,
    absorb,
    conditions,
    decide,
    far_shorter,
)
from lineage_verify.pages.snapshot import Provenance
from lineage_verify.settings import Policy
from lineage_verify.sources.target import Target
from tests.pages.world import NOON, snapshot

TARGET = Target(url="https://docs.example/page", address="https://docs.example/page")
FINAL = replace(TARGET, immutable=True)
ETAG = (("etag", '"a"'),)
OLD = "Sun, 01 Feb 2026 12:00:00 GMT"
JUST_NOW = "Sun, 01 Mar 2026 12:00:00 GMT"
HOUR = timedelta(hours=1)


def policy(*, offline: bool = False, max_age: timedelta = HOUR) -> Policy:
    return Policy(offline=offline, max_age=max_age)


@pytest.mark.parametrize(
    ("held", "rules", "target", "age", "expected"),
    [
        (False, policy(), TARGET, HOUR, Fetch),
        (False, policy(offline=True), TARGET, HOUR, Refuse),
        (False, policy(), FINAL, HOUR, Fetch),
        (True, policy(), TARGET, timedelta(minutes=59), UseHeld),
        (True, policy(), TARGET, HOUR, Revalidate),
        (True, policy(), TARGET, 400 * HOUR, Revalidate),
        (True, policy(max_age=timedelta(0)), TARGET, timedelta(0), Revalidate),
        (True, policy(offline=True), TARGET, 400 * HOUR, UseHeld),
        (True, policy(max_age=timedelta(0)), FINAL, 400 * HOUR, UseHeld),
        (True, policy(), TARGET, -HOUR, Revalidate),
    ],
)
def test_what_is_done(
    held: bool, rules: Policy, target: Target, age: timedelta, expected: type
) -> None:
    kept = snapshot(headers=ETAG) if held else None
    assert isinstance(decide(kept, rules, target, NOON + age), expected)


def test_a_stale_page_without_a_validator_is_fetched() -> None:
    assert isinstance(decide(snapshot(), policy(), TARGET, NOON + HOUR), Fetch)


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ((), {}),
        ((("etag", '"a"'),), {"if-none-match": '"a"'}),
        ((("etag", 'W/"a"'),), {"if-none-match": 'W/"a"'}),
        ((("last-modified", OLD),), {"if-modified-since": OLD}),
        ((("last-modified", JUST_NOW),), {}),
        ((("last-modified", JUST_NOW), ("date", "Sun, 01 Mar 2026 12:00:01 GMT")), {}),
        ((("last-modified", "last week"),), {}),
        (
            (("etag", '"a"'), ("last-modified", JUST_NOW)),
            {"if-none-match": '"a"', "if-modified-since": JUST_NOW},
        ),
        ((("etag", '"a"'), ("vary", "*")), {}),
        ((("etag", '"a\x07"'),), {}),
        ((("etag", '"ö"'),), {"if-none-match": '"ö"'}),
        ((("etag", '"—"'), ("last-modified", OLD)), {"if-modified-since": OLD}),
        ((("etag", " "),), {}),
        ((("etag", '"a"'), ("vary", "User-Agent")), {"if-none-match": '"a"'}),
        ((("last-modified", OLD), ("vary", "User-Agent")), {}),
        (
            (("last-modified", OLD), ("vary", "Accept-Encoding, Accept")),
            {"if-modified-since": OLD},
        ),
        ((("last-modified", OLD), ("vary", "Accept"), ("vary", "Cookie")), {}),
    ],
)
def test_conditions(headers: tuple[tuple[str, str], ...], expected: dict[str, str]) -> None:
    assert conditions(snapshot(headers=headers)) == expected


@pytest.mark.parametrize(
    ("stored", "told", "same"),
    [
        ({"etag": '"a"'}, {"etag": '"a"'}, True),
        ({"etag": '"a"'}, {"etag": 'W/"a"'}, True),
        ({"etag": '"a"'}, {"etag": '"b"'}, False),
        ({"etag": '"a"'}, {}, True),
        ({"last-modified": OLD}, {"last-modified": JUST_NOW}, False),
        ({"last-modified": OLD}, {"last-modified": OLD}, True),
        ({"last-modified": OLD}, {"etag": '"new"'}, True),
    ],
)
def test_a_304_is_only_believed_of_the_held_body(
    stored: dict[str, str], told: dict[str, str], same: bool
) -> None:
    held = snapshot(headers=tuple(stored.items()))
    assert (absorb(held, tuple(told.items()), NOON + HOUR) is not None) is same


def test_a_304_moves_validated_at_and_freshens_headers() -> None:
    held = snapshot(headers=(("etag", '"a"'), ("content-type", "text/html"), ("x", "old")))
    told = (("etag", '"a"'), ("x", "new"), ("content-type", "text/plain"), ("content-length", "0"))
    fresh = absorb(held, told, NOON + HOUR)
    assert fresh is not None
    assert fresh.body == held.body
    assert fresh.fetched_at == NOON
    assert fresh.validated_at == NOON + HOUR
    assert fresh.provenance is Provenance.REVALIDATED
    assert fresh.header("x") == "new"
    assert fresh.header("content-type") == "text/html"
    assert fresh.header("content-length") is None


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [(4096, 1023, True), (4096, 1024, False), (4096, 9000, False), (2047, 0, False)],
)
def test_far_shorter(old: int, new: int, expected: bool) -> None:
    assert far_shorter(new, old) is expected


@given(st.timedeltas(timedelta(days=-400), timedelta(days=400)), st.booleans())
def test_what_is_used_unasked_was_validated_within_the_age(age: timedelta, final: bool) -> None:
    decision = decide(snapshot(headers=ETAG), policy(), FINAL if final else TARGET, NOON + age)
    assert isinstance(decision, UseHeld) == (final or timedelta(0) <= age < HOUR)
