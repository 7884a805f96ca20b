"""What a source's URL points at: which bytes to get, and which part of them is meant."""

import posixpath
import re
from urllib.parse import SplitResult, quote, unquote, urlsplit

from lineage_verify.sources.file_views import find_raw_file, read_lines
from lineage_verify.sources.target import Target

__all__ = ["read_source"]

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_DEFAULT_PORTS = {"http": 80, "https": 443}
_AS_IT_IS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
"""What percent-encoding leaves alone; only white space and what is not ASCII has to change."""


def read_source(url: str, *, folder: str = "") -> Target:
    """Return what a source's URL points at.

    `folder` is the spec's own folder as a POSIX path from the tree's root; a relative URL starts
    there. An http(s) address keeps its meaning (RFC 3986, 6.2.2 and 6.2.3): scheme and host in
    lower case, the host as IDNA, no default port, an empty path as `/`, nothing else rewritten.
    A form that no spec may have raises `ValueError`.
    """
    if _SCHEME.match(url):
        return _web_target(url)
    return _local_target(url, folder)


def _web_target(url: str) -> Target:
    parts = urlsplit(url)
    if parts.scheme not in _DEFAULT_PORTS:
        raise ValueError(f"the address {url!r} has a scheme other than http and https")
    if "@" in parts.netloc:
        raise ValueError(f"the address {url!r} has a user name or a password before its host")
    host = _host_and_port(parts, url)
    path = quote(parts.path, safe=_AS_IT_IS) or "/"
    fragment = _fragment(parts.fragment)
    raw = find_raw_file(host, path, fragment)
    if raw is not None:
        scheme = parts.scheme if raw.location.startswith(f"{host}/") else "https"
        return Target(
            url=url,
            address=f"{scheme}://{raw.location}",
            fragment=fragment,
            lines=read_lines(fragment),
            immutable=raw.immutable,
        )
    query = f"?{quote(parts.query, safe=_AS_IT_IS)}" if parts.query else ""
    return Target(url=url, address=f"{parts.scheme}://{host}{path}{query}", fragment=fragment)


def _host_and_port(parts: SplitResult, url: str) -> str:
    if not parts.hostname:
        raise ValueError(f"the address {url!r} has no host")
    host, port = _ascii_host(parts.hostname, url), parts.port
    if ":" in host:
        host = f"[{host}]"
    return host if port in {None, _DEFAULT_PORTS[parts.scheme]} else f"{host}:{port}"


def _ascii_host(host: str, url: str) -> str:
    """Return a host as DNS has it (IDNA 2008 after the mapping of UTS 46, as browsers do)."""
    if host.isascii():
        return host.lower()
    import idna  # only few hosts need its tables

    try:
        return idna.encode(host, uts46=True).decode("ascii").lower()
    except idna.IDNAError as error:
        raise ValueError(f"the address {url!r} has a host that no name can be: {error}") from error


def _local_target(url: str, folder: str) -> Target:
    path, _, fragment = url.partition("#")
    if not path or path.startswith("/") or "\\" in path:
        raise ValueError(f"the address {url!r} is not a path relative to the spec's own folder")
    address = posixpath.normpath(posixpath.join(folder, path))
    if address == ".." or address.startswith("../"):
        raise ValueError(f"the address {url!r} leaves the folder that the tool runs in")
    found = _fragment(fragment)
    return Target(url=url, address=address, local=True, fragment=found, lines=read_lines(found))


def _fragment(fragment: str) -> str | None:
    """Return a fragment as an element's id would have it, without a text directive."""
    return unquote(fragment.partition(":~:")[0]) or None
