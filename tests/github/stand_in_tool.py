"""A stand-in for the tool: `check` writes the reports and `renew` the dates of a test's plan."""

import json
import re
import sys
from pathlib import Path
from typing import Any

FILES = {
    "markdown": "the markdown report\n",
    "sarif": "{}\n",
    "html": "<!doctype html>\n",
    "github": "::error file=specs/page.json,line=12::it drifted\n",
}


def check(plan: Any, home: Path, words: list[str]) -> int:
    if plan.get("snapshot"):
        (home / "cache" / "snapshot").write_text(plan["snapshot"], encoding="utf-8")
    sys.stdout.write(plan.get("said", "a table") + "\n")
    sys.stderr.write(plan.get("said", "a progress line"))
    found = plan["report"]
    if found is None:
        return int(plan["exit_code"])
    files = {**FILES, "json": json.dumps(found)}
    files["github"] = plan.get("annotations", files["github"])
    files["markdown"] = (
        "x" * plan["markdown_bytes"] if "markdown_bytes" in plan else FILES["markdown"]
    )
    for word in words[: words.index("--")]:
        form, _, path = word.partition("=")
        if form in files:
            Path(path).write_text(files[form], encoding="utf-8")
    return int(plan.get("exit_code", found.get("exit_code", 0)))


def renew(plan: Any, words: list[str]) -> int:
    if plan.get("date"):
        for spec in Path(words[-1]).glob("*.json"):
            text = re.sub(r"\d{4}-\d\d-\d\d", plan["date"], spec.read_text(encoding="utf-8"))
            spec.write_text(text, encoding="utf-8")
    return int(plan.get("renew_code", plan["report"]["exit_code"]))


def main() -> int:
    home, words = Path(sys.argv[1]), sys.argv[2:]
    plan = json.loads((home / "plan.json").read_text(encoding="utf-8"))
    with (home / "tool-calls.txt").open("a", encoding="utf-8") as calls:
        calls.write(json.dumps(words) + "\n")
    return check(plan, home, words) if words[0] == "check" else renew(plan, words)


if __name__ == "__main__":
    sys.exit(main())
