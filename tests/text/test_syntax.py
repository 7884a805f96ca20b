"""Characters of a source's syntax within its sentences: marked, and nothing more."""

import pytest

from lineage_verify.text.extract import extract
from lineage_verify.text.page_text import Mark, PageText
from tests.text.pages import main_reading, snapshot, with_marks

CODE = [
    ("// The engine owns\n// the queue.\n", ["// "]),
    ("//! The engine owns\n//! the queue.\n", ["//! "]),
    ("    # The engine owns\n    #   the queue\n    # alone.\n", ["    # ", "    # "]),
    ("-- The engine owns\n-- the queue.\n", ["-- "]),
    (";; The engine owns\n;; the queue.\n", [";; "]),
    ("/*\n * The engine owns\n * the queue.\n */\n", [" * ", " * "]),
    ("/** The engine owns\n    the queue. */\n", []),
    ("# One comment.\n\n# Another.\n", []),
    ("a = 1  # The engine owns\n# the queue.\n", []),
    ("#include <a.h>\n#include <b.h>\n", []),
    ("a = b\n  * c\n  * d\n", []),
    ("// One\n# two\n", []),
    ("https://a.example/x\n//\n", []),
]


@pytest.mark.parametrize(("source", "marked"), CODE)
def test_the_leaders_of_a_comment_s_lines_are_marked(source: str, marked: list[str]) -> None:
    text = extract(snapshot(source, url="https://a.example/a.x", content_type="text/plain"))
    assert isinstance(text, PageText)
    assert with_marks(text, Mark.SYNTAX) == marked
    assert main_reading(text) == text.text == source
    assert "".join(with_marks(text, Mark.CODE)) == source


RESTRUCTURED = [
    ("See :class:`Engine` first.", [":class:"]),
    ("See :py:meth:`~brook.Engine.run` first.", [":py:meth:"]),
    ("See `the docs <https://a.example/b>`_ first.", [" <https://a.example/b>", "_"]),
    ("It *never* stops, **never**.", ["*", "*", "**", "**"]),
    (".. note:: It stops.", [".. note:: "]),
    ("See engine_ first, `the other`__ too.", ["_", "__"]),
    ("2 * 3 and a*b and max_batch and _x", []),
    ("At 10:30: go.", []),
    ("``a ** b`` and ``x <y>``", []),
]


@pytest.mark.parametrize(("source", "marked"), RESTRUCTURED)
def test_what_restructured_text_has_around_words_is_marked(source: str, marked: list[str]) -> None:
    text = extract(snapshot(source, url="https://a.example/a.rst", content_type="text/plain"))
    assert isinstance(text, PageText)
    assert with_marks(text, Mark.SYNTAX) == marked
    assert main_reading(text) == text.text == source


def test_plain_text_has_no_syntax() -> None:
    text = extract(
        snapshot("# One\n# two *three*\n", url="https://a.example/a.txt", content_type="text/plain")
    )
    assert isinstance(text, PageText)
    assert not text.stretches
