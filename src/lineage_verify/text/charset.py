"""A page's bytes to characters: which encoding, and what could not be read in it.

The order is that of the HTML Standard (section 13.2.3.2), the labels are the Encoding Standard's:
byte order mark, HTTP `charset`, `meta` or the XML declaration, then detection. A label gives way
only where the bytes cannot be meant so.
"""

import codecs
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["Decoded", "codec_of_label", "decode"]

_BOMS = (
    (codecs.BOM_UTF8, "utf_8"),
    (codecs.BOM_UTF16_BE, "utf_16_be"),
    (codecs.BOM_UTF16_LE, "utf_16_le"),
)
_PRESCAN = 1024
_META = re.compile(rb"""<meta[^>]*?[\s"'/;]charset\s*=\s*["']?\s*([a-z0-9_:.-]+)""", re.IGNORECASE)
_XML_DECLARATION = re.compile(rb"""\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._:-]+)["']""")
_HTTP_CHARSET = re.compile(
    r""";\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;]+))""", re.IGNORECASE
)
_MULTIBYTE = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
_SEVERAL = 8
"""So many UTF-8 sequences are no accident of a two-byte encoding."""
_SAMPLE = 65_536
_TWO_BYTE = frozenset({"gb18030", "big5hkscs", "euc_jp", "cp932", "cp949", "iso2022_jp"})
_WIDE = frozenset({"utf_16_be", "utf_16_le"})
_FALLBACK = "cp1252"


@dataclass(frozen=True, slots=True)
class Decoded:
    """Characters, the Python codec that gave them, and what a reader should be told."""

    text: str
    codec: str
    notes: tuple[str, ...] = ()


@cache
def _codecs() -> dict[str, str]:
    table = tomllib.loads(files(__package__).joinpath("encodings.toml").read_text("utf-8"))
    return {label: codec for codec, labels in table.items() for label in labels.split()}


def codec_of_label(label: str) -> str | None:
    """Return the codec that a label stands for (Encoding Standard, "get an encoding")."""
    return _codecs().get(label.strip("\t\n\f\r ").lower())


def decode(body: bytes, *, content_type: str | None = None, markup: bool = False) -> Decoded:
    """Return a body's characters.

    `content_type` is the header's value with its parameters; `markup` says that the bytes may name
    their encoding themselves (HTML, XML). A byte order mark is no part of the text.
    """
    for mark, codec in _BOMS:
        if body.startswith(mark):
            return _read(body[len(mark) :], codec)
    labels = list(_labels(body, content_type, markup=markup))
    for label, codec in labels:
        if _can_be(body, codec):
            return _read(body, codec)
        said = _other_than_said(body, label, codec)
        if said is not None:
            return said
    return _unlabelled(body, labels)


def _labels(body: bytes, content_type: str | None, *, markup: bool) -> Iterator[tuple[str, str]]:
    header = _HTTP_CHARSET.search(content_type or "")
    if header:
        label = next(group for group in header.groups() if group is not None)
        codec = codec_of_label(label)
        if codec is not None:
            yield label, codec
    found = _label_within(body) if markup else None
    codec = codec_of_label(found) if found else None
    if found and codec:
        # Whoever could read the label did not read it in UTF-16.
        yield found, "utf_8" if codec in _WIDE else codec


def _label_within(body: bytes) -> str | None:
    found = _XML_DECLARATION.match(body[:_PRESCAN]) or _META.search(body[: 4 * _PRESCAN])
    return found[1].decode("ascii", "ignore") if found else None


def _can_be(body: bytes, codec: str) -> bool:
    """Tell whether a label may be right: nothing in the bytes speaks against it."""
    if codec in _WIDE:
        return b"\0" in body[:_SAMPLE] or not _decodes(body, "utf_8")
    if codec == "utf_8":
        return _decodes(body, codec)
    if body.isascii() or not _decodes(body, "utf_8"):
        return True
    return codec in _TWO_BYTE and not _has_several(body) and _decodes(body, codec)


def _has_several(body: bytes) -> bool:
    return (
        sum(1 for _, _ in zip(_MULTIBYTE.finditer(body), range(_SEVERAL), strict=False)) >= _SEVERAL
    )


def _other_than_said(body: bytes, label: str, codec: str) -> Decoded | None:
    """Return the text in UTF-8 where the bytes are in UTF-8 whatever their label says."""
    if codec != "utf_8":
        if _decodes(body, "utf_8"):
            return _read(body, "utf_8", f"the page says that it is in {label}, but it is in UTF-8")
        return None
    text = body.decode("utf_8", "replace")
    good = sum(1 for _ in _MULTIBYTE.finditer(body))
    return _read(body, codec) if good > text.count("�") else None


def _unlabelled(body: bytes, labels: list[tuple[str, str]]) -> Decoded:
    if _decodes(body, "utf_8"):
        return _read(body, "utf_8")
    codec = _wide_by_zeros(body) or _detected(body) or _FALLBACK
    if labels:
        note = f"the page says that it is in {labels[0][0]}, but its bytes are not; read as {codec}"
    else:
        note = f"the page names no encoding; read as {codec}"
    return _read(body, codec, note)


def _wide_by_zeros(body: bytes) -> str | None:
    """Return the UTF-16 in which mostly Latin text has a zero in every other byte."""
    sample = body[:_PRESCAN]
    most = len(sample) * 0.35
    if sample[::2].count(0) > most:
        return "utf_16_be"
    return "utf_16_le" if sample[1::2].count(0) > most else None


def _detected(body: bytes) -> str | None:
    from charset_normalizer import from_bytes

    first = re.search(rb"[\x80-\xff]", body)
    start = max(0, first.start() - _PRESCAN) if first else 0
    sample = body[start : start + _SAMPLE]
    known = sorted(set(_codecs().values()) - _WIDE)
    best = from_bytes(sample, cp_isolation=known).best()
    return best.encoding if best is not None and best.encoding in known else None


def _decodes(body: bytes, codec: str) -> bool:
    try:
        body.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


def _read(body: bytes, codec: str, *notes: str) -> Decoded:
    try:
        return Decoded(body.decode(codec), codec, notes)
    except UnicodeDecodeError as error:
        text = body.decode(codec, "replace")
        lost = max(1, text.count("�"))
        what = f"{lost} place cannot be" if lost == 1 else f"{lost} places cannot be"
        note = f"{what} read as {codec} (the first is byte {error.start:,}); shown as �"
        return Decoded(text, codec, (*notes, note))
