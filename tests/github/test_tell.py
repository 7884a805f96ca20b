"""The script that keeps one issue, against a stand-in `gh`."""

import re
from collections.abc import Mapping
from subprocess import CompletedProcess

import pytest

from tests.github.bench import Bench, packed

FIRST = "<!-- lineage-verify evidence " + "1" * 64 + " -->"
OTHER = "<!-- lineage-verify evidence " + "2" * 64 + " -->"


def tell(
    bench: Bench, outcome: str, text: str = FIRST, more: Mapping[str, str] | None = None
) -> CompletedProcess[str]:
    return bench.run(
        "tell/tell.sh",
        {"OUTCOME": outcome, "ISSUE": packed(text), "LABEL": "lineage-evidence", **(more or {})},
    )


def test_opens_one_issue_with_its_label(bench: Bench) -> None:
    done = tell(bench, "broken", f"{FIRST}\n`@octocat`\n")
    assert done.returncode == 0, done.stderr
    [issue] = bench.gh()["issues"]
    assert issue["title"] == "Evidence on lineage pages needs mending"
    assert issue["body"] == f"{FIRST}\n`@octocat`\n"
    assert issue["labels"] == [{"name": "lineage-evidence"}]
    assert bench.calls() == [
        "GET issues",
        "GET labels/lineage-evidence",
        "POST labels",
        "POST issues",
    ]


def test_the_same_again_rewrites_the_issue_and_notifies_nobody(bench: Bench) -> None:
    tell(bench, "broken")
    bench.calls()
    done = tell(bench, "broken", f"{FIRST}\nlater\n")
    assert done.returncode == 0, done.stderr
    [issue] = bench.gh()["issues"]
    assert issue["body"] == f"{FIRST}\nlater\n"
    assert issue["comments"] == []
    assert bench.calls() == ["GET issues", "PATCH issues/1"]


def test_a_changed_list_is_commented_on(bench: Bench) -> None:
    tell(bench, "broken")
    tell(bench, "invalid", OTHER)
    [issue] = bench.gh()["issues"]
    assert issue["body"] == OTHER
    [comment] = issue["comments"]
    assert comment.startswith("What needs mending has changed: the text above is new.")
    assert comment.endswith("[The run](https://github.com/owner/pages/actions/runs/77)")


def test_when_all_holds_the_issue_is_closed(bench: Bench) -> None:
    tell(bench, "unreachable")
    done = tell(bench, "ok")
    assert done.returncode == 0, done.stderr
    [issue] = bench.gh()["issues"]
    assert (issue["state"], issue["state_reason"]) == ("closed", "completed")
    assert issue["comments"][0].startswith("All evidence holds.")


def test_when_all_holds_and_there_is_no_issue_nothing_is_written(bench: Bench) -> None:
    done = tell(bench, "ok")
    assert done.returncode == 0, done.stderr
    assert bench.calls() == ["GET issues"]


def test_after_closing_a_new_issue_is_opened(bench: Bench) -> None:
    for outcome in ("broken", "ok", "broken"):
        assert tell(bench, outcome).returncode == 0
    assert [issue["state"] for issue in bench.gh()["issues"]] == ["closed", "open"]


def test_issues_and_pull_requests_of_others_are_left_alone(bench: Bench) -> None:
    label = [{"name": "lineage-evidence"}]
    strangers = [
        {"number": 1, "state": "open", "labels": label, "body": "Ours? No.", "comments": []},
        {"number": 2, "state": "open", "labels": label, "body": None, "comments": []},
        {"number": 3, "state": "open", "labels": [], "body": FIRST, "comments": []},
        {"number": 4, "state": "open", "labels": label, "body": f"x\n{FIRST}", "comments": []},
        {"number": 5, "state": "open", "labels": label, "body": FIRST, "comments": [],
         "pull_request": {}},
    ]  # fmt: skip
    bench.set_gh(issues=strangers, labels=["lineage-evidence"])
    assert tell(bench, "broken").returncode == 0
    assert tell(bench, "ok").returncode == 0
    assert bench.gh()["issues"][:5] == strangers
    assert bench.gh()["issues"][5]["state"] == "closed"


def test_a_second_issue_of_ours_is_folded_into_the_oldest(bench: Bench) -> None:
    label = [{"name": "lineage-evidence"}]
    twins = [
        {"number": number, "state": "open", "labels": label, "body": FIRST, "comments": []}
        for number in (9, 4)
    ]
    bench.set_gh(issues=twins, labels=["lineage-evidence"])
    assert tell(bench, "broken").returncode == 0
    newer, oldest = bench.gh()["issues"]
    assert oldest["state"] == "open"
    assert (newer["state"], newer["state_reason"]) == ("closed", "not_planned")
    assert newer["comments"] == ["Told in #4."]


@pytest.mark.parametrize("outcome", ["", "fine", "ok; rm -rf", "OK"])
def test_an_unknown_outcome_fails_and_writes_nothing(bench: Bench, outcome: str) -> None:
    assert tell(bench, outcome).returncode != 0
    assert not [call for call in bench.calls() if not call.startswith("GET")]


@pytest.mark.parametrize("label", ["a b", "a/../b", "a?b", ""])
def test_a_label_that_would_change_the_address_is_refused(bench: Bench, label: str) -> None:
    assert tell(bench, "broken", more={"LABEL": label}).returncode != 0
    assert bench.calls() == []


@pytest.mark.parametrize("issue", ["", "not base64!", "bm90IGd6aXA="])
def test_a_damaged_text_fails_and_writes_nothing(bench: Bench, issue: str) -> None:
    assert tell(bench, "broken", more={"ISSUE": issue}).returncode != 0
    assert not [call for call in bench.calls() if not call.startswith("GET")]


def test_a_refusal_of_github_fails_the_step(bench: Bench) -> None:
    done = tell(bench, "broken", FIRST + "x" * 70_000)
    assert done.returncode != 0
    assert "422" in done.stderr
    assert bench.gh()["issues"] == []


def test_without_a_token_it_says_so(bench: Bench) -> None:
    done = tell(bench, "broken", more={"GH_TOKEN": ""})
    assert done.returncode != 0
    assert re.search("GH_TOKEN", done.stderr)
