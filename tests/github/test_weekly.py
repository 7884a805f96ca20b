"""The weekly job as a whole: the real tool, a server, a scratch repository, a stand-in `gh`."""

import json
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from subprocess import CompletedProcess
from typing import Any

import pytest

from tests.github.bench import Bench
from tests.github.pages_server import Pages, serving

BRANCH = "lineage-verify/verified-on"
ENGINE = "The engine starts 8 workers before it takes a request."
CACHE = "The cache is not enabled by default on this platform."


def spec(slug: str, address: str, quote: str) -> str:
    """A small whole spec, one line break after the other as an author writes it."""
    document = {
        "version": "1.0",
        "slug": slug,
        "name": "It",
        "title": "How it runs",
        "h1": "How does it run?",
        "description": "A page about how it runs.",
        "verified_on": "2026-01-01",
        "verified_against": "its documentation",
        "scope": "One machine.",
        "answer": "It starts, and then it runs.",
        "sources": {"docs": {"url": address, "title": "How it runs"}},
        "stages": [
            {
                "id": "boot",
                "name": "Boot",
                "kind": "process",
                "layer": "runtime",
                "pos": [1, 1],
                "summary": "It starts.",
                "evidence": [{"source": "docs", "quote": quote}],
            }
        ],
        "steps": [],
    }
    return json.dumps(document, indent=2) + "\n"


@dataclass(frozen=True, slots=True)
class Week:
    """One run after another of the jobs in verify.yml, each in a checkout of its own."""

    bench: Bench
    pages: Pages

    def run(self) -> dict[str, str]:
        """A whole run; what the reading job gave to the others."""
        done = self.verify("--refresh", fail_on="never")
        assert done.returncode == 0, done.stdout + done.stderr
        found = self.bench.outputs()
        if "dates" in found:
            self.job("propose/propose.sh", DATES=found["dates"], BASE="main", BRANCH=BRANCH)
        self.job(
            "tell/tell.sh",
            OUTCOME=found["outcome"],
            ISSUE=found["issue"],
            LABEL="lineage-evidence",
        )
        return found

    def verify(self, *arguments: str, fail_on: str = "unreachable") -> CompletedProcess[str]:
        self.checkout()
        (self.bench.home / "output.txt").write_text("", encoding="utf-8")
        (self.bench.home / "summary.md").write_text("", encoding="utf-8")
        words = ("--allow-private-network", "--retries", "0", *arguments)
        settings = {
            "PYTHON": sys.executable,
            "SPECS": "specs",
            "ARGUMENTS": "\n".join(words),
            "RENEW": "true",
            "RENEW_ARGUMENTS": "--allow-private-network\n--retries\n0",
            "CACHE_DIR": str(self.bench.home / "cache"),
            "FAIL_ON": fail_on,
        }
        return self.bench.run("verify.sh", settings)

    def job(self, script: str, **settings: str) -> None:
        self.checkout()
        done = self.bench.run(script, settings)
        assert done.returncode == 0, done.stdout + done.stderr

    def checkout(self) -> None:
        shutil.rmtree(self.bench.repo)
        place = f"file://{self.bench.origin}"
        self.bench.git(
            "clone", "--quiet", "--depth", "1", place, str(self.bench.repo), cwd=self.bench.home
        )

    def proposed(self) -> list[str]:
        """The changed lines of the branch."""
        diff = self.bench.git("diff", "-U0", "main", BRANCH, cwd=self.bench.origin)
        return [line for line in diff.splitlines() if re.match(r"[-+](?![-+])", line)]

    def issues(self) -> Any:
        return self.bench.gh()["issues"]


@pytest.fixture
def week(bench: Bench) -> Iterator[Week]:
    with serving() as pages:
        pages.write("/engine", ENGINE)
        pages.write("/cache", CACHE)
        (bench.repo / "specs").mkdir()
        for slug, quote in (("engine", ENGINE), ("cache", CACHE)):
            text = spec(slug, pages.address(f"/{slug}"), quote)
            (bench.repo / "specs" / f"{slug}.json").write_text(text, encoding="utf-8")
        bench.commit()
        yield Week(bench, pages)


