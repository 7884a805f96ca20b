"""Ages as people write them."""

import re
from datetime import timedelta

from lineage_verify.errors import SettingsError

__all__ = ["parse_age"]

_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
_AGE = re.compile(r"([0-9]{1,6})([smhd])")


def parse_age(text: str) -> timedelta:
    """An age such as `90s`, `15m`, `24h`, `7d` or `0`.

    Raises:
        SettingsError: the text is no such age.
    """
    if text == "0":
        return timedelta(0)
    parts = _AGE.fullmatch(text)
    if parts is None:
        raise SettingsError(f"{text!r} is no age: write for instance 90s, 15m, 24h, 7d or 0")
    return timedelta(**{_UNITS[parts[2]]: int(parts[1])})
