"""Bytes to characters: labels, what bytes say themselves, and what cannot be read."""

import pytest

from lineage_verify.text.charset import codec_of_label, decode

WORDS = "Größe – „acht“ naïve café"
RUSSIAN = "Планировщик собирает запросы в пакет и передаёт его рабочему процессу."


HTTP_EQUIV = '<meta http-equiv=content-type content="text/html; charset=iso-8859-1">'


def html(label: str) -> str:
    return f'<meta charset="{label}"><p>{WORDS}'


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (WORDS.encode(), "text/html; charset=utf-8"),
        (WORDS.encode(), 'text/html; boundary=x; charset="UTF-8"'),
        (WORDS.encode(), "text/html"),
        (WORDS.encode(), None),
        (WORDS.encode("cp1252"), "text/html; charset=iso-8859-1"),
        (WORDS.encode("cp1252"), "text/html; Charset = Windows-1252"),
        (WORDS.encode("utf-16"), "text/html"),
        (WORDS.encode("utf-16-le"), "text/html; charset=utf-16"),
        (WORDS.encode("utf-8-sig"), "text/html; charset=iso-8859-1"),
        (WORDS.encode("utf-16"), "text/html; charset=utf-8"),
    ],
)
def test_a_right_label_or_a_byte_order_mark_is_followed(
    body: bytes, content_type: str | None
) -> None:
    read = decode(body, content_type=content_type)
    assert read.text == WORDS
    assert read.notes == ()


@pytest.mark.parametrize(
    ("markup", "codec"),
    [
        (html("windows-1252"), "cp1252"),
        (html("utf-8"), "utf_8"),
        (
            '<meta http-equiv=content-type content="text/html; charset=iso-8859-1">' + WORDS,
            "cp1252",
        ),
        (f'<?xml version="1.0" encoding="windows-1252"?><a>{WORDS}</a>', "cp1252"),
        # Whoever reads a label byte by byte does not read UTF-16.
        (html("utf-16"), "utf_8"),
    ],
)
def test_a_page_may_name_its_encoding_itself(markup: str, codec: str) -> None:
    read = decode(markup.encode(codec), content_type="text/html", markup=True)
    assert read.text == markup
    assert read.notes == ()


def test_the_header_wins_over_the_page() -> None:
    body = html("koi8-r").encode("cp1252")
    read = decode(body, content_type="text/html; charset=windows-1252", markup=True)
    assert WORDS in read.text


def test_a_label_within_plain_text_is_no_label() -> None:
    body = html("koi8-r").encode()
    assert decode(body, content_type="text/plain").text == html("koi8-r")


@pytest.mark.parametrize("label", ["iso-8859-1", "windows-1251", "us-ascii", "koi8-r"])
def test_utf_8_under_another_label_is_read_as_utf_8_and_told(label: str) -> None:
    read = decode(WORDS.encode(), content_type=f"text/html; charset={label}")
    assert read.text == WORDS
    assert label in read.notes[0]


@pytest.mark.parametrize("label", ["utf-8", None, "no-such-label"])
def test_another_encoding_without_a_right_label_is_found_and_told(label: str | None) -> None:
    content_type = f"text/html; charset={label}" if label else "text/html"
    read = decode((RUSSIAN * 4).encode("cp1251"), content_type=content_type)
    assert read.text == RUSSIAN * 4
    assert read.notes


def test_bytes_that_cannot_be_read_are_told_and_the_rest_is_read() -> None:
    body = WORDS.encode() + b" \xff\xfe " + RUSSIAN.encode()
    read = decode(body, content_type="text/html; charset=utf-8")
    assert WORDS in read.text
    assert RUSSIAN in read.text
    assert "�" in read.text
    assert "cannot be read" in read.notes[0]
    assert str(len(WORDS.encode()) + 1) in read.notes[0]


def test_ascii_is_read_whatever_it_is_called() -> None:
    for label in ("utf-8", "windows-1251", "shift_jis", "euc-kr", "x-mac-cyrillic"):
        read = decode(b"plain words", content_type=f"text/plain; charset={label}")
        assert read.text == "plain words"
        assert read.notes == ()


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("shift_jis", "実行のキュー"),
        ("euc-jp", "実行のキュー"),
        ("gbk", "队列和工作线程"),
        ("big5", "佇列與工作"),
        ("euc-kr", "작업 대기열"),
        ("windows-1253", "ουρά εργασιών"),
        ("iso-8859-2", "kolejka zadań źródła"),
        ("koi8-r", "очередь"),
    ],
)
def test_labels_of_the_encoding_standard_are_read(label: str, words: str) -> None:
    codec = codec_of_label(f" {label.upper()}\t")
    assert codec is not None
    assert decode(words.encode(codec), content_type=f"text/html; charset={label}").text == words


def test_every_label_stands_for_a_codec_that_python_has() -> None:
    for label in ("l1", "ascii", "latin1", "x-sjis", "utf8", "unicode", "macintosh", "dos-874"):
        codec = codec_of_label(label)
        assert codec is not None
        assert isinstance(b"a\0".decode(codec, "replace"), str)
    assert codec_of_label("utf-7") is None
