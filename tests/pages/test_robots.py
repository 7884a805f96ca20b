import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.pages.robots import LARGEST, read_robots

AGENT = "lineage-verify"


def allowed(text: str, path: str, agent: str = AGENT) -> bool:
    return read_robots(text.encode(), agent).allow(f"https://docs.example{path}")


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        ("", "/a", True),
        ("User-agent: *\nDisallow: /", "/a", False),
        ("User-agent: *\nDisallow: /", "/robots.txt", True),
        ("User-agent: *\nDisallow:", "/a", True),
        ("User-agent: *\nDisallow: /a", "/ab", False),
        ("User-agent: *\nDisallow: /a", "/A", True),
        ("user-AGENT : *\n disallow : /a # why", "/a", False),
        ("User-agent: other\nDisallow: /", "/a", True),
        ("User-agent: other\nUser-agent: *\nDisallow: /a", "/a", False),
        ("User-agent: *\nDisallow: /\nUser-agent: lineage-verify\nAllow: /", "/a", True),
        ("User-agent: Lineage-Verify/1.0\nDisallow: /", "/a", False),
        (f"User-agent: {AGENT}\nDisallow: /a\nUser-agent: {AGENT}\nDisallow: /b", "/b", False),
        ("User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", True),
        ("User-agent: *\nAllow: /a\nDisallow: /a", "/a", True),
        ("User-agent: *\nDisallow: /*.pdf$", "/x/y.pdf", False),
        ("User-agent: *\nDisallow: /*.pdf$", "/x/y.pdf?z", True),
        ("User-agent: *\nDisallow: /a$", "/a", False),
        ("User-agent: *\nDisallow: /a$", "/ab", True),
        ("User-agent: *\nDisallow: /*/draft/*/x", "/a/draft/b/x1", False),
        ("User-agent: *\nDisallow: /*/draft/*/x", "/a/final/b/x1", True),
        ("User-agent: *\nDisallow: *b*b$", "/ab", True),
        ("User-agent: *\nDisallow: /caf%C3%A9", "/café", False),
        ("User-agent: *\nDisallow: /café", "/caf%c3%a9", False),
        ("User-agent: *\nDisallow: /a?b=", "/a?b=c", False),
        ("User-agent: *\nCrawl-delay: 9\nDisallow: /a", "/a", False),
        ("Disallow: /", "/a", True),
        ("\ufeffUser-agent: *\r\nDisallow: /a\r\n", "/a", False),
        ("<html><p>Disallow: /</p>", "/a", True),
        (f"User-agent: *\nDisallow: /{'*a' * 99}", "/a", False),
        ("#" * LARGEST + "\nUser-agent: *\nDisallow: /", "/a", True),
    ],
)  # fmt: skip
def test_rules(text: str, path: str, expected: bool) -> None:
    assert allowed(text, path) is expected


@given(st.binary(max_size=200), st.text("/ab*$?%", max_size=20))
def test_any_file_is_read_without_a_fault(data: bytes, path: str) -> None:
    read_robots(b"User-agent: *\nDisallow: /" + data, AGENT).allow(f"https://docs.example/{path}")
