"""What the workflows and actions may do, and that linters find nothing in them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.github.bench import ROOT
from tests.github.yaml_files import ACTIONS, USES, WORKFLOWS, jobs, name_of, read, steps

FILES = [*WORKFLOWS, *ACTIONS]
SCRIPTS = sorted((ROOT / "action").rglob("*.sh"))
WRITES = {
    ("verify.yml", "propose"): {"contents": "write", "pull-requests": "write"},
    ("verify.yml", "tell"): {"contents": "read", "issues": "write"},
    ("verify.yml", "keep-snapshots"): {},
}


def tool(name: str) -> str:
    """A linter beside the interpreter, or on the path; in CI it has to be there."""
    beside = Path(sys.executable).parent
    found = shutil.which(name, path=f"{beside}{os.pathsep}{os.environ['PATH']}")
    if found:
        return found
    missing = f"{name} is not installed: it is among the development requirements"
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


def lint(*words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False
    )


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_other_actions_are_pinned_by_commit_and_github_s_own(path: Path) -> None:
    for uses, version in USES.findall(path.read_text(encoding="utf-8")):
        if uses.startswith("./"):
            assert (ROOT / uses / "action.yml").is_file()
        else:
            assert re.fullmatch(r"actions/[a-z-]+(/[a-z]+)?@[0-9a-f]{40}", uses)
            assert re.fullmatch(r"v\d+\.\d+\.\d+", version), f"{uses}: no version beside it"


def test_the_pattern_misses_no_action() -> None:
    for path in FILES:
        named = [step["uses"] for step in steps(path) if "uses" in step]
        assert [uses for uses, _ in USES.findall(path.read_text(encoding="utf-8"))] == named


def test_one_action_has_one_version() -> None:
    found = {
        (uses.partition("@")[0].split("/")[1], uses.partition("@")[2], version)
        for path in FILES
        for uses, version in USES.findall(path.read_text(encoding="utf-8"))
        if not uses.startswith("./")
    }
    assert len(found) == len({name for name, _, _ in found})


@pytest.mark.parametrize("path", WORKFLOWS, ids=name_of)
def test_no_trigger_gives_strangers_code_a_token_that_writes(path: Path) -> None:
    assert not {"pull_request_target", "workflow_run", "issue_comment"} & set(read(path)["on"])


@pytest.mark.parametrize("path", WORKFLOWS, ids=name_of)
def test_each_job_has_the_permissions_it_needs_and_no_others(path: Path) -> None:
    assert read(path)["permissions"] == {}
    for name, job in jobs(path).items():
        expected = WRITES.get((path.name, name), {"contents": "read"})
        assert job["permissions"] == expected, name


@pytest.mark.parametrize("path", WORKFLOWS, ids=name_of)
def test_each_job_ends_and_runs_of_a_workflow_do_not_cross(path: Path) -> None:
    assert "${{ github.ref }}" in read(path)["concurrency"]["group"]
    for name, job in jobs(path).items():
        assert int(job["timeout-minutes"]) <= 60, name


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_no_expression_reaches_a_shell_but_by_the_environment(path: Path) -> None:
    for step in steps(path):
        assert "${{" not in step.get("run", "")


@pytest.mark.parametrize("path", WORKFLOWS, ids=name_of)
def test_no_checkout_leaves_its_token_behind(path: Path) -> None:
    for step in steps(path):
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] == "false"


def test_jobs_that_write_read_no_page() -> None:
    """They take what the reading job found, and run neither the tool nor an install."""
    for (workflow, name), permissions in WRITES.items():
        if "write" in permissions.values():
            job = jobs(ROOT / ".github" / "workflows" / workflow)[name]
            own = [step["uses"] for step in job["steps"] if step["uses"].startswith("./")]
            assert own in (["./action/propose"], ["./action/tell"])
            assert len(job["steps"]) == 2


def test_ci_runs_the_readme_s_commands_on_every_supported_python() -> None:
    [job] = jobs(ROOT / ".github" / "workflows" / "ci.yml").values()
    assert job["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13", "3.14"]
    commands = [step["run"] for step in job["steps"] if "run" in step]
    assert commands == ['make test PYTHON="$PYTHON"', 'make demo PYTHON="$PYTHON"']


def test_verify_runs_on_changed_specs_weekly_and_on_demand() -> None:
    workflow = read(ROOT / ".github" / "workflows" / "verify.yml")
    assert workflow["on"]["pull_request"]["paths"] == ["specs/**"]
    assert "workflow_dispatch" in workflow["on"]
    weekly, keeping = (entry["cron"] for entry in workflow["on"]["schedule"])
    assert f"github.event.schedule == '{weekly}'" in workflow["jobs"]["weekly"]["if"]
    assert f"github.event.schedule == '{keeping}'" in workflow["jobs"]["keep-snapshots"]["if"]


def test_the_snapshots_are_kept_where_the_action_looks_for_them() -> None:
    kept = [
        step["with"]
        for path in FILES
        for step in steps(path)
        if step.get("uses", "").startswith("actions/cache/")
    ]
    assert len(kept) == 3
    assert {step["path"] for step in kept} == {"${{ runner.temp }}/lineage-verify/cache"}
    keeping = read(ROOT / ".github" / "workflows" / "verify.yml")["jobs"]["keep-snapshots"]
    prefix = keeping["steps"][0]["with"]["restore-keys"]
    default = read(ROOT / "action.yml")["inputs"]["cache-key"]["default"]
    assert prefix == f"lineage-verify-{default}-"


def test_actionlint_finds_nothing() -> None:
    done = lint(tool("actionlint"), "-no-color", "-shellcheck", tool("shellcheck"))
    assert (done.returncode, done.stdout) == (0, "")


def test_actionlint_finds_what_is_wrong(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yml"
    bad.write_text("on: push\njobs:\n  a:\n    steps: []\n", encoding="utf-8")
    assert lint(tool("actionlint"), str(bad)).returncode == 1


@pytest.mark.parametrize("persona", ["regular", "pedantic"])
def test_zizmor_finds_nothing(persona: str) -> None:
    done = lint(tool("zizmor"), "--offline", "--no-progress", "--quiet", "--persona", persona, ".")
    assert done.returncode == 0, done.stdout


def test_zizmor_finds_what_is_wrong(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yml"
    run = "echo ${{ github.event.issue.title }}"
    job = f"  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: {run}\n"
    bad.write_text(f"on: issues\njobs:\n{job}", encoding="utf-8")
    assert lint(tool("zizmor"), "--offline", "--quiet", str(bad)).returncode != 0


@pytest.mark.parametrize("script", SCRIPTS, ids=name_of)
def test_shellcheck_finds_nothing(script: Path) -> None:
    done = lint(tool("shellcheck"), "--external-sources", "--severity=style", str(script))
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("script", SCRIPTS, ids=name_of)
def test_scripts_stop_at_the_first_fault_and_can_be_run(script: Path) -> None:
    lines = script.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "#!/usr/bin/env bash"
    assert "set -euo pipefail" in lines
    assert os.access(script, os.X_OK)
