"""What goes wrong on the network, and the error kind that it is told as."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from lineage_verify.errors import LineageError
from lineage_verify.pages.snapshot import ErrorKind, Unreachable

__all__ = ["Failure", "NetworkFaultError", "fault_of", "one_line", "readable_size"]

_LONGEST_MESSAGE = 200
_TOO_LONG_HINT = 431


@dataclass(frozen=True, slots=True)
class Failure:
    """A try that failed: what to tell, and what bears on another try.

    `asked_s` is the `Retry-After` of the answer; `passing` marks a fault that is known to pass
    though others of its kind do not.
    """

    unreachable: Unreachable
    asked_s: float | None = None
    passing: bool = False


class NetworkFaultError(Exception):
    """A fault that our own half of the connection found, with its kind."""

    def __init__(self, kind: ErrorKind, message: str, *, passing: bool = False) -> None:
        """Keep the kind beside the message."""
        super().__init__(message)
        self.kind = kind
        self.passing = passing


# By the names of httpx's public exceptions, so that httpx need not be imported for the table.
_KINDS: dict[str, ErrorKind] = {
    "CloseError": ErrorKind.CONNECT,
    "ConnectError": ErrorKind.CONNECT,
    "ConnectTimeout": ErrorKind.TIMEOUT,
    "CookieConflict": ErrorKind.CONNECT,
    "DecodingError": ErrorKind.DECODE,
    "HTTPError": ErrorKind.CONNECT,
    "HTTPStatusError": ErrorKind.HTTP_STATUS,
    "InvalidURL": ErrorKind.DNS,
    "LocalProtocolError": ErrorKind.CONNECT,
    "NetworkError": ErrorKind.CONNECT,
    "PoolTimeout": ErrorKind.TIMEOUT,
    "ProtocolError": ErrorKind.CONNECT,
    "ProxyError": ErrorKind.CONNECT,
    "ReadError": ErrorKind.CONNECT,
    "ReadTimeout": ErrorKind.TIMEOUT,
    "RemoteProtocolError": ErrorKind.CONNECT,
    "RequestError": ErrorKind.CONNECT,
    "RequestNotRead": ErrorKind.CONNECT,
    "ResponseNotRead": ErrorKind.CONNECT,
    "StreamClosed": ErrorKind.CONNECT,
    "StreamConsumed": ErrorKind.CONNECT,
    "StreamError": ErrorKind.CONNECT,
    "TimeoutException": ErrorKind.TIMEOUT,
    "TooManyRedirects": ErrorKind.REDIRECT_LOOP,
    "TransportError": ErrorKind.CONNECT,
    "UnsupportedProtocol": ErrorKind.FORBIDDEN_ADDRESS,
    "WriteError": ErrorKind.CONNECT,
    "WriteTimeout": ErrorKind.TIMEOUT,
}

_SENTENCES: dict[ErrorKind, str] = {
    ErrorKind.CONNECT: "the connection failed",
    ErrorKind.DECODE: "the body's content coding is broken",
    ErrorKind.DNS: "the address cannot be read as a URL",
    ErrorKind.FORBIDDEN_ADDRESS: "the address is not one that may be asked",
    ErrorKind.HTTP_STATUS: "the server answered with an error",
    ErrorKind.REDIRECT_LOOP: "there are too many redirects",
    ErrorKind.TIMEOUT: "the server took too long",
    ErrorKind.TLS: "the connection cannot be trusted",
    ErrorKind.TOO_LARGE: "the answer's headers are larger than the limit",
    ErrorKind.TRUNCATED: "the connection broke before the body was whole",
}

_PHRASES = {
    "ConnectTimeout": "no connection could be made in time",
    "ProxyError": "the proxy refused",
    "ReadTimeout": "the server fell silent",
    "RemoteProtocolError": "the server does not speak proper HTTP",
    "WriteTimeout": "the server does not take the request",
}

# Of a peer that closes, httpx's two protocol errors say this and no more.
_CLOSED = "disconnected without sending a response"


def fault_of(error: Exception, *, url: str, reading: bool) -> Failure:
    """The failure that an exception of the network stack stands for.

    `reading` says that the body was being read: a connection that breaks then has cut it short.
    """
    if isinstance(error, NetworkFaultError):
        return Failure(Unreachable(error.kind, str(error), url=url), passing=error.passing)
    causes = tuple(_causes(error))
    kind = _kind_of(error, causes, reading=reading)
    return Failure(Unreachable(kind, _message(error, kind, causes), url=url))


def _message(error: Exception, kind: ErrorKind, causes: tuple[BaseException, ...]) -> str:
    """A sentence for a person, with what the system knows and without the libraries' own words."""
    if kind in {ErrorKind.TLS, ErrorKind.TOO_LARGE, ErrorKind.TRUNCATED}:
        sentence = _SENTENCES[kind]
    elif _CLOSED in str(error):
        sentence = "the server closed the connection without an answer"
    else:
        sentence = _PHRASES.get(type(error).__name__, _SENTENCES[kind])
    detail = next((text for text in map(_detail, causes) if text), "")
    return f"{sentence}: {one_line(detail)}" if detail else sentence


def _detail(cause: BaseException) -> str:
    """What the system says of a failed connection or certificate."""
    if not isinstance(cause, OSError):
        return ""
    for name in ("verify_message", "reason"):  # of ssl.SSLError
        text = getattr(cause, name, None)
        if isinstance(text, str):
            return text.replace("_", " ").lower()
    return os.strerror(cause.errno) if cause.errno else ""


def readable_size(count: int) -> str:
    """A number of bytes for a person."""
    for unit, name in ((1024 * 1024, "MiB"), (1024, "KiB")):
        if count >= unit:
            return f"{count / unit:.4g} {name}"
    return f"{count} bytes"


@contextmanager
def guarded_stack() -> Iterator[None]:
    """Take whatever a peer provokes in the network libraries for what it is: a broken connection.

    Their own exceptions pass; so do those that a user must mend, and an assertion, which is a fault
    of this program.
    """
    import httpx

    try:
        yield
    except (httpx.HTTPError, httpx.StreamError, NetworkFaultError, LineageError):
        raise
    except AssertionError:
        raise
    except Exception as error:
        raise httpx.NetworkError(type(error).__name__) from error


def one_line(text: str) -> str:
    """Foreign text as one short printable line."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= _LONGEST_MESSAGE else line[: _LONGEST_MESSAGE - 1] + "…"


def _kind_of(error: Exception, causes: tuple[BaseException, ...], *, reading: bool) -> ErrorKind:
    if any(getattr(cause, "error_status_hint", None) == _TOO_LONG_HINT for cause in causes):
        return ErrorKind.TOO_LARGE
    import ssl

    if not reading and any(isinstance(cause, ssl.SSLError) for cause in causes):
        return ErrorKind.TLS
    if any(type(cause).__name__ == "InvalidBodyLengthError" for cause in causes):  # of h2
        return ErrorKind.TRUNCATED
    kind = next(_KINDS[cls.__name__] for cls in type(error).__mro__ if cls.__name__ in _KINDS)
    return ErrorKind.TRUNCATED if reading and kind is ErrorKind.CONNECT else kind


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        current = current.__cause__ or current.__context__
