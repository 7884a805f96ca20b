"""Markdown in both readings."""

import pytest

from lineage_verify.text.markdown.read import read_markdown
from lineage_verify.text.page_text import Mark
from tests.text.pages import collapsed, main_reading, with_marks


@pytest.mark.parametrize(
    ("source", "rendered"),
    [
        ("Call `run()` on **eight** *idle* workers.", "Call run() on eight idle workers."),
        ("See [the loop](loop.md 'Loop') and [it][1].\n\n[1]: a.md", "See the loop and it."),
        ("A ``code ` tick`` here", "A code ` tick here"),
        ("An ![icon](i.png) image", "An image"),
        ("`a`, then `b`.", "a, then b."),
        ("un**believ**able", "unbelievable"),
        ("5 \\* 3 &lt; 16 &mdash; so", "5 * 3 < 16 — so"),
        ("<https://a.example> is it", "https://a.example is it"),
        ("one  \ntwo\\\nthree", "one two three"),
        ("> quoted\n> twice\n>\n> > deeper\n", "quoted twice deeper"),
        ("1. one\n   - inner\n2. two", "one inner two"),
        ("Loop\n====\n\nwords", "Loop words"),
        ("| a | b |\n| --- | :-: |\n| `1` | x \\| y |", "a b 1 x | y"),
        ("~~not~~ enabled", "enabled"),
        ("```py\nx = 1  # `y`\n```\n\nafter", "x = 1 # `y` after"),
        ("    code\n\nwords", "code words"),
        ("<b>bold</b> and<br>break", "bold and break"),
        ("<div>\n<p>In a &amp; b</p>\n</div>\n\nwords", "In a & b words"),
        ("> <div>\n> Quoted\n> </div>\n", "Quoted"),
        ("Note.[^1]\n\n[^1]: The note.", "Note. The note."),
        ("<!-- a remark -->\n\nwords", "words"),
        ('!!! note "Mind"\n\n    It *waits*.\n\nAfter.', "Mind It waits. After."),
        ("!!! warning\n    It waits.\n", "It waits."),
        ('=== "Linux"\n\n    Use `a`.\n\n=== "Mac"\n\n    Use `b`.\n', "Linux Use a. Mac Use b."),
        (":::{note}\nIt waits.\n:::\n", "It waits."),
        ("```{warning}\nIt *waits*.\n```\n", "It waits."),
        ("---\ntitle: Loop\ntags: [a]\n---\n\nWords.", "Words."),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("[ ] open\n\n[x] done", "[ ] open [x] done"),
        ("", ""),
    ],
)
def test_the_main_reading_is_what_a_renderer_shows(source: str, rendered: str) -> None:
    assert collapsed(main_reading(read_markdown(source))) == rendered


@pytest.mark.parametrize(
    "source",
    [
        "Call `run()` on **eight** [workers](w.md).",
        "# The *loop*\n\n- one\n- two `x`\n\n> said\n",
        "```py\nx = 1\n```\n\nAfter &amp; before.\n",
        '!!! note "Mind"\n\n    It *waits*.\n',
    ],
)
def test_a_quote_as_written_stands_in_the_whole_text(source: str) -> None:
    whole = read_markdown(source).text
    assert collapsed(source) in collapsed(whole)


def test_markup_is_marked_and_words_are_not() -> None:
    text = read_markdown("Call `run()`, **now**.")
    assert with_marks(text, Mark.MARKUP) == ["`", "`", "**", "**"]
    assert with_marks(text, Mark.CODE) == ["run()"]


def test_headings_are_sections_with_the_anchors_of_code_hosts() -> None:
    text = read_markdown(
        "# The `run()` loop\n\nx\n\n## Set-up: part 1 & 2\n\n## Set-up: part 1 & 2\n\n"
        "### Własny {#own}\n"
    )
    assert [(one.title, one.anchor, one.level) for one in text.sections] == [
        ("The run() loop", "the-run-loop", 1),
        ("Set-up: part 1 & 2", "set-up-part-1--2", 2),
        ("Set-up: part 1 & 2", "set-up-part-1--2-1", 2),
        ("Własny", "own", 3),
    ]
    assert text.title == "The run() loop"
    assert text.section_at(text.text.index("x")) == text.sections[0]


def test_a_front_matter_names_the_title() -> None:
    assert read_markdown("---\ntitle: 'The loop'\n---\n# Other\n").title == "The loop"


def test_lines_are_those_of_the_file() -> None:
    source = "# One\n\nTwo &amp; *three*\nfour\n\n| five | b |\n|---|---|\n| six | d |\n\nlast"
    text = read_markdown(source)
    for number, line in enumerate(source.split("\n"), 1):
        word = line.strip("#|* -").split(" ")[0]
        if word:
            assert text.line_at(text.text.index(word)) == number


def test_paragraphs_items_and_cells_are_blocks() -> None:
    text = read_markdown("One\ntwo.\n\n- three\n- four\n\n| five | six |\n|---|---|\n| a | b |\n")
    shown = [text.text[one.start : one.end] for one in text.blocks]
    assert shown == ["One\ntwo.", "three", "four", "five", "six", "a", "b"]


@pytest.mark.parametrize(
    "source", ["word " * 400_000, "[" * 200_000, "* [a\n" * 80_000, "line\n" * 100_000]
)
def test_what_no_renderer_takes_is_read_as_written_and_told(source: str) -> None:
    text = read_markdown(source)
    assert text.text == source
    assert "too large" in text.notes[0]
