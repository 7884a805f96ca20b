"""Fetching over the life of a cache: what is asked, what is kept, what is said."""

import asyncio
import gc
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import pytest
import respx

from lineage_verify.errors import CacheError
from lineage_verify.pages.answer import Page
from lineage_verify.pages.fetch import Fetcher
from lineage_verify.pages.shelf import DiskShelf, MemoryShelf, Shelf
from lineage_verify.pages.snapshot import ErrorKind, Provenance, Snapshot, Unreachable
from lineage_verify.settings import Limits, Policy
from lineage_verify.sources.target import Target
from tests.pages.fault_server import (
    KEEP,
    RESET,
    FaultServer,
    Script,
    head,
    page,
    running,
    say,
    turns,
)
from tests.pages.world import NOON, PATIENT, World, failed, got, snapshot

BODY = b"<p>A worker holds its plan until the job is closed.</p>" * 60
T = TypeVar("T")
NEW = BODY + b"<p>And then it is freed.</p>"
NOW = timedelta(0)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait as often as ever, but not as long."""
    monkeypatch.setattr("lineage_verify.pages.retry._FIRST_WAIT_S", 0.02)
    monkeypatch.setattr("lineage_verify.pages.asking._SECOND_LOOK_S", 0.02)


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with running() as server:
        yield server


@pytest.fixture(params=["memory", "disk"])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> World:
    shelf: Shelf = MemoryShelf() if request.param == "memory" else DiskShelf(tmp_path / "cache")
    return World(shelf=shelf)


def asked_for(text: str, name: str) -> str | None:
    """A request's header."""
    lines = (line.partition(":") for line in text.split("\r\n")[1:])
    return next((value.strip() for key, _, value in lines if key.lower() == name), None)


def conditional(tag: str, body: bytes = BODY) -> Script:
    """A page with an entity tag, which says 304 to who has it."""

    def script(count: int, text: str) -> Iterator[bytes | float | str]:
        if asked_for(text, "if-none-match") == tag:
            return say(head(f"ETag: {tag}", status="304 Not Modified"))(count, text)
        return page(body, f"ETag: {tag}")(count, text)

    return script


def run_with(world: World, ask: Callable[[Fetcher], Awaitable[T]]) -> T:
    async def run() -> T:
        async with world.fetcher() as fetcher:
            return await ask(fetcher)

    return asyncio.run(run())


def test_a_page_is_fetched_then_confirmed_then_read_offline(
    server: FaultServer, world: World
) -> None:
    server.scripts["/p"] = conditional('"one"')
    first = got(world.one(server.url("/p")))
    world.later(days=2)
    second = got(world.one(server.url("/p")))
    world.later(days=2)
    world.asking(offline=True)
    third = got(world.one(server.url("/p")))
    assert [first.provenance, second.provenance, third.provenance] == [
        Provenance.FETCHED,
        Provenance.REVALIDATED,
        Provenance.CACHED,
    ]
    assert first.body == second.body == third.body == BODY
    assert [s.fetched_at for s in (first, second, third)] == [NOON] * 3
    later = NOON + timedelta(days=2)
    assert [s.validated_at for s in (first, second, third)] == [NOON, later, later]
    heads = server.heads("/p")
    assert [asked_for(text, "if-none-match") for text in heads] == [None, '"one"']


def test_within_the_age_nothing_is_asked(server: FaultServer, world: World) -> None:
    server.scripts["/p"] = page(BODY)
    world.one(server.url("/p"))
    world.later(hours=23)
    assert got(world.one(server.url("/p"))).provenance is Provenance.CACHED
    assert len(server.heads("/p")) == 1


def test_a_stopped_server_leaves_the_page_unreachable_and_the_snapshot_in_place(
    world: World,
) -> None:
    with running() as server:
        server.scripts["/p"] = page(BODY)
        url = server.url("/p")
        world.one(url)
    world.later(days=2)
    assert failed(world.one(url)).kind is ErrorKind.CONNECT
    kept = world.shelf.newest(url)
    assert kept is not None
    assert kept.validated_at == NOON


