"""httpx over connection pools of our own, each behind the guard or a proxy of the environment."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

import httpcore
import httpx

from lineage_verify.pages.guard import GuardedBackend, Resolver, look_up
from lineage_verify.pages.proxy import Proxy, proxy_for
from lineage_verify.settings import Settings

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterator

__all__ = ["GuardedTransport", "trust"]

_IDLE_S = 5.0

Pool = httpcore.AsyncConnectionPool | httpcore.AsyncHTTPProxy


def trust(environ: Mapping[str, str]) -> "ssl.SSLContext":
    """What certificates are checked against: `SSL_CERT_FILE` or `SSL_CERT_DIR`, else certifi's."""
    import ssl

    import certifi

    file, folder = environ.get("SSL_CERT_FILE"), environ.get("SSL_CERT_DIR")
    if file or folder:
        return ssl.create_default_context(cafile=file or None, capath=folder or None)
    return ssl.create_default_context(cafile=certifi.where())


class GuardedTransport(httpx.AsyncBaseTransport):
    """Sends a request through the pool that its URL calls for.

    The pools are made here, and not inside httpx, so that no connection can go round the guard.
    """

    def __init__(
        self,
        settings: Settings,
        environ: Mapping[str, str],
        resolve: Resolver,
        said: Callable[[str], None],
    ) -> None:
        """Make no connection yet; `said` is told of each proxy, once."""
        self._settings = settings
        self._environ = environ
        self._resolve = resolve
        self._said = said
        self._pools: dict[tuple[str, str | None], Pool] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request; the answer's body is read by the caller."""
        pool = self._pool(request.url.scheme, proxy_for(str(request.url), self._environ))
        inner = httpcore.Request(
            method=request.method,
            url=httpcore.URL(
                scheme=request.url.raw_scheme,
                host=request.url.raw_host,
                port=request.url.port,
                target=request.url.raw_path,
            ),
            headers=request.headers.raw,
            content=request.stream,
            extensions=request.extensions,
        )
        with _as_httpx():
            answer = await pool.handle_async_request(inner)
        return httpx.Response(
            status_code=answer.status,
            headers=answer.headers,
            stream=_Body(answer),
            extensions=answer.extensions,
        )

    async def aclose(self) -> None:
        """Close every pool."""
        for pool in self._pools.values():
            await pool.aclose()

    @cached_property
    def _trust(self) -> "ssl.SSLContext":
        return trust(self._environ)

    def _pool(self, scheme: str, proxy: Proxy | None) -> Pool:
        """The pool for a scheme and a proxy; certificates are only read for `https`."""
        key = (scheme, proxy.url if proxy else None)
        if key not in self._pools:
            tls = self._trust if scheme == "https" else None
            self._pools[key] = self._direct(tls) if proxy is None else self._through(proxy, tls)
        return self._pools[key]

    def _direct(self, tls: "ssl.SSLContext | None") -> Pool:
        return httpcore.AsyncConnectionPool(
            ssl_context=tls,
            max_connections=None,  # the hosts' gates count
            max_keepalive_connections=self._settings.limits.connections,
            keepalive_expiry=_IDLE_S,
            http2=True,
            network_backend=GuardedBackend(
                resolve=self._resolve,
                allow_private=self._settings.policy.allow_private_network,
            ),
        )

    def _through(self, proxy: Proxy, tls: "ssl.SSLContext | None") -> Pool:
        self._said(
            f"asking through the proxy {proxy.shown} ({proxy.variable}), "
            "which looks names up itself"
        )
        parts = httpx.URL(proxy.url)
        user = (parts.username, parts.password) if parts.userinfo else None
        return httpcore.AsyncHTTPProxy(
            proxy_url=str(parts.copy_with(userinfo=b"")),
            proxy_auth=user,
            ssl_context=tls,
            proxy_ssl_context=self._trust if parts.scheme == "https" else None,
            max_connections=None,
            max_keepalive_connections=self._settings.limits.connections,
            keepalive_expiry=_IDLE_S,
            http2=True,
            # The user's own environment names the proxy, which is often a local one.
            network_backend=GuardedBackend(resolve=look_up, allow_private=True),
        )


class _Body(httpx.AsyncByteStream):
    """An answer's body as it comes, transfer coding undone, content coding kept."""

    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _as_httpx():
            async for piece in self._answer.aiter_stream():
                yield piece

    async def aclose(self) -> None:
        with _as_httpx():
            await self._answer.aclose()


@contextmanager
def _as_httpx() -> "Iterator[None]":
    """Turn httpcore's exceptions into httpx's, which bear the same names."""
    try:
        yield
    except Exception as error:
        public = next(
            (
                getattr(httpx, cls.__name__)
                for cls in type(error).__mro__
                if cls.__module__.startswith("httpcore") and hasattr(httpx, cls.__name__)
            ),
            None,
        )
        if public is None:
            raise
        raise public(str(error)) from error
