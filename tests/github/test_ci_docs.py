"""What docs/ci.md gives to copy is sound, and tells the inputs and outputs that there are."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.github.bench import ROOT
from tests.github.test_workflows import lint, tool
from tests.github.yaml_files import USES, WORKFLOWS, load, read

PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"(?ms)^```yaml\n(.*?)^```$", PAGE)
WORKFLOW_BLOCKS = [block for block in BLOCKS if block.startswith("name: ")]
ACTION_OF = {
    "lineage-verify/lineage-verify": ROOT / "action.yml",
    "lineage-verify/lineage-verify/action/propose": ROOT / "action" / "propose" / "action.yml",
    "lineage-verify/lineage-verify/action/tell": ROOT / "action" / "tell" / "action.yml",
}


def used(node: Any) -> list[dict[str, Any]]:
    """Every step with `uses`, wherever it stands."""
    if isinstance(node, dict):
        own = [node] if "uses" in node else []
        return own + [step for part in node.values() for step in used(part)]
    if isinstance(node, list):
        return [step for part in node for step in used(part)]
    return []


def documented(heading: str) -> set[str]:
    """The names in the first column of the table below a heading."""
    rows = PAGE.partition(f"### {heading}\n\n")[2].partition("\n\n")[0].splitlines()[2:]
    return {name for row in rows for name in re.findall(r"`([a-z-]+)`", row.split("|")[1])}


def test_there_are_a_workflow_for_pull_requests_and_one_for_the_week() -> None:
    names = [load(block)["name"] for block in WORKFLOW_BLOCKS]
    assert names == ["Verify evidence", "Verify evidence weekly"]


@pytest.mark.parametrize("block", BLOCKS)
def test_every_block_uses_what_there_is(block: str) -> None:
    for step in used(load(block)):
        path = ACTION_OF.get(step["uses"].partition("@")[0])
        if path:
            inputs = read(path)["inputs"]
            assert set(step.get("with", {})) <= set(inputs)
            required = {name for name, told in inputs.items() if told.get("required") == "true"}
            assert required <= set(step.get("with", {}))


def test_other_actions_have_the_commits_that_this_repository_uses() -> None:
    own = {pin for path in WORKFLOWS for pin in USES.findall(path.read_text(encoding="utf-8"))}
    shown = set(USES.findall(PAGE))
    assert {pin for pin in shown if pin[0].startswith("actions/")} <= own
    assert {uses.partition("@")[0] for uses, _ in shown if "COMMIT" in uses} == set(ACTION_OF)


@pytest.mark.parametrize("block", WORKFLOW_BLOCKS)
def test_linters_find_nothing_in_a_workflow_to_copy(block: str, tmp_path: Path) -> None:
    place = tmp_path / "workflow.yml"
    place.write_text(block.replace("COMMIT", "c" * 40), encoding="utf-8")
    done = lint(tool("actionlint"), "-no-color", str(place))
    assert (done.returncode, done.stdout) == (0, "")
    done = lint(tool("zizmor"), "--offline", "--quiet", str(place))
    assert done.returncode == 0, done.stdout


def test_the_weekly_workflow_grants_what_our_own_grants() -> None:
    shown = load(WORKFLOW_BLOCKS[1])
    own = read(ROOT / ".github" / "workflows" / "verify.yml")["jobs"]
    assert shown["permissions"] == {}
    assert shown["jobs"]["verify"]["permissions"] == own["weekly"]["permissions"]
    assert shown["jobs"]["verify"]["outputs"] == own["weekly"]["outputs"]
    assert shown["jobs"]["propose"]["permissions"] == own["propose"]["permissions"]
    assert shown["jobs"]["tell"]["permissions"] == {"issues": "write"}


def test_every_input_and_output_is_told() -> None:
    action = read(ROOT / "action.yml")
    assert documented("Inputs") == set(action["inputs"])
    assert documented("Outputs") == set(action["outputs"])


def test_the_defaults_told_are_the_defaults() -> None:
    rows = re.findall(r"(?m)^\| `([a-z-]+)` \| (?:`(.*?)`)? ?\|", PAGE.partition("### Outputs")[0])
    inputs = read(ROOT / "action.yml")["inputs"]
    assert {name: default for name, default in rows if name in inputs} == {
        name: told["default"] for name, told in inputs.items()
    }


def test_the_hooks_shown_are_the_hooks_there_are() -> None:
    shown = next(load(block) for block in BLOCKS if block.startswith("repos:"))
    named = [hook["id"] for hook in shown["repos"][0]["hooks"]]
    assert named == [hook["id"] for hook in read(ROOT / ".pre-commit-hooks.yaml")]
