"""The one place where words of a page or a spec are made harmless for where they go.

Pages are hostile by default, and a pull request can change a spec: nothing of theirs may move a
cursor, reverse a line, start markup or give a command.
"""

import re
from urllib.parse import quote, urlsplit

__all__ = [
    "cell",
    "clip",
    "code_cell",
    "code_span",
    "fence",
    "href",
    "json_safe",
    "lines",
    "markdown_link",
    "one_line",
    "sarif_text",
    "visible",
    "workflow_message",
    "workflow_property",
]

_UNSEEN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 (without tab and line feed), DEL, C1
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e"
    "\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"  # marks, embeddings, isolates, separators
    "\u3164\ud800-\udfff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Control, bidirectional and invisible characters, lone surrogates and non-characters.

The zero-width joiner and non-joiner stay: emoji and several scripts are written with them.
"""

_unseen = re.compile(f"[{_UNSEEN}]")
_breaks = re.compile("[ \t\n\v\f\r\x85\u2028\u2029]+")
_workflow = {ord("%"): "%25", ord("\r"): "%0D", ord("\n"): "%0A"}
_workflow_value = _workflow | {ord(":"): "%3A", ord(","): "%2C"}


def visible(text: str) -> str:
    """Text in which every control, bidirectional and invisible character is spelled out.

    Tabs and line feeds stay, a carriage return before one goes; all else reads `<U+202E>`.
    """
    return _unseen.sub(_spelled, text.replace("\r\n", "\n"))


def lines(text: str) -> str:
    """`visible`, with tabs as spaces: the only control characters left are line feeds."""
    return visible(text).replace("\t", " ")


def one_line(text: str) -> str:
    """`visible`, with each run of white space as one space."""
    return visible(_breaks.sub(" ", text)).strip(" ")


def clip(text: str, most: int) -> str:
    """At most so many characters of a text, its middle left out with the number of them told."""
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]} [… {len(text) - 2 * half} characters …] {text[-half:]}"


def _spelled(match: re.Match[str]) -> str:
    return f"<U+{ord(match[0]):04X}>"


def json_safe(document: str) -> str:
    """A JSON document with the same characters as JSON's own escapes (RFC 8259, section 7).

    They can only stand inside strings, since JSON's own structure has none but line feeds.
    """
    return _unseen.sub(_json_escape, document)


def _json_escape(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))


def workflow_message(text: str) -> str:
    """The message of a GitHub workflow command: a per cent sign and line ends encoded."""
    kept = _unseen.sub(lambda match: match[0] if match[0] == "\r" else _spelled(match), text)
    return kept.replace("\t", " ").translate(_workflow)


def workflow_property(text: str) -> str:
    """A property's value in a GitHub workflow command: colons and commas encoded as well."""
    return one_line(text).translate(_workflow_value)


def sarif_text(text: str) -> str:
    """A plain-text message of SARIF: no placeholders and no links (2.1.0, 3.11.5 and 3.11.6)."""
    return visible(text).replace("{", "{{").replace("}", "}}").replace("](", "] (")


def code_span(text: str) -> str:
    """A Markdown code span: nothing within it is markup, a link, a mention or HTML."""
    line = one_line(text) or " "
    ticks = "`" * (1 + max((len(run) for run in re.findall("`+", line)), default=0))
    pad = " " if line[0] in "` " or line[-1] in "` " else ""
    return f"{ticks}{pad}{line}{pad}{ticks}"


def code_cell(text: str) -> str:
    """A code span in a table, whose rows GitHub splits at bars before it reads code spans."""
    return code_span(text).replace("|", "\\|")


def fence(text: str) -> str:
    """The fence of a Markdown code block that this text cannot close (CommonMark 0.31, 4.5)."""
    return "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))


def href(url: str | None) -> str | None:
    """A URL that a report may link to: http or https, percent-encoded; else `None`."""
    if url is None:
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme.lower() not in {"http", "https"} or not parts.netloc:
        return None
    return quote(url, safe="%/:?#[]@!$&()*+,;=~'", errors="replace")


def markdown_link(label: str, url: str | None) -> str:
    """A Markdown link with a label that is Markdown already; the bare label for other URLs."""
    target = href(url)
    if target is None:
        return label
    return f"[{label}](<{target.replace('&', '&amp;').replace('*', '%2A')}>)"


def cell(text: str) -> str:
    """One table cell's text that a spreadsheet does not take for a formula when pasted."""
    line = one_line(text)
    return f"'{line}" if line[:1] in {"=", "+", "-", "@"} else line
