from ipaddress import IPv4Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.sources.reach import literal_address, private_name, refusal

REFUSED = {
    "0.0.0.0": "unspecified",
    "0.1.2.3": "unspecified",
    "10.0.0.1": "private",
    "100.64.0.1": "shared",
    "100.100.100.200": "shared",
    "127.0.0.1": "loopback",
    "127.255.255.254": "loopback",
    "168.63.129.16": "metadata",
    "169.254.1.1": "link-local",
    "169.254.169.254": "metadata",
    "172.16.0.1": "private",
    "172.31.255.255": "private",
    "192.0.0.192": "protocols",
    "192.0.2.1": "documentation",
    "192.88.99.1": "6to4",
    "192.168.1.1": "private",
    "198.18.0.1": "benchmarks",
    "224.0.0.1": "multicast",
    "239.255.255.250": "multicast",
    "255.255.255.255": "reserved",
    "::": "unspecified",
    "::1": "loopback",
    "::7f00:1": "IPv4-compatible",
    "::ffff:127.0.0.1": "IPv4-mapped",
    "::ffff:8.8.8.8": "IPv4-mapped",
    "::ffff:0:127.0.0.1": "IPv4-translated",
    "64:ff9b::7f00:1": "NAT64",
    "64:ff9b:1::1": "NAT64",
    "100::1": "discard",
    "2001::1": "Teredo",
    "2001:db8::1": "documentation",
    "2002:7f00:1::": "6to4",
    "3fff::1": "documentation",
    "4000::1": "reserved",
    "5f00::1": "reserved",
    "fc00::1": "unique local",
    "fd00:ec2::254": "metadata",
    "fe80::1": "link-local",
    "fe80::1%eth0": "link-local",
    "fec0::1": "site-local",
    "ff02::1": "multicast",
}

PUBLIC = (
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "223.255.255.255",
    "2001:4860:4860::8888",
    "2606:4700::1111",
    "2a00:1450:4001::1",
)

LOOPBACK_SPELLINGS = (
    "127.0.0.1",
    "127.0.0.1.",
    "127.1",
    "127.0.1",
    "2130706433",
    "017700000001",
    "0x7f000001",
    "0X7F.0x0.0x0.0x1",
    "0177.0.0.1",
    "0x7f.1",
    "%31%32%37.0.0.1",
    "127%2e0%2e0%2e1",
    "１２７.０.０.１",
    "①②⑦.0.0.1",
    "127。0。0。1",
    "127.0.0.0x1",
)


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_public_is_refused_by_what_it_is(text: str) -> None:
    assert REFUSED[text] in (refusal(ip_address(text)) or "")


@pytest.mark.parametrize("text", PUBLIC)
def test_public_addresses_are_allowed(text: str) -> None:
    assert refusal(ip_address(text)) is None


@pytest.mark.parametrize("host", LOOPBACK_SPELLINGS)
def test_odd_spellings_are_read(host: str) -> None:
    assert literal_address(host) == IPv4Address("127.0.0.1")


@pytest.mark.parametrize("host", ["[::1]", "::1", "[::1%25lo]", "[0:0:0:0:0:0:0:1]"])
def test_ipv6_is_read_with_and_without_brackets(host: str) -> None:
    assert literal_address(host) == ip_address("::1")


@pytest.mark.parametrize(
    "host",
    [
        "docs.example",
        "1.2.3.4.5",
        "256.0.0.1.example",
        "0x7g",
        "08.1.1.1",
        "1.2.3.4294967296",
        "a:b",
        "1..2",
    ],
)
def test_names_are_no_addresses(host: str) -> None:
    assert literal_address(host) is None


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST.",
        "a.localhost",
        "printer.local",
        "metadata.google.internal",
        "nas.home.arpa",
        "ｌｏｃａｌｈｏｓｔ",
    ],
)
def test_names_of_private_networks_are_known(host: str) -> None:
    assert private_name(host)


@pytest.mark.parametrize(
    "host", ["docs.example", "localhost.example", "internal.example.org", "mylocal"]
)
def test_other_names_are_not(host: str) -> None:
    assert not private_name(host)


@given(st.integers(0, 2**32 - 1))
def test_every_spelling_of_an_address_is_judged_alike(number: int) -> None:
    dotted = str(IPv4Address(number))
    a, b, c, d = dotted.split(".")
    spellings = (
        str(number),
        hex(number),
        f"0{number:o}",
        f"{a}.{number % 2**24}",
        f"{int(a):#x}.{b}.{number % 2**16}",
        f"{a}.{b}.{c}.0{int(d):o}",
    )
    assert {literal_address(text) for text in spellings} == {IPv4Address(dotted)}


@given(st.ip_addresses(v=6))
def test_nothing_outside_global_unicast_is_allowed(address: object) -> None:
    parsed = ip_address(str(address))
    if int(parsed) >> 125 != 0b001:
        assert refusal(parsed) is not None


@given(st.text(max_size=40))
def test_any_text_is_judged_without_a_fault(host: str) -> None:
    literal_address(host)
    private_name(host)
