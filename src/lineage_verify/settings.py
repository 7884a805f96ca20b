"""Limits and policy as frozen data; every default stands here once (DESIGN.md section 9)."""

from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

__all__ = ["DEFAULT_MAX_AGE", "Limits", "Policy", "Render", "Settings"]

DEFAULT_MAX_AGE = timedelta(hours=24)


class Render(StrEnum):
    """Which HTML pages are read as a browser has them once their scripts have run."""

    AUTO = "auto"
    """Those that have next to no text before."""
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds on what one run may take; times are in seconds, sizes in bytes."""

    body_bytes: int = 20 * 1024 * 1024
    header_bytes: int = 64 * 1024
    redirects: int = 10
    connect_s: float = 10.0
    silence_s: float = 30.0
    try_s: float = 120.0
    source_s: float = 300.0
    run_s: float = 3600.0
    connections: int = 8
    per_host: int = 2
    host_spacing_s: float = 0.0
    retries: int = 2
    retry_after_cap_s: float = 60.0
    spec_bytes: int = 10 * 1024 * 1024
    spec_depth: int = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What the run is allowed to do, and how fresh a snapshot must be to be used unasked."""

    offline: bool = False
    max_age: timedelta = DEFAULT_MAX_AGE
    allow_private_network: bool = False
    render: Render = Render.NEVER


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything `verify` is told besides the specs.

    `browser` is the program that renders pages; `None` means the first that is found.
    """

    limits: Limits = field(default_factory=Limits)
    policy: Policy = field(default_factory=Policy)
    browser: str | None = None
