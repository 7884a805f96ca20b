"""A look at the bytes on the wire: whether a server sent more than it said it would.

HTTP takes the surplus for the start of the next answer, so the body that it hands on looks whole
though it was cut in the middle.
"""

import ssl
from collections.abc import Mapping
from typing import Any

import httpcore

__all__ = ["WatchedStream", "overran"]

_GLANCE_S = 0.05


class WatchedStream(httpcore.AsyncNetworkStream):
    """A network stream that remembers the last bytes that came."""

    def __init__(self, inner: httpcore.AsyncNetworkStream) -> None:
        """Pass everything on to `inner`."""
        self._inner = inner
        self.last = b""

    async def read(
        self,
        max_bytes: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
    ) -> bytes:
        """Read, and remember."""
        data = await self._inner.read(max_bytes, timeout)
        self.last = data or self.last
        return data

    async def write(
        self,
        buffer: bytes,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
    ) -> None:
        """Write."""
        self.last = b""
        await self._inner.write(buffer, timeout)

    async def aclose(self) -> None:
        """Close."""
        await self._inner.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
    ) -> httpcore.AsyncNetworkStream:
        """Speak TLS from here on, and watch what it carries."""
        return WatchedStream(await self._inner.start_tls(ssl_context, server_hostname, timeout))

    def get_extra_info(self, info: str) -> Any:
        """Whatever the inner stream knows."""
        return self._inner.get_extra_info(info)


async def overran(extensions: Mapping[str, Any], body: bytes) -> bool:
    """Whether more came than the `Content-Length` of a body that was read to its end.

    Only for HTTP/1 without a transfer coding. A connection with a surplus is closed, since the
    next answer on it would begin in the wrong place.
    """
    stream = extensions.get("network_stream")
    if not isinstance(stream, WatchedStream) or not stream.last:
        return False
    if not _ends_with(stream.last, body) or await _more(stream):
        await stream.aclose()
        return True
    return False


def _ends_with(last: bytes, body: bytes) -> bool:
    if not body:
        return last.endswith((b"\r\n\r\n", b"\n\n"))
    return last[-len(body) :] == body[-len(last) :]


async def _more(stream: WatchedStream) -> bool:
    """Whether bytes are waiting that belong to no answer; the end of the stream is none."""
    if not stream.get_extra_info("is_readable"):
        return False
    try:
        return bool(await stream.read(1, _GLANCE_S))
    except (httpcore.NetworkError, httpcore.TimeoutException):
        return False
