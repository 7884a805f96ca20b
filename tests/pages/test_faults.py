"""Every misbehaviour of a server is told as what it is, and none is taken for a page."""

import gzip
import zlib
from collections.abc import Iterator

import brotli  # type: ignore[import-untyped]
import pytest
import zstandard

from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.settings import Limits
from tests.pages.fault_server import RESET, FaultServer, Script, Step, head, page, running, say
from tests.pages.world import PATIENT, QUICK, World, got

TEXT = b"<p>The planner holds its plan until the job is closed.</p>" * 40
HUGE = bytes(8 * 1024 * 1024)
LENGTH = f"Content-Length: {len(TEXT)}"
CHUNKED = "Transfer-Encoding: chunked"


def forever(first: bytes, *again: Step) -> Script:
    def script(_count: int, _head: str) -> Iterator[Step]:
        yield first
        while True:
            yield from again

    return script


def coded(name: str, body: bytes) -> Script:
    return page(body, f"Content-Encoding: {name}")


def moved(location: str, status: str = "302 Found") -> Script:
    return page(b"", f"Location: {location}", status=status)


def bad_sum(data: bytes) -> bytes:
    return data[:-8] + bytes([data[-8] ^ 1]) + data[-7:]


ZSTD = zstandard.ZstdCompressor().compress
BARE = zlib.compressobj(wbits=-15)
BARE_BODY = BARE.compress(TEXT) + BARE.flush()

