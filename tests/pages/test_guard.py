"""No request of ours reaches an address that it may not, however it is dressed up."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import httpcore
import httpx
import pytest
import respx

from lineage_verify.pages.faults import NetworkFaultError
from lineage_verify.pages.guard import GuardedBackend, SocketOption, look_up
from lineage_verify.pages.observer import SilentObserver
from lineage_verify.pages.permit import check_url
from lineage_verify.pages.snapshot import ErrorKind, Snapshot
from lineage_verify.settings import Policy
from tests.pages.fault_server import FaultServer, page, running
from tests.pages.world import PATIENT, World, failed, got

STRICT = Policy(allow_private_network=False)


@pytest.fixture(scope="module")
def server() -> Iterator[FaultServer]:
    with running() as server:
        server.scripts["/"] = page(b"an inner page")
        yield server


class Names:
    """A resolver with a table, which counts what it is asked."""

    def __init__(self, **answers: Sequence[Sequence[str]]) -> None:
        self.answers = {name.replace("_", "."): list(turns) for name, turns in answers.items()}
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        assert port
        self.asked.append(host)
        turns = self.answers[host]
        return turns.pop(0) if len(turns) > 1 else turns[0]


HOSTS = [
    "127.0.0.1",
    "127.1",
    "0x7f000001",
    "2130706433",
    "017700000001",
    "localhost",
    "localhost.",
    "sub.localhost",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "169.254.169.254",
    "metadata.google.internal",
    "10.0.0.1",
    "%31%32%37.0.0.1",
    "１２７.0.0.1",
    "0.0.0.0",
    "[::]",
]


@pytest.mark.parametrize("host", HOSTS)
def test_a_private_host_is_refused_before_anything_is_looked_up(host: str) -> None:
    names = Names()
    result = World(policy=STRICT, resolve=names).one(f"http://{host}/")
    assert failed(result).kind is ErrorKind.FORBIDDEN_ADDRESS
    assert "--allow-private-network" in failed(result).message
    assert names.asked == []


@pytest.mark.parametrize("host", HOSTS)
def test_and_at_a_redirect(host: str) -> None:
    with respx.mock:
        headers = [(b"location", f"http://{host}/".encode())]
        respx.get("https://docs.example/p").respond(302, headers=headers)
        inner = respx.get(url__regex=".*").respond(200, text="an inner page")
        result = World(policy=STRICT).one("https://docs.example/p")
    assert failed(result).kind in {ErrorKind.FORBIDDEN_ADDRESS, ErrorKind.HTTP_STATUS}
    assert not inner.called


@pytest.mark.parametrize("host", HOSTS)
def test_and_through_a_proxy(server: FaultServer, host: str) -> None:
    before = len(server.asked)
    world = World(policy=STRICT, environ={"http_proxy": server.url("")})
    assert failed(world.one(f"http://{host}/")).kind is ErrorKind.FORBIDDEN_ADDRESS
    assert len(server.asked) == before


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fe80::1"])
def test_a_public_name_for_a_private_address_is_refused(server: FaultServer, address: str) -> None:
    names = Names(docs_example=[[address]])
    result = World(policy=STRICT, resolve=names).one(f"http://docs.example:{server.port}/")
    assert failed(result).kind is ErrorKind.FORBIDDEN_ADDRESS
    assert address in failed(result).message


def test_the_connection_goes_to_the_address_that_was_checked(server: FaultServer) -> None:
    """A name that answers otherwise the second time is not asked a second time (rebinding)."""
    names = Names(docs_example=[["127.0.0.1"], ["203.0.113.1"]])
    world = World(resolve=names)
    assert got(world.one(f"http://docs.example:{server.port}/")).body == b"an inner page"
    assert names.asked == ["docs.example"]
    assert f"host: docs.example:{server.port}" in server.asked[-1][1].lower()


def backend(names: Names, *, allow_private: bool = False) -> GuardedBackend:
    return GuardedBackend(resolve=names, allow_private=allow_private)


class Opened(httpcore.AsyncMockBackend):
    """A network on which some addresses do not answer."""

    def __init__(self, silent: Sequence[str] = ()) -> None:
        super().__init__([])
        self.silent = silent
        self.tried: list[str] = []

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
        local_address: str | None = None,
        socket_options: Iterable[SocketOption] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        self.tried.append(host)
        if host in self.silent:
            raise httpcore.ConnectTimeout
        return await super().connect_tcp(host, port, timeout, local_address, socket_options)


def connect(guarded: GuardedBackend, network: Opened) -> None:
    guarded._inner = network  # type: ignore[assignment]
    asyncio.run(guarded.connect_tcp("docs.example", 80, 1.0))


def test_a_refused_address_among_permitted_ones_is_passed_over() -> None:
    network = Opened()
    connect(backend(Names(docs_example=[["10.0.0.1", "64:ff9b::1", "8.8.8.8"]])), network)
    assert network.tried == ["8.8.8.8"]


def test_the_next_address_is_tried_where_one_is_silent() -> None:
    network = Opened(silent=["2606:4700::1111"])
    connect(backend(Names(docs_example=[["2606:4700::1111", "1.1.1.1"]])), network)
    assert network.tried == ["2606:4700::1111", "1.1.1.1"]


def test_the_last_addresss_fault_is_the_result() -> None:
    network = Opened(silent=["1.1.1.1", "8.8.8.8"])
    with pytest.raises(httpcore.ConnectTimeout):
        connect(backend(Names(docs_example=[["1.1.1.1", "8.8.8.8"]])), network)


def test_a_name_without_an_address_is_a_matter_of_dns() -> None:
    with pytest.raises(NetworkFaultError) as fault:
        connect(backend(Names(docs_example=[[]])), Opened())
    assert fault.value.kind is ErrorKind.DNS


def test_a_slow_look_up_is_a_passing_fault_of_dns() -> None:
    async def slow(host: str, port: int) -> Sequence[str]:
        await asyncio.sleep(5)
        return [host, str(port)]

    guarded = GuardedBackend(resolve=slow, allow_private=False)
    with pytest.raises(NetworkFaultError) as fault:
        asyncio.run(guarded.connect_tcp("docs.example", 80, 0.05))
    assert fault.value.kind is ErrorKind.DNS
    assert fault.value.passing


def test_the_systems_resolver_is_asked() -> None:
    assert "127.0.0.1" in asyncio.run(look_up("localhost", 80))


def test_a_name_that_does_not_exist_is_a_matter_of_dns() -> None:
    with pytest.raises(NetworkFaultError) as fault:
        asyncio.run(look_up("no-such-host.invalid", 80))
    assert fault.value.kind is ErrorKind.DNS
    assert "no-such-host.invalid" in str(fault.value)


def test_a_name_that_cannot_be_one_is_a_matter_of_dns() -> None:
    with pytest.raises(NetworkFaultError) as fault:
        asyncio.run(look_up("a" * 300, 80))
    assert fault.value.kind is ErrorKind.DNS


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("ftp://docs.example/", ErrorKind.FORBIDDEN_ADDRESS),
        ("file:///etc/passwd", ErrorKind.FORBIDDEN_ADDRESS),
        ("docs.example/p", ErrorKind.FORBIDDEN_ADDRESS),
        ("https://me@docs.example/", ErrorKind.FORBIDDEN_ADDRESS),
        ("https://me:word@docs.example/", ErrorKind.FORBIDDEN_ADDRESS),
        ("https://@docs.example/", ErrorKind.FORBIDDEN_ADDRESS),
        ("https:///p", ErrorKind.DNS),
        ("https://docs.example:99999/", ErrorKind.DNS),
        ("https://docs.example:0/", ErrorKind.DNS),
        ("https://[docs/", ErrorKind.DNS),
    ],
)
@pytest.mark.parametrize("allow_private", [True, False])
def test_urls_that_are_never_asked(url: str, kind: ErrorKind, allow_private: bool) -> None:
    with pytest.raises(NetworkFaultError) as fault:
        check_url(url, allow_private=allow_private)
    assert fault.value.kind is kind


# credentials over redirects


def test_the_token_is_dropped_on_the_way_to_another_host() -> None:
    with respx.mock:
        first = respx.get("https://github.com/o/r/raw/main/a.md").respond(
            302, headers={"location": "https://raw.githubusercontent.com/o/r/main/a.md?token=AB12"}
        )
        second = respx.get("https://raw.githubusercontent.com/o/r/main/a.md").respond(
            302, headers={"location": "https://files.example/a.md?X-Amz-Signature=CD34&v=1"}
        )
        third = respx.get("https://files.example/a.md").respond(200, text="# Title")
        world = World(policy=STRICT, environ={"GITHUB_TOKEN": "gho_example"})
        found = got(world.one("https://github.com/o/r/raw/main/a.md"))
    assert first.calls[0].request.headers["authorization"] == "Bearer gho_example"
    assert second.calls[0].request.headers["authorization"] == "Bearer gho_example"
    assert "authorization" not in third.calls[0].request.headers
    assert third.calls[0].request.url.params["X-Amz-Signature"] == "CD34"
    told = f"{found}{world.shelf.history(found.address)}"
    for secret in ("gho_example", "AB12", "CD34"):
        assert secret not in told


def test_a_failure_tells_no_secret() -> None:
    with respx.mock:
        respx.get("https://docs.example/p").respond(
            302, headers={"location": "https://docs.example/q?access_token=AB12"}
        )
        respx.get("https://docs.example/q").respond(404)
        told = failed(World(policy=STRICT).one("https://docs.example/p"))
    assert "AB12" not in repr(told)
    assert told.url == "https://docs.example/q?access_token=redacted"


# the proxy


def test_a_proxy_of_the_environment_is_used_and_said(server: FaultServer) -> None:
    observer = Noting()
    proxy = f"http://me:verysecret@127.0.0.1:{server.port}"
    world = World(policy=STRICT, environ={"http_proxy": proxy})
    world.observer = observer
    server.scripts["http://docs.example/"] = page(b"by proxy")
    assert got(world.one("http://docs.example/p")).body == b"by proxy"
    (heard,) = observer.heard
    assert heard.startswith(f"asking through the proxy http://127.0.0.1:{server.port} (http_proxy)")
    assert "verysecret" not in "".join(observer.heard)
    assert "proxy-authorization: basic" in server.heads("http://docs.example/p")[0].lower()


def test_a_proxy_that_is_down_is_a_failed_connection(server: FaultServer) -> None:
    with running() as gone:
        url = gone.url("")
    told = failed(World(policy=STRICT, environ={"all_proxy": url}).one("http://docs.example/p"))
    assert told.kind is ErrorKind.CONNECT
    assert server.port


def test_a_proxy_that_refuses_a_tunnel_is_told(server: FaultServer) -> None:
    server.scripts["docs.example:443"] = page(status="407 Proxy Authentication Required")
    world = World(policy=STRICT, environ={"https_proxy": server.url("")})
    told = failed(world.one("https://docs.example/p"))
    assert told.kind is ErrorKind.CONNECT
    assert "proxy" in told.message


class Noting(SilentObserver):
    """An observer that writes down what it should tell."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def noted(self, message: str) -> None:
        self.heard.append(message)


# tokens, cookies and one run


def test_two_pages_of_one_run_share_no_cookie() -> None:
    with respx.mock:
        respx.get("https://docs.example/a").respond(200, headers={"set-cookie": "id=1"})
        second = respx.get("https://docs.example/b").respond(200, text="b")
        world = World(policy=STRICT, limits=replace(PATIENT, connections=1))
        results = world.get("https://docs.example/a", "https://docs.example/b")
    assert all(isinstance(result, Snapshot) for result in results)
    assert "cookie" not in second.calls[0].request.headers


def test_httpx_itself_has_no_way_round_the_guard() -> None:
    """The transport makes its pools with the guard; httpx's own transports are never made."""
    made: list[object] = []
    original = httpx.AsyncHTTPTransport.__init__

    def spy(self: httpx.AsyncHTTPTransport, *args: object, **more: object) -> None:
        made.append(self)
        original(self, *args, **more)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch, respx.mock:
        patch.setattr(httpx.AsyncHTTPTransport, "__init__", spy)
        respx.get("https://docs.example/a").respond(200, text="a")
        got(World(policy=STRICT).one("https://docs.example/a"))
    assert made == []
