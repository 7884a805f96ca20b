"""Where a token begins and ends: words, numbers with their signs, operators, identifiers.

After Unicode Standard Annex 29 (word boundaries), tightened so that a part of a number, a flag, a
path or a dotted name is never taken for the whole (DESIGN.md section 2).
"""

import re

from lineage_verify.matches.letters import is_combining, is_unspaced

__all__ = ["begins_token", "ends_in_denial", "ends_token", "is_word"]

_JOINERS = frozenset("-.'_/\\:@#+&")
"""Characters that join two words into one token when both touch them."""
_PUNCTUATION = frozenset(".:/&")
"""Those that part words in scripts without spaces, where no space follows them."""
_SIGNS = frozenset("+-<>~±≈≤≥$€£¥#.,^√")
"""Characters that belong to a number which they touch from before."""
_UNITS = frozenset("%‰°+*²³¹⁰⁴⁵⁶⁷⁸⁹⁻½¼¾×€$£¥")
"""Characters that belong to a number which they touch from behind."""
_OPERATORS = frozenset("<>=!+-*/%&|^~:")
_COMPARISONS = frozenset(("<=", ">=", "!=", "==", "~="))
_NAME_TAILS = re.compile(r"(?:\+\+|#)(?!\w)")
"""What can end a name that is not a word character: `C++`, `C#`."""
_SPACED_UNITS = frozenset("%‰°€£¥")
"""Signs of what a number counts that may stand a space behind it."""
_DENYING = (
    "不", "没", "沒", "未", "无", "無", "非", "勿", "莫", "不会", "不會", "不能", "不可", "不可以",
    "不应", "不應", "不要", "不得", "不再", "没有", "沒有", "无法", "無法", "禁止", "避免", "ไม่",
)  # fmt: skip
"""What denies the word behind it in scripts without spaces."""
_DENYING_TAILS = tuple(
    particle + tail
    for particle in ("", "では", "じゃ", "は", "が", "も")
    for tail in ("ない", "なかった", "なく", "ありません", "ません", "ず")
)
_MORE_OF_NAME = re.compile(
    r"(?:::|->)\w"  # a member: `std::sort`
    r"|\[\]|<(?!(?:a|b|br|code|em|i|li|p|strong|sub|sup|td|tr)>)[A-Za-z][\w:, <>\[\]]*>"
    r"|\[(?:[A-Za-z][\w.]+(?:, ?[\w.\[\]]+)*|-?\d*:-?\d*|'\w+'|\"\w+\")\]"
    # a type made of one: `int[]`, `Vec<String>`, `list[str]`; a part of it: `rows[1:]`
    r"| \| (?:None|null|undefined)\b"
    r"|[?&]\w+="  # an address's query
    r"|\.\*"  # a range of versions: `3.1.*`
)
"""What goes on with a name or a number that a match ends with."""
_LONGEST_FLAG = 60
_LONGEST_HEAD = 10
_DENIED_FLAG = re.compile(r"(?<![\w\-])--?no$")
_ENDS_IN_FLAG = re.compile(r"(?<![\w\-])--?[A-Za-z][\w\-]*$")
_POWER = re.compile(r"\^-?[\w({]")
"""What raises the word before it to a power."""
_MAGNITUDE = re.compile(
    r" (?:[×·x*] \d|[¼½¾]|(?:hundred|thousand|[mbtr]+illion|dozen|percent|per cent)s?\b)"
)
"""What goes on with a number a space behind it."""
_BOUND = re.compile(r"(?:[≤≥≈±]|\d [×·x*]) $")
"""What belongs to a number a space before it."""
_TENS = re.compile(r"(?:twen|thir|for|fif|six|seven|eigh|nine)ty[ -]$", re.IGNORECASE)
_ONES = re.compile(r"(?:one|two|three|four|five|six|seven|eight|nine)\b", re.IGNORECASE)
_FLAG_HEAD = re.compile(r"(?:^|[^\w\-])-{1,2}$")


def is_word(character: str) -> bool:
    """Tell whether a character is part of a word: a letter, a digit, a mark or an underscore."""
    return character.isalnum() or character == "_" or is_combining(character)


