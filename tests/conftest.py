"""What every test shares: a clean environment, and hypothesis without a clock."""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "project", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=100
)
settings.load_profile("project")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # As a shell starts what runs in the background; it would be so for every command of a test.
    signal.signal(signal.SIGINT, signal.default_int_handler)

UNWANTED = (
    "CI",
    "COLUMNS",
    "FORCE_COLOR",
    "GITHUB_ACTIONS",
    "GITHUB_TOKEN",
    "LINEAGE_VERIFY_BROWSER",
    "LINEAGE_VERIFY_CACHE_DIR",
    "LINEAGE_VERIFY_RENDER",
    "NO_COLOR",
    "TERM",
    *(name for name in os.environ if name.lower().endswith("_proxy")),
)


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the machine's own settings reaches a test."""
    for name in UNWANTED:
        monkeypatch.delenv(name, raising=False)
