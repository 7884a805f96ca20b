"""A web server on this machine whose pages a test writes and changes."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class Pages(ThreadingHTTPServer):
    """Serves `texts`, keyed by path; None is answered with 503."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.texts: dict[str, str | None] = {}

    def address(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_port}{path}"

    def write(self, path: str, words: str) -> None:
        """A page long enough to be one, with the words in a paragraph of their own."""
        filling = "<p>The page goes on about other things that a reader may want to know.</p>" * 20
        self.texts[path] = (
            "<!doctype html><html><head><title>How it runs</title></head><body><main>"
            f"<h1>How it runs</h1><p>{words}</p>{filling}</main></body></html>"
        )


class Answer(BaseHTTPRequestHandler):
    server: Pages

    def do_GET(self) -> None:
        text = self.server.texts.get(self.path, "")
        if not text:
            self.send_error(
                HTTPStatus.SERVICE_UNAVAILABLE if text is None else HTTPStatus.NOT_FOUND
            )
            return
        content = text.encode()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Keep the test's output clean."""


@contextmanager
def serving() -> Iterator[Pages]:
    with Pages() as pages:
        thread = Thread(target=pages.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield pages
        pages.shutdown()
        thread.join()