FAULTS: dict[str, tuple[Script, ErrorKind]] = {
    # the connection
    "closes-without-a-word": (say(), ErrorKind.CONNECT),
    "resets-without-a-word": (say(RESET), ErrorKind.CONNECT),
    "says-nothing": (say(2.0), ErrorKind.TIMEOUT),
    "speaks-another-protocol": (say(b"220 mail.example ESMTP\r\n"), ErrorKind.CONNECT),
    "speaks-bytes": (say(bytes(range(256)) * 8), ErrorKind.CONNECT),
    # the head
    "status-line-alone": (say(b"HTTP/1.1 200 OK\r\n"), ErrorKind.CONNECT),
    "status-of-letters": (say(b"HTTP/1.1 two OK\r\n\r\n"), ErrorKind.CONNECT),
    "head-cut-short": (say(b"HTTP/1.1 200 OK\r\nContent-Ty"), ErrorKind.CONNECT),
    "head-stalls": (say(b"HTTP/1.1 200 OK\r\nContent-Ty", 2.0), ErrorKind.TIMEOUT),
    "head-drips": (forever(b"HTTP/1.1 200 OK\r\nX-Slow: ", b"a", 0.05), ErrorKind.TIMEOUT),
    "one-huge-header": (page(TEXT, "X-Huge: " + "a" * 200_000), ErrorKind.TOO_LARGE),
    "many-headers": (
        page(TEXT, *(f"X-Number-{n}: {'b' * 60}" for n in range(400))),
        ErrorKind.TOO_LARGE,
    ),
    "endless-headers": (forever(b"HTTP/1.1 200 OK\r\n", b"X-More: more\r\n"), ErrorKind.TOO_LARGE),
    "header-without-a-colon": (
        say(b"HTTP/1.1 200 OK\r\nno colon here\r\n\r\nbody"),
        ErrorKind.CONNECT,
    ),
    "two-lengths": (
        say(head("Content-Length: 5", "Content-Length: 50"), b"Hello"),
        ErrorKind.CONNECT,
    ),
    "negative-length": (say(head("Content-Length: -1"), b"Hello"), ErrorKind.CONNECT),
    "length-of-words": (say(head("Content-Length: many"), b"Hello"), ErrorKind.CONNECT),
    "endless-hundreds": (
        forever(b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.02),
        ErrorKind.TIMEOUT,
    ),
    "switches-protocols": (
        say(head("Upgrade: h2c", "Connection: Upgrade", status="101 Switching Protocols")),
        ErrorKind.CONNECT,
    ),
    # the body
    "body-ends-early": (say(head(LENGTH), TEXT[:100]), ErrorKind.TRUNCATED),
    "body-resets": (say(head(LENGTH), TEXT[:100], 0.1, RESET), ErrorKind.TRUNCATED),
    "body-stalls": (say(head(LENGTH), TEXT[:100], 2.0), ErrorKind.TIMEOUT),
    "body-drips": (forever(head(LENGTH), b"a", 0.05), ErrorKind.TIMEOUT),
    "no-last-chunk": (say(head(CHUNKED), b"5\r\nHello\r\n"), ErrorKind.TRUNCATED),
    "chunk-cut-short": (say(head(CHUNKED), b"64\r\nHello"), ErrorKind.TRUNCATED),
    "chunk-without-a-size": (
        say(head(CHUNKED), b"wide\r\nHello\r\n0\r\n\r\n"),
        ErrorKind.TRUNCATED,
    ),
    "chunk-of-another-size": (say(head(CHUNKED), b"3\r\nHello\r\n0\r\n\r\n"), ErrorKind.TRUNCATED),
    "declares-too-much": (say(head("Content-Length: 99999999999")), ErrorKind.TOO_LARGE),
    "endless-chunks": (
        forever(head(CHUNKED), b"2000\r\n" + b"a" * 0x2000 + b"\r\n"),
        ErrorKind.TOO_LARGE,
    ),
    "endless-body": (forever(head(), b"a" * 8192), ErrorKind.TOO_LARGE),
    "more-than-declared": (say(head("Content-Length: 20"), TEXT), ErrorKind.TRUNCATED),
    "more-than-declared-at-once": (
        say(head("Content-Length: 20", "Connection: close") + TEXT),
        ErrorKind.TRUNCATED,
    ),
    "body-of-an-empty-answer": (say(head("Content-Length: 0") + TEXT), ErrorKind.TRUNCATED),
    # content codings
    "gzip-bomb": (coded("gzip", gzip.compress(HUGE)), ErrorKind.TOO_LARGE),
    "gzip-in-gzip-bomb": (
        coded("gzip, gzip", gzip.compress(gzip.compress(HUGE))),
        ErrorKind.TOO_LARGE,
    ),
    "gzip-members-bomb": (coded("gzip", gzip.compress(bytes(60_000)) * 9), ErrorKind.TOO_LARGE),
    "gzip-cut-short": (coded("gzip", gzip.compress(TEXT)[:-20]), ErrorKind.TRUNCATED),
    "gzip-without-its-end": (coded("gzip", gzip.compress(TEXT)[:-4]), ErrorKind.TRUNCATED),
    "gzip-of-another-sum": (coded("gzip", bad_sum(gzip.compress(TEXT))), ErrorKind.DECODE),
    "gzip-that-is-none": (coded("gzip", TEXT), ErrorKind.DECODE),
    "deflate-bomb": (coded("deflate", zlib.compress(HUGE)), ErrorKind.TOO_LARGE),
    "deflate-cut-short": (coded("deflate", zlib.compress(TEXT)[:-9]), ErrorKind.TRUNCATED),
    "bare-deflate-cut-short": (coded("deflate", BARE_BODY[:-9]), ErrorKind.TRUNCATED),
    "deflate-that-is-none": (coded("deflate", TEXT), ErrorKind.DECODE),
    "br-bomb": (coded("br", brotli.compress(HUGE)), ErrorKind.TOO_LARGE),
    "br-cut-short": (coded("br", brotli.compress(TEXT)[:-9]), ErrorKind.TRUNCATED),
    "br-that-is-none": (coded("br", TEXT), ErrorKind.DECODE),
    "zstd-bomb": (coded("zstd", ZSTD(HUGE)), ErrorKind.TOO_LARGE),
    "zstd-cut-short": (coded("zstd", ZSTD(TEXT)[:-9]), ErrorKind.TRUNCATED),
    "zstd-that-is-none": (coded("zstd", TEXT), ErrorKind.DECODE),
    "unknown-coding": (coded("sdch", TEXT), ErrorKind.DECODE),
    "coding-upon-coding": (coded("gzip, gzip, gzip, gzip", TEXT), ErrorKind.DECODE),
    # redirects
    "to-itself": (moved("/to-itself"), ErrorKind.REDIRECT_LOOP),
    "to-and": (moved("/fro"), ErrorKind.REDIRECT_LOOP),
    "ever-on": (
        lambda count, text: moved(f"{text.split(' ')[1]}/on")(count, text),
        ErrorKind.REDIRECT_LOOP,
    ),
    "to-a-file": (moved("file:///etc/hostname"), ErrorKind.FORBIDDEN_ADDRESS),
    "to-a-script": (moved("javascript:alert(1)"), ErrorKind.FORBIDDEN_ADDRESS),
    "to-data": (moved("data:text/html,Hello"), ErrorKind.FORBIDDEN_ADDRESS),
    "to-ftp": (moved("ftp://127.0.0.1/x"), ErrorKind.FORBIDDEN_ADDRESS),
    "to-a-user": (moved("http://user:word@127.0.0.1/x"), ErrorKind.FORBIDDEN_ADDRESS),
    "to-no-port": (moved("http://127.0.0.1:99999/x"), ErrorKind.HTTP_STATUS),
    "to-no-host": (moved("https:///x"), ErrorKind.HTTP_STATUS),
    "to-a-broken-address": (moved("http://[::1/x"), ErrorKind.HTTP_STATUS),
    "to-nowhere": (page(b"", status="302 Found"), ErrorKind.HTTP_STATUS),
    "to-a-choice": (page(b"", status="300 Multiple Choices"), ErrorKind.HTTP_STATUS),
    # statuses
    "no-content": (say(head(status="204 No Content")), ErrorKind.HTTP_STATUS),
    "a-part": (page(TEXT, "Content-Range: bytes 0-9/99", status="206 x"), ErrorKind.HTTP_STATUS),
    "unasked-304": (say(head(status="304 Not Modified")), ErrorKind.HTTP_STATUS),
    "robot-wall": (
        page(TEXT, "CF-Mitigated: challenge", status="503 Wait"),
        ErrorKind.BLOCKED,
    ),
    "unknown-status": (page(TEXT, status="799 Own"), ErrorKind.HTTP_STATUS),
    "too-many": (page(TEXT, "Retry-After: 3600", status="429 Slow"), ErrorKind.HTTP_STATUS),
    **{
        f"status-{status}": (page(TEXT, status=f"{status} Oh"), ErrorKind.HTTP_STATUS)
        for status in (400, 401, 403, 404, 407, 408, 410, 425, 451, 500, 501, 502, 503, 504)
    },
}

