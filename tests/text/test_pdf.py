"""PDFs: pages, lines, hyphens, and what cannot be read."""

import sys

import pytest

from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.text.extract import extract
from lineage_verify.text.page_text import PageText
from lineage_verify.text.pdf import read_pdf
from lineage_verify.text.pdf_lines import join_pages
from tests.text.pages import collapsed, main_reading, snapshot
from tests.text.pdf_files import encrypted_pdf, pdf, scanned_pdf


def read(*pages: list[str]) -> PageText:
    text = read_pdf(pdf(*pages))
    assert isinstance(text, PageText), text
    return text


def test_pages_are_sections_and_lines_join() -> None:
    text = read(["The engine runs", "a loop (of its own)."], ["It ends."])
    assert collapsed(main_reading(text)) == "The engine runs a loop (of its own). It ends."
    assert [(one.title, one.anchor) for one in text.sections] == [
        ("page 1", "page=1"),
        ("page 2", "page=2"),
    ]
    section = text.section_at(text.text.index("It ends"))
    assert section is not None
    assert section.title == "page 2"


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (["The loop is uninter-", "rupted. It is uninterrupted."], "The loop is uninterrupted."),
        (["The sche-", "duler waits."], "The scheduler waits."),
        (["A state-of-the-", "art loop, state-of-the-art"], "A state-of-the- art loop,"),
        (["From A-", "Z and on"], "From A- Z and on"),
        (["values 1-", "2 only"], "values 1- 2 only"),
        (["the Mooncake-", "Engine pair"], "the Mooncake- Engine pair"),
    ],
)
def test_a_hyphen_is_undone_only_where_it_divides_a_word(lines: list[str], joined: str) -> None:
    text = read(lines)
    assert joined in collapsed(main_reading(text))
    assert collapsed(" ".join(lines)) in collapsed(text.text)


def test_ligatures_are_left_as_they_are() -> None:
    text = join_pages(["The con\ufb01guration \ufb02ag"])
    assert text.text == "The con\ufb01guration \ufb02ag"


def test_running_heads_and_page_numbers_are_set_aside() -> None:
    pages = [f"The Engine\nWords of page {name} that go\non here.\n{number}"
             for number, name in enumerate(("one", "two", "three", "four"), 1)]  # fmt: skip
    text = join_pages(pages)
    main = collapsed(main_reading(text))
    assert "The Engine" not in main
    assert "on here. Words of page two" in main
    assert text.text.count("The Engine") == 4


@pytest.mark.parametrize(
    ("body", "kind", "words"),
    [
        (encrypted_pdf("secret"), ErrorKind.DECODE, "password"),
        (scanned_pdf(), ErrorKind.NO_TEXT, "scan"),
        (pdf(["Words."])[:60], ErrorKind.DECODE, "damaged"),
        (b"%PDF-1.7\n%%EOF", ErrorKind.DECODE, "damaged"),
    ],
)
def test_what_cannot_be_read_says_why(body: bytes, kind: ErrorKind, words: str) -> None:
    text = extract(snapshot(body, content_type="application/pdf"))
    assert isinstance(text, Unreachable)
    assert text.kind is kind
    assert words in text.message
    assert "\n" not in text.message


def test_a_file_that_draws_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lineage_verify.text.pdf._MOST_OPERATIONS", 50)
    assert isinstance(read_pdf(pdf(["Words."])), PageText)
    text = read_pdf(pdf(*[["Words."]] * 20))
    assert isinstance(text, Unreachable)
    assert text.kind is ErrorKind.TOO_LARGE


def test_an_empty_password_opens() -> None:
    text = read_pdf(encrypted_pdf(""))
    assert isinstance(text, PageText)
    assert "The engine has a loop." in text.text


def test_a_page_without_text_is_told() -> None:
    text = read(["Words."], [])
    assert text.notes == ("page 2 of the PDF holds no text",)


def test_a_missing_extra_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdf", None)
    text = read_pdf(pdf(["Words."]))
    assert isinstance(text, Unreachable)
    assert text.kind is ErrorKind.UNSUPPORTED_TYPE
    assert "pip install 'lineage-verify[pdf]'" in text.message


def test_a_pdf_is_known_by_its_signature() -> None:
    text = extract(snapshot(pdf(["Words."]), content_type="application/octet-stream"))
    assert isinstance(text, PageText)
    assert text.text == "Words."


def test_a_sentence_may_run_from_one_page_to_the_next() -> None:
    text = read(
        ["Brook, a manual", "The engine keeps a queue of", "1"],
        ["Brook, a manual", "jobs and hands out", "2"],
        ["Brook, a manual", "the oldest first.", "3"],
    )
    assert collapsed(main_reading(text)) == (
        "The engine keeps a queue of jobs and hands out the oldest first."
    )
    assert "\n\n" not in main_reading(text)
    assert len(text.blocks) == 1
