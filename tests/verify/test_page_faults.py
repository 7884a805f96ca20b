"""What the pages themselves give to say of a spec's addresses."""

from datetime import UTC, datetime

import pytest

from lineage_verify.pages.snapshot import Provenance, Redirect, Snapshot
from lineage_verify.sources.address import read_source
from lineage_verify.verify.assemble import _page_faults
from lineage_verify.verify.page_answer import PageAnswer

NOW = datetime(2026, 3, 1, tzinfo=UTC)
MOVED = Redirect("http://mill.example/a", 301, "https://mill.example/a")
PASSED_ON = Redirect("http://mill.example/a", 302, "https://mill.example/a")


def told(url: str, final: str, *redirects: Redirect) -> list[tuple[str, str]]:
    target = read_source(url, folder="")
    snapshot = Snapshot(
        address=target.address, url=final, status=200, headers=(), body=b"", sha256="",
        fetched_at=NOW, validated_at=NOW, provenance=Provenance.FETCHED, redirects=redirects,
    )  # fmt: skip
    faults = _page_faults({"mill": target}, {target.address: PageAnswer(snapshot=snapshot)})
    return [(fault.code, fault.message) for fault in faults]


def test_an_address_that_leads_on_to_https_is_told() -> None:
    ((code, message),) = told("http://mill.example/a#b", "https://mill.example/a", PASSED_ON)
    assert code == "https-answers"
    assert "https://mill.example/a#b" in message


def test_a_page_that_moved_for_good_is_told_once() -> None:
    ((code, _),) = told("http://mill.example/a", "https://mill.example/a", MOVED)
    assert code == "permanent-redirect"


@pytest.mark.parametrize(
    ("url", "final"),
    [
        ("https://mill.example/a", "https://mill.example/a"),
        ("http://mill.example/a", "http://mill.example/a"),
        ("http://mill.example/a", "https://login.example/"),
    ],
)
def test_nothing_else_is(url: str, final: str) -> None:
    assert told(url, final) == []
