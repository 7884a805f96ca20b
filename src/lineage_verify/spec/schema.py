"""The JSON Schema of a spec, for editors and for other programs."""

from lineage_verify.spec.edge import model_of
from lineage_verify.spec.model import Spec

__all__ = ["spec_schema"]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def spec_schema() -> dict[str, object]:
    """The schema (JSON Schema 2020-12) of what `read_spec` takes, with a description a field.

    Unknown fields are allowed, as they are in a spec.
    """
    made = model_of(Spec).model_json_schema(by_alias=True)
    return {"$schema": _DIALECT, **made, "title": "Lineage spec"}
