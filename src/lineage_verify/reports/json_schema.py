"""The JSON Schema of the JSON report (draft 2020-12)."""

from enum import StrEnum

from lineage_verify.matches.model import Edit, WarningCode
from lineage_verify.pages.snapshot import ErrorKind
from lineage_verify.spec.problems import Level
from lineage_verify.verdicts.model import Outcome, OwnerKind, Severity, Since, VerdictKind

__all__ = ["report_schema"]

Schema = dict[str, object]

_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_POSITION: Schema = {"type": "integer", "minimum": 1}
_MOMENT: Schema = {
    "type": "string",
    "format": "date-time",
    "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$",
}
_DAY: Schema = {"type": "string", "format": "date"}


def report_schema() -> dict[str, object]:
    """The schema that every JSON report of this version satisfies."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "lineage-verify report",
        "description": "What one run of lineage-verify says of specs and their evidence.",
        **_object(
            report_version={"type": "string", "pattern": r"^1\.\d+$"},
            tool=_object(name={"const": "lineage-verify"}, version=_TEXT),
            generated_at=_MOMENT,
            outcome=_one_of(Outcome),
            exit_code={"type": "integer", "enum": [0, 1, 2, 3]},
            summary=_object(
                specs=_COUNT,
                sources=_COUNT,
                evidence=_COUNT,
                **{kind.value: _COUNT for kind in VerdictKind},
            ),
            specs=_list({"$ref": "#/$defs/spec"}),
        ),
        "$defs": {
            "spec": _spec(),
            "problem": _problem(),
            "source": _source(),
            "evidence": _evidence(),
        },
    }


def _spec() -> Schema:
    return _object(
        path=_TEXT,
        slug=_or_null(_TEXT),
        verified_on=_or_null(_TEXT),
        outcome=_one_of(Outcome),
        problems=_list({"$ref": "#/$defs/problem"}),
        sources=_list({"$ref": "#/$defs/source"}),
        evidence=_list({"$ref": "#/$defs/evidence"}),
    )


def _problem() -> Schema:
    return _object(
        code=_TEXT,
        level=_one_of(Level),
        message=_TEXT,
        pointer=_TEXT,
        line=_POSITION,
        column=_POSITION,
    )


def _source() -> Schema:
    schema = _object(
        id=_TEXT,
        url=_TEXT,
        final_url=_or_null(_TEXT),
        status=_or_null({"type": "integer"}),
        media_type=_or_null(_TEXT),
        sha256=_or_null({"type": "string", "pattern": "^[0-9a-f]{64}$"}),
        fetched_at=_or_null(_MOMENT),
        validated_at=_or_null(_MOMENT),
        from_cache={"type": "boolean"},
        error=_or_null(_object(kind=_one_of(ErrorKind), message=_TEXT)),
    )
    return _with_optional(schema, rendered_by=_TEXT)


def _evidence() -> Schema:
    piece: Schema = {
        "type": "array",
        "prefixItems": [_one_of(Edit), _TEXT],
        "minItems": 2,
        "maxItems": 2,
    }
    schema = _object(
        pointer=_TEXT,
        line=_POSITION,
        column=_POSITION,
        owner=_object(kind=_one_of(OwnerKind), id=_TEXT),
        source=_TEXT,
        quote=_TEXT,
        verdict=_one_of(VerdictKind),
        severity=_or_null(_one_of(Severity)),
        similarity=_or_null({"type": "number", "minimum": 0, "maximum": 1}),
        found=_or_null(_TEXT),
        diff=_list(piece),
        section=_or_null(_object(title=_TEXT, anchor=_or_null(_TEXT))),
        deep_link=_or_null(_TEXT),
        elsewhere=_list(_TEXT),
        warnings=_list(_object(code=_one_of(WarningCode), message=_TEXT)),
        last_known=_or_null(_object(verdict=_one_of(VerdictKind), validated_at=_MOMENT)),
        last_held=_or_null(_DAY),
        waived=_or_null(_object(reason=_TEXT, until=_DAY)),
    )
    return _with_optional(schema, since=_one_of(Since))


def _object(**properties: Schema) -> Schema:
    """An object with exactly these properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _with_optional(schema: Schema, **properties: Schema) -> Schema:
    known = schema["properties"]
    assert isinstance(known, dict)  # noqa: S101 - made by `_object`
    return {**schema, "properties": {**known, **properties}}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _one_of(values: type[StrEnum]) -> Schema:
    return {"type": "string", "enum": [value.value for value in values]}