def _one_word(before: str, after: str) -> bool:
    if is_combining(after):
        return True
    if not (is_word(before) and is_word(after)):
        return False
    return not (is_unspaced(before) or is_unspaced(after))


def ends_in_denial(text: str) -> bool:
    """Tell whether a text ends with what denies a command line's flag: `--no` of `--no-cache`."""
    return _DENIED_FLAG.search(text) is not None


def begins_token(text: str, at: int) -> bool:
    """Tell whether a token may begin at an offset, whatever stands before it."""
    if at <= 0 or at >= len(text):
        return True
    before, first = text[at - 1], text[at]
    if is_unspaced(first) and text.endswith(_DENYING, 0, at):
        return False
    if before == " ":
        return not _goes_with_number(text, at)
    if before in " \n\t" or first in " \n\t":
        return True
    if _one_word(before, first):
        return False
    if first in _OPERATORS and before in _OPERATORS:
        return False
    if not is_word(first):
        return not (first in "-." and is_word(before) and is_word(text[at + 1 : at + 2] or " "))
    return _word_may_begin(text, at, before, first)


def _goes_with_number(text: str, at: int) -> bool:
    """Tell whether what stands before a space is a part of the number behind it: `≤ 5`."""
    head = text[max(0, at - _LONGEST_HEAD) : at]
    if text[at].isdigit():
        return _BOUND.search(head) is not None
    return _ONES.match(text, at) is not None and _TENS.search(head) is not None


def _word_may_begin(text: str, at: int, before: str, first: str) -> bool:
    if before in "!¬~$" and not is_word(text[at - 2 : at - 1] or " "):
        return False
    if first.isdigit() and (before in _SIGNS or text[at - 2 : at] in _COMPARISONS):
        return False
    if before == "-" and _FLAG_HEAD.search(text, max(0, at - 3), at):
        return False
    return not _joins(text[at - 2 : at - 1], before, first)


def _joins(one: str, sign: str, other: str) -> bool:
    """Tell whether a sign makes one token of the characters on both sides of it."""
    if sign not in _JOINERS or not (is_word(one or " ") and is_word(other or " ")):
        return False
    return sign not in _PUNCTUATION or not (is_unspaced(one) or is_unspaced(other))


def ends_token(text: str, at: int) -> bool:
    """Tell whether a token may end at an offset, whatever stands after it."""
    if at <= 0 or at >= len(text):
        return True
    last, after = text[at - 1], text[at]
    if is_unspaced(last) and text.startswith(_DENYING_TAILS, at):
        return False
    if after == " " and last.isdigit():
        return text[at + 1 : at + 2] not in _SPACED_UNITS and not _MAGNITUDE.match(text, at)
    if after == " " and text.startswith(" | ", at):
        return not _MORE_OF_NAME.match(text, at)
    if after in " \n\t" or last in " \n\t":
        return True
    if _one_word(last, after) or (last in _OPERATORS and after in _OPERATORS):
        return False
    return _word_may_end(text, at, last, after) if is_word(last) else not _goes_on(text, at)


def _word_may_end(text: str, at: int, last: str, after: str) -> bool:
    if last.isdigit() and (after in _UNITS or (after == "," and text[at + 1 : at + 2].isdigit())):
        return False
    if _NAME_TAILS.match(text, at) or _MORE_OF_NAME.match(text, at) or _POWER.match(text, at):
        return False
    if after in "=|" and _ENDS_IN_FLAG.search(text, max(0, at - _LONGEST_FLAG), at):
        return False
    return not _joins(last, after, text[at + 1 : at + 2])


def _goes_on(text: str, at: int) -> bool:
    """Tell whether a sign at a match's end and the word after it are one token: `-` of `-1`."""
    last, after = text[at - 1], text[at]
    if not is_word(after):
        return False
    if last in "-.":
        before = text[at - 2 : at - 1] or " "
        return last == "-" or is_word(before)
    return last in "$#@" or (last in _SIGNS and after.isdigit())
