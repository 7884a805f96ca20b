"""Renewing dates, end to end, with the installed command and a real server."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.lineage import lineage_spec
from tests.loopback import Page, Site

WHEEL = "The wheel turns the shaft, and the shaft turns the stone."
STONES = "Each pair of stones grinds at most 40 sacks a day."
BODY = f"<h1>The mill</h1><p>{WHEEL}</p><p>{STONES}</p>".encode()
LOCAL = "--allow-private-network"
ONE_TRY = ("--retries", "0")


def today() -> date:
    return datetime.now(UTC).date()


def dated(spec: Path) -> str:
    found = re.search(rb'"verified_on": "([^"]*)"', spec.read_bytes())
    assert found
    return found[1].decode()


@pytest.fixture
def mill(site: Site, write_spec: Callable[..., str]) -> str:
    site.pages["/mill"] = Page(BODY, etag='"one"')
    return write_spec(
        lineage_spec({"mill": f"{site.address}/mill"}, [("mill", WHEEL), ("mill", STONES)])
    )


def test_one_line_changes_and_no_other_byte(
    lineage_verify: Command, mill: str, folder: Path
) -> None:
    before = (folder / mill).read_bytes()
    result = lineage_verify("renew", mill, LOCAL)
    assert result.code == 0, result.err
    assert re.search(rf"renewed +{mill} +2026-01-15 -> {today()}", result.out)
    stamped = f'"verified_on": "{today()}"'.encode()
    assert (folder / mill).read_bytes() == before.replace(b'"verified_on": "2026-01-15"', stamped)
    assert [path.name for path in folder.iterdir() if path.is_file()] == [mill]
    again = lineage_verify("renew", mill, LOCAL)
    assert again.code == 0
    assert re.search(rf"unchanged +{mill} +verified_on is {today()} already", again.out)


def test_a_dry_run_prints_the_change_and_writes_nothing(
    lineage_verify: Command, mill: str, folder: Path
) -> None:
    before = (folder / mill).read_bytes()
    result = lineage_verify("renew", mill, LOCAL, "--dry-run")
    assert result.code == 0
    changed = [line for line in result.out.splitlines() if re.match("[-+] ", line)]
    assert changed == [
        '-  "verified_on": "2026-01-15",',
        f'+  "verified_on": "{today()}",',
    ]
    assert result.out.startswith(f"--- a/{mill}\n+++ b/{mill}\n@@ ")
    assert "would renew" in result.err
    assert (folder / mill).read_bytes() == before


def test_a_dry_run_keeps_the_line_ends_of_the_spec(
    lineage_verify: Command, mill: str, folder: Path
) -> None:
    spec = folder / mill
    spec.write_bytes(spec.read_bytes().replace(b"\n", b"\r\n"))
    with (folder / "renew.patch").open("wb") as patch:
        subprocess.run(
            [sys.executable, "-m", "lineage_verify", "renew", mill, LOCAL, "--dry-run"],
            cwd=folder, stdout=patch, check=True,
        )  # fmt: skip
    before = spec.read_bytes()
    subprocess.run(["git", "apply", "renew.patch"], cwd=folder, check=True)
    assert dated(spec) == str(today())
    assert len(spec.read_bytes()) == len(before)


def test_the_date_is_that_of_the_snapshots_and_not_of_the_run(
    lineage_verify: Command, mill: str, folder: Path, site: Site
) -> None:
    """A capture from elsewhere counts with its own date."""
    (folder / "page.html").write_bytes(BODY)
    address = f"{site.address}/mill"
    taken = ("cache", "import", "page.html", "--url", address, "--date", "2026-02-03T04:05:06Z")
    assert lineage_verify(*taken).code == 0
    result = lineage_verify("renew", mill, "--offline")
    assert result.code == 0, result.out + result.err
    assert dated(folder / mill) == "2026-02-03"
    assert site.asked == []


def test_old_snapshots_move_no_date_back(
    lineage_verify: Command, mill: str, folder: Path, site: Site
) -> None:
    (folder / "page.html").write_bytes(BODY)
    address = f"{site.address}/mill"
    taken = ("cache", "import", "page.html", "--url", address, "--date", "2025-12-24T00:00:00Z")
    assert lineage_verify(*taken).code == 0
    before = (folder / mill).read_bytes()
    result = lineage_verify("renew", mill, "--offline")
    assert re.search(f"refused +{mill} +", result.out)
    assert "2025-12-24" in result.out
    assert "2026-01-15" in result.out
    assert "not renewed" in result.err
    assert (folder / mill).read_bytes() == before


@pytest.mark.parametrize(
    ("page", "code", "reason"),
    [
        (Page(BODY.replace(b"40 sacks", b"60 sacks")), 1, "drifted"),
        (Page(BODY.replace(b"shaft, and", b"shaft; and")), 1, "drifted"),
        (Page(BODY.replace(STONES.encode(), b"Nothing of it.")), 1, "missing"),
        (Page(b"busy", status=503), 3, "unreachable"),
    ],
    ids=["meaning", "cosmetic", "missing", "unreachable"],
)
def test_every_quote_must_hold(  # noqa: PLR0917 - fixtures
    lineage_verify: Command,
    mill: str,
    folder: Path,
    site: Site,
    page: Page,
    code: int,
    reason: str,
) -> None:
    before = (folder / mill).read_bytes()
    site.pages["/mill"] = page
    result = lineage_verify("renew", mill, LOCAL, *ONE_TRY)
    assert result.code == code
    assert re.search(rf"refused +{mill} .*{reason}", result.out)
    assert "/stages/" in result.out
    assert (folder / mill).read_bytes() == before


def test_a_waiver_and_allowed_drift_make_no_quote_hold(
    lineage_verify: Command, mill: str, folder: Path, site: Site
) -> None:
    site.pages["/mill"] = Page(BODY.replace(b"pair of stones grinds", b"stone pair grinds"))
    until = today() + timedelta(days=9)
    (folder / "lineage-verify.toml").write_text(
        f'[[waivers]]\nspec = "{mill}"\npointer = "/stages/1/evidence/0"\n'
        f'reason = "being rewritten"\nuntil = {until}\n',
        encoding="utf-8",
    )
    result = lineage_verify("renew", mill, LOCAL)
    assert result.code == lineage_verify("check", mill, "--offline").code == 0
    assert re.search("refused .*waived", result.out)
    assert "not renewed" in result.err
    (folder / "lineage-verify.toml").write_text('allow-drift = "wording"\n', encoding="utf-8")
    assert "refused" in lineage_verify("renew", mill, LOCAL).out
    assert dated(folder / mill) == "2026-01-15"


def test_one_spec_does_not_stop_the_others(
    lineage_verify: Command, mill: str, folder: Path, site: Site, write_spec: Callable[..., str]
) -> None:
    sources = {"mill": f"{site.address}/mill"}
    write_spec(lineage_spec(sources, [("mill", "The miller sings a song.")]), "a.json")
    (folder / "b.json").write_text("{", encoding="utf-8")
    result = lineage_verify("renew", "a.json", "b.json", mill, LOCAL)
    assert result.code == 2
    assert "3 specs = 1 renewed + 2 refused" in result.out
    assert (dated(folder / "a.json"), dated(folder / mill)) == ("2026-01-15", str(today()))


def test_an_earlier_date_may_be_asked_for_and_a_later_one_not(
    lineage_verify: Command, mill: str, folder: Path, site: Site
) -> None:
    for word in ("2026-02-30", "tomorrow", str(today() + timedelta(days=1))):
        result = lineage_verify("renew", mill, LOCAL, "--date", word)
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith(f"lineage-verify: --date {word}: ")
    assert lineage_verify("renew", mill, LOCAL, "--date", "2026-02-01").code == 0
    assert dated(folder / mill) == "2026-02-01"
    (folder / "page.html").write_bytes(BODY)
    elsewhere = f"{site.address}/other"
    lineage_verify("cache", "import", "page.html", "--url", elsewhere, "--date", "2026-02-03")
    text = (folder / mill).read_bytes().replace(b"/mill", b"/other")
    (folder / mill).write_bytes(text)
    late = lineage_verify("renew", mill, "--offline", "--date", "2026-02-04")
    assert late.code == 2
    assert "2026-02-03" in late.err
    assert (folder / mill).read_bytes() == text


def test_local_files_count_with_the_time_they_were_read(
    lineage_verify: Command, folder: Path, write_spec: Callable[..., str]
) -> None:
    (folder / "mill.md").write_text(f"# Mill\n\n{WHEEL}\n", encoding="utf-8")
    spec = write_spec(lineage_spec({"mill": "mill.md"}, [("mill", WHEEL)]))
    assert lineage_verify("renew", spec, "--offline").code == 0
    assert dated(folder / spec) == str(today())


def test_a_read_only_spec_is_told_and_left(
    lineage_verify: Command, mill: str, folder: Path
) -> None:
    (folder / mill).chmod(0o444)
    result = lineage_verify("renew", mill, LOCAL)
    assert result.code == 2
    assert re.search(rf"failed +{mill} +read-only", result.out)
    assert dated(folder / mill) == "2026-01-15"


def test_a_spec_with_a_second_name_is_told_and_left(
    lineage_verify: Command, mill: str, folder: Path
) -> None:
    (folder / "other.txt").hardlink_to(folder / mill)
    result = lineage_verify("renew", mill, LOCAL)
    assert result.code == 2
    assert re.search(rf"failed +{mill} +has a second name \(a hard link\)", result.out)
    assert (folder / mill).samefile(folder / "other.txt")
    assert dated(folder / mill) == "2026-01-15"


@pytest.mark.parametrize("kind", ["read-only", "second name", "link to a file out of"])
def test_a_dry_run_promises_nothing_that_would_be_refused(
    lineage_verify: Command,
    mill: str,
    folder: Path,
    tmp_path_factory: pytest.TempPathFactory,
    kind: str,
) -> None:
    spec = folder / mill
    match kind:
        case "read-only":
            spec.chmod(0o444)
        case "second name":
            (folder / "other.txt").hardlink_to(spec)
        case _:
            outside = spec.rename(tmp_path_factory.mktemp("outside") / "spec.json")
            spec.symlink_to(outside)
    dry = lineage_verify("renew", mill, LOCAL, "--dry-run")
    wet = lineage_verify("renew", mill, LOCAL)
    assert (dry.code, dry.out) == (wet.code, "") == (2, "")
    assert dry.err == wet.out
    assert kind in dry.err
    assert dated(spec) == "2026-01-15"


def test_standard_input_can_be_planned_but_not_written(
    lineage_verify: Command, mill: str, folder: Path
) -> None:
    data = (folder / mill).read_bytes()
    dry = lineage_verify("renew", "-", LOCAL, "--dry-run", stdin=data)
    assert dry.code == 0
    assert f'+  "verified_on": "{today()}",' in dry.out
    wet = lineage_verify("renew", "-", LOCAL, stdin=data)
    assert wet.code == 2
    assert "standard input" in wet.out


def test_a_link_is_followed_within_the_tree_only(
    lineage_verify: Command, mill: str, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "spec.json"
    outside.write_bytes((folder / mill).read_bytes())
    (folder / "out.json").symlink_to(outside)
    (folder / "in.json").symlink_to(mill)
    (folder / "linked").symlink_to(outside.parent)
    for word in ("out.json", "linked/spec.json"):
        result = lineage_verify("renew", word, LOCAL)
        assert result.code == 2, result.out
        assert dated(outside) == "2026-01-15"
    assert lineage_verify("renew", "in.json", LOCAL).code == 0
    assert (folder / "in.json").is_symlink()
    assert dated(folder / mill) == str(today())
    named = lineage_verify("renew", os.path.relpath(outside, folder), LOCAL)
    assert (named.code, dated(outside)) == (0, str(today())), named.out


def test_what_a_spec_is_called_cannot_command_the_terminal(
    lineage_verify: Command, mill: str, folder: Path
) -> None:
    (folder / mill).rename(folder / "a\x1b[31m\u202eb.json")
    for words in ((), ("--dry-run",)):
        result = lineage_verify("renew", ".", LOCAL, *words)
        assert result.code == 0
        assert "\x1b" not in result.out + result.err
        assert "\u202e" not in result.out + result.err


def test_the_table_fits_a_narrow_screen(lineage_verify: Command, mill: str, site: Site) -> None:
    site.pages["/mill"] = Page(BODY.replace(b"40", b"60"))
    result = lineage_verify("renew", mill, LOCAL, env={"COLUMNS": "80"})
    assert all(len(line) <= 80 for line in result.out.splitlines())
    quiet = lineage_verify("renew", mill, LOCAL, "--quiet")
    assert "refused" in quiet.out