def test_offline_without_a_snapshot_is_not_cached(world: World) -> None:
    world.asking(offline=True)
    assert failed(world.one("https://docs.example/p")).kind is ErrorKind.NOT_CACHED


def test_offline_asks_no_address_question(world: World) -> None:
    world.policy = Policy(offline=True)
    world.shelf.keep(snapshot("http://127.0.0.1/p"))
    assert got(world.one("http://127.0.0.1/p")).body


def test_a_final_address_is_never_asked_for_again(server: FaultServer, world: World) -> None:
    server.scripts["/p"] = page(BODY)
    world.asking(max_age=NOW)
    url = server.url("/p")

    async def get() -> Snapshot | Unreachable:
        async with world.fetcher() as fetcher:
            return await fetcher.get(Target(url=url, address=url, immutable=True))

    asyncio.run(get())
    world.later(days=900)
    assert got(asyncio.run(get())).provenance is Provenance.CACHED
    assert len(server.heads("/p")) == 1


def test_one_address_is_asked_for_once_a_run(server: FaultServer, world: World) -> None:
    server.scripts["/p"] = conditional('"one"')
    world.asking(max_age=NOW)
    results = world.get(*[server.url("/p")] * 50)
    assert {got(result).sha256 for result in results} == {got(results[0]).sha256}
    assert len(server.heads("/p")) == 1


def test_and_once_where_it_is_asked_for_later_in_the_run(server: FaultServer, world: World) -> None:
    server.scripts["/p"] = page(BODY)
    server.scripts["/gone"] = page(status="404 Not Found")
    world.asking(max_age=NOW)

    async def get() -> list[Snapshot | Unreachable]:
        async with world.fetcher() as fetcher:
            targets = [Target(url=u, address=u) for u in (server.url("/p"), server.url("/gone"))]
            return [await fetcher.get(one) for one in (*targets, *targets)]

    first, gone, again, still_gone = asyncio.run(get())
    assert first == again
    assert gone == still_gone
    assert len(server.heads("/p")) == len(server.heads("/gone")) == 1


def test_failures_are_never_kept_as_answers(server: FaultServer, world: World) -> None:
    server.scripts["/p"] = turns(
        page(b"down", 'ETag: "down"', "Cache-Control: max-age=86400", status="503 Down"),
        page(BODY),
    )
    assert failed(world.one(server.url("/p"))).status == 503
    assert got(world.one(server.url("/p"))).body == BODY
    assert all(asked_for(text, "if-none-match") is None for text in server.heads("/p"))


def test_a_page_sent_again_alike_has_been_fetched_now(server: FaultServer, world: World) -> None:
    server.scripts["/p"] = page(BODY)
    world.one(server.url("/p"))
    world.later(days=2)
    again = got(world.one(server.url("/p")))
    assert again.provenance is Provenance.FETCHED
    assert again.fetched_at == again.validated_at == world.moment
    history = world.shelf.history(server.url("/p"))
    assert [entry.sha256 for entry in history] == [again.sha256] * 2
    world.asking(offline=True)
    assert got(world.one(server.url("/p"))).fetched_at == again.fetched_at


def test_a_304_of_another_body_is_not_believed(server: FaultServer, world: World) -> None:
    other = say(head('ETag: "other"', status="304 Not Modified"))
    server.scripts["/p"] = turns(page(BODY, 'ETag: "one"'), other, page(NEW, 'ETag: "other"'))
    world.one(server.url("/p"))
    world.later(days=2)
    assert got(world.one(server.url("/p"))).body == NEW
    assert [asked_for(text, "if-none-match") for text in server.heads("/p")] == [
        None,
        '"one"',
        None,
    ]


def test_the_validator_of_a_confirmed_page_is_the_latest(server: FaultServer, world: World) -> None:
    renamed = say(head('ETag: W/"one"', "X-Now: 2", status="304 Not Modified"))
    server.scripts["/p"] = turns(page(BODY, 'ETag: "one"'), renamed)
    for _ in range(3):
        world.one(server.url("/p"))
        world.later(days=2)
    tags = [asked_for(text, "if-none-match") for text in server.heads("/p")]
    assert tags == [None, '"one"', 'W/"one"']


