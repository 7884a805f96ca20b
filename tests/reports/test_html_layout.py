import math
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lineage_verify.reports.html.arrows import draw_arrows, place_label
from lineage_verify.reports.html.layout import HEIGHT, WIDTH, Box, place_boxes
from lineage_verify.reports.html.lettering import lines_of, width_of

numbers = st.floats(allow_nan=True, allow_infinity=True)
positions = st.lists(st.tuples(numbers, numbers), max_size=12)
near = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=10)


@given(positions)
def test_boxes_never_overlap_and_the_picture_stays_bounded(pos: list[tuple[float, float]]) -> None:
    boxes = place_boxes(pos)
    assert len(boxes) == len(pos)
    for one, two in combinations(boxes, 2):
        assert not one.touches(two)
    for box in boxes:
        assert all(map(math.isfinite, (box.x, box.y)))
        assert 0 <= box.x <= 1000 * len(pos)
        assert 0 <= box.y <= 400 * len(pos)


@given(near)
def test_order_by_column_and_row_is_kept(pos: list[tuple[int, int]]) -> None:
    unique = list(dict.fromkeys(pos))
    boxes = place_boxes(unique)
    for (one, box), (two, other) in combinations(zip(unique, boxes, strict=True), 2):
        if one[1] != two[1]:
            assert (one[1] < two[1]) == (box.y < other.y)
        elif one[0] != two[0]:
            assert (one[0] < two[0]) == (box.x < other.x)


@settings(max_examples=60)
@given(near, st.data())
def test_arrows_begin_and_end_at_their_boxes(
    pos: list[tuple[int, int]], data: st.DataObject
) -> None:
    boxes = place_boxes(list(pos))
    index = st.integers(0, len(boxes) - 1)
    pairs = data.draw(st.lists(st.tuples(index, index), max_size=8))
    arrows = draw_arrows(boxes, pairs)
    assert len(arrows) == len(pairs)
    for (start, end), arrow in zip(pairs, arrows, strict=True):
        assert boxes[start].has(arrow.start, gap=0.5)
        assert boxes[end].has(arrow.end, gap=0.5)


def test_an_arrow_bends_around_a_box_in_its_way() -> None:
    boxes = place_boxes([(0, 0), (0, 1), (0, 2)])
    (arrow,) = draw_arrows(boxes, [(0, 2)])
    assert not any(boxes[1].has(point) for point in arrow.points)


def test_two_arrows_between_the_same_boxes_do_not_coincide() -> None:
    boxes = place_boxes([(0, 0), (0, 1)])
    one, two = draw_arrows(boxes, [(0, 1), (0, 1)])
    assert one.start != two.start
    assert one.end != two.end


def test_words_avoid_boxes_and_other_words() -> None:
    boxes = place_boxes([(0, 0), (0, 1)])
    one, two = draw_arrows(boxes, [(0, 1), (0, 1)])
    first = place_label(one, (40.0, 16.0), boxes, [])
    second = place_label(two, (40.0, 16.0), boxes, [first])
    assert not first.touches(second)
    assert not any(label.touches(box) for label in (first, second) for box in boxes)


@given(st.text(max_size=300), st.integers(1, 3))
def test_lines_fit(text: str, most: int) -> None:
    lines = lines_of(text, width=100.0, size=12.0, most=most)
    assert 1 <= len(lines) <= most
    assert all(width_of(line, 12.0) <= 100.0 for line in lines)


def test_what_does_not_fit_ends_in_an_ellipsis() -> None:
    assert lines_of("a b", width=100.0, size=12.0, most=2) == ("a b",)
    assert lines_of("word " * 50, width=60.0, size=12.0, most=1)[0].endswith("…")
    assert lines_of("w" * 500, width=60.0, size=12.0, most=2)[0].endswith("…")


@pytest.mark.parametrize("character", ["語", "한", "👩"])
def test_wide_characters_count_as_wide(character: str) -> None:
    assert width_of(character, 10.0) > width_of("a", 10.0)


def test_a_box_knows_what_it_touches() -> None:
    box = Box(0, 0)
    assert box.touches(Box(WIDTH - 1, HEIGHT - 1))
    assert not box.touches(Box(WIDTH, 0))
    assert box.touches(Box(WIDTH, 0), gap=1.0)
