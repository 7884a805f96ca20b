"""A web archive is asked by the protocol, and what it says is a hint and nothing more."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from lineage_verify.pages.memento import Archived
from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.settings import Policy
from tests.pages.fault_server import FaultServer, Script, page, running, say
from tests.pages.world import World

ADDRESS = "https://docs.example/gone?page=2"
WHEN = datetime(2026, 1, 15, tzinfo=UTC)
CAPTURED = datetime(2026, 1, 10, 8, 30, tzinfo=UTC)
DATED = "Memento-Datetime: Sat, 10 Jan 2026 08:30:00 GMT"
BODY = b"<p>A worker holds its plan.</p>"
BANNER = b"<div>Archive</div>"


@pytest.fixture
def archive() -> Iterator[FaultServer]:
    """A stand-in that speaks Memento as the Wayback Machine does."""
    with running() as server:
        capture = f"/web/20260110083000/{ADDRESS}"
        server.scripts[f"/web/{ADDRESS}"] = page(
            b"", f"Location: {capture}", "Vary: accept-datetime", status="302 Found"
        )
        server.scripts[capture] = page(BANNER + BODY, DATED)
        server.scripts[f"/web/20260110083000id_/{ADDRESS}"] = page(BODY, DATED)
        yield server


def ask(server: FaultServer, world: World | None = None) -> Archived | Unreachable:
    async def run() -> Archived | Unreachable:
        async with (world or World()).fetcher() as fetcher:
            return await fetcher.archived(ADDRESS, base=server.url("/web/"), moment=WHEN)

    return asyncio.run(run())


def found(result: Archived | Unreachable) -> Archived:
    assert isinstance(result, Archived), result
    return result


def test_the_capture_nearest_to_the_date_is_found(archive: FaultServer) -> None:
    world = World()
    capture = found(ask(archive, world))
    assert capture.url == archive.url(f"/web/20260110083000/{ADDRESS}")
    assert capture.captured_at == CAPTURED
    assert capture.snapshot.body == BODY
    assert capture.snapshot.address == ADDRESS
    assert capture.snapshot.validated_at == CAPTURED
    gate = archive.heads(f"/web/{ADDRESS}")[0].lower()
    assert "accept-datetime: thu, 15 jan 2026 00:00:00 gmt" in gate
    assert world.shelf.addresses() == ()


@pytest.mark.parametrize("plain", [page(status="404 Not Found"), page(b"other"), say()])
def test_an_archive_that_only_has_its_own_form_is_read_as_it_is(
    archive: FaultServer, plain: Script
) -> None:
    archive.scripts[f"/web/20260110083000id_/{ADDRESS}"] = plain
    assert found(ask(archive)).snapshot.body == BANNER + BODY


def test_a_timegate_that_answers_itself_is_a_capture(archive: FaultServer) -> None:
    archive.scripts[f"/web/{ADDRESS}"] = page(BODY, DATED)
    assert found(ask(archive)).snapshot.body == BODY


def test_a_timegate_that_names_the_captures_address_is_believed(archive: FaultServer) -> None:
    """As pywb answers."""
    lies = f"Content-Location: /web/20260110083000/{ADDRESS}"
    archive.scripts[f"/web/{ADDRESS}"] = page(BANNER + BODY, DATED, lies)
    capture = found(ask(archive))
    assert capture.url == archive.url(f"/web/20260110083000/{ADDRESS}")
    assert capture.snapshot.body == BODY


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (page(status="404 Not Found"), ErrorKind.HTTP_STATUS),
        (page(b"<p>We have nothing.</p>"), ErrorKind.HTTP_STATUS),
        (page(BODY, "Memento-Datetime: long ago"), ErrorKind.HTTP_STATUS),
        (say(), ErrorKind.CONNECT),
    ],
)
def test_no_capture_is_a_value(archive: FaultServer, answer: Script, kind: ErrorKind) -> None:
    archive.scripts[f"/web/{ADDRESS}"] = answer
    result = ask(archive)
    assert isinstance(result, Unreachable)
    assert result.kind is kind


def test_offline_asks_no_archive(archive: FaultServer) -> None:
    result = ask(archive, World(policy=Policy(offline=True)))
    assert isinstance(result, Unreachable)
    assert result.kind is ErrorKind.NOT_CACHED
    assert archive.asked == []


def test_an_archive_is_behind_the_guard_too(archive: FaultServer) -> None:
    result = ask(archive, World(policy=Policy()))
    assert isinstance(result, Unreachable)
    assert result.kind is ErrorKind.FORBIDDEN_ADDRESS
