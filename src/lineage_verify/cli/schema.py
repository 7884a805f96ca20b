"""`lineage-verify schema`."""

import json
import sys

from lineage_verify.cli.screen import write_text
from lineage_verify.errors import SettingsError

__all__ = ["schema"]


def schema(what: str) -> int:
    """Print a JSON Schema."""
    write_text(sys.stdout, json.dumps(_schema(what), indent=2, ensure_ascii=False) + "\n")
    return 0


def _schema(what: str) -> dict[str, object]:
    if what == "spec":
        from lineage_verify.spec.schema import spec_schema

        return spec_schema()
    if what == "report":
        from lineage_verify.reports.json_report import report_schema

        return report_schema()
    raise SettingsError(f"no schema {what!r}: there are spec and report")
