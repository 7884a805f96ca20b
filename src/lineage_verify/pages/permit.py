"""Which URLs may be asked at all: said before anything goes out, at every hop of a redirect."""

from urllib.parse import urlsplit

from lineage_verify.pages.faults import NetworkFaultError
from lineage_verify.pages.snapshot import ErrorKind
from lineage_verify.sources.reach import literal_address, private_name, refusal

__all__ = ["check_host", "check_url", "forbidden"]

_SCHEMES = frozenset({"http", "https"})
_PERMIT = "--allow-private-network permits it"


def check_url(url: str, *, allow_private: bool) -> str:
    """Refuse a URL that may not be asked; returns its host.

    Raises:
        NetworkFaultError: of kind `forbidden-address`, or `dns` where there is no host in it.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise NetworkFaultError(ErrorKind.DNS, "the address cannot be read as a URL") from None
    if parts.scheme not in _SCHEMES:
        raise forbidden(f"the scheme {parts.scheme or '(none)'} is not http or https")
    if "@" in parts.netloc:
        raise forbidden("the address holds a user name")
    if not host or port == 0:
        raise NetworkFaultError(ErrorKind.DNS, "the address names no host that can be asked")
    check_host(host, allow_private=allow_private)
    return host


def check_host(host: str, *, allow_private: bool) -> None:
    """Refuse a host that is plainly private, by its number or by its name.

    Raises:
        NetworkFaultError: of kind `forbidden-address`.
    """
    if allow_private:
        return
    address = literal_address(host)
    reason = refusal(address) if address is not None else None
    if reason is not None:
        raise forbidden(f"{host} is {reason}; {_PERMIT}")
    if address is None and private_name(host):
        raise forbidden(f"{host} is a name of private networks; {_PERMIT}")


def forbidden(message: str) -> NetworkFaultError:
    """A refusal, to be raised."""
    return NetworkFaultError(ErrorKind.FORBIDDEN_ADDRESS, message)