def test_redirects_are_recorded_and_validators_go_to_the_last_hop(
    server: FaultServer, world: World
) -> None:
    server.scripts["/old"] = page(b"", "Location: /p#part", status="301 Moved Permanently")
    server.scripts["/p"] = conditional('"one"')
    first = got(world.one(server.url("/old")))
    assert first.url == server.url("/p")
    assert [(hop.url, hop.status, hop.location) for hop in first.redirects] == [
        (server.url("/old"), 301, server.url("/p"))
    ]
    world.later(days=2)
    second = got(world.one(server.url("/old")))
    assert second.provenance is Provenance.REVALIDATED
    assert second.redirects == first.redirects
    assert asked_for(server.heads("/old")[1], "if-none-match") is None
    assert asked_for(server.heads("/p")[1], "if-none-match") == '"one"'


def test_a_redirect_to_another_page_drops_the_validator(server: FaultServer, world: World) -> None:
    server.scripts["/old"] = turns(
        page(b"", "Location: /p", status="302 Found"), page(b"", "Location: /q", status="302 Found")
    )
    server.scripts["/p"] = page(BODY, 'ETag: "same"')
    server.scripts["/q"] = page(BODY + b"more", 'ETag: "same"')
    world.one(server.url("/old"))
    world.later(days=2)
    assert got(world.one(server.url("/old"))).body == BODY + b"more"
    assert asked_for(server.heads("/q")[0], "if-none-match") is None


# a worse answer


def test_a_page_that_shrank_for_good_is_believed_after_a_second_look(
    server: FaultServer, world: World
) -> None:
    server.scripts["/p"] = turns(page(BODY), page(b"<p>Moved.</p>"))
    world.one(server.url("/p"))
    world.later(days=2)
    assert got(world.one(server.url("/p"))).body == b"<p>Moved.</p>"
    assert len(server.heads("/p")) == 3
    kept = world.shelf.newest(server.url("/p"))
    assert kept is not None
    assert kept.body == b"<p>Moved.</p>"


def test_a_page_that_was_short_for_a_moment_replaces_nothing(
    server: FaultServer, world: World
) -> None:
    server.scripts["/p"] = turns(page(BODY), page(b"<p>Loading</p>"), page(BODY))
    world.one(server.url("/p"))
    world.later(days=2)
    assert got(world.one(server.url("/p"))).body == BODY
    assert {entry.size for entry in world.shelf.history(server.url("/p"))} == {len(BODY)}


def test_a_short_page_that_cannot_be_asked_again_is_neither_fine_nor_kept(
    server: FaultServer, world: World
) -> None:
    server.scripts["/p"] = turns(page(BODY), page(b"<p>Loading</p>"), say(RESET))
    world.one(server.url("/p"))
    world.later(days=2)
    assert failed(world.one(server.url("/p"))).kind is ErrorKind.TRUNCATED
    kept = world.shelf.newest(server.url("/p"))
    assert kept is not None
    assert kept.validated_at == NOON


