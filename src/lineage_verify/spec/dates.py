"""The one form in which a spec writes dates."""

import re
from datetime import date

__all__ = ["iso_date"]

_FORM = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def iso_date(text: str) -> date | None:
    """The day that `YYYY-MM-DD` names (RFC 3339's full-date), `None` for anything else."""
    if not _FORM.fullmatch(text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
