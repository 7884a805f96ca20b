"""More specs than are held at once: read twice, written as they come, the same as few."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from lineage_verify.cli import spool
from lineage_verify.cli.spec_files import HELD, SpecFiles
from lineage_verify.cli.spool import DiskSpool
from lineage_verify.errors import SpecError
from lineage_verify.reports import Format, Options, writer_for
from lineage_verify.settings import Limits
from tests.cli.conftest import Command
from tests.lineage import lineage_spec, spec_bytes
from tests.loopback import Page, Site
from tests.reports import samples

QUOTE = "The wheel turns the shaft, and the shaft turns the stone."
OVEN = "The oven is heated with beech wood for three hours."


@pytest.mark.parametrize("held", [0, 7, 1_000_000])
@pytest.mark.parametrize("text", ["", "a", "The oven – “beech” 🌳 ", "\ud800 alone"])
def test_a_spool_gives_back_what_was_written(held: int, text: str) -> None:
    spooled = DiskSpool(held)
    for _ in range(5):
        spooled.write(text)
    assert "".join(spooled.pieces()) == text * 5


@pytest.mark.parametrize("form", Format)
def test_a_report_from_disk_is_the_report_from_memory(
    form: Format, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spool, "_PIECE", 100)
    on_disk = writer_for(form, Options(spool=lambda: DiskSpool(0))).render(samples.everything())
    assert on_disk == writer_for(form, Options()).render(samples.everything())


def folder_of_specs(folder: Path, site: Site, count: int) -> None:
    for number in range(count):
        sources = {"m": f"{site.address}/mill", "b": f"{site.address}/baker{number % 3}"}
        quotes = [("m", QUOTE), ("b", OVEN if number % 10 else "The oven is never heated.")]
        path = folder / "specs" / f"{number:03}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(spec_bytes(lineage_spec(sources, quotes)))


def test_many_specs_ask_each_page_once_and_are_told_in_order(
    lineage_verify: Command, folder: Path, site: Site
) -> None:
    count = HELD + 6
    folder_of_specs(folder, site, count)
    site.pages["/mill"] = Page(f"<p>{QUOTE}</p>".encode())
    site.pages.update({f"/baker{turn}": Page(f"<p>{OVEN}</p>".encode()) for turn in range(3)})
    words = ("check", "specs", "--allow-private-network", "--format", "json")
    done = lineage_verify(*words, "--output", "junit=j.xml", "--output", "table=t.txt")
    assert (done.code, done.err) == (1, "")
    assert sorted(site.paths()) == ["/baker0", "/baker1", "/baker2", "/mill"]
    specs = done.json["specs"]
    assert [spec["path"] for spec in specs] == [f"specs/{n:03}.json" for n in range(count)]
    broken = [spec["path"] for spec in specs if spec["outcome"] == "broken"]
    assert broken == [f"specs/{n:03}.json" for n in range(0, count, 10)]
    assert done.json["summary"]["evidence"] == sum(len(spec["evidence"]) for spec in specs)
    assert (folder / "j.xml").read_text().count("<testsuite ") == count
    assert f"{count - len(broken)} specs: all" in (folder / "t.txt").read_text()
    again = lineage_verify(*words, "--offline").json
    assert [spec["evidence"] for spec in again["specs"]] == [spec["evidence"] for spec in specs]


def test_a_spec_that_changes_while_it_is_verified_is_told(
    tmp_path: Path, write_spec: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = lineage_spec({"m": "https://mill.example/"}, [("m", QUOTE)])
    paths = [write_spec(made, f"{number}.json") for number in range(HELD + 1)]
    with Path("nothing").open("w+b") as stdin:
        specs = SpecFiles(paths, stdin, Limits())
        first = [document.data for document in specs]
        assert [document.data for document in specs] == first
        Path(paths[3]).write_text(json.dumps(made | {"name": "Another mill"}))
        with pytest.raises(SpecError, match=r"3\.json: was changed while it was being verified"):
            list(specs)
