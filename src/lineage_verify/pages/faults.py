"""What goes wrong on the network, and the error kind that it is told as."""

from collections.abc import Iterator
from dataclasses import dataclass

from lineage_verify.pages.snapshot import ErrorKind, Unreachable

__all__ = ["Failure", "NetworkFaultError", "fault_of", "one_line"]

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
    ErrorKind.DNS: "the host's name cannot be looked up",
    ErrorKind.FORBIDDEN_ADDRESS: "the address is not one that may be asked",
    ErrorKind.HTTP_STATUS: "the server answered with an error",
    ErrorKind.REDIRECT_LOOP: "too many redirects",
    ErrorKind.TIMEOUT: "the server took too long",
    ErrorKind.TLS: "the server's identity cannot be trusted",
    ErrorKind.TOO_LARGE: "the headers are larger than the limit",
    ErrorKind.TRUNCATED: "the body was cut short",
}


def fault_of(error: Exception, *, url: str, reading: bool) -> Failure:
    """The failure that an exception of the network stack stands for.

    `reading` says that the body was being read: a connection that breaks then has cut it short.
    """
    if isinstance(error, NetworkFaultError):
        return Failure(Unreachable(error.kind, str(error), url=url), passing=error.passing)
    kind = _kind_of(error, reading=reading)
    detail = one_line(str(error))
    sentence = _SENTENCES[kind]
    message = f"{sentence}: {detail}" if detail else sentence
    return Failure(Unreachable(kind, message, url=url))


def one_line(text: str) -> str:
    """Foreign text as one short printable line."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= _LONGEST_MESSAGE else line[: _LONGEST_MESSAGE - 1] + "…"


def _kind_of(error: Exception, *, reading: bool) -> ErrorKind:
    causes = tuple(_causes(error))
    if any(getattr(cause, "error_status_hint", None) == _TOO_LONG_HINT for cause in causes):
        return ErrorKind.TOO_LARGE
    import ssl

    if not reading and any(isinstance(cause, ssl.SSLError) for cause in causes):
        return ErrorKind.TLS
    kind = next(_KINDS[cls.__name__] for cls in type(error).__mro__ if cls.__name__ in _KINDS)
    return ErrorKind.TRUNCATED if reading and kind is ErrorKind.CONNECT else kind


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        current = current.__cause__ or current.__context__
