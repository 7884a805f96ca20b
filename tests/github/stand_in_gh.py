"""A stand-in for `gh api` with a repository in a JSON file; answers and refuses as GitHub does.

The file is named by GH_STAND_IN. It holds `issues`, `pulls` and `labels`, and each call is added to
its `calls`. What the scripts do not need is refused, so that a change of theirs shows.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

BODY_LIMIT = 65_536
REPOSITORY = "repos/owner/pages/"

State = dict[str, Any]
Fields = Mapping[str, str]


class RefusedError(Exception):
    """An answer that is not a success: its status and message."""


def list_issues(state: State, fields: Fields) -> object:
    return [
        issue
        for issue in state["issues"]
        if issue["state"] == fields["state"]
        and fields["labels"] in [label["name"] for label in issue["labels"]]
    ]


def open_issue(state: State, fields: Fields) -> object:
    issue = {
        "number": _next_number(state),
        "state": "open",
        "title": fields["title"],
        "body": _body(fields),
        "labels": [{"name": fields["labels[]"]}],
        "comments": [],
    }
    if fields["labels[]"] not in state["labels"]:
        raise RefusedError("422 no such label")
    state["issues"].append(issue)
    return issue


def change_issue(state: State, fields: Fields, number: str) -> object:
    issue = _numbered(state["issues"], number)
    _body(fields)
    issue.update(fields)
    return issue


def add_comment(state: State, fields: Fields, number: str) -> object:
    _numbered(state["issues"], number)["comments"].append(_body(fields))
    return {}


def show_label(state: State, fields: Fields, name: str) -> object:
    if name not in state["labels"]:
        raise RefusedError("404 Not Found")
    return {"name": name}


def make_label(state: State, fields: Fields) -> object:
    if fields["name"] in state["labels"]:
        raise RefusedError("422 already_exists")
    state["labels"].append(fields["name"])
    return {}


def list_pulls(state: State, fields: Fields) -> object:
    owner, _, branch = fields["head"].partition(":")
    return [
        pull
        for pull in state["pulls"]
        if pull["state"] == fields["state"]
        and pull["base"]["ref"] == fields["base"]
        and pull["head"]["ref"] == branch
        and pull["head"]["repo"]["full_name"].startswith(f"{owner}/")
    ]


def open_pull(state: State, fields: Fields) -> object:
    if state.get("forbid_pulls"):
        raise RefusedError(
            "403 GitHub Actions is not permitted to create or approve pull requests."
        )
    repo = {"full_name": "owner/pages"}
    pull = {
        "number": _next_number(state),
        "state": "open",
        "title": fields["title"],
        "body": _body(fields),
        "head": {"ref": fields["head"], "repo": repo},
        "base": {"ref": fields["base"], "repo": repo},
    }
    state["pulls"].append(pull)
    return pull


def change_pull(state: State, fields: Fields, number: str) -> object:
    pull = _numbered(state["pulls"], number)
    _body(fields)
    pull.update(fields)
    return pull


ROUTES: list[tuple[str, str, Callable[..., object]]] = [
    ("GET", "issues", list_issues),
    ("POST", "issues", open_issue),
    ("PATCH", r"issues/(\d+)", change_issue),
    ("POST", r"issues/(\d+)/comments", add_comment),
    ("GET", r"labels/([^/]+)", show_label),
    ("POST", "labels", make_label),
    ("GET", "pulls", list_pulls),
    ("POST", "pulls", open_pull),
    ("PATCH", r"pulls/(\d+)", change_pull),
]


def answer(state: State, method: str, path: str, fields: Fields) -> object:
    for known, pattern, route in ROUTES:
        match = re.fullmatch(REPOSITORY + pattern, path)
        if match and known == method:
            return route(state, fields, *match.groups())
    raise RefusedError(f"404 {method} {path}")


def _body(fields: Fields) -> str:
    body = fields.get("body", "")
    if len(body) > BODY_LIMIT:
        raise RefusedError("422 body is too long (maximum is 65536 characters)")
    return body


def _numbered(items: list[State], number: str) -> State:
    for item in items:
        if item["number"] == int(number):
            return item
    raise RefusedError(f"404 no {number}")


def _next_number(state: State) -> int:
    return 1 + max((item["number"] for item in state["issues"] + state["pulls"]), default=0)


def _fields(raw: list[str], typed: list[str]) -> dict[str, str]:
    fields = dict(word.split("=", 1) for word in raw)
    for word in typed:
        name, value = word.split("=", 1)
        fields[name] = Path(value[1:]).read_text(encoding="utf-8") if value[:1] == "@" else value
    return fields


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="gh", allow_abbrev=False)
    parser.add_argument("command", choices=["api"])
    parser.add_argument("path")
    parser.add_argument("--method", required=True)
    parser.add_argument("--silent", action="store_true")
    parser.add_argument("-f", dest="raw", action="append", default=[])
    parser.add_argument("-F", dest="typed", action="append", default=[])
    return parser.parse_args()


def main() -> int:
    if not os.environ.get("GH_TOKEN"):
        sys.stderr.write("gh: To use GitHub CLI in a workflow, set the GH_TOKEN variable\n")
        return 4
    words = _arguments()
    place = Path(os.environ["GH_STAND_IN"])
    state = json.loads(place.read_text(encoding="utf-8"))
    state["calls"].append(f"{words.method} {words.path.removeprefix(REPOSITORY)}")
    try:
        found = answer(state, words.method, words.path, _fields(words.raw, words.typed))
    except RefusedError as refusal:
        sys.stderr.write(f"gh: {refusal}\n")
        return 1
    finally:
        place.write_text(json.dumps(state), encoding="utf-8")
    if not words.silent:
        sys.stdout.write(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
