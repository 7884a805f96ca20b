"""JSON, YAML, XML and notebooks."""

import json

import pytest

from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.text.notebook import read_notebook
from lineage_verify.text.page_text import Mark, PageText
from lineage_verify.text.values import read_values
from tests.text.pages import collapsed, main_reading, with_marks


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ('{"a": "say \\"go\\" \\u2014 now"}', 'say "go" — now'),
        ('{"a": ["x", "line\\nbreak"]}', "line\nbreak"),
        ('{"a": "\\ud83d\\ude42 done"}', "🙂 done"),
        ("a: 'the engine''s own'", "the engine's own"),
        ('a: "tab\\tand \\x41"', "tab\tand A"),
    ],
)
def test_a_value_in_escapes_stands_decoded_beside_its_line(source: str, value: str) -> None:
    text = read_values(source)
    assert main_reading(text).rstrip("\n") == source
    assert collapsed(value) in collapsed("".join(with_marks(text, Mark.MARKUP)))


def test_a_value_without_escapes_stands_once() -> None:
    text = read_values('{"a": "eight workers", "b": [1, 2]}\n')
    assert text.text.count("eight workers") == 1
    assert text.stretches == ()


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("<a><p>x &lt; y &amp; z</p></a>", "x < y & z"),
        ("<a><p>calls <i>step</i> once</p></a>", "calls step once"),
        ("<a><![CDATA[if a<b]]>&gt;</a>", "if a<b>"),
    ],
)
def test_the_words_of_xml_stand_without_their_tags(source: str, value: str) -> None:
    text = read_values(source, xml=True)
    assert main_reading(text).strip() == source
    assert value in collapsed("".join(with_marks(text, Mark.MARKUP)))


def test_lines_stay_those_of_the_file() -> None:
    text = read_values('{"a": "\\u00e9",\n "b": "\\u00e8",\n "c": 3}\n')
    assert [text.line_at(text.text.index(f'"{name}"')) for name in "abc"] == [1, 2, 3]
    assert text.line_at(text.text.index("é")) == 1
    assert text.line_at(text.text.index("è")) == 2


def notebook(*cells: object) -> PageText | Unreachable:
    return read_notebook(json.dumps({"nbformat": 4, "cells": cells}))


def test_a_notebook_is_its_cells() -> None:
    text = notebook(
        {"cell_type": "markdown", "source": ["# The loop\n", "\n", "It *waits*."]},
        {
            "cell_type": "code",
            "source": "step(8)",
            "outputs": [
                {"output_type": "stream", "text": ["eight\n", "done"]},
                {"output_type": "execute_result", "data": {"text/plain": "42", "image/png": "AAA"}},
                {"output_type": "error", "ename": "E", "evalue": "no", "traceback": []},
            ],
        },
        {"cell_type": "raw", "source": "as it is"},
    )
    assert isinstance(text, PageText)
    main = collapsed(main_reading(text))
    assert main == "The loop It waits. step(8) eight done 42 as it is"
    assert text.sections[0].anchor == "the-loop"
    assert "step(8)" in with_marks(text, Mark.CODE)


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("{", ErrorKind.DECODE),
        ("[" * 100_000, ErrorKind.DECODE),
        ("[]", ErrorKind.NO_TEXT),
        ('{"cells": []}', ErrorKind.NO_TEXT),
        ('{"cells": "x"}', ErrorKind.NO_TEXT),
        ('{"cells": [1, null, {"cell_type": 3}]}', None),
    ],
)
def test_what_is_no_notebook_is_told(source: str, kind: ErrorKind | None) -> None:
    text = read_notebook(source)
    assert (text.kind if isinstance(text, Unreachable) else None) is kind


def test_an_old_notebook_is_read() -> None:
    cells = [
        {"cell_type": "heading", "level": 2, "source": "Old"},
        {"cell_type": "code", "input": "x"},
    ]
    text = read_notebook(json.dumps({"nbformat": 3, "worksheets": [{"cells": cells}]}))
    assert isinstance(text, PageText)
    assert collapsed(main_reading(text)) == "Old x"
    assert text.sections[0].level == 2


@pytest.mark.parametrize(
    ("piece", "xml"),
    [
        ("<a ", True),
        ("<!--", True),
        ("<a>x", True),
        ("</a ", True),
        ('"', False),
        ('"\\', False),
        ("'", False),
        ("'a'' ", False),
    ],
)
def test_pieces_without_their_ends_are_gone_through_once(piece: str, xml: bool) -> None:
    """What looks for each end anew would take an hour here."""
    source = piece * 300_000
    assert main_reading(read_values(source, xml=xml)) == source
