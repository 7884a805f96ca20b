"""Hostile text through every format, parsed back: nothing in it is active, nothing is lost."""

import json
import re
import unicodedata
from functools import cache
from html.parser import HTMLParser
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from lineage_verify.reports import Format, Options, writer_for
from lineage_verify.reports.escape import lines as plain_lines
from lineage_verify.reports.escape import one_line
from tests.reports import samples
from tests.reports.hostile import CHARACTERS, STRINGS, TERMINAL, encodable, report_with

HARMLESS = "plain words"
SEEN_FORMATS = {"\u200c", "\u200d", *map(chr, range(0x600, 0x606)), "\u06dd", "\u070f", "\u0890",
                "\u0891", "\u08e2", "\U000110bd", "\U000110cd"}  # fmt: skip


@cache
def written(form: Format, *texts: str, encoding: str = "utf-8") -> str:
    return writer_for(form, Options(encoding=encoding)).render(report_with(*texts))


def raw(text: str) -> list[str]:
    """The control, format and separator characters that a text carries raw, line feeds aside."""
    categories = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    return [
        f"U+{ord(character):04X}"
        for character in text
        if unicodedata.category(character) in categories
        and character not in SEEN_FORMATS
        and character != "\n"
    ]


def test_there_are_enough_strings_and_none_twice() -> None:
    assert len(STRINGS) >= 50
    assert len(set(STRINGS)) == len(STRINGS)


@pytest.mark.parametrize("form", Format)
def test_no_format_carries_a_raw_control_character(form: Format) -> None:
    assert raw(written(form, *STRINGS)) == []


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "ascii"])
def test_every_format_can_be_encoded(form: Format, encoding: str) -> None:
    written(form, *CHARACTERS, *TERMINAL, encoding=encoding).encode(encoding)


@settings(max_examples=25, deadline=None)
@given(text=st.text(alphabet=st.characters(codec=None), min_size=1, max_size=40))
def test_whatever_the_text_nothing_raw_comes_out(text: str) -> None:
    for form in Format:
        assert raw(written(form, text)) == []


@pytest.mark.parametrize("text", STRINGS)
def test_json_gives_the_text_back(text: str) -> None:
    document = json.loads(written(Format.JSON, text))
    (spec,) = document["specs"]
    assert [piece["quote"] for piece in spec["evidence"]] == [text] * 5
    assert spec["path"] == spec["problems"][0]["message"] == spec["sources"][0]["url"] == text
    assert spec["evidence"][0]["diff"] == [["equal", text], ["delete", text], ["insert", text]]


@pytest.mark.parametrize("text", STRINGS)
def test_sarif_has_neither_links_nor_placeholders(text: str) -> None:
    run = json.loads(written(Format.SARIF, text))["runs"][0]
    assert len(run["results"]) == 7
    for result in run["results"]:
        message = result["message"]["text"]
        assert "](" not in message
        assert not re.search(r"(?<!\{)(\{\{)*\{(?!\{)", message)
        for place in result.get("relatedLocations", []):
            uri = place["physicalLocation"]["artifactLocation"]["uri"]
            assert urlsplit(uri).scheme.lower() in {"http", "https"}


@pytest.mark.parametrize("text", STRINGS)
def test_junit_has_the_same_elements_whatever_the_text(text: str) -> None:
    root = ET.fromstring(written(Format.JUNIT, text))
    plain = ET.fromstring(written(Format.JUNIT, HARMLESS))
    assert [element.tag for element in root.iter()] == [element.tag for element in plain.iter()]
    failure = root.find(".//failure")
    assert failure is not None
    assert failure.text is not None
    assert one_line(text)[:40] in failure.text


class Tags(HTMLParser):
    """Collects what a browser would act on."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes.extend((name, value or "") for name, value in attrs)

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize("text", [text for text in STRINGS if encodable(text)])
def test_html_has_the_same_elements_whatever_the_text(text: str) -> None:
    page, plain = Tags(written(Format.HTML, text)), Tags(written(Format.HTML, HARMLESS))
    flexible = {"a", "br", "code", "tspan"}  # links only where a URL is one; lines of a label
    assert [tag for tag in page.tags if tag not in flexible] == [
        tag for tag in plain.tags if tag not in flexible
    ]
    assert not [name for name, _ in page.attributes if name.startswith("on") or name == "style"]
    for name, value in page.attributes:
        if name == "href":
            assert value.startswith("#") or value == "data:," or _is_web(value)
        assert name != "src"


def _is_web(value: str) -> bool:
    return urlsplit(value).scheme.lower() in {"http", "https"}


@pytest.mark.parametrize("text", STRINGS)
def test_html_shows_the_text(text: str) -> None:
    words = " ".join("".join(Tags(written(Format.HTML, text)).words).split())
    assert " ".join(one_line(text).split())[:200] in words


def structure(document: str) -> list[str]:
    """The kinds of a Markdown document's tokens, links aside."""
    links = {"link_open", "link_close"}
    return [token.type for token in parsed(document) if token.type not in links]


def parsed(document: str) -> list[Token]:
    tokens = []
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(document):
        tokens.append(token)
        tokens.extend(token.children or [])
    return tokens


@pytest.mark.parametrize("text", STRINGS)
def test_markdown_has_the_same_structure_whatever_the_text(text: str) -> None:
    document = written(Format.MARKDOWN, text)
    assert structure(document) == structure(written(Format.MARKDOWN, HARMLESS))
    for token in parsed(document):
        assert token.type not in {"html_inline", "html_block", "image"}
        if token.type == "link_open":
            assert _is_web(str(token.attrs["href"]))


@pytest.mark.parametrize("text", STRINGS)
def test_markdown_has_the_text_in_code_only(text: str) -> None:
    bare = [t.content for t in parsed(written(Format.MARKDOWN, text)) if t.type == "text"]
    marker = one_line(text)
    if len(marker) > 6:
        assert not any(marker in words for words in bare)


@pytest.mark.parametrize("text", STRINGS)
def test_annotations_are_one_command_a_line(text: str) -> None:
    lines = written(Format.GITHUB, text).splitlines()
    starts = [
        re.match(r"::(?:error|warning|notice) file=|lineage-verify: ", line) for line in lines
    ]
    assert all(starts)
    assert len(lines) == len(written(Format.GITHUB, HARMLESS).splitlines())


@pytest.mark.parametrize("text", STRINGS)
def test_annotations_give_the_quote_back(text: str) -> None:
    commands = written(Format.GITHUB, text).splitlines()
    (missing,) = [line for line in commands if "title=missing" in line]
    message = missing.split("::", 2)[2]
    decoded = message.replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%")
    shown = decoded.replace("\r\n", "\n").replace("\r", "<U+000D>")
    if len(text) < 1000:
        assert f"quote: {plain_lines(text)}\n" in shown


@pytest.mark.parametrize("text", STRINGS)
def test_table_prints_the_text_as_it_is(text: str) -> None:
    shown = written(Format.TABLE, text)
    assert "\x1b" not in shown
    squeezed = "".join(shown.split())
    assert "".join(one_line(text).split())[:20] in squeezed


def test_a_hyperlink_cannot_be_left_by_its_own_address() -> None:
    url = "https://evil.example/\x1b\\\x07\x9c\u202e"
    finding = samples.drifted(deep_link=url)
    shown = writer_for(Format.TABLE, Options(links=True, color=True)).render(
        samples.report(samples.spec(finding))
    )
    (target,) = re.findall("\x1b]8;;(https[^\x1b\x07]*)\x1b\\\\", shown)
    assert target == "https://evil.example/%1B%5C%07%C2%9C%E2%80%AE"
