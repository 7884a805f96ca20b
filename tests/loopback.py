"""A real web server on 127.0.0.1, with pages that a test can change while it runs."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Page:
    """One page; with an `etag`, a request that names it gets 304."""

    body: bytes
    content_type: str = "text/html; charset=utf-8"
    status: int = 200
    etag: str | None = None
    location: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    held: threading.Event | None = None
    """Answered only once this is set."""


@dataclass
class Site:
    """The server's pages by path, and the requests it has had."""

    address: str = ""
    pages: dict[str, Page] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def paths(self) -> list[str]:
        """The paths that were asked for, in order."""
        return [path for path, _ in self.asked]


@contextmanager
def serve() -> Iterator[Site]:
    """Run a site until the block ends."""
    site = Site()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            site.asked.append((self.path, {k.lower(): v for k, v in self.headers.items()}))
            page = site.pages.get(self.path, Page(b"<h1>Nothing here</h1>", status=404))
            if page.held is not None:
                page.held.wait(60)
            if page.etag and self.headers.get("If-None-Match") == page.etag:
                self._send(304, page, b"")
            else:
                self._send(page.status, page, page.body)

        def _send(self, status: int, page: Page, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", page.content_type)
            if page.etag:
                self.send_header("ETag", page.etag)
            if page.location:
                self.send_header("Location", page.location)
            for name, value in page.headers.items():
                self.send_header(name, value)
            if status != 304:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    site.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
