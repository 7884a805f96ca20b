"""Why a text is no JSON text, in words that say what to do.

The scanner calls this only when a step of its grammar does not match, so speed is no matter here.
"""

import re
from typing import Final

__all__ = [
    "BLANK",
    "CHARS",
    "CLOSER",
    "NUMBER",
    "JsonError",
    "explain_after",
    "explain_step",
    "explain_value",
]

BLANK: Final = r"[ \t\n\r]*+"
CHARS: Final = r'[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+'
NUMBER: Final = r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?"
CLOSER: Final = {"{": "}", "[": "]"}

_BLANK = re.compile(BLANK)
_STRING_BEGINS = re.compile(f'"{CHARS}')
_STRING = re.compile(f'"{CHARS}"')
_NUMBER = re.compile(rf"{NUMBER}(?![\w.+-])")
_NUMBER_LIKE = re.compile(r"[-+]?[0-9.][0-9A-Za-z.+_-]*")
_WORD = re.compile(r"[^\W\d][\w$]*")
_LITERAL = re.compile(r"(?:true|false|null)(?![\w$])")
_MEANT = {"none": "null", "nil": "null", "undefined": "null", "true": "true", "false": "false"}
_CURLY_QUOTES = "“”„‟«»‘’"


class JsonError(ValueError):
    """A text is no JSON text, or not one that may be read."""

    def __init__(self, offset: int, message: str, code: str = "not-json") -> None:
        """Keep the character where it shows, what a reader is told, and the problem's code."""
        super().__init__(message)
        self.offset = offset
        self.message = message
        self.code = code


def explain_step(text: str, pos: int, *, bracket: str, opened: int, fresh: bool) -> JsonError:
    """Why no member (of `{`) or item (of `[`) can be read at `pos`.

    `opened` is where the container begins; `fresh` says that nothing has been read in it yet.
    """
    pos = _skip(text, pos)
    sign = text[pos : pos + 1]
    if sign == CLOSER[bracket] and not fresh:
        return JsonError(pos, f'A comma stands before the closing "{sign}": take the comma out.')
    if bracket == "[":
        return _explain_member_value(text, pos, bracket, opened)
    if not sign:
        return _ends_early(text, bracket, opened)
    if sign != '"':
        return _explain_name(text, pos)
    name = _STRING.match(text, pos)
    if name is None:
        return _explain_string(text, pos)
    colon = _skip(text, name.end())
    if text[colon : colon + 1] != ":":
        return JsonError(colon, 'A ":" is missing after the field\'s name.')
    return _explain_member_value(text, colon + 1, bracket, opened)


def explain_after(text: str, pos: int, *, bracket: str, opened: int) -> JsonError:
    """Why neither a comma nor the closing bracket can be read at `pos`, after a value."""
    pos = _skip(text, pos)
    sign = text[pos : pos + 1]
    if not sign:
        return _ends_early(text, bracket, opened)
    if sign in CLOSER.values():
        line = _line(text, opened)
        message = f'"{sign}" cannot close the "{bracket}" of line {line}: "{CLOSER[bracket]}" does.'
        return JsonError(pos, message)
    if comment := _comment(text, pos):
        return comment
    if sign in '"{[' or sign.isalnum() or sign == "-":
        return JsonError(pos, "A comma is missing before this.")
    return JsonError(pos, f'A comma or "{CLOSER[bracket]}" belongs here.')


def explain_value(text: str, pos: int) -> JsonError:
    """Why no value can be read at `pos`."""
    pos = _skip(text, pos)
    sign = text[pos : pos + 1]
    if not sign:
        return JsonError(pos, "The file is empty." if not text.strip() else "A value is missing.")
    if sign == '"':
        return _explain_string(text, pos)
    if comment := _comment(text, pos):
        return comment
    if sign == "'" or sign in _CURLY_QUOTES:
        return JsonError(pos, 'JSON puts text between straight double quotes (").')
    if number := _NUMBER_LIKE.match(text, pos):
        return JsonError(pos, _about_number(number.group()))
    if word := _WORD.match(text, pos):
        return JsonError(pos, _about_word(word.group()))
    return JsonError(pos, "A value is missing here." if sign in ",]}:" else "No value begins so.")


def _explain_member_value(text: str, pos: int, bracket: str, opened: int) -> JsonError:
    pos = _skip(text, pos)
    if pos == len(text):
        return _ends_early(text, bracket, opened)
    for pattern in (_STRING, _LITERAL, _NUMBER):
        match = pattern.match(text, pos)
        if match:
            return explain_after(text, match.end(), bracket=bracket, opened=opened)
    return explain_value(text, pos)


def _explain_name(text: str, pos: int) -> JsonError:
    if comment := _comment(text, pos):
        return comment
    if text[pos] in "'" + _CURLY_QUOTES or _WORD.match(text, pos):
        return JsonError(pos, "JSON puts a field's name between straight double quotes (\").")
    if text[pos] == ",":
        return JsonError(pos, "There is one comma too many.")
    return JsonError(pos, 'A field\'s name, between double quotes, or "}" belongs here.')


def _explain_string(text: str, pos: int) -> JsonError:
    begins = _STRING_BEGINS.match(text, pos)
    end = begins.end() if begins else pos
    sign = text[end : end + 1]
    if not sign:
        return JsonError(pos, 'The text that begins here is never closed by a double quote (").')
    if sign == "\\":
        return JsonError(end, _about_escape(text[end : end + 6]))
    if sign in "\r\n":
        return JsonError(end, 'A line ends within a text: close it by a " or write \\n.')
    if sign == "\t":
        return JsonError(end, "A text holds a raw tab: write \\t.")
    return JsonError(end, f"A text holds a raw control character: write \\u{ord(sign):04x}.")


def _about_escape(escape: str) -> str:
    if escape[1:2] == "u":
        return 'A "\\u" needs four hexadecimal digits after it.'
    return 'JSON has no such escape: write a backslash as "\\\\".'


def _about_number(number: str) -> str:
    if re.fullmatch(r"[-+]?0[0-9]+.*", number):
        return "A number may not begin with a needless 0."
    if number.startswith("+"):
        return 'A number may not begin with "+".'
    if re.fullmatch(r"-?\.[0-9].*|-?[0-9]+\.(?:[^0-9].*)?", number):
        return "A number needs a digit on both sides of its point."
    return "This is not a number that JSON knows."


def _about_word(word: str) -> str:
    meant = _MEANT.get(word.lower())
    if meant and meant != word:
        return f'JSON writes "{meant}" here.'
    if word in {"NaN", "Infinity"}:
        return "JSON has no such number."
    return 'Text belongs between double quotes (").'


def _comment(text: str, pos: int) -> JsonError | None:
    if text.startswith(("//", "/*", "#"), pos):
        return JsonError(pos, "JSON has no comments: take this one out.")
    return None


def _ends_early(text: str, bracket: str, opened: int) -> JsonError:
    message = f'The file ends before the "{bracket}" of line {_line(text, opened)} is closed.'
    return JsonError(len(text), message)


def _line(text: str, pos: int) -> int:
    return len(re.findall(r"\r\n?|\n", text[:pos])) + 1


def _skip(text: str, pos: int) -> int:
    match = _BLANK.match(text, pos)
    return match.end() if match else pos
