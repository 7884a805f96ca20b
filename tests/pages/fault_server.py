"""A server on loopback that misbehaves by script, one script a path."""

import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

RESET = "reset"
"""Close the connection so that the other side sees it broken, not ended."""

KEEP = "keep"
"""Leave the connection open for another request; else it is closed after the script."""

Step = bytes | float | str
"""Bytes to send, seconds to wait, `RESET`, or at the end `KEEP`."""

Script = Callable[[int, str], Iterator[Step]]
"""Given how many requests for the path came before, and the request's head: what to do."""


def say(*steps: Step) -> Script:
    """A script that does the same every time, and then closes the connection."""
    return lambda _count, _head: iter(steps)


def turns(*scripts: Script) -> Script:
    """A script a request, in order; the last one again for all that follow."""
    return lambda count, head: scripts[min(count, len(scripts) - 1)](count, head)


def page(body: bytes = b"<p>Hello, reader.</p>", *headers: str, status: str = "200 OK") -> Script:
    """A whole answer."""
    lines = (
        f"HTTP/1.1 {status}",
        "Content-Type: text/html",
        f"Content-Length: {len(body)}",
        *headers,
    )
    return say("\r\n".join(lines).encode() + b"\r\n\r\n" + body)


def head(*headers: str, status: str = "200 OK") -> bytes:
    """The head of an answer, with nothing that was not asked for."""
    return "\r\n".join((f"HTTP/1.1 {status}", *headers)).encode() + b"\r\n\r\n"


@dataclass
class FaultServer:
    """Where the server is, what it does, and what it was asked."""

    port: int
    scripts: dict[str, Script] = field(default_factory=dict)
    asked: list[tuple[str, str]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    busy: int = 0
    busiest: int = 0

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def heads(self, path: str) -> list[str]:
        """The heads of the requests for a path."""
        with self.lock:
            return [text for asked, text in self.asked if asked == path]

    def serve(self, connection: socket.socket, tls: ssl.SSLContext | None) -> None:
        connection.settimeout(20)
        with suppress(OSError), _secured(connection, tls) as secured:
            while (text := _read_head(secured)) is not None:
                if not self._answer(secured, text):
                    return

    def _answer(self, connection: socket.socket, text: str) -> bool:
        """Play one script; whether the connection may be used again."""
        path = text.split(" ")[1]
        with self.lock:
            before = sum(asked == path for asked, _ in self.asked)
            self.asked.append((path, text))
            self.busy += 1
            self.busiest = max(self.busiest, self.busy)
        try:
            for step in self._script(path)(before, text):
                if step == KEEP:
                    return True
                _play(connection, step)
            return False
        finally:
            with self.lock:
                self.busy -= 1

    def _script(self, path: str) -> Script:
        best = max((known for known in self.scripts if path.startswith(known)), key=len, default="")
        return self.scripts.get(best, page(status="404 Not Found"))


def _secured(connection: socket.socket, tls: ssl.SSLContext | None) -> socket.socket:
    """The connection, with TLS on it; closed where that fails."""
    if tls is None:
        return connection
    try:
        return tls.wrap_socket(connection, server_side=True)
    except OSError:
        connection.close()
        raise


def _play(connection: socket.socket, step: Step) -> None:
    if isinstance(step, bytes):
        connection.sendall(step)
    elif isinstance(step, float):
        time.sleep(step)
    else:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()


def _read_head(connection: socket.socket) -> str | None:
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(4096)
        if not piece:
            return None
        data += piece
    return data.partition(b"\r\n\r\n")[0].decode("latin-1")


@contextmanager
def running(tls: ssl.SSLContext | None = None) -> Iterator[FaultServer]:
    """Run a server until the block ends."""
    with socket.create_server(("127.0.0.1", 0), backlog=256) as listener:
        server = FaultServer(listener.getsockname()[1])

        def accept() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = listener.accept()
                    arguments = (connection, tls)
                    threading.Thread(target=server.serve, args=arguments, daemon=True).start()

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield server
        listener.shutdown(socket.SHUT_RDWR)
        thread.join(5)
