"""The address guard: a name is looked up once, checked, and connected to where it was checked.

No second look-up can slip in between (DNS rebinding), since the socket is opened to the address
itself; the name still goes into TLS's server name and the `Host` header. Through a proxy the proxy
looks names up, so only addresses written out and names known as private can be refused.
"""

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from ipaddress import ip_address

import httpcore

from lineage_verify.pages.faults import NetworkFaultError
from lineage_verify.pages.permit import check_host, forbidden
from lineage_verify.pages.snapshot import ErrorKind
from lineage_verify.pages.wire import WatchedStream
from lineage_verify.sources.reach import refusal

__all__ = ["GuardedBackend", "Resolver", "look_up"]

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""Looks a host's name up: the addresses in the order to try them."""

SocketOption = (
    tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]
)

_MOST_ADDRESSES = 4
_LEAST_SHARE_S = 0.5


async def look_up(host: str, port: int) -> Sequence[str]:
    """Ask the system's resolver, in a thread that no exit has to wait for.

    Raises:
        NetworkFaultError: of kind `dns`; `passing` where the name server was only busy.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Sequence[str]] = loop.create_future()

    def settle(addresses: Sequence[str] | None, error: Exception | None) -> None:
        if answer.done():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(addresses or ())

    def ask() -> None:
        addresses, error = _ask_system(host, port)
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, addresses, error)

    threading.Thread(target=ask, name="look-up", daemon=True).start()
    return await answer


def _ask_system(host: str, port: int) -> tuple[Sequence[str] | None, Exception | None]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except socket.gaierror as error:
        busy = error.errno == socket.EAI_AGAIN
        return None, NetworkFaultError(
            ErrorKind.DNS,
            f"the name {host} could not be looked up just now" if busy else f"no host {host}",
            passing=busy,
        )
    except (OSError, UnicodeError) as error:
        return None, NetworkFaultError(ErrorKind.DNS, f"no host {host} ({type(error).__name__})")
    return [str(entry[4][0]) for entry in found], None


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """A network backend that opens sockets to checked addresses only."""

    def __init__(self, *, resolve: Resolver, allow_private: bool) -> None:
        """Look names up with `resolve`."""
        self._resolve = resolve
        self._allow_private = allow_private
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
        local_address: str | None = None,
        socket_options: Iterable[SocketOption] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Open a connection to the first permitted address that answers."""
        loop = asyncio.get_running_loop()
        ends = loop.time() + timeout if timeout is not None else None
        addresses = await self._permitted(host, port, timeout)
        for left in range(len(addresses), 0, -1):
            share = max((ends - loop.time()) / left, _LEAST_SHARE_S) if ends is not None else None
            try:
                return WatchedStream(
                    await self._inner.connect_tcp(
                        addresses[-left], port, share, local_address, socket_options
                    )
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if left == 1:
                    raise
        raise NetworkFaultError(ErrorKind.DNS, f"the name {host} has no address")

    async def _permitted(self, host: str, port: int, within: float | None) -> Sequence[str]:
        check_host(host, allow_private=self._allow_private)
        try:
            async with asyncio.timeout(within):
                found = await self._resolve(host, port)
        except TimeoutError:
            raise NetworkFaultError(
                ErrorKind.DNS, f"the look-up of {host} took too long", passing=True
            ) from None
        return self._checked(host, found)

    def _checked(self, host: str, found: Sequence[str]) -> Sequence[str]:
        addresses = list(dict.fromkeys(found))[:_MOST_ADDRESSES]
        if self._allow_private:
            return addresses
        reasons = {text: refusal(ip_address(text)) for text in addresses}
        permitted = [text for text, reason in reasons.items() if reason is None]
        if addresses and not permitted:
            text, reason = next(iter(reasons.items()))
            raise forbidden(f"{host} is at {text}, {reason}; --allow-private-network permits it")
        return permitted

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
