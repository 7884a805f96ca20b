"""Which proxy the environment names for a URL: pure (the conventions that curl documents)."""

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_network
from urllib.parse import SplitResult, urlsplit

from lineage_verify.errors import SettingsError
from lineage_verify.sources.reach import literal_address

__all__ = ["Proxy", "proxy_for"]

_SCHEMES = frozenset({"http", "https"})
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Proxy:
    """A proxy and the variable that named it; `url` may hold a password and is never shown."""

    url: str
    variable: str

    @property
    def shown(self) -> str:
        """The proxy's address without what may be secret in it."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.hostname or ''}" + (f":{parts.port}" if parts.port else "")


def proxy_for(url: str, environ: Mapping[str, str]) -> Proxy | None:
    """The proxy that a URL is asked through, or `None` for a direct connection.

    `HTTP_PROXY` in capitals is ignored where a web server set it from a request's header (a CGI
    environment, CVE-2016-5385).

    Raises:
        SettingsError: the variable names something that is not an http(s) proxy.
    """
    parts = urlsplit(url)
    proxy = _named(parts.scheme, environ)
    if proxy is None or _excepted(parts, environ):
        return None
    return proxy


def _named(scheme: str, environ: Mapping[str, str]) -> Proxy | None:
    for variable in (f"{scheme}_proxy", f"{scheme.upper()}_PROXY", "all_proxy", "ALL_PROXY"):
        if variable == "HTTP_PROXY" and "REQUEST_METHOD" in environ:
            continue
        value = environ.get(variable, "").strip()
        if value:
            return _checked(Proxy(value if "://" in value else f"http://{value}", variable))
    return None


def _checked(proxy: Proxy) -> Proxy:
    try:
        parts = urlsplit(proxy.url)
        usable = parts.scheme in _SCHEMES and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise SettingsError(
            f"{proxy.variable} does not name an http or https proxy; "
            "set it to http://HOST:PORT or unset it"
        )
    return proxy


def _excepted(parts: SplitResult, environ: Mapping[str, str]) -> bool:
    listed = environ.get("no_proxy") or environ.get("NO_PROXY") or ""
    host = (parts.hostname or "").rstrip(".")
    port = parts.port or _DEFAULT_PORTS.get(parts.scheme, 0)
    entries = (entry.strip().lower() for entry in listed.replace(" ", ",").split(","))
    return any(_covers(entry, host, port) for entry in entries if entry)


def _covers(entry: str, host: str, port: int) -> bool:
    if entry == "*":
        return True
    if _covers_network(entry, host):
        return True
    name, colon, digits = entry.rpartition(":")
    if colon and digits.isdigit() and not name.endswith(":"):
        return int(digits) == port and _covers(name, host, port)
    name = entry.removeprefix("*").removeprefix(".").rstrip(".").strip("[]")
    return host == name or host.endswith(f".{name}")


def _covers_network(entry: str, host: str) -> bool:
    address = literal_address(host)
    if address is None:
        return False
    try:
        return address in ip_network(entry.strip("[]"), strict=False)
    except ValueError:
        return False
