"""A page's address with a text fragment that scrolls a browser to a quote.

The form is that of the WICG's URL Fragment Text Directives draft:
`#:~:text=[prefix-,]start[,end][,-suffix]`, each term percent-encoded.
"""

from urllib.parse import quote as percent_encoded

from lineage_verify.matches.model import Place
from lineage_verify.text.page_text import PageText

__all__ = ["deep_link"]

_DIRECTIVE = ":~:"
_LONGEST_WHOLE = 300
"""Characters of the longest passage that is named whole."""
_END_WORDS = 5
_CONTEXT_WORDS = 3
_SAFE = "!$'()*+./:;=?@_~"
"""What a term may hold as it is; `-`, `,` and `&` are the directive's own and never among them."""


def deep_link(url: str, text: PageText, place: Place) -> str:
    """Return the address of a place: the URL, its own fragment kept, and a text directive.

    The terms are the page's own words. A passage over several blocks, or a long one, is named by
    its first and last words; a prefix and a suffix are added where the words stand elsewhere too.
    """
    address, _, fragment = url.partition("#")
    own = fragment.partition(_DIRECTIVE)[0]
    directive = _directive(text, place)
    if not directive:
        return url
    return f"{address}#{own}{_DIRECTIVE}text={directive}"


def _directive(text: PageText, place: Place) -> str:
    passage = text.text[place.start : place.end]
    words = passage.split()
    if not words:
        return ""
    terms = [_encoded(term) for term in _start_and_end(passage, words)]
    if _recurs(text.text, passage):
        terms = _with_context(text, place, terms)
    return ",".join(terms)


def _start_and_end(passage: str, words: list[str]) -> list[str]:
    one_block = "\n" not in passage.strip() and "\t" not in passage.strip()
    if len(words) < 2 or (one_block and len(passage) <= _LONGEST_WHOLE):
        return [" ".join(words)]
    half = min(_END_WORDS, len(words) // 2)
    return [
        " ".join(_within_line(passage, words[:half], first=True)),
        " ".join(_within_line(passage, words[-half:], first=False)),
    ]


def _within_line(passage: str, words: list[str], *, first: bool) -> list[str]:
    """Return those of some words that share a block with the passage's edge."""
    lines = [line.split() for line in passage.replace("\t", "\n").split("\n") if line.split()]
    line = lines[0] if first else lines[-1]
    count = min(len(words), len(line))
    return line[:count] if first else line[-count:]


def _recurs(text: str, passage: str) -> bool:
    return text.casefold().count(passage.strip().casefold()) > 1


def _with_context(text: PageText, place: Place, terms: list[str]) -> list[str]:
    before = _nearest_line(text.text[max(0, place.start - 120) : place.start], last=True)
    after = _nearest_line(text.text[place.end : place.end + 120], last=False)
    if before:
        terms = [f"{_encoded(before)}-", *terms]
    if after:
        terms = [*terms, f"-{_encoded(after)}"]
    return terms


def _nearest_line(text: str, *, last: bool) -> str:
    """Return the few words right beside a place, of one block."""
    lines = [line.split() for line in text.replace("\t", "\n").split("\n")]
    lines = [line for line in lines if line]
    if not lines:
        return ""
    words = lines[-1][-_CONTEXT_WORDS:] if last else lines[0][:_CONTEXT_WORDS]
    return " ".join(words)


def _encoded(term: str) -> str:
    encoded = percent_encoded(term, safe=_SAFE, errors="replace")
    return encoded.replace("-", "%2D")