ODD_BUT_WELL: dict[str, tuple[Script, bytes]] = {
    "until-it-closes": (say(head(), TEXT), TEXT),
    "old-protocol": (say(b"HTTP/1.0 200 OK\r\n\r\n", TEXT), TEXT),
    "early-hints": (say(head(status="103 Early Hints"), head(LENGTH), TEXT), TEXT),
    "in-chunks": (say(head(CHUNKED), b"5\r\nHello\r\n1;a=b\r\n!\r\n0\r\nX: y\r\n\r\n"), b"Hello!"),
    "slow-but-steady": (
        say(head(LENGTH), TEXT[:50], 0.1, TEXT[50:90], 0.1, TEXT[90:]),
        TEXT,
    ),
    "empty": (page(b""), b""),
    "empty-and-coded": (coded("gzip", b""), b""),
    "gzip": (coded("gzip", gzip.compress(TEXT)), TEXT),
    "x-gzip": (coded("x-gzip", gzip.compress(TEXT)), TEXT),
    "gzip-in-members": (coded("gzip", gzip.compress(TEXT) + gzip.compress(TEXT)), TEXT * 2),
    "gzip-with-a-tail": (coded("gzip", gzip.compress(TEXT) + bytes(12)), TEXT),
    "deflate": (coded("deflate", zlib.compress(TEXT)), TEXT),
    "bare-deflate": (coded("deflate", BARE_BODY), TEXT),
    "br": (coded("br", brotli.compress(TEXT)), TEXT),
    "zstd": (coded("zstd", ZSTD(TEXT)), TEXT),
    "zstd-in-frames": (coded("zstd", ZSTD(TEXT) + ZSTD(TEXT)), TEXT * 2),
    "two-coding-headers": (
        page(
            gzip.compress(brotli.compress(TEXT)), "Content-Encoding: br", "Content-Encoding: gzip"
        ),
        TEXT,
    ),
    "two-codings": (coded("br, gzip", gzip.compress(brotli.compress(TEXT))), TEXT),
    "identity": (coded("identity", TEXT), TEXT),
    "redirect-of-every-kind": (moved("/here", "308 Permanent Redirect"), TEXT),
    "location-with-a-space": (moved("/well spaced"), TEXT),
}


