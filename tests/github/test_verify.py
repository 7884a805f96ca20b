"""The step that verifies, against a stand-in tool that reports what a test says."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.github.bench import Bench, program, unpacked
from tests.github.report import Item, finding, problem, report, spec

STAND_IN = Path(__file__).with_name("stand_in_tool.py")


def stand_in(bench: Bench, **plan: object) -> str:
    """A Python whose `-m lineage_verify` is the stand-in tool; everything else is Python's own."""
    (bench.home / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    place = bench.home / "bin" / "python"
    program(
        place,
        f'if [ "$1 $2 $3" = "-I -m lineage_verify" ]; then shift 3;'
        f' exec "{sys.executable}" -I "{STAND_IN}" "{bench.home}" "$@"; fi\n'
        f'exec "{sys.executable}" "$@"',
    )
    return str(place)


def verify(
    bench: Bench, found: Item | None, more: Mapping[str, str] | None = None, **plan: object
) -> CompletedProcess[str]:
    python = stand_in(bench, report=found, **plan)
    cache = bench.home / "cache"
    settings = {"PYTHON": python, "SPECS": "specs", "CACHE_DIR": str(cache), **(more or {})}
    return bench.run("verify.sh", settings)


def tool_calls(bench: Bench) -> list[list[str]]:
    lines = (bench.home / "tool-calls.txt").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


OK = report(spec(finding()))
BROKEN = report(spec(finding("drifted"), finding("missing"), finding()), outcome="broken")
UNREACHABLE = report(spec(finding("unreachable")), outcome="unreachable")
INVALID = report(spec(problems=[problem()]), outcome="invalid")


def test_outputs_tell_outcome_counts_and_places(bench: Bench) -> None:
    assert verify(bench, BROKEN).returncode == 1
    told = bench.outputs()
    counts = {name: told[name] for name in ("specs", "evidence", "drifted", "missing", "verbatim")}
    assert counts == dict.fromkeys(counts, "1") | {"evidence": "3"}
    assert (told["outcome"], told["exit-code"]) == ("broken", "1")
    for name in ("report", "summary", "sarif", "html"):
        assert Path(told[name]).read_text(encoding="utf-8")
        assert Path(told[name]).parent == Path(told["reports"])


def test_the_summary_is_the_markdown_report(bench: Bench) -> None:
    verify(bench, OK)
    assert bench.summary() == "the markdown report\n"


def test_a_summary_that_github_would_drop_is_replaced(bench: Bench) -> None:
    verify(bench, OK, markdown_bytes=1_100_000)
    assert bench.summary() == "The report is too long for a summary; it is in the report files.\n"


def test_annotations_are_given_to_the_runner(bench: Bench) -> None:
    done = verify(bench, BROKEN)
    assert "::error file=specs/page.json,line=12::it drifted" in commands(done)


def test_words_of_pages_in_the_log_are_no_commands(bench: Bench) -> None:
    done = verify(bench, BROKEN, said="::warning::a page said so\n::set-env name=A::b\n##[error]x")
    assert "a page said so" in done.stdout
    assert commands(done) == ["::error file=specs/page.json,line=12::it drifted"]


def test_a_page_cannot_guess_how_to_resume_commands(bench: Bench) -> None:
    tokens = {stop_token(verify(bench, OK)) for _ in range(3)}
    assert len(tokens) == 3
    assert all(len(token) == 32 for token in tokens)


def test_only_annotations_are_taken_from_the_annotations(bench: Bench) -> None:
    done = verify(bench, BROKEN, annotations="::add-path::/evil\nhello\n::notice title=a::b\n")
    assert commands(done) == ["::notice title=a::b"]


def test_the_text_of_an_issue_is_ready(bench: Bench) -> None:
    verify(bench, BROKEN)
    text = unpacked(bench.outputs()["issue"])
    assert text.startswith("<!-- lineage-verify evidence ")
    assert "specs/page.json:12" in text


@pytest.mark.parametrize(
    ("found", "fail_on", "code"),
    [
        (OK, "unreachable", 0),
        (BROKEN, "unreachable", 1),
        (INVALID, "unreachable", 2),
        (UNREACHABLE, "unreachable", 3),
        (OK, "broken", 0),
        (BROKEN, "broken", 1),
        (INVALID, "broken", 2),
        (UNREACHABLE, "broken", 0),
        (OK, "never", 0),
        (BROKEN, "never", 0),
        (INVALID, "never", 0),
        (UNREACHABLE, "never", 0),
    ],
)
def test_what_fails_the_step(bench: Bench, found: Item, fail_on: str, code: int) -> None:
    assert verify(bench, found, {"FAIL_ON": fail_on}).returncode == code
    assert bench.outputs()["exit-code"] == str(found["exit_code"])


@pytest.mark.parametrize("fail_on", ["unreachable", "broken", "never"])
@pytest.mark.parametrize(("exit_code", "code"), [(0, 4), (2, 2), (4, 4), (130, 130)])
def test_no_report_always_fails(bench: Bench, fail_on: str, exit_code: int, code: int) -> None:
    done = verify(bench, None, {"FAIL_ON": fail_on}, exit_code=exit_code)
    assert done.returncode == code
    assert f"::error::lineage-verify gave no report (exit code {exit_code})" in done.stdout
    assert "outcome" not in bench.outputs()


@pytest.mark.parametrize("exit_code", [4, 130])
def test_a_fault_fails_even_with_a_report(bench: Bench, exit_code: int) -> None:
    assert verify(bench, OK, {"FAIL_ON": "never"}, exit_code=exit_code).returncode == exit_code
    assert "outcome" not in bench.outputs()


def test_a_report_that_is_none_fails(bench: Bench) -> None:
    assert verify(bench, {"outcome": "ok\nevil=1"}, exit_code=0).returncode != 0
    assert not {"evil", "outcome"} & set(bench.outputs())


def test_the_tool_gets_specs_and_arguments_one_a_line(bench: Bench) -> None:
    specs = "  specs\n\nmore specs/a b.json \r\n-odd.json"
    verify(bench, OK, {"SPECS": specs, "ARGUMENTS": "--strict\n--allow-drift\nwording\n$(id)"})
    [call] = tool_calls(bench)
    assert call[:3] == ["check", "--cache-dir", str(bench.home / "cache")]
    assert "--refuse-private-network" in call
    end = call.index("--")
    assert call[end - 4 : end] == ["--strict", "--allow-drift", "wording", "$(id)"]
    assert call[end + 1 :] == ["specs", "more specs/a b.json", "-odd.json"]


def test_arguments_come_after_what_they_may_override(bench: Bench) -> None:
    verify(bench, OK, {"ARGUMENTS": "--allow-private-network"})
    [call] = tool_calls(bench)
    assert call.index("--refuse-private-network") < call.index("--allow-private-network")


@pytest.mark.parametrize("specs", ["\n \n", "\t"])
def test_no_spec_is_an_error(bench: Bench, specs: str) -> None:
    done = verify(bench, OK, {"SPECS": specs})
    assert done.returncode == 2
    assert "::error::specs names no file and no folder" in done.stdout


def test_an_unknown_fail_on_is_an_error(bench: Bench) -> None:
    done = verify(bench, OK, {"FAIL_ON": "sometimes"})
    assert done.returncode == 2
    assert "::error::fail-on must be unreachable, broken or never" in done.stdout


def test_the_cache_is_kept_only_when_it_changed(bench: Bench) -> None:
    verify(bench, BROKEN, snapshot="one")
    assert bench.outputs()["cache-changed"] == "true"
    (bench.home / "output.txt").write_text("", encoding="utf-8")
    verify(bench, BROKEN, snapshot="one")
    assert "cache-changed" not in bench.outputs()


def test_two_runs_in_one_job_keep_their_reports_apart(bench: Bench) -> None:
    verify(bench, OK)
    first = bench.outputs()["reports"]
    verify(bench, OK)
    assert bench.outputs()["reports"] != first


def test_modules_of_the_tree_or_the_environment_are_not_run(bench: Bench) -> None:
    (bench.repo / "json.py").write_text("raise SystemExit('evil')\n", encoding="utf-8")
    (bench.repo / "lineage_verify.py").write_text("raise SystemExit('evil')\n", encoding="utf-8")
    done = verify(bench, OK, {"PYTHONPATH": str(bench.repo), "PYTHONSTARTUP": "json.py"})
    assert done.returncode == 0, done.stdout + done.stderr


class TestRenew:
    SPEC = '{\n  "verified_on": "2026-01-01"\n}\n'

    @pytest.fixture
    def pages(self, bench: Bench) -> Bench:
        (bench.repo / "specs").mkdir()
        (bench.repo / "specs" / "page.json").write_text(self.SPEC, encoding="utf-8")
        (bench.repo / "notes.txt").write_text("old\n", encoding="utf-8")
        bench.commit()
        return bench

    def test_the_dates_are_an_output(self, pages: Bench) -> None:
        done = verify(pages, OK, {"RENEW": "true"}, date="2026-03-02")
        assert done.returncode == 0, done.stdout
        patch = unpacked(pages.outputs()["dates"])
        changed = [line for line in patch.splitlines() if line[0] in "+-" and line[1] == " "]
        assert changed == ['-  "verified_on": "2026-01-01"', '+  "verified_on": "2026-03-02"']

    def test_without_new_dates_there_is_no_output(self, pages: Bench) -> None:
        assert verify(pages, BROKEN, {"RENEW": "true"}).returncode == 1
        assert "dates" not in pages.outputs()

    def test_nothing_is_renewed_unless_asked(self, pages: Bench) -> None:
        verify(pages, OK, date="2026-03-02")
        assert [call[0] for call in tool_calls(pages)] == ["check"]

    def test_other_changes_of_the_tree_are_not_among_the_dates(self, pages: Bench) -> None:
        (pages.repo / "notes.txt").write_text("new\n", encoding="utf-8")
        verify(pages, OK, {"RENEW": "true"}, date="2026-03-02")
        assert "notes" not in unpacked(pages.outputs()["dates"])

    def test_renewing_asks_for_no_page_again(self, pages: Bench) -> None:
        verify(pages, OK, {"RENEW": "true", "RENEW_ARGUMENTS": "--verbose"}, date="2026-03-02")
        renew = tool_calls(pages)[1]
        assert renew[0] == "renew"
        assert renew[renew.index("--max-age") + 1] == "6h"
        assert renew[-3:] == ["--verbose", "--", "specs"]

    @pytest.mark.parametrize("code", [2, 4])
    def test_a_renewal_that_fails_fails_the_step(self, pages: Bench, code: int) -> None:
        more = {"RENEW": "true", "FAIL_ON": "never"}
        done = verify(pages, OK, more, renew_code=code)
        assert done.returncode == code
        assert f"::error::lineage-verify renew failed (exit code {code})" in done.stdout

    def test_the_good_specs_beside_an_invalid_one_are_renewed(self, pages: Bench) -> None:
        more = {"RENEW": "true", "FAIL_ON": "never"}
        done = verify(pages, INVALID, more, renew_code=2, date="2026-03-02")
        assert done.returncode == 0
        assert pages.outputs()["dates"]

    def test_configured_diff_programs_are_not_run(self, pages: Bench) -> None:
        (pages.repo / ".gitattributes").write_text("*.json diff=evil\n", encoding="utf-8")
        pages.git("config", "diff.evil.textconv", "touch evil; cat")
        pages.git("config", "diff.external", "touch evil; true")
        pages.git("config", "diff.noprefix", "true")
        verify(pages, OK, {"RENEW": "true"}, date="2026-03-02")
        assert not (pages.repo / "evil").exists()
        assert "--- a/specs/page.json" in unpacked(pages.outputs()["dates"])


def commands(done: CompletedProcess[str]) -> list[str]:
    """What the runner would take as commands: lines between which commands are not stopped."""
    token, taken = "", []
    for line in done.stdout.splitlines():
        if token:
            token = "" if line == f"::{token}::" else token
        elif line.startswith("::stop-commands::"):
            token = line.removeprefix("::stop-commands::")
        elif line.startswith(("::", "##[")):
            taken.append(line)
    assert not token, "commands stay stopped"
    assert "::" not in done.stderr
    return taken


def stop_token(done: CompletedProcess[str]) -> str:
    return done.stdout.partition("::stop-commands::")[2].partition("\n")[0]


@pytest.mark.skipif(sys.platform == "win32", reason="the action runs on Linux and macOS")
def test_install_makes_an_environment_that_runs_the_tool(bench: Bench, tmp_path: Path) -> None:
    """With no requirement to install: what is tested is that the tool's own files are found."""
    tool = tmp_path / "tool of ours"
    package = tool / "src" / "lineage_verify"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text("print('lineage-verify 9.9')\n", encoding="utf-8")
    (tool / "requirements").mkdir()
    (tool / "requirements" / "run.txt").touch()
    environment = tmp_path / "environment"
    settings = {"PYTHON": sys.executable, "TOOL": str(tool), "ENVIRONMENT": str(environment)}
    done = bench.run("install.sh", settings)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("lineage-verify 9.9\n")
    python = environment / "bin" / "python"
    ran = subprocess.run(
        [python, "-I", "-m", "lineage_verify"], capture_output=True, check=True, cwd=os.sep
    )
    assert ran.stdout == b"lineage-verify 9.9\n"
