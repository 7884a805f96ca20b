"""What is laid out by hand looks as rich's tables do."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

from lineage_verify.reports.interface import Options
from lineage_verify.reports.paint import Painter

WORDS = st.text(
    st.one_of(st.sampled_from("ab  -.éｗ漢👍\u200d"), st.characters(exclude_categories=["C"])),
    max_size=70,
)
PAINTERS = st.builds(
    lambda width, color: Painter(Options(width=width, color=color)),
    st.integers(24, 130),
    st.booleans(),
)
STYLES = st.sampled_from(["", "warning", "broken", "label"])


def grid(first: int) -> Table:
    made = Table.grid(padding=(0, 1))
    made.add_column(no_wrap=True, width=first)
    made.add_column(overflow="fold")
    return made


def same(painter: Painter, ours: RenderableType, richs: RenderableType) -> bool:
    """Whether both look alike: a table of rich's goes on in a text's style to the column's edge."""
    return cells(painter.page([ours])) == cells(painter.page([richs]))


def cells(page: str) -> list[list[tuple[str, Style | None]]]:
    """Each line's characters with their styles; a space looks the same in every style of ours."""
    console, rows = Console(), []
    for line in page.split("\n"):
        text = Text.from_ansi(line)
        if blank := len(text.plain) - len(text.plain.rstrip(" ")):
            text.right_crop(blank)
        styles = (text.get_style_at_offset(console, index) for index in range(len(text)))
        pairs = zip(text.plain, styles, strict=True)
        rows.append([(char, None if char.isspace() else style) for char, style in pairs])
    return rows


@pytest.mark.parametrize("words", ["", "a few words that are wrapped in more than one line"])
def test_no_style_goes_on_behind_the_words(words: str) -> None:
    painter = Painter(Options(width=30, color=True, links=True))
    blocks = [
        painter.signed("!", painter.text(words, "broken"), "broken"),
        *painter.labelled([("link", painter.link(f"https://a.example/{words[:1]}"))]),
        *painter.labelled([("short", painter.text("one", "strong")), ("", painter.text(words))]),
        painter.beside(painter.text(words, "delete"), painter.text("b", "insert"), ("one", "two")),
    ]
    assert not re.findall(r" {2,}\x1b\[0m", painter.page(blocks))


@given(PAINTERS, WORDS, STYLES)
def test_a_sign_stands_beside_its_words(painter: Painter, words: str, style: str) -> None:
    body = painter.text(words, style)
    table = grid(1)
    table.add_row(painter.text("!", "warning"), body)
    assert same(painter, painter.signed("!", body, "warning"), table)


@given(
    PAINTERS,
    st.lists(
        st.tuples(st.sampled_from(["quote", "page", "", "because"]), WORDS, STYLES), min_size=1
    ),
)
def test_labels_stand_beside_what_they_name(
    painter: Painter, rows: list[tuple[str, str, str]]
) -> None:
    texts = [(label, painter.text(words, style)) for label, words, style in rows]
    table = grid(8)
    for label, body in texts:
        table.add_row(painter.text(label, "label"), body)
    (ours,) = painter.labelled(texts)
    assert same(painter, ours, Padding(table, (0, 0, 0, 2)))


@given(PAINTERS, WORDS, WORDS, STYLES)
def test_two_sides_stand_beside_each_other(
    painter: Painter, left: str, right: str, style: str
) -> None:
    sides = painter.text(left, style), painter.text(right, style)
    heads = ("the quote", "the page")
    table = Table.grid(padding=(0, 2), expand=True)
    for _ in heads:
        table.add_column(ratio=1, overflow="fold")
    table.add_row(*(painter.text(head, "label") for head in heads))
    table.add_row(*sides)
    assert same(painter, painter.beside(*sides, heads), Padding(table, (0, 0, 0, 2)))


@pytest.mark.parametrize("color", [False, True])
def test_words_wrap_below_each_other(color: bool) -> None:
    painter = Painter(Options(width=40, color=color))
    body: Text = painter.text("word " * 30)
    assert same(painter, painter.indented(body), Padding(body, (0, 0, 0, 2)))
