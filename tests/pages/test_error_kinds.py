import inspect
import ssl

import httpx
import pytest

from lineage_verify.pages.faults import NetworkFaultError, fault_of, one_line, readable_size
from lineage_verify.pages.snapshot import ErrorKind

URL = "https://docs.example/"

# Every exception that httpx makes public, found by walking the package.
EXCEPTIONS = sorted(
    (cls for _, cls in inspect.getmembers(httpx, inspect.isclass) if issubclass(cls, Exception)),
    key=lambda cls: cls.__name__,
)


def make(cls: type[Exception], text: str = "") -> Exception:
    if cls is httpx.HTTPStatusError:
        request = httpx.Request("GET", URL)
        return httpx.HTTPStatusError(text, request=request, response=httpx.Response(500))
    if cls in {httpx.StreamConsumed, httpx.StreamClosed}:
        return cls()
    if cls in {httpx.ResponseNotRead, httpx.RequestNotRead}:
        return cls()
    return cls(text)


def test_the_walk_finds_the_tree() -> None:
    assert {httpx.ConnectError, httpx.ReadTimeout, httpx.InvalidURL} <= set(EXCEPTIONS)
    assert len(EXCEPTIONS) >= 25


@pytest.mark.parametrize("cls", EXCEPTIONS)
@pytest.mark.parametrize("reading", [False, True])
def test_every_exception_has_a_kind(cls: type[Exception], reading: bool) -> None:
    told = fault_of(make(cls), url=URL, reading=reading).unreachable
    assert told.kind in ErrorKind
    assert told.message
    assert told.url == URL


@pytest.mark.parametrize("cls", EXCEPTIONS)
def test_no_exception_is_mapped_only_through_its_parents(cls: type[Exception]) -> None:
    from lineage_verify.pages.faults import _KINDS

    assert cls.__name__ in _KINDS


@pytest.mark.parametrize("cls", [httpx.ReadError, httpx.RemoteProtocolError, httpx.CloseError])
def test_a_connection_that_breaks_in_the_body_has_cut_it_short(cls: type[Exception]) -> None:
    assert fault_of(make(cls), url=URL, reading=True).unreachable.kind is ErrorKind.TRUNCATED
    assert fault_of(make(cls), url=URL, reading=False).unreachable.kind is ErrorKind.CONNECT


def test_a_certificate_is_a_matter_of_tls() -> None:
    error = httpx.ConnectError("failed")
    cause = ssl.SSLCertVerificationError(1, "x")
    cause.verify_message = "certificate has expired"
    error.__cause__ = cause
    told = fault_of(error, url=URL, reading=False).unreachable
    assert told.kind is ErrorKind.TLS
    assert told.message == "the connection cannot be trusted: certificate has expired"


def test_the_systems_own_word_is_told() -> None:
    error = httpx.ConnectError("All connection attempts failed")
    error.__cause__ = ConnectionRefusedError(111, "Connect call failed ('127.0.0.1', 1)")
    told = fault_of(error, url=URL, reading=False).unreachable
    assert told.message == "the connection failed: Connection refused"


def test_a_fault_of_our_own_keeps_its_kind() -> None:
    fault = fault_of(
        NetworkFaultError(ErrorKind.DNS, "no host", passing=True), url=URL, reading=False
    )
    assert fault.unreachable.kind is ErrorKind.DNS
    assert fault.passing


def test_a_loop_of_causes_ends() -> None:
    one, two = httpx.ReadError("a"), httpx.ReadError("b")
    one.__cause__, two.__cause__ = two, one
    assert fault_of(one, url=URL, reading=False).unreachable.kind is ErrorKind.CONNECT


def test_foreign_text_becomes_one_short_line() -> None:
    assert one_line("a\x1b[31m\r\nb\u202e c") == "a [31m b c"
    assert len(one_line("x" * 999)) == 200


@pytest.mark.parametrize(
    ("count", "text"), [(20 * 1024**2, "20 MiB"), (1536, "1.5 KiB"), (12, "12 bytes")]
)
def test_sizes_for_people(count: int, text: str) -> None:
    assert readable_size(count) == text
