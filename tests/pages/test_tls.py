"""Certificates are always checked, and the name that is asked for is the name that must answer."""

import socket
import ssl
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import h2.config
import h2.connection
import h2.events
import pytest

from lineage_verify.pages.snapshot import ErrorKind
from tests.pages.fault_server import FaultServer, page, running
from tests.pages.world import World, failed, got

PEM = Path(__file__).parent / "tls"
TRUSTING = {"SSL_CERT_FILE": str(PEM / "good.pem")}


async def loopback(host: str, port: int) -> Sequence[str]:
    assert host
    assert port
    return ["127.0.0.1"]


def serving(name: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(PEM / f"{name}.pem")
    return context


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with running(serving("good")) as server:
        server.scripts["/"] = page(b"over tls")
        yield server


def test_a_trusted_name_is_read_at_the_address_it_was_checked_at(server: FaultServer) -> None:
    world = World(resolve=loopback, environ=TRUSTING)
    assert got(world.one(f"https://docs.example:{server.port}/")).body == b"over tls"


def test_an_unknown_certificate_is_not_trusted(server: FaultServer) -> None:
    told = failed(World(resolve=loopback).one(f"https://docs.example:{server.port}/"))
    assert told.kind is ErrorKind.TLS
    assert "self-signed" in told.message


def test_a_certificate_for_another_name_is_not_trusted(server: FaultServer) -> None:
    world = World(resolve=loopback, environ=TRUSTING)
    told = failed(world.one(f"https://other.example:{server.port}/"))
    assert told.kind is ErrorKind.TLS
    assert "other.example" in told.message


def test_an_expired_certificate_is_not_trusted() -> None:
    with running(serving("expired")) as server:
        environ = {"SSL_CERT_FILE": str(PEM / "expired.pem")}
        told = failed(
            World(resolve=loopback, environ=environ).one(f"https://docs.example:{server.port}/")
        )
    assert told.kind is ErrorKind.TLS
    assert "expired" in told.message


def test_a_server_that_speaks_no_tls_is_told_as_that() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def greet() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.sendall(b"220 mail.example ESMTP\r\n")
                connection.recv(65536)

        threading.Thread(target=greet, daemon=True).start()
        port = listener.getsockname()[1]
        told = failed(World(environ=TRUSTING).one(f"https://127.0.0.1:{port}/"))
    assert told.kind is ErrorKind.TLS


# HTTP/2


def serve_h2(connection: ssl.SSLSocket, headers: list[tuple[str, str]], body: bytes) -> None:
    """Answer one request over HTTP/2."""
    with connection:
        config = h2.config.H2Configuration(client_side=False, validate_outbound_headers=False)
        link = h2.connection.H2Connection(config)
        link.initiate_connection()
        connection.sendall(link.data_to_send())
        while data := connection.recv(65536):
            for event in link.receive_data(data):
                if isinstance(event, h2.events.RequestReceived) and event.stream_id:
                    link.send_headers(event.stream_id, headers)
                    link.send_data(event.stream_id, body, end_stream=True)
            connection.sendall(link.data_to_send())


@contextmanager
def h2_page(length: int, body: bytes) -> Iterator[str]:
    """The address of a server that sends one page over HTTP/2."""
    context = serving("good")
    context.set_alpn_protocols(["h2"])
    headers = [(":status", "200"), ("content-type", "text/html"), ("content-length", str(length))]
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def accept() -> None:
            raw, _ = listener.accept()
            with suppress(OSError):
                serve_h2(context.wrap_socket(raw, server_side=True), headers, body)

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield f"https://docs.example:{listener.getsockname()[1]}/"
        thread.join(5)


def test_http2_is_spoken_where_a_server_offers_it() -> None:
    with h2_page(5, b"Hello") as url:
        assert got(World(resolve=loopback, environ=TRUSTING).one(url)).body == b"Hello"


@pytest.mark.parametrize("length", [4, 6])
def test_a_body_of_another_length_over_http2_is_truncated(length: int) -> None:
    with h2_page(length, b"Hello") as url:
        told = failed(World(resolve=loopback, environ=TRUSTING).one(url))
    assert told.kind is ErrorKind.TRUNCATED
