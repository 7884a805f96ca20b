"""Generated JSON texts with odd spacing, escapes and line ends."""

import json

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

TEXTS = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from('"\\/\n\t\u2028é漢😀~\x00'),
    ),
    max_size=12,
)
BLANKS = st.text(" \t\r\n", max_size=3)
LEADS = st.sampled_from([b"", b"\xef\xbb\xbf"])
NUMBERS = ("0", "-0", "1.50", "12", "-3e2", "1E+5", "0.0e-1", "9" * 30)


def _capital_escape(character: str) -> str:
    if "\x7f" < character < "\ud800":
        return f"\\u{ord(character):04X}"
    return json.dumps(character, ensure_ascii=False)[1:-1]


@st.composite
def spellings(draw: DrawFn, text: str) -> str:
    """One of the many ways in which JSON can spell a text."""
    match draw(st.sampled_from(["plain", "ascii", "capitals", "slashes"])):
        case "ascii":
            return json.dumps(text)
        case "capitals":
            return f'"{"".join(map(_capital_escape, text))}"'
        case "slashes":
            return json.dumps(text, ensure_ascii=False).replace("/", "\\/")
    return json.dumps(text, ensure_ascii=False)


@st.composite
def json_texts(draw: DrawFn, *, depth: int = 3) -> str:
    """A JSON text, spelt and spaced at random."""
    kinds = ["text", "number", "literal"] + (["object", "array"] * 2 if depth else [])
    match draw(st.sampled_from(kinds)):
        case "text":
            body = draw(spellings(draw(TEXTS)))
        case "number":
            body = draw(st.sampled_from(NUMBERS))
        case "literal":
            body = draw(st.sampled_from(["true", "false", "null"]))
        case "object":
            body = f"{{{draw(_members(depth))}}}"
        case _:
            items = draw(st.lists(json_texts(depth=depth - 1), max_size=4))
            body = f"[{','.join(items) or draw(BLANKS)}]"
    return draw(BLANKS) + body + draw(BLANKS)


@st.composite
def _members(draw: DrawFn, depth: int) -> str:
    names = draw(st.lists(TEXTS, max_size=4, unique=True))
    members = [
        f"{draw(BLANKS)}{draw(spellings(name))}{draw(BLANKS)}:{draw(json_texts(depth=depth - 1))}"
        for name in names
    ]
    return ",".join(members) or draw(BLANKS)


def pointers(value: object, at: str = "") -> list[str]:
    """The pointer of every value in a JSON value."""
    found = [at]
    if isinstance(value, dict):
        for key, item in value.items():
            found += pointers(item, f"{at}/{key.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            found += pointers(item, f"{at}/{index}")
    return found


def resolve(value: object, pointer: str) -> object:
    """The value that a pointer names (RFC 6901)."""
    for token in pointer.split("/")[1:]:
        name = token.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list):
            value = value[int(name)]
        else:
            assert isinstance(value, dict)
            value = value[name]
    return value
