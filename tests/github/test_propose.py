"""The script that keeps one pull request, against a stand-in `gh` and a bare origin."""

from collections.abc import Mapping
from subprocess import CompletedProcess

import pytest

from tests.github.bench import Bench, packed

BRANCH = "lineage-verify/verified-on"
SPEC = '{\n  "slug": "page",\n  "verified_on": "2026-01-01",\n  "stages": [],\n  "sources": []\n}\n'


@pytest.fixture
def pages(bench: Bench) -> Bench:
    (bench.repo / "specs").mkdir()
    (bench.repo / "specs" / "page.json").write_text(SPEC, encoding="utf-8", newline="\n")
    (bench.repo / "specs" / "other.json").write_text(SPEC, encoding="utf-8", newline="\n")
    bench.commit()
    return bench


def patch(bench: Bench, changes: Mapping[str, str]) -> str:
    """The patch of new contents for files; the tree is left as it was."""
    for name, text in changes.items():
        place = bench.repo / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode())
    bench.git("add", "--all")
    made = bench.git("diff", "--cached", "--binary")
    bench.git("reset", "--quiet", "--hard")
    return made


def dated(text: str = SPEC, *, date: str = "2026-03-02") -> str:
    return text.replace("2026-01-01", date)


def propose(
    bench: Bench, dates: str, more: Mapping[str, str] | None = None
) -> CompletedProcess[str]:
    return bench.run(
        "propose/propose.sh",
        {"DATES": packed(dates), "BASE": "main", "BRANCH": BRANCH, **(more or {})},
    )


def branch_diff(bench: Bench) -> str:
    return bench.git("diff", "main", BRANCH, cwd=bench.origin)


def pushed(bench: Bench) -> bool:
    return bool(bench.git("for-each-ref", f"refs/heads/{BRANCH}", cwd=bench.origin))


def refused(bench: Bench, made: str) -> None:
    done = propose(bench, made)
    assert done.returncode != 0, done.stdout
    assert not pushed(bench)
    assert bench.calls() == []


def test_pushes_one_changed_line_and_opens_one_pull_request(pages: Bench) -> None:
    made = patch(pages, {"specs/page.json": dated()})
    done = propose(pages, made)
    assert done.returncode == 0, done.stderr
    assert branch_diff(pages) == made
    assert pages.calls() == ["GET pulls", "POST pulls"]
    [pull] = pages.gh()["pulls"]
    assert (pull["head"]["ref"], pull["base"]["ref"]) == (BRANCH, "main")
    assert "specs/page.json  2026-01-01 -> 2026-03-02" in pull["body"]
    assert "https://github.com/owner/pages/actions/runs/77" in pull["body"]


def test_the_commit_is_the_bots_and_stands_on_what_was_verified(pages: Bench) -> None:
    propose(pages, patch(pages, {"specs/page.json": dated()}))
    shown = pages.git("log", "-1", "--format=%an %cn %P", BRANCH, cwd=pages.origin)
    head = pages.git("rev-parse", "HEAD").strip()
    assert shown.strip() == f"github-actions[bot] github-actions[bot] {head}"


def test_the_checked_out_tree_and_configuration_are_left_alone(pages: Bench) -> None:
    before = pages.git("config", "--list", "--show-origin")
    propose(pages, patch(pages, {"specs/page.json": dated()}))
    assert (pages.repo / "specs" / "page.json").read_text(encoding="utf-8") == SPEC
    assert pages.git("config", "--list", "--show-origin") == before
    assert not (pages.home / ".gitconfig").exists()


def test_the_same_again_pushes_nothing_and_rewrites_the_pull_request(pages: Bench) -> None:
    made = patch(pages, {"specs/page.json": dated()})
    propose(pages, made)
    tip = pages.git("rev-parse", BRANCH, cwd=pages.origin)
    pages.calls()
    pages.git("reset", "--quiet", "--hard")
    done = propose(pages, made)
    assert done.returncode == 0, done.stderr
    assert "has these dates already" in done.stdout
    assert pages.git("rev-parse", BRANCH, cwd=pages.origin) == tip
    assert pages.calls() == ["GET pulls", "PATCH pulls/1"]


def test_later_dates_replace_the_branch(pages: Bench) -> None:
    propose(pages, patch(pages, {"specs/page.json": dated()}))
    later = patch(pages, {"specs/page.json": dated(date="2026-03-09"), "specs/other.json": dated()})
    done = propose(pages, later)
    assert done.returncode == 0, done.stderr
    assert branch_diff(pages) == later
    assert len(pages.gh()["pulls"]) == 1


def test_main_moves_on_and_the_branch_follows(pages: Bench) -> None:
    propose(pages, patch(pages, {"specs/page.json": dated()}))
    (pages.repo / "README.md").write_text("More.\n", encoding="utf-8")
    pages.git("reset", "--quiet")
    pages.commit()
    made = patch(pages, {"specs/page.json": dated()})
    assert propose(pages, made).returncode == 0
    assert branch_diff(pages) == made


def test_works_in_a_shallow_clone(pages: Bench) -> None:
    made = patch(pages, {"specs/page.json": dated()})
    shallow = pages.home / "shallow"
    pages.git("clone", "--quiet", "--depth", "1", f"file://{pages.origin}", str(shallow))
    pages.git("checkout", "--quiet", "--detach", cwd=shallow)
    pages.repo.rename(pages.home / "deep")
    shallow.rename(pages.repo)
    for _ in range(2):
        done = propose(pages, made)
        assert done.returncode == 0, done.stderr
        pages.git("reset", "--quiet", "--hard")
    assert branch_diff(pages) == made


