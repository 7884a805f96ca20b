"""The cases made from public bug reports, through the installed command and a proxy on loopback."""

import base64
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).resolve().parents[2] / "shared/cases"
FOLDERS = sorted(path.parent for path in CASES.glob("*/case.json"))
EXITS = {"ok": 0, "broken": 1, "invalid-spec": 2, "unreachable": 3}


class Script:
    """A case's scripted answers: those of one URL in order, the last one for good."""

    def __init__(self, folder: Path, responses: list[dict[str, Any]]) -> None:
        self._folder = folder
        self._rows: dict[str, list[dict[str, Any]]] = {}
        for row in responses:
            self._rows.setdefault(row["url"], []).append(row)
        self._turn: dict[str, int] = {}
        self._sent: dict[str, float] = {}
        self._lock = threading.Lock()

    def answer(self, url: str, headers: Mapping[str, str]) -> tuple[dict[str, Any], bytes] | None:
        with self._lock:
            rows = [row for row in self._rows.get(url, []) if self._fits(row, headers)]
            if not rows:
                return None
            turn = min(self._turn.get(url, 0), len(rows) - 1)
            wait = rows[turn].get("not_before_s", 0)
            if turn and time.monotonic() - self._sent[url] < wait:
                turn -= 1
            else:
                self._turn[url] = turn + 1
            self._sent[url] = time.monotonic()
            return rows[turn], self._body(rows[turn])

    @staticmethod
    def _fits(row: dict[str, Any], headers: Mapping[str, str]) -> bool:
        wanted = row.get("only_if_header")
        return wanted is None or wanted in headers

    def _body(self, row: dict[str, Any]) -> bytes:
        if "body_file" in row:
            return (self._folder / str(row["body_file"])).read_bytes()
        return base64.b64decode(str(row.get("body_base64", "")))


@contextmanager
def proxy(script: Script) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = script.answer(self.path, {k.lower(): v for k, v in self.headers.items()})
            row, body = found or ({"status": 404, "headers": {}}, b"nothing here")
            self.send_response(row["status"])
            for name, value in row.get("headers", {}).items():
                self.send_header(name, value)
            if row["status"] != 304:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body[: row.get("send_bytes", len(body))])
            self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def run(
    tree: Path, address: str, env: Mapping[str, str], *words: str
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "lineage_verify", "spec.json", "--max-age", "0", *words],
        cwd=tree,
        env={**os.environ, **env, "http_proxy": address},
        capture_output=True,
        timeout=100,
        check=False,
    )


def judge(expect: dict[str, Any], done: "subprocess.CompletedProcess[bytes]") -> None:
    allowed = {EXITS[expect["exit"]], *(EXITS[name] for name in expect.get("exit_tolerated", ()))}
    assert done.returncode in allowed, done.stderr
    if done.returncode == 2 and not expect.get("verdicts"):
        return
    report = json.loads(done.stdout)
    rows = {row["pointer"]: row for spec in report["specs"] for row in spec["evidence"]}
    for pointer, verdict in expect.get("verdicts", {}).items():
        tolerated = expect.get("tolerated", {}).get(pointer, [])
        assert rows[pointer]["verdict"] in {verdict, *tolerated}, rows[pointer]
    for pointer, severity in expect.get("severity", {}).items():
        wanted = {severity} if isinstance(severity, str) else set(severity)
        assert rows[pointer]["severity"] in wanted, rows[pointer]
    for pointer, never in expect.get("never", {}).items():
        assert rows[pointer]["verdict"] not in never, rows[pointer]


@pytest.mark.skipif(not FOLDERS, reason="../shared/cases is not here")
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_a_case(folder: Path, tmp_path: Path) -> None:
    case = json.loads((folder / "case.json").read_text("utf-8"))
    if "spec_file" in case:
        data = (folder / case["spec_file"]).read_bytes()
    else:
        data = json.dumps(case["spec"]).encode()
    (tmp_path / "spec.json").write_bytes(data)
    env = case.get("env", {})
    with proxy(Script(folder, case["responses"])) as address:
        judge(case["expect"], run(tmp_path, address, env, "--format", "json"))
    if "second_run" in case:
        again = case["second_run"]
        with proxy(Script(folder, again["responses"])) as address:
            judge(again["expect"], run(tmp_path, address, env, "--format", "json"))


@pytest.mark.skipif(not FOLDERS, reason="../shared/cases is not here")
def test_a_stream_that_cannot_show_every_character(tmp_path: Path) -> None:
    folder = CASES / "23-cp1252-stdout"
    case = json.loads((folder / "case.json").read_text("utf-8"))
    (tmp_path / "spec.json").write_text(json.dumps(case["spec"]), "utf-8")
    with proxy(Script(folder, case["responses"])) as address:
        done = run(tmp_path, address, case.get("env", {}))
    assert done.returncode == EXITS[case["expect"]["exit"]]
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(not FOLDERS, reason="../shared/cases is not here")
def test_annotations_cannot_be_forged(tmp_path: Path) -> None:
    folder = CASES / "27-annotation-escaping"
    case = json.loads((folder / "case.json").read_text("utf-8"))
    (tmp_path / "spec.json").write_text(json.dumps(case["spec"]), "utf-8")
    with proxy(Script(folder, case["responses"])) as address:
        done = run(tmp_path, address, case["env"], "--format", "github")
    lines = done.stdout.decode().splitlines()
    assert not any(
        line.startswith(("::add-mask::", "::error file=spec.json,line=1::forged")) for line in lines
    )
    assert any("100%2525" in line for line in lines)