@pytest.fixture(scope="module")
def server() -> Iterator[FaultServer]:
    with running() as server:
        server.scripts |= {f"/{name}": script for name, (script, _) in FAULTS.items()}
        server.scripts |= {f"/{name}": script for name, (script, _) in ODD_BUT_WELL.items()}
        server.scripts |= {"/fro": moved("/to-and"), "/here": moved("there"), "/there": page(TEXT)}
        server.scripts |= {"/well%20spaced": page(TEXT)}
        yield server


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_by_its_kind(server: FaultServer, name: str) -> None:
    stalls = FAULTS[name][1] is ErrorKind.TIMEOUT
    world = World(limits=QUICK if stalls else PATIENT)
    result = world.one(server.url(f"/{name}"))
    assert isinstance(result, Unreachable), result
    assert result.kind is FAULTS[name][1], result
    assert result.message
    assert result.message.isprintable()
    assert world.shelf.addresses() == ()


@pytest.mark.parametrize("name", ODD_BUT_WELL)
def test_an_odd_answer_that_is_whole_is_a_page(server: FaultServer, name: str) -> None:
    assert got(World().one(server.url(f"/{name}"))).body == ODD_BUT_WELL[name][1]


def test_there_are_forty_faults_and_more() -> None:
    assert len(FAULTS) >= 40
    assert {kind for _, kind in FAULTS.values()} >= {
        ErrorKind.CONNECT,
        ErrorKind.TIMEOUT,
        ErrorKind.TRUNCATED,
        ErrorKind.DECODE,
        ErrorKind.TOO_LARGE,
        ErrorKind.REDIRECT_LOOP,
        ErrorKind.FORBIDDEN_ADDRESS,
        ErrorKind.HTTP_STATUS,
    }


def test_a_closed_port_is_a_failed_connection() -> None:
    with running() as server:
        url = server.url("/")
    result = World().one(url)
    assert isinstance(result, Unreachable)
    assert result.kind is ErrorKind.CONNECT


def test_a_status_is_told(server: FaultServer) -> None:
    result = World().one(server.url("/status-410"))
    assert isinstance(result, Unreachable)
    assert result.status == 410
    assert result.message == "the server answered 410 Gone"


def test_a_long_retry_after_is_not_waited_for(server: FaultServer) -> None:
    world = World()
    world.limits = Limits(retries=5)
    before = len(server.heads("/too-many"))
    result = world.one(server.url("/too-many"))
    assert isinstance(result, Unreachable)
    assert result.status == 429
    assert "3600 s" in result.message
    assert len(server.heads("/too-many")) == before + 1
