"""Settings that stand in a file: `lineage-verify.toml`, or a table of `pyproject.toml`.

The command line wins. Keys are the options' names; an unknown key is an error that names the one
that was probably meant, since a misspelt limit would otherwise be silently without effect.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from pathlib import Path

from lineage_verify.cli.age import parse_age
from lineage_verify.cli.near import meant
from lineage_verify.cli.options import BOUNDS, GROUPS, ColorWhen
from lineage_verify.errors import SettingsError
from lineage_verify.reports.interface import Format
from lineage_verify.settings import Render
from lineage_verify.verdicts.model import Severity
from lineage_verify.verdicts.waivers import Waiver

__all__ = ["FileSettings", "read_settings"]

_KEYS: Mapping[str, tuple[type, ...]] = {
    "cache-dir": (str,),
    "offline": (bool,),
    "max-age": (str,),
    "stale-after": (str,),
    "jobs": (int,),
    "per-host": (int,),
    "timeout": (int, float),
    "retries": (int,),
    "allow-private-network": (bool,),
    "allow-drift": (str,),
    "strict": (bool,),
    "format": (str,),
    "color": (str,),
    "render": (str,),
}
_WORDS: Mapping[str, tuple[str, ...]] = {
    "allow-drift": (Severity.COSMETIC.value, Severity.WORDING.value),
    "format": tuple(Format),
    "color": tuple(ColorWhen),
    "render": tuple(Render),
}
"""The settings that take one of a few words."""
_AGES = frozenset({"max-age", "stale-after"})
_OWN_NAME = "lineage-verify.toml"
_TABLE = "[tool.lineage-verify]"
_WAIVER_KEYS = ("spec", "pointer", "reason", "until")


@dataclass(frozen=True, slots=True)
class FileSettings:
    """What a settings file says; `values` is keyed by option name without the dashes."""

    path: str | None = None
    values: Mapping[str, str | int | float | bool] = field(default_factory=dict)
    waivers: tuple[Waiver, ...] = ()

    def text(self, name: str) -> str | None:
        """A setting that is a text."""
        value = self.values.get(name)
        return value if isinstance(value, str) else None

    def number(self, name: str) -> float | None:
        """A setting that is a number."""
        value = self.values.get(name)
        return value if isinstance(value, int | float) else None

    def flag(self, name: str) -> bool | None:
        """A setting that is yes or no."""
        value = self.values.get(name)
        return value if isinstance(value, bool) else None


def read_settings(folder: Path) -> FileSettings:
    """The settings that stand in a folder; none is not an error.

    Raises:
        SettingsError: a file cannot be read, or a setting in it is wrong.
    """
    own = folder / _OWN_NAME
    if _is_there(own):
        settings = _load(own)
        _check_no_header(settings)
        return _settings(settings, own.name)
    project = folder / "pyproject.toml"
    if _is_there(project):
        table = _own_table(_load(project), project.name)
        return _settings(table, f"{project.name}, {_TABLE}")
    return FileSettings()


def _is_there(path: Path) -> bool:
    """Whether there is such a file; a folder in its place, or a link to nothing, is an error."""
    if path.is_file():
        return True
    if path.is_symlink() or path.exists():
        raise SettingsError(f"{path.name}: is no file; settings would be read from it")
    return False


def _load(path: Path) -> dict[str, object]:
    import tomllib

    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise SettingsError(f"{path.name}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path.name}: cannot be read: it is not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path.name}: is not TOML: {error}") from None


def _own_table(document: Mapping[str, object], where: str) -> Mapping[str, object]:
    tool = document.get("tool")
    table = tool.get("lineage-verify", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        raise SettingsError(f"{where}: {_TABLE} must be a table")
    return table


def _check_no_header(table: Mapping[str, object]) -> None:
    """Refuse what was copied from a `pyproject.toml`, and say what to take out."""
    for key in ("tool", "lineage-verify"):
        if isinstance(table.get(key), dict):
            raise SettingsError(
                f"{_OWN_NAME}: settings stand in this file without a header: take out [{key}"
                f"{'.lineage-verify' if key == 'tool' else ''}], and write a waiver as [[waivers]]"
            )


def _settings(table: Mapping[str, object], where: str) -> FileSettings:
    rest = dict(table)
    waivers = rest.pop("waivers", [])
    if not isinstance(waivers, list):
        raise SettingsError(f"{where}: waivers must be a list of tables ([[...waivers]])")
    values = {key: _value(key, value, where) for key, value in rest.items()}
    return FileSettings(where, values, tuple(_waiver(row, where) for row in waivers))


def _value(key: str, value: object, where: str) -> str | int | float | bool:
    if key not in _KEYS:
        raise SettingsError(f"{where}: unknown setting {key!r}{_instead(key)}")
    kinds = _KEYS[key]
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        wanted = {str: "a text", bool: "true or false"}.get(kinds[0], "a number")
        raise SettingsError(f"{where}: {key} must be {wanted}, not {value!r}")
    if isinstance(value, str) and (not value or not value.isprintable()):
        raise SettingsError(f"{where}: {key} must be a text of printable characters")
    if isinstance(value, str):
        _check_text(key, value, where)
    least, most = BOUNDS.get(key, (0, 0))
    if isinstance(value, int | float) and key in BOUNDS and not least <= value <= most:
        raise SettingsError(f"{where}: {key} must lie between {least} and {most}, not {value!r}")
    assert isinstance(value, str | int | float | bool)  # noqa: S101 - _KEYS has no other type
    return value


def _check_text(key: str, value: str, where: str) -> None:
    """Refuse a text that its option would not take, by the name that it has in the file."""
    known = _WORDS.get(key)
    if known is not None and value not in known:
        wanted = " or ".join([", ".join(known[:-1]), known[-1]])
        raise SettingsError(f"{where}: {key} must be {wanted}, not {value!r}")
    if key in _AGES:
        try:
            parse_age(value)
        except SettingsError as error:
            raise SettingsError(f"{where}: {key}: {error}") from None


def _instead(key: str) -> str:
    """What to do about a key that is no setting's."""
    options = {part.name.replace("_", "-") for group in GROUPS.values() for part in fields(group)}
    if key in options - _KEYS.keys():
        return f"; it can only be said on the command line (--{key})"
    return meant(key, (*_KEYS, "waivers"))


def _waiver(row: object, where: str) -> Waiver:
    if not isinstance(row, dict):
        raise SettingsError(f"{where}: a waiver must be a table with {', '.join(_WAIVER_KEYS)}")
    for key in row:
        if key not in _WAIVER_KEYS:
            raise SettingsError(f"{where}: unknown waiver key {key!r}{meant(key, _WAIVER_KEYS)}")
    texts = {key: row.get(key) for key in ("spec", "pointer", "reason")}
    for key, value in texts.items():
        if not isinstance(value, str) or not value.strip():
            raise SettingsError(f"{where}: a waiver needs a {key}")
    return Waiver(
        spec=str(texts["spec"]),
        pointer=str(texts["pointer"]),
        reason=str(texts["reason"]),
        until=_until(row.get("until"), where),
    )


def _until(value: object, where: str) -> date:
    if isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            pass
    elif type(value) is date:
        return value
    raise SettingsError(f"{where}: a waiver needs an until date, as in until = 2027-01-31")
