import json
import unicodedata
from xml.sax.saxutils import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from lineage_verify.reports import escape

EVERYTHING = [chr(point) for point in range(0x110000)]
SCRIPTS_NEED = {"\u200c", "\u200d"}
SEEN = {*map(chr, range(0x600, 0x606)), "\u06dd", "\u070f", "\u0890", "\u0891", "\u08e2",
        "\U000110bd", "\U000110cd"}  # fmt: skip
any_text = st.text(alphabet=st.characters(codec=None))


def test_every_control_format_and_separator_character_is_spelled_out() -> None:
    for character in EVERYTHING:
        if character in SCRIPTS_NEED or character in SEEN or character in "\n\t":
            assert escape.visible(character) == character
        elif unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}:
            assert escape.visible(character) == f"<U+{ord(character):04X}>"


def test_letters_signs_and_emoji_stay() -> None:
    text = "naïve Ωμέγα 日本語 العربية עברית हिन्दी 👩‍👩‍👧 ± → “quoted” \u00a0x"
    assert escape.visible(text) == text


def test_one_line_has_one_line_and_single_spaces() -> None:
    assert escape.one_line(" a\r\n\tb\u2028c\x0bd\x85e  f ") == "a b c d e f"


@given(any_text)
def test_one_line_is_stable(text: str) -> None:
    line = escape.one_line(text)
    assert escape.one_line(line) == line
    assert "\n" not in line


@given(any_text)
def test_json_is_the_same_value_and_can_be_encoded(text: str) -> None:
    document = escape.json_safe(json.dumps({"a": text}, ensure_ascii=False, indent=1))
    document.encode()
    assert json.loads(document) == {"a": text}


def test_json_escapes_beyond_the_first_plane_as_two_units() -> None:
    assert escape.json_safe('"\U000e0041\u202e"') == '"\\udb40\\udc41\\u202e"'


@given(any_text.filter(str.strip))
def test_a_code_span_reads_as_the_line_it_holds(text: str) -> None:
    (block,) = [t for t in MarkdownIt().parse(escape.code_span(text)) if t.type == "inline"]
    assert [child.type for child in block.children or []] == ["code_inline"]
    assert block.children is not None
    expected = escape.one_line(text) or " "
    assert block.children[0].content == expected.replace("\0", "\ufffd")


@given(any_text)
def test_a_code_cell_keeps_a_table_in_shape(text: str) -> None:
    table = f"| a | b |\n|---|---|\n| {escape.code_cell(text)} | x |\n"
    cells = [t for t in MarkdownIt().enable("table").parse(table) if t.type == "td_open"]
    assert len(cells) == 2


@given(any_text)
def test_a_fence_is_longer_than_any_in_the_text(text: str) -> None:
    assert escape.fence(text) not in text


@given(st.text(alphabet="a%\r\n:,0AD"))
def test_a_workflow_message_decodes_to_the_text(text: str) -> None:
    encoded = escape.workflow_message(text)
    assert "\n" not in encoded
    assert "\r" not in encoded
    decoded = encoded.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
    assert decoded == text


def test_a_workflow_property_encodes_what_ends_it() -> None:
    assert escape.workflow_property("a:b,c%d\ne") == "a%3Ab%2Cc%25d e"


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//host/x", "path/file.md",
     "", "http:", "https://", "https://[broken", "vbscript:x", " javascript:x"],
)  # fmt: skip
def test_no_link_to_anything_but_the_web(url: str) -> None:
    assert escape.href(url) is None


def test_no_link_to_nothing() -> None:
    assert escape.href(None) is None


def test_a_link_is_made_of_url_characters_only() -> None:
    url = 'https://a.example/Ü "x"<y>\\`{|}^\x1b\ud800?q=1&r=%20#:~:text=a,-b'
    assert escape.href(url) == (
        "https://a.example/%C3%9C%20%22x%22%3Cy%3E%5C%60%7B%7C%7D%5E%1B??q=1&r=%20#:~:text=a,-b"
    )


def test_a_markdown_link_leads_where_its_url_says() -> None:
    url = "https://a.example/_x_*y*?a=1&copy=2#:~:text=a%20b"
    (token,) = [
        child
        for block in MarkdownIt().parse(escape.markdown_link("`x`", url))
        for child in block.children or []
        if child.type == "link_open"
    ]
    assert unescape(str(token.attrs["href"])) == url.replace("*", "%2A")


def test_what_is_no_web_link_is_left_a_label() -> None:
    assert escape.markdown_link("`x`", "javascript:x") == "`x`"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r\n@x"])
def test_a_cell_is_no_formula(text: str) -> None:
    assert escape.cell(text).startswith("'")


def test_an_ordinary_cell_stays() -> None:
    assert escape.cell("The manual = good") == "The manual = good"


def test_a_clipped_text_tells_how_much_is_gone() -> None:
    assert escape.clip("a" * 10, 10) == "a" * 10
    assert escape.clip("a" * 50 + "b" * 50, 10) == "aaaaa [… 90 characters …] bbbbb"


def test_sarif_text_has_no_link_and_no_placeholder() -> None:
    assert escape.sarif_text("[a](b) {0}") == "[a] (b) {{0}}"