def test_all_fine_then_broken_then_the_same_then_mended(week: Week) -> None:
    bench = week.bench

    assert week.run()["outcome"] == "ok"
    old, new = '-  "verified_on": "2026-01-01",', r'\+  "verified_on": "20\d\d-\d\d-\d\d",'
    changed = week.proposed()
    assert changed.count(old) == 2
    assert len([line for line in changed if re.fullmatch(new, line)]) == 2
    assert len(changed) == 4
    assert bench.calls() == ["GET pulls", "POST pulls", "GET issues"]

    week.pages.write("/engine", ENGINE.replace("8", "4") + " @octocat <!-- ")
    assert week.run()["outcome"] == "broken"
    assert len(week.proposed()) == 2, "only the spec that holds is dated"
    calls = bench.calls()
    assert calls == [
        *["GET pulls", "PATCH pulls/1"],
        *["GET issues", "GET labels/lineage-evidence", "POST labels", "POST issues"],
    ]
    [issue] = week.issues()
    assert f"- {ENGINE}\n+ The engine starts 4 workers" in issue["body"]
    assert "specs/engine.json" in issue["body"]

    assert week.run()["outcome"] == "broken"
    assert [call for call in bench.calls() if "issues" in call] == ["GET issues", "PATCH issues/2"]
    assert len(week.issues()) == 1
    assert week.issues()[0]["comments"] == []

    week.pages.write("/engine", ENGINE)
    assert week.run()["outcome"] == "ok"
    [issue] = week.issues()
    assert issue["state"] == "closed"
    assert len(week.proposed()) == 4
    assert len(bench.gh()["pulls"]) == 1


def test_once_the_dates_are_merged_there_is_nothing_to_propose(week: Week) -> None:
    week.run()
    week.bench.git("update-ref", "refs/heads/main", BRANCH, cwd=week.bench.origin)
    week.bench.calls()
    assert "dates" not in week.run()
    assert week.bench.calls() == ["GET issues"]


def test_a_page_that_cannot_be_read_is_told_as_that(week: Week) -> None:
    week.run()
    week.pages.texts["/engine"] = None
    found = week.run()
    assert (found["outcome"], found["unreachable"], found["missing"]) == ("unreachable", "1", "0")
    [issue] = week.issues()
    assert "### Could not be read: source `docs` of `specs/engine.json`" in issue["body"]


def test_an_invalid_spec_is_told_and_the_good_one_is_dated(week: Week) -> None:
    broken = week.bench.repo / "specs" / "engine.json"
    broken.write_text(broken.read_text(encoding="utf-8").replace(ENGINE, ""), encoding="utf-8")
    week.bench.commit()
    assert week.run()["outcome"] == "invalid"
    assert len(week.proposed()) == 2
    [issue] = week.issues()
    assert "### The spec is invalid" in issue["body"]


def test_a_pull_request_gets_annotations_a_summary_and_a_failed_step(week: Week) -> None:
    week.pages.write("/engine", ENGINE.replace("8", "4"))
    done = week.verify()
    assert done.returncode == 1
    assert re.search(r"(?m)^::error file=specs/engine\.json,line=\d+,", done.stdout)
    assert "{+4+} workers" in week.bench.summary()
    sarif = json.loads((week.bench.home / week.bench.outputs()["sarif"]).read_text("utf-8"))
    assert sarif["version"] == "2.1.0"


def test_without_the_option_a_page_on_this_machine_is_refused(week: Week) -> None:
    settings = {
        "PYTHON": sys.executable,
        "SPECS": "specs",
        "CACHE_DIR": str(week.bench.home / "cache"),
    }
    permissive = "allow-private-network = true\n"
    (week.bench.repo / "lineage-verify.toml").write_text(permissive, encoding="utf-8")
    assert week.bench.run("verify.sh", settings).returncode == 3
    assert week.bench.outputs()["unreachable"] == "2"
