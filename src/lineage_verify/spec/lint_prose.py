"""Slips in the words that a reader of the page reads: placeholders, bold, links."""

import re
from collections.abc import Collection, Iterable, Iterator

from lineage_verify.spec.checking import Fault
from lineage_verify.spec.model import Spec
from lineage_verify.spec.wording import Hints, shown

__all__ = ["check_prose"]

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_CODE = re.compile(r"`[^`]*`")
_LINK = re.compile(r"\[([^\[\]]*)\]\(([^()]*)\)")
_OPEN_LINK = re.compile(r"\[([^\[\]]+)\]\([^()]*$")
_SEGMENT = r"(?!\.\.?(?:[/?#]|$))(?:[\w.~!$&'*+,;=:@-]|%[0-9A-Fa-f]{2})+"
_TARGET = re.compile(
    rf"/(?:{_SEGMENT}(?:/{_SEGMENT})*/?)?(?:\?[^\s#]*)?(?:#\S+)?"
    r"|https?://[^\s/?#]+(?:[/?#]\S*)?|mailto:\S+@\S+|#\S+"
)


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
    for index, dimension in enumerate(spec.dimensions):
        if spec.status_template and dimension.id not in used:
            message = f"The status line never tells what is picked for {shown(dimension.id)}."
            yield Fault("untold-dimension", f"/dimensions/{index}", message)
        for number, option in enumerate(dimension.options):
            pointer = f"/dimensions/{index}/options/{number}/phrase"
            for name in _PLACEHOLDER.findall(option.phrase):
                message = f"A phrase is put in as it stands: {shown('{' + name + '}')} stays."
                yield Fault("unknown-placeholder", pointer, message)


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
    for words, target in _LINK.findall(text):
        if not words.strip():
            yield Fault("link-form", pointer, f"The link to {shown(target)} has no words.")
        elif not _TARGET.fullmatch(target):
            message = (
                f"The link of {shown(words)} leads to {shown(target)}; a link of the page begins "
                'with "/", one to elsewhere with "https://".'
            )
            yield Fault("link-form", pointer, message)
    for words in _OPEN_LINK.findall(text):
        yield Fault("link-form", pointer, f"The link of {shown(words)} has no closing parenthesis.")


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
