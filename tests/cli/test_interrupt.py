"""Stopped by the user: a clean end, and nothing that was fetched is lost."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from lineage_verify import __main__
from lineage_verify.cli.errors import run_command
from tests.lineage import lineage_spec
from tests.loopback import Page, Site

WHEEL = "The wheel turns the shaft, and the shaft turns the stone."


def test_an_interrupt_keeps_what_was_fetched(
    folder: Path, site: Site, write_spec: Callable[..., str]
) -> None:
    held = threading.Event()
    site.pages["/quick"] = Page(f"<p>{WHEEL}</p>".encode())
    site.pages["/slow"] = Page(b"", held=held)
    spec = write_spec(
        lineage_spec(
            {"quick": f"{site.address}/quick", "slow": f"{site.address}/slow"},
            [("quick", WHEEL), ("slow", WHEEL)],
        )
    )
    running = subprocess.Popen(
        [sys.executable, "-m", "lineage_verify", spec, "--allow-private-network"],
        cwd=folder,
        env=dict(os.environ),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        while not list(folder.glob("cache/*/*/*.warc.gz")):
            assert running.poll() is None
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        held.set()
        running.kill()
    assert running.returncode == 130
    assert err.decode().splitlines() == [
        "lineage-verify: interrupted; what was fetched stays in the cache"
    ]
    assert out == b""
    assert len(list(folder.glob("cache/*/*/*.warc.gz"))) == 1


def test_an_interrupt_of_what_fetches_nothing_speaks_of_no_cache(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def interrupted() -> object:
        raise KeyboardInterrupt

    assert run_command(interrupted, ["lint", "mill.json"]) == 130
    assert capsys.readouterr().err == "lineage-verify: interrupted\n"
    assert run_command(interrupted, ["mill.json"]) == 130
    assert "what was fetched stays" in capsys.readouterr().err


def test_an_interrupt_while_the_program_is_loaded_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(__main__, "_run", interrupted)
    with pytest.raises(SystemExit) as left:
        __main__.main()
    assert left.value.code == 130
    assert capsys.readouterr().err == "lineage-verify: interrupted\n"


def test_little_is_loaded_before_an_interrupt_can_be_caught() -> None:
    program = (
        "import sys; before = set(sys.modules); import lineage_verify.__main__;"
        "print(*sorted(set(sys.modules) - before))"
    )
    loaded = subprocess.run(
        [sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "typing" not in loaded
    assert not [name for name in loaded if name.startswith("lineage_verify.cli")]
