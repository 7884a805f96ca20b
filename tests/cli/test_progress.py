"""Progress at a terminal: only what the terminal and the user allow."""

import re
import sys
from io import StringIO
from time import sleep

import pytest

from lineage_verify.cli.options import ColorWhen, ScreenOptions
from lineage_verify.cli.progress import watch

STYLED = re.compile(r"\x1b\[[0-9;]+m")


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def drawn(monkeypatch: pytest.MonkeyPatch, screen: ScreenOptions, filed: str | None) -> str:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with watch(screen, filed) as observer:
        observer.planned(3)
    return terminal.getvalue()


@pytest.mark.parametrize(
    ("said", "filed", "no_color", "styled"),
    [
        (None, None, "", True),
        (ColorWhen.NEVER, None, "", False),
        (None, "never", "", False),
        (ColorWhen.ALWAYS, "never", "1", True),
        (None, None, "1", False),
    ],
)
def test_progress_is_coloured_as_the_rest_is(
    monkeypatch: pytest.MonkeyPatch,
    said: ColorWhen | None,
    filed: str | None,
    no_color: str,
    *,
    styled: bool,
) -> None:
    for name in ("FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", no_color)
    shown = drawn(monkeypatch, ScreenOptions(color=said), filed)
    assert "0 of 3 read" in shown
    assert (STYLED.search(shown) is not None) is styled


def test_specs_are_counted_until_the_first_page_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm-256color")
    with watch(ScreenOptions(color=ColorWhen.NEVER), None) as observer:
        observer.surveyed(1)
        observer.surveyed(1_234)
        while "1,234 looked over" not in terminal.getvalue():
            sleep(0.05)  # the screen is drawn ten times a second
        observer.planned(1_000)
    counted, _, following = terminal.getvalue().rpartition("1,234 looked over")
    assert counted
    assert "0 of 1,000 read" in following
