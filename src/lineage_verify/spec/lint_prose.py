"""Slips in the words that a reader of the page reads: placeholders, bold, links."""

import re
from collections.abc import Collection, Iterable, Iterator

from lineage_verify.spec.checking import Fault
from lineage_verify.spec.model import Spec
from lineage_verify.spec.wording import Hints, shown

__all__ = ["check_prose"]

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_CODE = re.compile(r"`[^`]*`")
_BRACE = re.compile(r"[{}]")
_PARENTHESIS = re.compile(r"[()]")
_LINK = re.compile(r"\[([^\[\]]*)\]\(")
_PART = r"(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})"
_TARGET = re.compile(
    rf"/(?:{_PART}+(?:/{_PART}+)*/?)?(?:\?[^\s#]*)?(?:#\S+)?"
    r"|https?://[^\s/?#]+(?:[/?#]\S*)?|mailto:\S+@\S+|#\S+"
)
_DOTS = re.compile(r"/\.\.?(?:[/?#]|$)")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")


def check_prose(spec: Spec) -> Iterator[Fault]:
    """Every slip in the prose of a spec."""
    yield from _placeholders(spec)
    for pointer, text in _marked_up(spec):
        marks = _bold_marks(text)
        if len(marks) % 2:
            message = f"A ** in {_near(text, marks[-1])} has no second one."
            yield Fault("unclosed-bold", pointer, message)
        yield from _links(pointer, text)


def _placeholders(spec: Spec) -> Iterator[Fault]:
    names = {dimension.id: None for dimension in spec.dimensions}
    used = dict.fromkeys(_PLACEHOLDER.findall(spec.status_template))
    yield from _unknown("/status_template", used, names)
    yield from _stray_braces(spec.status_template)
    for index, dimension in enumerate(spec.dimensions):
        if spec.status_template and dimension.id not in used:
            message = f"The status line never tells what is picked for {shown(dimension.id)}."
            yield Fault("untold-dimension", f"/dimensions/{index}", message)
        for number, option in enumerate(dimension.options):
            pointer = f"/dimensions/{index}/options/{number}/phrase"
            for name in _PLACEHOLDER.findall(option.phrase):
                message = f"A phrase is put in as it stands: {shown('{' + name + '}')} stays."
                yield Fault("unknown-placeholder", pointer, message)


def _stray_braces(template: str) -> Iterator[Fault]:
    """The first brace that no placeholder has: what it begins or ends is shown as it stands."""
    rest = _PLACEHOLDER.sub(lambda match: " " * len(match[0]), template)
    stray = _BRACE.search(rest)
    if stray is not None:
        other = "}" if stray[0] == "{" else "{"
        side = "after" if stray[0] == "{" else "before"
        message = f'A "{stray[0]}" in {_near(template, stray.start())} has no "{other}" {side} it.'
        yield Fault("unclosed-placeholder", "/status_template", message)


def _unknown(pointer: str, used: Iterable[str], known: Collection[str]) -> Iterator[Fault]:
    hints = Hints()
    for name in used:
        if name not in known:
            message = f"No dimension is called {shown(name)}.{hints.about(name, known)}"
            yield Fault("unknown-placeholder", pointer, message)


def _marked_up(spec: Spec) -> Iterator[tuple[str, str]]:
    """The texts that the page renders with bold and links."""
    yield "/answer", spec.answer
    for index, section in enumerate(spec.sections):
        for number, paragraph in enumerate(section.paragraphs):
            yield f"/sections/{index}/paragraphs/{number}", paragraph


def _links(pointer: str, text: str) -> Iterator[Fault]:
    closing = _closing(text)
    for link in _LINK.finditer(text):
        words, end = link[1], closing.get(link.end() - 1)
        if end is None:
            if words:
                message = f"The link of {shown(words)} has no closing parenthesis."
                yield Fault("link-form", pointer, message)
            continue
        target = text[link.end() : end]
        why = _wrong_target(target)
        if not words.strip():
            yield Fault("link-form", pointer, f"The link to {shown(target)} has no words.")
        elif why is not None:
            message = f"The link of {shown(words)} leads to {shown(target)}; {why}."
            yield Fault("link-form", pointer, message)


def _closing(text: str) -> dict[int, int]:
    """Where each opening parenthesis of a text is closed."""
    opened: list[int] = []
    closing = {}
    for sign in _PARENTHESIS.finditer(text):
        if sign[0] == "(":
            opened.append(sign.start())
        elif opened:
            closing[opened.pop()] = sign.start()
    return closing


def _wrong_target(target: str) -> str | None:
    """What is wrong with where a link leads, as the end of a sentence."""
    if _TARGET.fullmatch(target) and not _climbs(target):
        return None
    if not target:
        return "it has to lead somewhere"
    if any(map(str.isspace, target)):
        return "an address has no white space in it: write %20"
    if target.startswith("//"):
        return 'a path of the site begins with one "/"; write https: before the name of a host'
    if target.startswith("/"):
        return _wrong_path(target)
    scheme = _SCHEME.match(target)
    if scheme is not None and scheme[1].lower() in {"http", "https"}:
        return 'after the scheme come "//" and the name of a host'
    return (
        'a link within the site begins with "/" or "#", one to elsewhere with "https://", "http://"'
        ' or "mailto:"'
    )


def _climbs(target: str) -> bool:
    """Whether a path of the site goes up, or stays where it is, on its way."""
    path = re.split(r"[?#]", target, maxsplit=1)[0]
    return target.startswith("/") and _DOTS.search(path) is not None


def _wrong_path(target: str) -> str:
    path = re.split(r"[?#]", target, maxsplit=1)[0]
    if _climbs(target):
        return 'a path has no "." or ".." folder in it: write the one that is meant'
    if "//" in path:
        return 'a path has no empty folder ("//") in it'
    if re.search(r"%(?![0-9A-Fa-f]{2})", target):
        return 'a "%" is followed by two hexadecimal digits: write %25 where it is meant'
    return "it has a character that an address may have only behind a percent sign"


def _bold_marks(text: str) -> list[int]:
    """Where `**` can open or close bold words: not in code, between spaces or as a power."""
    plain = _CODE.sub(lambda match: " " * len(match[0]), text)
    return [at.start() for at in re.finditer(r"\*\*", plain) if not _is_power(plain, at)]


def _is_power(text: str, at: re.Match[str]) -> bool:
    before, after = text[max(0, at.start() - 1) : at.start()], text[at.end() : at.end() + 1]
    if not before.strip() and not after.strip():
        return True
    between_words = before.isalnum() and after.isalnum()
    return between_words and (before.isdigit() or after.isdigit())


def _near(text: str, at: int) -> str:
    return shown(text[max(0, at - 10) : at + 30])
