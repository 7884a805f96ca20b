"""What is laid out by hand looks as rich's tables do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import RenderableType
from rich.padding import Padding
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
    return painter.page([ours]) == painter.page([richs])


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
