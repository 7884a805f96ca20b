"""Pick this job's own issue or pull request out of a list that GitHub's API answered with.

Reads the list on standard input, and prints one line for each one that is ours: its number, and
for an issue the digest that its first line carries. The oldest comes first.
"""

import json
import re
import sys
from collections.abc import Iterator
from typing import Any

OWN_FIRST_LINE = re.compile(r"<!-- lineage-verify evidence ([0-9a-f]{64}) -->\r?(?:\n|$)")


def issues(answer: list[dict[str, Any]]) -> Iterator[str]:
    """The issues that an earlier run wrote; the API lists pull requests among issues."""
    for issue in sorted(answer, key=_number):
        own = OWN_FIRST_LINE.match(issue["body"] or "")
        if own and "pull_request" not in issue:
            yield f"{_number(issue)} {own[1]}"


def pulls(answer: list[dict[str, Any]]) -> Iterator[str]:
    """The pull requests from a branch of this repository, not from a fork's of the same name."""
    for pull in sorted(answer, key=_number):
        head, base = pull["head"]["repo"], pull["base"]["repo"]
        if head and head["full_name"] == base["full_name"]:
            yield str(_number(pull))


def _number(item: dict[str, Any]) -> int:
    return int(item["number"])


if __name__ == "__main__":
    kinds = {"issues": issues, "pulls": pulls}
    sys.stdout.writelines(f"{line}\n" for line in kinds[sys.argv[1]](json.load(sys.stdin)))
