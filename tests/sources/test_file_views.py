"""Every row of the table of code hosts, by the examples that stand beside it."""

import pytest

from lineage_verify.sources.address import read_source
from lineage_verify.sources.file_views import FILE_VIEWS, Example, find_raw_file, read_lines
from lineage_verify.sources.target import LineRange

EXAMPLES = [
    pytest.param(example, id=f"{view.name}: {example.page}")
    for view in FILE_VIEWS
    for example in view.examples
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_each_example_is_read_as_it_says(example: Example) -> None:
    target = read_source(f"https://{example.page}")
    page = example.page.partition("#")[0]
    assert target.address == f"https://{example.raw or page}"
    assert target.immutable is example.immutable
    assert target.url == f"https://{example.page}"


@pytest.mark.parametrize("view", FILE_VIEWS, ids=lambda view: view.name)
def test_each_row_has_an_example_that_it_alone_explains(view: object) -> None:
    assert any(
        example.raw is not None and find_raw_file(*_split(example.page)) is not None
        for example in view.examples  # type: ignore[attr-defined]
    )


def _split(page: str) -> tuple[str, str, str | None]:
    address, _, fragment = page.partition("#")
    host, _, path = address.partition("/")
    return host, f"/{path}", fragment or None


@pytest.mark.parametrize(
    ("fragment", "lines"),
    [
        ("L10", LineRange(10, 10)),
        ("L10-L20", LineRange(10, 20)),
        ("L10-20", LineRange(10, 20)),
        ("L20-L10", LineRange(10, 20)),
        ("L10C4-L12C9", LineRange(10, 12)),
        ("L0", None),
        ("Lines", None),
        ("L10-L20-L30", None),
        ("L99999999999", None),
        ("", None),
        (None, None),
    ],
)
def test_lines_of_a_fragment(fragment: str | None, lines: LineRange | None) -> None:
    assert read_lines(fragment) == lines


def test_a_plain_page_has_no_lines_even_where_its_fragment_looks_like_some() -> None:
    target = read_source("https://docs.brook.example/list#L10")
    assert target.lines is None
    assert target.fragment == "L10"


def test_a_host_of_its_own_keeps_scheme_and_port() -> None:
    target = read_source("http://git.brook.example:8080/a/b/-/blob/main/c.py#L2")
    assert target.address == "http://git.brook.example:8080/a/b/-/raw/main/c.py"


def test_a_file_view_named_over_http_is_asked_for_over_https() -> None:
    target = read_source("http://github.com/a/b/blob/main/c.py?plain=1#L2")
    assert target.address == "https://raw.githubusercontent.com/a/b/main/c.py"