def test_a_fork_with_a_branch_of_that_name_is_not_ours(pages: Bench) -> None:
    fork = {
        "number": 5,
        "state": "open",
        "title": "Free money",
        "body": "",
        "head": {"ref": BRANCH, "repo": {"full_name": "owner/fork-of-pages"}},
        "base": {"ref": "main", "repo": {"full_name": "owner/pages"}},
    }
    pages.set_gh(pulls=[fork])
    assert propose(pages, patch(pages, {"specs/page.json": dated()})).returncode == 0
    assert pages.gh()["pulls"][0] == fork
    assert pages.gh()["pulls"][1]["number"] == 6


def test_where_pull_requests_are_forbidden_it_says_what_to_set(pages: Bench) -> None:
    pages.set_gh(forbid_pulls=True)
    done = propose(pages, patch(pages, {"specs/page.json": dated()}))
    assert done.returncode != 0
    assert '"Allow GitHub Actions to create and approve pull requests"' in done.stdout


def test_crlf_minified_and_unusual_files_are_dated(pages: Bench) -> None:
    odd = {
        "specs/crlf.json": SPEC.replace("\n", "\r\n"),
        "specs/one line.json": '{"a":"ü","verified_on" : "2026-01-01","b":[]}',
        "specs/bom.json": "\ufeff" + SPEC,
    }
    for name, text in odd.items():
        (pages.repo / name).write_bytes(text.encode())
    pages.commit()
    made = patch(pages, {name: dated(text) for name, text in odd.items()})
    done = propose(pages, made)
    assert done.returncode == 0, done.stdout + done.stderr
    for name, text in odd.items():
        blob = pages.git("show", f"{BRANCH}:{name}", cwd=pages.origin)
        assert blob == dated(text)


HOSTILE_CHANGES = {
    "another value": {"specs/page.json": SPEC.replace('"page"', '"evil"')},
    "a date and another value": {"specs/page.json": dated().replace('"page"', '"evil"')},
    "a date that is none": {"specs/page.json": dated(date="2026-03-02T00:00")},
    "no date any more": {"specs/page.json": SPEC.replace('  "verified_on": "2026-01-01",\n', "")},
    "white space": {"specs/page.json": dated() + "\n"},
    "a new file": {"specs/new.json": dated()},
    "a workflow": {".github/workflows/evil.yml": "on: push\n"},
    "a script": {"README.md": '"verified_on": "2026-03-02"\n'},
    "git's own folder": {"specs/.gitattributes": "* filter=evil\n"},
}


@pytest.mark.parametrize("what", HOSTILE_CHANGES)
def test_a_patch_with_anything_but_dates_is_refused(pages: Bench, what: str) -> None:
    good = {"specs/other.json": dated()}
    refused(pages, patch(pages, {**good, **HOSTILE_CHANGES[what]}))


def test_a_patch_that_changes_a_mode_is_refused(pages: Bench) -> None:
    made = patch(pages, {"specs/page.json": dated()})
    executable = made.replace("index ", "old mode 100644\nnew mode 100755\nindex ", 1).replace(
        " 100644\n--- ", "\n--- ", 1
    )
    assert executable != made
    refused(pages, executable)


def test_a_patch_that_dates_what_is_no_spec_is_refused(pages: Bench) -> None:
    (pages.repo / "notes.md").write_text('"verified_on": "2026-01-01"\n', encoding="utf-8")
    pages.commit()
    refused(pages, patch(pages, {"notes.md": '"verified_on": "2026-03-02"\n'}))


def test_a_patch_that_retargets_a_link_is_refused(pages: Bench) -> None:
    (pages.repo / "specs" / "link.json").symlink_to('"verified_on": "2026-01-01"')
    pages.commit()
    link = pages.repo / "specs" / "link.json"
    link.unlink()
    link.symlink_to('"verified_on": "2026-03-02"')
    made = pages.git("diff")
    pages.git("reset", "--quiet", "--hard")
    refused(pages, made)


def test_a_deleted_or_renamed_spec_is_refused(pages: Bench) -> None:
    pages.git("mv", "specs/page.json", "specs/moved.json")
    made = pages.git("diff", "--cached")
    pages.git("reset", "--quiet", "--hard")
    refused(pages, made)


@pytest.mark.parametrize("path", ["../outside.json", ".git/config", "/etc/lineage.json"])
def test_a_patch_outside_of_the_tree_is_refused(pages: Bench, path: str) -> None:
    made = patch(pages, {"specs/page.json": dated()}).replace("specs/page.json", path)
    refused(pages, made)


@pytest.mark.parametrize("dates", ["", "not base64!", packed("not a patch"), packed("")])
def test_a_damaged_patch_is_refused(pages: Bench, dates: str) -> None:
    done = propose(pages, "", {"DATES": dates})
    assert done.returncode != 0
    assert not pushed(pages)


def test_a_file_name_does_nothing_in_the_text(pages: Bench) -> None:
    name = "specs/```@octocat`<b>.json"
    (pages.repo / name).write_text(SPEC, encoding="utf-8")
    pages.commit()
    assert propose(pages, patch(pages, {name: dated()})).returncode == 0
    [pull] = pages.gh()["pulls"]
    assert "specs/????octocat??b?.json  2026-01-01 -> 2026-03-02" in pull["body"]
