"""The canonical form of addresses, and paths within the tree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.sources.address import read_source
from lineage_verify.sources.target import LineRange


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("HTTPS://Docs.Brook.Example/A/b", "https://docs.brook.example/A/b"),
        ("https://docs.brook.example", "https://docs.brook.example/"),
        ("https://docs.brook.example:443/a", "https://docs.brook.example/a"),
        ("http://docs.brook.example:80/a", "http://docs.brook.example/a"),
        ("http://docs.brook.example:443/a", "http://docs.brook.example:443/a"),
        ("https://docs.brook.example/a/", "https://docs.brook.example/a/"),
        ("https://docs.brook.example/a/../b", "https://docs.brook.example/a/../b"),
        ("https://docs.brook.example/a%7eb", "https://docs.brook.example/a%7eb"),
        ("https://docs.brook.example/ä", "https://docs.brook.example/%C3%A4"),
        ("https://docs.brook.example/a b", "https://docs.brook.example/a%20b"),
        ("https://docs.brook.example/?b=2&a=1", "https://docs.brook.example/?b=2&a=1"),
        ("https://docs.brook.example?q=ü", "https://docs.brook.example/?q=%C3%BC"),
        ("https://docs.brook.example/a#b", "https://docs.brook.example/a"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("https://straße.example/", "https://xn--strae-oqa.example/"),
        ("http://[2001:DB8::1]:8080/", "http://[2001:db8::1]:8080/"),
    ],
)
def test_canonical_form(url: str, address: str) -> None:
    target = read_source(url)
    assert target.address == address
    assert target.url == url
    assert not target.local


@pytest.mark.parametrize(
    ("fragment", "read"),
    [
        ("start-up", "start-up"),
        ("h%C3%B6he", "höhe"),
        (":~:text=words", None),
        ("start:~:text=words", "start"),
        ("", None),
    ],
)
def test_fragment_is_read_as_an_id(fragment: str, read: str | None) -> None:
    assert read_source(f"https://docs.brook.example/#{fragment}").fragment == read


@pytest.mark.parametrize(
    ("url", "folder", "address"),
    [
        ("a.md", "", "a.md"),
        ("a.md", "specs", "specs/a.md"),
        ("../docs/a.md", "specs", "docs/a.md"),
        ("./x/../a.md", "specs", "specs/a.md"),
        ("a b.md", "", "a b.md"),
        ("a%20b.md", "", "a%20b.md"),
    ],
)
def test_relative_path(url: str, folder: str, address: str) -> None:
    target = read_source(url, folder=folder)
    assert target.address == address
    assert target.local


def test_lines_of_a_local_file() -> None:
    target = read_source("../src/a.py#L3-L9", folder="specs")
    assert target.lines == LineRange(3, 9)
    assert target.address == "src/a.py"


@pytest.mark.parametrize(
    "url",
    [
        "ftp://docs.brook.example/a",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://mira:key@docs.brook.example/",
        "https:///a",
        "https://docs.brook.example:port/",
        "https://docs.brook.example:99999/",
        "https://☃..example/",
        "../a.md",
        "../../etc/passwd",
        "/etc/passwd",
        "a\\b.md",
        "#L3",
        "",
    ],
)
def test_refused_form(url: str) -> None:
    with pytest.raises(ValueError, match=r"\w+"):
        read_source(url)


@given(st.text(alphabet="abC/.%?#é ü-_~:@=&", max_size=30))
def test_a_canonical_address_is_its_own_canonical_form(tail: str) -> None:
    target = read_source(f"https://docs.brook.example/x{tail}")
    again = read_source(target.address)
    assert again.address == target.address
    assert again.fragment is None
