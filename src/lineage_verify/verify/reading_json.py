"""Readings as JSON values and back, strictly: what is not of the shape is refused.

The match behind a verdict is left out; who needs it (`explain`, `repair`) reads the page again.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from lineage_verify.matches.model import Difference, Edit, QuoteWarning, WarningCode
from lineage_verify.verdicts.model import Nearest, SectionRef, Severity, Verdict, VerdictKind
from lineage_verify.verify.reading import Reading

__all__ = ["MalformedError", "decode_notes", "decode_reading", "encode_reading"]

T = TypeVar("T")
_FIELDS = 10


class MalformedError(ValueError):
    """A stored reading has not the shape of one."""


def encode_reading(reading: Reading) -> list[object]:
    """A reading as a list of JSON values, in a fixed order."""
    verdict = reading.verdict
    return [
        verdict.kind.value,
        verdict.severity and verdict.severity.value,
        list(verdict.reasons),
        verdict.similarity,
        verdict.found,
        [[part.edit.value, part.text, part.interruption] for part in verdict.diff],
        [[warning.code.value, warning.message] for warning in verdict.warnings],
        _encode_section(reading.section),
        reading.deep_link,
        [[near.text, _encode_section(near.section), near.kept] for near in reading.nearest],
    ]


def decode_reading(value: object) -> Reading:
    """The reading that `encode_reading` wrote.

    Raises:
        MalformedError: the value is none.
    """
    try:
        parts = _list(value)
        if len(parts) != _FIELDS:
            raise MalformedError("a reading has another number of fields")
        return Reading(
            verdict=Verdict(
                kind=VerdictKind(_text(parts[0])),
                severity=_maybe(lambda v: Severity(_text(v)), parts[1]),
                reasons=tuple(_text(reason) for reason in _list(parts[2])),
                similarity=_maybe(_number, parts[3]),
                found=_maybe(_text, parts[4]),
                diff=tuple(_difference(_list(part)) for part in _list(parts[5])),
                warnings=tuple(_warning(_list(part)) for part in _list(parts[6])),
            ),
            section=_section(parts[7]),
            deep_link=_maybe(_text, parts[8]),
            nearest=tuple(_near(_list(part)) for part in _list(parts[9])),
        )
    except (ValueError, IndexError) as error:
        raise MalformedError(str(error)) from None


def decode_notes(value: object) -> tuple[str, ...]:
    """A page's notes, as they were kept.

    Raises:
        MalformedError: the value is no list of texts.
    """
    return tuple(_text(note) for note in _list(value))


def _encode_section(section: SectionRef | None) -> list[str | None] | None:
    return None if section is None else [section.title, section.anchor]


def _section(value: object) -> SectionRef | None:
    if value is None:
        return None
    parts = _list(value)
    return SectionRef(_text(parts[0]), _maybe(_text, parts[1]))


def _difference(parts: Sequence[object]) -> Difference:
    return Difference(Edit(_text(parts[0])), _text(parts[1]), parts[2] is True)


def _warning(parts: Sequence[object]) -> QuoteWarning:
    return QuoteWarning(WarningCode(_text(parts[0])), _text(parts[1]))


def _near(parts: Sequence[object]) -> Nearest:
    return Nearest(_text(parts[0]), _section(parts[1]), _number(parts[2]))


def _maybe(read: Callable[[object], T], value: object) -> T | None:
    return None if value is None else read(value)


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise MalformedError("a list is wanted")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise MalformedError("a text is wanted")
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise MalformedError("a number is wanted")
    return value
