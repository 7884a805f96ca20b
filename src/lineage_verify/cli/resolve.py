"""The command line's words and a settings file's, brought together into settings."""

from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import TypeVar

from lineage_verify.cli.age import parse_age
from lineage_verify.cli.options import JudgeOptions, PageOptions
from lineage_verify.cli.settings_file import FileSettings
from lineage_verify.errors import SettingsError
from lineage_verify.settings import DEFAULT_MAX_AGE, Limits, Policy, Render, Settings
from lineage_verify.verdicts.model import Severity
from lineage_verify.verify.ports import Judging

__all__ = ["cache_folder", "judging", "page_settings"]

T = TypeVar("T")


def cache_folder(options: PageOptions, file: FileSettings, folder: Path) -> Path:
    """Where snapshots are kept.

    Raises:
        SettingsError: it is no folder.
    """
    filed = file.text("cache-dir")
    named = options.cache_dir or Path(filed or "cache")
    if (folder / named).exists() and not (folder / named).is_dir():
        set_in_file = options.cache_dir is None and filed is not None
        where = f"{file.path}: cache-dir" if set_in_file else "--cache-dir"
        raise SettingsError(f"{where} {named}: is no folder; name one to keep snapshots in")
    return folder / named


def page_settings(options: PageOptions, file: FileSettings, environ: Mapping[str, str]) -> Settings:
    """How pages are fetched.

    The browser is named by the environment alone: a settings file may come with a change that
    nobody has looked at yet, and must start no program.

    Raises:
        SettingsError: two options contradict each other, or a value is wrong.
    """
    offline = _first(options.offline, file.flag("offline"), False)
    if offline and options.refresh:
        raise SettingsError("--offline and --refresh cannot both be: one asks nothing, one all")
    usual = Limits()
    render = _rendering(options.render or file.text("render"))
    if render is Render.ALWAYS and not offline:
        _need_the_extra()
    return Settings(
        limits=Limits(
            per_host=int(_first(options.per_host, file.number("per-host"), usual.per_host)),
            try_s=float(_first(options.timeout, file.number("timeout"), usual.try_s)),
            retries=int(_first(options.retries, file.number("retries"), usual.retries)),
        ),
        policy=Policy(
            offline=offline,
            max_age=_max_age(options, file),
            allow_private_network=_first(
                options.allow_private_network, file.flag("allow-private-network"), False
            ),
            render=render,
        ),
        browser=environ.get("LINEAGE_VERIFY_BROWSER") or None,
    )


def _rendering(said: str | None) -> Render:
    if said is None:
        return Render.NEVER
    try:
        return Render(said)
    except ValueError:
        raise SettingsError(f"render takes auto, always or never, not {said!r}") from None


def _need_the_extra() -> None:
    """Tell once that nothing can be rendered, and not of every page."""
    try:
        import playwright  # noqa: F401
    except ModuleNotFoundError:
        from lineage_verify.pages.render import NO_EXTRA

        raise SettingsError(f"--render always: {NO_EXTRA}") from None


def judging(options: JudgeOptions, file: FileSettings, *, today: date) -> Judging:
    """What fails a run.

    Raises:
        SettingsError: `--allow-drift` names no severity that may be allowed.
    """
    return Judging(
        today=today,
        allow_drift=_allowed(options.allow_drift or file.text("allow-drift")),
        strict=_first(options.strict, file.flag("strict"), False),
        waivers=file.waivers,
        stale_after=_stale_after(options.stale_after or file.text("stale-after")),
        only=tuple(options.only or ()),
    )


def _stale_after(said: str | None) -> timedelta | None:
    return parse_age(said) if said else None


def _max_age(options: PageOptions, file: FileSettings) -> timedelta:
    if options.refresh:
        return timedelta(0)
    said = options.max_age or file.text("max-age")
    return parse_age(said) if said else DEFAULT_MAX_AGE


def _allowed(said: str | None) -> Severity | None:
    allowed: Mapping[str, Severity] = {
        severity.value: severity for severity in (Severity.COSMETIC, Severity.WORDING)
    }
    if said is None:
        return None
    if said not in allowed:
        raise SettingsError(f"--allow-drift takes cosmetic or wording, not {said!r}")
    return allowed[said]


def _first(said: T | None, filed: T | None, usual: T) -> T:
    if said is not None:
        return said
    return usual if filed is None else filed
