"""Whether an IP address may be asked: only those of the public internet, unless a user says so.

Pure: no look-up happens here. The tables follow IANA's special-purpose address registries
(RFC 6890 and its updates); Python's own `is_global` is not used, since its answers differ from one
Python to the next and it lets translated addresses through.
"""

import re
import unicodedata
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
)
from urllib.parse import unquote

__all__ = ["IPAddress", "literal_address", "private_name", "refusal"]

IPAddress = IPv4Address | IPv6Address

_REFUSED_V4: tuple[tuple[IPv4Network, str], ...] = tuple(
    (IPv4Network(network), reason)
    for network, reason in (
        ("0.0.0.0/8", "an unspecified address"),
        ("10.0.0.0/8", "a private address"),
        ("100.64.0.0/10", "a shared (carrier-grade NAT) address"),
        ("127.0.0.0/8", "a loopback address"),
        ("168.63.129.16/32", "a cloud provider's metadata address"),
        ("169.254.169.254/32", "a cloud provider's metadata address"),
        ("169.254.0.0/16", "a link-local address"),
        ("172.16.0.0/12", "a private address"),
        ("192.0.0.0/24", "an address reserved for protocols"),
        ("192.0.2.0/24", "an address reserved for documentation"),
        ("192.88.99.0/24", "a 6to4 relay address"),
        ("192.168.0.0/16", "a private address"),
        ("198.18.0.0/15", "an address reserved for benchmarks"),
        ("198.51.100.0/24", "an address reserved for documentation"),
        ("203.0.113.0/24", "an address reserved for documentation"),
        ("224.0.0.0/4", "a multicast address"),
        ("240.0.0.0/4", "a reserved address"),
    )
)

_REFUSED_V6: tuple[tuple[IPv6Network, str], ...] = tuple(
    (IPv6Network(network), reason)
    for network, reason in (
        ("::/128", "an unspecified address"),
        ("::1/128", "a loopback address"),
        ("::ffff:0:0/96", "an IPv4-mapped address"),
        ("::ffff:0:0:0/96", "an IPv4-translated address"),
        ("::/96", "an IPv4-compatible address"),
        ("64:ff9b::/96", "a NAT64 address"),
        ("64:ff9b:1::/48", "a NAT64 address"),
        ("100::/64", "a discard-only address"),
        ("2001::/32", "a Teredo address"),
        ("2001::/23", "an address reserved for protocols"),
        ("2001:db8::/32", "an address reserved for documentation"),
        ("2002::/16", "a 6to4 address"),
        ("3fff::/20", "an address reserved for documentation"),
        ("fd00:ec2::254/128", "a cloud provider's metadata address"),
        ("fc00::/7", "a private (unique local) address"),
        ("fe80::/10", "a link-local address"),
        ("fec0::/10", "a site-local address"),
        ("ff00::/8", "a multicast address"),
    )
)

_GLOBAL_UNICAST = IPv6Network("2000::/3")

_PRIVATE_NAMES = (
    "localhost",  # RFC 6761
    "local",  # RFC 6762
    "internal",  # reserved by ICANN for private use; clouds' metadata names end in it
    "home.arpa",  # RFC 8375
    "localdomain",
    "intranet",
    "lan",
)

_IPV4_NUMBER = re.compile(r"0[xX][0-9a-fA-F]*|[0-9]+")


def refusal(address: IPAddress) -> str | None:
    """Say what an address is, where it is not one of the public internet; `None` where it is.

    An IPv4 address inside an IPv6 one (mapped, translated, NAT64, 6to4) is refused as such,
    whatever it holds: no public server needs to be named that way.
    """
    if isinstance(address, IPv4Address):
        return next((reason for net, reason in _REFUSED_V4 if address in net), None)
    plain = IPv6Address(int(address))  # without a scope id, which would never be in a network
    reason = next((reason for net, reason in _REFUSED_V6 if plain in net), None)
    if reason is None and plain not in _GLOBAL_UNICAST:
        return "a reserved address"
    return reason


def literal_address(host: str) -> IPAddress | None:
    """Read a URL's host as an IP address, as leniently as any resolver would; `None` for a name.

    Knows the spellings of the WHATWG URL Standard's IPv4 parser (decimal, octal, hexadecimal,
    short forms, a trailing dot), percent-encoding, full-width and other Unicode digits, and IPv6
    in brackets with or without a zone.
    """
    plain = unicodedata.normalize("NFKC", unquote(host)).strip()
    if plain.startswith("[") or ":" in plain:
        return _read_v6(plain)
    return _read_v4(plain.replace("\u3002", ".").removesuffix("."))


def private_name(host: str) -> bool:
    """Whether a host's name is one that only private networks answer for."""
    labels = unicodedata.normalize("NFKC", unquote(host)).casefold().rstrip(".")
    return any(labels == name or labels.endswith(f".{name}") for name in _PRIVATE_NAMES)


def _read_v6(host: str) -> IPAddress | None:
    bare = host.removeprefix("[").removesuffix("]").split("%")[0]
    try:
        return ip_address(bare)
    except ValueError:
        return None


def _read_v4(host: str) -> IPv4Address | None:
    parts = host.split(".")
    if not 1 <= len(parts) <= 4:
        return None
    numbers = [_number(part) for part in parts]
    *heads, last = numbers
    if last is None or any(head is None or head > 255 for head in heads):
        return None
    if last >= 256 ** (5 - len(parts)):
        return None
    value = last
    for index, head in enumerate(heads):
        value += (head or 0) * 256 ** (3 - index)
    return IPv4Address(value)


def _number(part: str) -> int | None:
    """One part of an IPv4 address in decimal, octal (`0…`) or hexadecimal (`0x…`)."""
    if not _IPV4_NUMBER.fullmatch(part) or not part.isascii():
        return None
    try:
        if part[:2].lower() == "0x":
            return int(part[2:] or "0", 16)
        return int(part, 8) if len(part) > 1 and part[0] == "0" else int(part)
    except ValueError:
        return None
