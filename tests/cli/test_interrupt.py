"""Stopped by the user: a clean end, and nothing that was fetched is lost."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

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
