"""The action's inputs and outputs: each is used, each is made, each is documented."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.github.bench import ACTION, ROOT, action_module
from tests.github.report import finding, report, spec
from tests.github.yaml_files import ACTIONS, name_of, read, steps

SCRIPTS = {
    "": (ROOT / "action.yml", ACTION / "verify.sh"),
    "propose": (ACTION / "propose" / "action.yml", ACTION / "propose" / "propose.sh"),
    "tell": (ACTION / "tell" / "action.yml", ACTION / "tell" / "tell.sh"),
}
RUNNERS_OWN = {
    "GITHUB_OUTPUT",
    "GITHUB_REPOSITORY",
    "GITHUB_RUN_ID",
    "GITHUB_SERVER_URL",
    "GITHUB_STEP_SUMMARY",
    "RUNNER_TEMP",
}


def environment(path: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for step in steps(path):
        found.update(step.get("env", {}))
    return found


@pytest.mark.parametrize("path", ACTIONS, ids=name_of)
def test_each_input_is_used_and_each_used_one_is_declared(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert set(re.findall(r"\binputs\.([a-z-]+)", text)) == set(read(path)["inputs"])


@pytest.mark.parametrize("path", ACTIONS, ids=name_of)
def test_each_input_and_output_says_what_it_is(path: Path) -> None:
    document = read(path)
    for part in [*document["inputs"].values(), *document.get("outputs", {}).values()]:
        assert part["description"].endswith(".")


@pytest.mark.parametrize("name", SCRIPTS)
def test_each_script_gets_what_it_reads(name: str) -> None:
    path, script = SCRIPTS[name]
    text = script.read_text(encoding="utf-8")
    read_names = set(re.findall(r"\$\{([A-Z_]{3,})(?::|\})", text)) - RUNNERS_OWN
    assert read_names - {"BASH_SOURCE"} <= set(environment(path))


def test_each_output_is_made() -> None:
    document = read(ROOT / "action.yml")
    script = (ACTION / "verify.sh").read_text(encoding="utf-8")
    made = set(re.findall(r"(?m)^\s*output ([a-z-]+) ", script))
    lines = action_module("outputs").outputs(report(spec(finding())))
    made |= {line.partition("=")[0] for line in lines}
    for name, output in document["outputs"].items():
        assert output["value"] == f"${{{{ steps.verify.outputs.{name} }}}}"
    assert made - set(document["outputs"]) == {"cache-changed"}
    assert set(document["outputs"]) <= made


def broken_reports() -> list[dict[str, Any]]:
    good = report(spec(finding()))
    summary = good["summary"]
    return [
        {},
        {**good, "outcome": "ok\nevil=1"},
        {**good, "outcome": None},
        {**good, "summary": None},
        {**good, "exit_code": "0\nevil=1"},
        {**good, "exit_code": -1},
        {**good, "summary": {**summary, "drifted": "1"}},
        {**good, "summary": {**summary, "drifted": None}},
    ]


@pytest.mark.parametrize("found", broken_reports())
def test_a_report_sets_no_outputs_of_its_own(found: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="not a "):
        list(action_module("outputs").outputs(found))
