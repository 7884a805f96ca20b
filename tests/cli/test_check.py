"""The main job, end to end, with the installed command and a real server."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command
from tests.lineage import lineage_spec
from tests.loopback import Page, Site

PAGE = b"""<!DOCTYPE html><title>The mill</title>
<nav><a href="/">Home</a></nav>
<main><h1 id="mill">The mill</h1>
<p>The wheel turns the <code>shaft</code>, and the shaft turns the stone.</p>
<h2 id="stones">Stones</h2>
<p>Each pair of stones grinds at most 40 sacks a day.</p></main>"""

WHEEL = "The wheel turns the shaft, and the shaft turns the stone."
STONES = "Each pair of stones grinds at most 40 sacks a day."
LOCAL = "--allow-private-network"
ONE_TRY = ("--retries", "0")


@pytest.fixture
def mill(site: Site, write_spec: Callable[..., str]) -> str:
    site.pages["/mill"] = Page(PAGE, etag='"one"')
    spec = lineage_spec(
        {"mill": f"{site.address}/mill"}, [("mill", WHEEL), ("mill", STONES), ("mill", WHEEL)]
    )
    return write_spec(spec)


def verdicts(report: dict[str, Any]) -> list[str]:
    return [row["verdict"] for spec in report["specs"] for row in spec["evidence"]]


def test_everything_holds(lineage_verify: Command, mill: str, site: Site) -> None:
    result = lineage_verify(mill, LOCAL, "--format", "json")
    assert result.code == 0, result.err
    assert verdicts(result.json) == ["verbatim"] * 5
    assert site.paths() == ["/mill"]
    assert result.json["specs"][0]["evidence"][1]["section"] == {
        "title": "Stones",
        "anchor": "stones",
    }


def test_a_page_is_asked_about_again_and_then_not_at_all(
    lineage_verify: Command, mill: str, site: Site
) -> None:
    first = lineage_verify(mill, LOCAL, "--format", "json").json
    second = lineage_verify(mill, LOCAL, "--max-age", "0", "--format", "json").json
    third = lineage_verify(mill, "--offline", "--format", "json").json
    conditions = [headers.get("if-none-match") for _, headers in site.asked]
    assert conditions == [None, '"one"']
    sources = [run["specs"][0]["sources"][0] for run in (first, second, third)]
    assert sources[0]["fetched_at"] == sources[1]["fetched_at"] == sources[2]["fetched_at"]
    assert sources[0]["validated_at"] < sources[1]["validated_at"] == sources[2]["validated_at"]
    assert [source["from_cache"] for source in sources] == [False, True, True]


def test_a_stopped_server_is_not_a_missing_quote(
    lineage_verify: Command, write_spec: Callable[..., str]
) -> None:
    spec = write_spec(lineage_spec({"mill": "http://127.0.0.1:9/mill"}, [("mill", WHEEL)]))
    result = lineage_verify(spec, LOCAL, *ONE_TRY, "--format", "json")
    assert result.code == 3
    assert verdicts(result.json) == ["unreachable"]
    assert result.json["specs"][0]["sources"][0]["error"]["kind"] == "connect"


def test_last_known_comes_from_the_cache(lineage_verify: Command, mill: str, site: Site) -> None:
    lineage_verify(mill, LOCAL)
    site.pages["/mill"] = Page(b"busy", status=503)
    result = lineage_verify(mill, LOCAL, "--refresh", *ONE_TRY, "--format", "json")
    assert result.code == 3
    assert {row["last_known"]["verdict"] for row in result.json["specs"][0]["evidence"]} == {
        "verbatim"
    }


def test_a_changed_number_is_drift_of_meaning(
    lineage_verify: Command, mill: str, site: Site
) -> None:
    lineage_verify(mill, LOCAL)
    site.pages["/mill"] = Page(PAGE.replace(b"40 sacks", b"60 sacks"), etag='"two"')
    result = lineage_verify(mill, LOCAL, "--refresh", "--format", "json")
    assert result.code == 1
    row = result.json["specs"][0]["evidence"][1]
    assert (row["verdict"], row["severity"]) == ("drifted", "meaning")
    assert row["last_held"] is not None
    assert "60" in row["found"]


def test_a_page_used_by_many_specs_is_asked_for_once(
    lineage_verify: Command, site: Site, write_spec: Callable[..., str]
) -> None:
    site.pages["/mill"] = Page(PAGE)
    for number in range(5):
        address = f"{site.address}/mill#part{number}"
        write_spec(lineage_spec({"mill": address}, [("mill", WHEEL)]), f"specs/{number}.json")
    result = lineage_verify("specs", LOCAL, "--format", "json")
    assert result.code == 0
    assert site.paths() == ["/mill"]
    assert [spec["path"] for spec in result.json["specs"]] == [
        f"specs/{number}.json" for number in range(5)
    ]


def test_a_private_address_is_refused(lineage_verify: Command, mill: str, site: Site) -> None:
    result = lineage_verify(mill, "--format", "json")
    assert result.code == 3
    assert result.json["specs"][0]["sources"][0]["error"]["kind"] == "forbidden-address"
    assert site.asked == []


def test_a_permanent_redirect_is_a_warning_that_names_the_new_address(
    lineage_verify: Command, mill: str, site: Site
) -> None:
    site.pages["/new"] = Page(PAGE)
    site.pages["/mill"] = Page(b"", status=301, location="/new")
    result = lineage_verify(mill, LOCAL, "--format", "json")
    assert result.code == 0
    problem = result.json["specs"][0]["problems"][0]
    assert problem["code"] == "permanent-redirect"
    assert f"{site.address}/new" in problem["message"]
    assert lineage_verify(mill, LOCAL, "--strict").code == 1


def test_an_invalid_spec_does_not_stop_the_others(
    lineage_verify: Command, mill: str, folder: Path
) -> None:
    (folder / "bad.json").write_text("{", encoding="utf-8")
    result = lineage_verify("bad.json", mill, LOCAL, "--format", "json")
    assert result.code == 2
    assert [spec["outcome"] for spec in result.json["specs"]] == ["invalid", "ok"]


def test_relative_paths_need_no_network(
    lineage_verify: Command, folder: Path, write_spec: Callable[..., str]
) -> None:
    (folder / "docs").mkdir()
    (folder / "docs/mill.md").write_text(f"# Mill\n\n{WHEEL}\n", encoding="utf-8")
    spec = write_spec(lineage_spec({"mill": "../docs/mill.md"}, [("mill", WHEEL)]), "specs/a.json")
    assert lineage_verify(spec, "--offline").code == 0
    (folder / "docs/mill.md").write_text("# Mill\n\nGone.\n", encoding="utf-8")
    assert lineage_verify(spec, "--offline").code == 1


def test_a_spec_on_standard_input(lineage_verify: Command, mill: str, folder: Path) -> None:
    result = lineage_verify("-", LOCAL, stdin=(folder / mill).read_bytes())
    assert result.code == 0, result.out + result.err


def test_a_part_of_a_spec(lineage_verify: Command, mill: str) -> None:
    for wanted, count in (("/stages/1", 1), ("part1", 3), ("mill", 5), ("part0->part1", 1)):
        result = lineage_verify(mill, LOCAL, "--only", wanted, "--format", "json")
        assert len(verdicts(result.json)) == count, wanted


def test_reports_go_where_they_are_sent(lineage_verify: Command, mill: str, folder: Path) -> None:
    result = lineage_verify(mill, LOCAL, "--output", "json=a.json", "--output", "markdown=b.md")
    assert result.code == 0
    assert json.loads((folder / "a.json").read_text("utf-8"))["outcome"] == "ok"
    assert (folder / "b.md").read_text("utf-8")
    assert result.out
    quiet = lineage_verify(mill, LOCAL, "--format", "json", "--output", "c.json")
    assert quiet.out == ""
    assert json.loads((folder / "c.json").read_text("utf-8"))["outcome"] == "ok"


def test_two_runs_on_the_same_snapshots_print_the_same(lineage_verify: Command, mill: str) -> None:
    lineage_verify(mill, LOCAL)
    first, second = (lineage_verify(mill, "--offline", "--format", "json").json for _ in "ab")
    del first["generated_at"], second["generated_at"]
    assert first == second
    tables = {lineage_verify(mill, "--offline").out for _ in "ab"}
    assert len(tables) == 1


def test_an_archive_gives_hints_and_no_verdict(
    lineage_verify: Command, mill: str, site: Site
) -> None:
    site.pages[f"/archive/{site.address}/mill"] = Page(
        PAGE, headers={"Memento-Datetime": "Thu, 15 Jan 2026 08:00:00 GMT"}
    )
    del site.pages["/mill"]
    asked = (mill, LOCAL, *ONE_TRY, "--archive-url", f"{site.address}/archive")
    plain = lineage_verify(*asked)
    assert (plain.code, len(site.asked)) == (3, 1)
    result = lineage_verify(*asked, "--archive")
    assert result.code == 3
    assert "2026-01-15" in result.out
    assert "2 of 2" in result.out
    accepted = next(headers for path, headers in site.asked if path.startswith("/archive"))
    assert accepted["accept-datetime"] == "Thu, 15 Jan 2026 12:00:00 GMT"


def test_a_page_is_called_old_where_an_age_is_stated(
    lineage_verify: Command, mill: str, folder: Path
) -> None:
    codes = [
        [problem["code"] for problem in result.json["specs"][0]["problems"]]
        for result in (
            lineage_verify(mill, LOCAL, "--format", "json"),
            lineage_verify(mill, LOCAL, "--format", "json", "--stale-after", "30d"),
        )
    ]
    assert codes == [[], ["verified-on-old"]]
    (folder / "lineage-verify.toml").write_text("stale-after = '30d'", "utf-8")
    assert "verified-on-old" in lineage_verify("lint", mill).out


def test_a_warning_is_one_sentence_told_once(
    lineage_verify: Command, site: Site, write_spec: Callable[..., str]
) -> None:
    site.pages["/mill"] = Page(b"<p>The stone.</p><p>The stone.</p>")
    spec = write_spec(lineage_spec({"mill": f"{site.address}/mill"}, [("mill", "The stone.")]))
    shown = " ".join(lineage_verify(spec, LOCAL).out.split())
    assert "Holds, but the quote is too short" in shown
    assert "Holds, but the quote stands at 2 places" in shown
    assert shown.count("too short") == 1