def test_a_page_that_is_pruned_while_it_is_asked_about_is_sent_anew(
    server: FaultServer, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.scripts["/p"] = conditional('"one"')
    world.one(server.url("/p"))
    world.later(days=2)
    newest = world.shelf.newest
    known = iter([newest(server.url("/p"))])
    monkeypatch.setattr(world.shelf, "newest", lambda _: next(known, None))
    assert got(world.one(server.url("/p"))).provenance is Provenance.FETCHED
    tags = [asked_for(text, "if-none-match") for text in server.heads("/p")]
    assert tags == [None, '"one"', None]


# the screen


def test_a_short_wall_is_not_knocked_at_twice(server: FaultServer, world: World) -> None:
    async def screen(found: Snapshot) -> Unreachable | None:
        wall = Unreachable(ErrorKind.BLOCKED, "a robot wall", 200, found.url)
        return wall if b"robot" in found.body else None

    server.scripts["/p"] = turns(page(BODY), page(b"are you a robot?"))
    world.one(server.url("/p"))
    world.later(days=2)
    world.screen = screen
    assert failed(world.one(server.url("/p"))).kind is ErrorKind.BLOCKED
    assert len(server.heads("/p")) == 2


def test_what_the_screen_refuses_is_the_result_and_is_not_kept(
    server: FaultServer, world: World
) -> None:
    seen: list[bytes] = []

    async def screen(found: Snapshot) -> Unreachable | None:
        seen.append(found.body)
        wall = Unreachable(ErrorKind.BLOCKED, "a robot wall", 200, found.url)
        return wall if b"robot" in found.body else None

    world.screen = screen
    server.scripts["/p"] = turns(page(b"are you a robot?"), page(BODY, 'ETag: "one"'))
    assert failed(world.one(server.url("/p"))).kind is ErrorKind.BLOCKED
    assert world.shelf.addresses() == ()
    assert got(world.one(server.url("/p"))).body == BODY
    assert seen == [b"are you a robot?", BODY]
    world.one(server.url("/p"))
    assert len(seen) == 2


# tries again


@pytest.mark.parametrize(
    "trouble",
    [
        say(),
        say(RESET),
        page(status="503 Down"),
        page(BODY, "Retry-After: 0", status="429 Slow"),
        say(head("Content-Length: 99"), b"cut"),
        say(3.0),
    ],
    ids=["closes", "resets", "503", "429", "truncated", "stalls"],
)
def test_a_passing_fault_passes(server: FaultServer, world: World, trouble: Script) -> None:
    server.scripts["/p"] = turns(trouble, page(BODY))
    world.limits = replace(PATIENT, retries=2, silence_s=1.0)
    assert got(world.one(server.url("/p"))).body == BODY
    assert len(server.heads("/p")) == 2


@pytest.mark.parametrize("status", ["404 Not Found", "403 Forbidden", "410 Gone", "501 No"])
def test_what_cannot_change_is_asked_once(server: FaultServer, world: World, status: str) -> None:
    server.scripts["/p"] = page(BODY, "Retry-After: 0", status=status)
    world.limits = replace(PATIENT, retries=5)
    failed(world.one(server.url("/p")))
    assert len(server.heads("/p")) == 1


@pytest.mark.parametrize("gone", [say(), say(RESET)], ids=["closed", "reset"])
def test_a_kept_connection_that_is_gone_is_no_failure(
    server: FaultServer, world: World, gone: Script
) -> None:
    server.scripts["/first"] = say(head("Content-Length: 2"), b"ok", KEEP)
    server.scripts["/second"] = turns(gone, page(BODY))

    async def both(fetcher: Fetcher) -> list[Snapshot | Unreachable]:
        urls = (server.url("/first"), server.url("/second"))
        return [await fetcher.get(Target(url=url, address=url)) for url in urls]

    world.limits = replace(PATIENT, retries=0)
    first, second = run_with(world, both)
    assert (got(first).body, got(second).body) == (b"ok", BODY)
    assert len(server.heads("/second")) == 2


def test_a_new_connection_that_breaks_is_one(server: FaultServer, world: World) -> None:
    server.scripts["/p"] = say()
    failed(world.one(server.url("/p")))
    assert len(server.heads("/p")) == 1


def test_retries_zero_means_one_try(server: FaultServer, world: World) -> None:
    server.scripts["/p"] = page(status="503 Down")
    failed(world.one(server.url("/p")))
    assert len(server.heads("/p")) == 1


def test_tries_are_counted_in_the_message(server: FaultServer, world: World) -> None:
    server.scripts["/p"] = page(BODY, "Retry-After: 0", status="503 Down")
    world.limits = replace(PATIENT, retries=2)
    told = failed(world.one(server.url("/p")))
    assert len(server.heads("/p")) == 3
    assert "tried 3 times" in told.message


def test_a_source_that_has_no_time_left_gives_up(server: FaultServer, world: World) -> None:
    server.scripts["/p"] = page(BODY, "Retry-After: 30", status="503 Down")
    world.limits = replace(PATIENT, retries=2, source_s=5.0)
    told = failed(world.one(server.url("/p")))
    assert "no time" in told.message
    assert len(server.heads("/p")) == 1


def test_a_run_that_has_no_time_left_says_so(server: FaultServer, world: World) -> None:
    server.scripts["/p"] = say(5.0)
    world.limits = Limits(run_s=0.3)
    told = failed(world.one(server.url("/p")))
    assert told.kind is ErrorKind.TIMEOUT
    assert "run" in told.message


# politeness and identity


def test_one_host_is_asked_by_no_more_than_its_places(server: FaultServer, world: World) -> None:
    server.scripts["/p"] = say(0.05, head("Content-Length: 2"), b"ok")
    world.limits = Limits(per_host=2, connections=8)
    results = world.get(*(server.url(f"/p{number}") for number in range(12)))
    assert all(isinstance(result, Snapshot) for result in results)
    assert server.busiest <= 2


def test_all_hosts_together_share_the_places(server: FaultServer, world: World) -> None:
    server.scripts["/p"] = say(0.05, head("Content-Length: 2"), b"ok")
    world.limits = Limits(per_host=8, connections=3)
    world.get(*(server.url(f"/p{number}") for number in range(12)))
    assert server.busiest <= 3


def test_the_client_names_itself_and_sends_nothing_personal(
    server: FaultServer, world: World
) -> None:
    server.scripts["/p"] = turns(page(BODY, "Set-Cookie: id=1", 'ETag: "a"'), page(BODY))
    world.environ = {"GITHUB_TOKEN": "gho_example"}
    world.one(server.url("/p"))
    world.later(days=2)
    world.one(server.url("/p"))
    for text in server.heads("/p"):
        assert (asked_for(text, "user-agent") or "").startswith("lineage-verify/")
        assert asked_for(text, "authorization") is None
        assert asked_for(text, "cookie") is None
        assert asked_for(text, "referer") is None


def test_cookies_of_an_answer_are_not_kept(server: FaultServer, tmp_path: Path) -> None:
    server.scripts["/p"] = page(BODY, "Set-Cookie: id=verysecret")
    world = World(shelf=DiskShelf(tmp_path / "cache"))
    assert got(world.one(server.url("/p"))).header("set-cookie") is None
    kept = world.shelf.newest(server.url("/p"))
    assert kept is not None
    assert kept.header("set-cookie") is None


# what a rendered page is made of


def test_a_part_of_a_page_is_asked_for_without_cache_or_credentials(
    server: FaultServer, world: World
) -> None:
    server.scripts["/part.js"] = page(b"part()", 'ETag: "a"')

    async def twice(fetcher: Fetcher) -> list[Page | Unreachable]:
        return [await fetcher.ask(server.url("/part.js")) for _ in range(2)]

    for part in run_with(world, twice):
        assert isinstance(part, Page)
        assert part.body == b"part()"
    assert len(server.heads("/part.js")) == 2
    assert world.shelf.addresses() == ()
    world.asking(offline=True)
    assert failed_part(run_with(world, twice)[0]).kind is ErrorKind.NOT_CACHED


def failed_part(part: Page | Unreachable) -> Unreachable:
    assert isinstance(part, Unreachable)
    return part


def test_no_token_goes_with_a_part() -> None:
    with respx.mock:
        route = respx.get("https://github.com/a.js").respond(200, text="a()")
        world = World(environ={"GITHUB_TOKEN": "gho_example"})
        run_with(world, lambda fetcher: fetcher.ask("https://github.com/a.js"))
    assert "authorization" not in route.calls[0].request.headers


@pytest.mark.parametrize(
    ("robots", "expected"),
    [
        (page(b"User-agent: *\nDisallow: /p"), (False, True)),
        (page(b"User-agent: lineage-verify\nDisallow: /q"), (True, False)),
        (page(status="404 Not Found"), (True, True)),
        (page(status="403 Forbidden"), (True, True)),
        (page(status="503 Down"), (False, False)),
        (page(b"", "Retry-After: 99", status="429 Slow"), (False, False)),
        (say(RESET), (False, False)),
    ],
    ids=["no p", "no q", "404", "403", "503", "429", "reset"],
)
def test_robots_are_asked_once_a_host(
    server: FaultServer, robots: Script, expected: tuple[bool, bool]
) -> None:
    server.scripts["/robots.txt"] = robots

    async def both(fetcher: Fetcher) -> tuple[bool, bool]:
        first, second = await asyncio.gather(
            fetcher.robots_allow(server.url("/p")), fetcher.robots_allow(server.url("/q"))
        )
        return first, second

    assert run_with(World(), both) == expected
    assert len(server.heads("/robots.txt")) == 1


# the observer


class Watching:
    def __init__(self) -> None:
        self.told: list[str] = []

    def started(self, target: Target) -> None:
        self.told.append(f"started {urlsplit(target.url).path}")

    def waiting(self, target: Target, seconds: float, reason: str) -> None:
        self.told.append(f"waiting {seconds:.0f} s {urlsplit(target.url).path}: {reason}")

    def finished(self, target: Target, result: Snapshot | Unreachable) -> None:
        self.told.append(f"finished {urlsplit(target.url).path}: {type(result).__name__}")

    def noted(self, message: str) -> None:
        self.told.append(f"noted: {message}")


def test_the_observer_is_told_in_order(server: FaultServer, world: World) -> None:
    server.scripts["/p"] = turns(page(BODY, "Retry-After: 0", status="503 Down"), page(BODY))
    world.limits = replace(PATIENT, retries=1)
    watching = Watching()
    world.observer = watching
    world.get(server.url("/p"), server.url("/p"))
    assert watching.told == [
        "started /p",
        "waiting 0 s /p: the server answered 503 Service Unavailable",
        "finished /p: Snapshot",
    ]


# the disk


def test_a_cache_that_cannot_be_written_is_one_clear_error(
    server: FaultServer, tmp_path: Path
) -> None:
    server.scripts["/p"] = page(BODY)
    (tmp_path / "cache").write_text("a file, not a folder")
    world = World(shelf=DiskShelf(tmp_path / "cache"))
    with pytest.raises(CacheError) as error:
        world.one(server.url("/p"))
    assert str(error.value).count("\n") == 0
    assert "--cache-dir" in str(error.value)


def test_one_error_is_told_once_where_many_pages_meet_it(
    server: FaultServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server.scripts["/p"] = page(BODY)
    (tmp_path / "cache").write_text("a file, not a folder")
    world = World(shelf=DiskShelf(tmp_path / "cache"))

    async def get() -> None:
        async with world.fetcher() as fetcher, asyncio.TaskGroup() as group:
            for number in range(9):
                url = server.url(f"/p{number}")
                group.create_task(fetcher.get(Target(url=url, address=url)))

    with pytest.raises(ExceptionGroup) as errors:
        asyncio.run(get())
    gc.collect()
    assert all(isinstance(error, CacheError) for error in errors.value.exceptions)
    assert caplog.text == ""


@pytest.mark.parametrize(
    "url", ["http://[::1/", "http://", "//", "", "http://a b/", "http://\x00/"]
)
def test_what_is_no_address_is_a_value_too(world: World, url: str) -> None:
    assert failed(world.one(url)).kind in {ErrorKind.DNS, ErrorKind.FORBIDDEN_ADDRESS}


def test_a_validator_of_any_bytes_can_be_sent(server: FaultServer, world: World) -> None:
    server.scripts["/p"] = page(BODY, 'ETag: "\xe9"')
    world.one(server.url("/p"))
    world.later(days=2)
    assert got(world.one(server.url("/p"))).body == BODY
    assert asked_for(server.heads("/p")[1], "if-none-match") is not None


def test_a_run_that_is_left_early_ends_cleanly(server: FaultServer, world: World) -> None:
    server.scripts["/p"] = say(5.0)

    async def leave() -> None:
        async with world.fetcher() as fetcher:
            url = server.url("/p")
            waiting = asyncio.create_task(fetcher.get(Target(url=url, address=url)))
            await asyncio.sleep(0.05)
            waiting.cancel()

    asyncio.run(leave())
    assert world.shelf.addresses() == ()
