"""The real spec and the real pages beside this repository, served as of today."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from warcio.archiveiterator import ArchiveIterator

from tests.cli.conftest import Command
from tests.lineage import lineage_spec
from tests.loopback import Page, Site

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared"
LOCAL = "--allow-private-network"

pytestmark = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the shared pages are not beside this repository"
)


def served(version: str) -> Iterator[tuple[str, Page]]:
    """The pages of one release, by the path that a loopback server has them at."""
    with (SHARED / f"pages/vllm-docs-{version}.warc.gz").open("rb") as file:
        for record in ArchiveIterator(file):
            if record.rec_type == "response" and record.http_headers.get_statuscode() == "200":
                address = record.rec_headers.get_header("WARC-Target-URI")
                kind = record.http_headers.get_header("content-type")
                yield local(address), Page(record.content_stream().read(), content_type=kind)


def local(address: str) -> str:
    """The path of an address of the spec on the loopback server; hosts share no path."""
    return urlsplit(address).path


def missing_quotes(version: str) -> set[str]:
    rows: list[dict[str, str]] = json.loads((SHARED / "pages/truth.json").read_text("utf-8"))
    return {
        row["quote"] for row in rows if row["version"] == version and row["verdict"] == "missing"
    }


def real_spec(site: Site) -> dict[str, Any]:
    """The spec with its sources at the loopback server and without the quotes that are gone."""
    spec: dict[str, Any] = json.loads((SHARED / "specs/how-vllm-runs.json").read_text("utf-8"))
    for source in spec["sources"].values():
        source["url"] = site.address + local(source["url"])
    gone = missing_quotes("0.33.0")
    for part in (*spec["stages"], *spec["steps"]):
        part["evidence"] = [one for one in part["evidence"] if one["quote"] not in gone]
    return spec


def test_renewing_changes_one_line(
    lineage_verify: Command, site: Site, folder: Path, write_spec: Callable[..., str]
) -> None:
    site.pages.update(served("0.33.0"))
    spec = write_spec(real_spec(site), "how-vllm-runs.json")
    before = (folder / spec).read_bytes().splitlines(keepends=True)
    result = lineage_verify("renew", spec, LOCAL)
    assert result.code == 0, result.out + result.err
    after = (folder / spec).read_bytes().splitlines(keepends=True)
    changed = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
    ((_, renewed),) = changed
    assert b'"verified_on"' in renewed


def test_sentences_that_changed_are_repaired_and_the_run_is_clean(
    lineage_verify: Command, site: Site, folder: Path, write_spec: Callable[..., str]
) -> None:
    pairs = json.loads((SHARED / "pages/drift_pairs.json").read_text("utf-8"))
    changed = [pair for pair in pairs if pair["0.33.0"] is not None]
    assert len(changed) == 14
    site.pages.update(served("0.33.0"))
    sources = {key: source["url"] for key, source in real_spec(site)["sources"].items()}
    used = {pair["source"]: sources[pair["source"]] for pair in changed}
    old = [(pair["source"], pair["0.19.0"]) for pair in changed]
    spec = write_spec(lineage_spec(used, old))
    result = lineage_verify("repair", spec, LOCAL, "--apply", "--accept-meaning")
    rows = lineage_verify("check", spec, "--offline", "--format", "json").json["specs"][0]
    assert {row["verdict"] for row in rows["evidence"]} == {"verbatim"}, result.out
    stages = [row for row in rows["evidence"] if row["owner"]["kind"] == "stage"]
    assert [row["quote"] for row in stages] == [pair["0.33.0"] for pair in changed]
    assert result.code == 0


def test_one_name_of_the_real_spec_stands_on_none_of_its_pages(
    lineage_verify: Command, folder: Path
) -> None:
    shutil.copy(SHARED / "specs/how-vllm-runs.json", folder)
    pages = str(SHARED / "pages/vllm-docs-0.33.0.warc.gz")
    assert lineage_verify("cache", "import", pages).code == 0
    run = lineage_verify("how-vllm-runs.json", "--offline", "--format", "json").json
    (problem,) = run["specs"][0]["problems"]
    assert problem["code"] == "ungrounded"
    assert problem["message"].startswith('"TritonAttentionImpl" stands nowhere')
