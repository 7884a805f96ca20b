"""What the docs say of limits, kinds and files is what the program does."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from lineage_verify.pages.credentials import _GITHUB_HOSTS
from lineage_verify.pages.faults import readable_size
from lineage_verify.pages.folder import _IGNORE, _TAG
from lineage_verify.pages.names import SUFFIX, FileName, folder_of
from lineage_verify.pages.retry import _TRANSIENT_STATUSES
from lineage_verify.pages.snapshot import ErrorKind
from lineage_verify.settings import Limits
from lineage_verify.sources.reach import _PRIVATE_NAMES
from tests.pages.world import NOON

DOCS = Path(__file__).resolve().parents[2] / "docs"
NETWORK = (DOCS / "network.md").read_text(encoding="utf-8")
CACHE = (DOCS / "cache.md").read_text(encoding="utf-8")
OF_SPECS = {"spec_bytes", "spec_depth"}


def shown(name: str, value: float) -> str:
    if name.endswith("_bytes"):
        return readable_size(int(value))
    return f"{value:g} s" if name.endswith("_s") else f"{value:g}"


@pytest.mark.parametrize("name", [f.name for f in fields(Limits) if f.name not in OF_SPECS])
def test_every_limit_is_told_with_its_default(name: str) -> None:
    (row,) = (line for line in NETWORK.splitlines() if line.endswith(f"| `{name}` |"))
    assert f"| {shown(name, getattr(Limits(), name))} |" in row


@pytest.mark.parametrize("kind", ErrorKind)
def test_every_error_kind_is_told(kind: ErrorKind) -> None:
    rows = [line.split("|")[1] for line in NETWORK.splitlines() if line.startswith("| `")]
    assert any(f"`{kind}`" in row for row in rows)


def test_every_transient_status_is_told() -> None:
    paragraph = NETWORK.partition("## Tries")[2].partition("\n\n")[2].partition("\n\n")[0]
    assert {int(digits) for digits in re.findall(r"\b[45]\d\d\b", paragraph)} >= _TRANSIENT_STATUSES


def test_every_host_of_the_token_is_told() -> None:
    assert all(f"`{host}`" in NETWORK for host in _GITHUB_HOSTS)


def test_private_names_are_told() -> None:
    told = {name for name in _PRIVATE_NAMES if f"`{name}`" in NETWORK or f"`.{name}`" in NETWORK}
    assert set(_PRIVATE_NAMES) == told


def test_the_layout_is_told() -> None:
    assert f" {FileName(NOON)}" in CACHE
    host, folder = folder_of("https://docs.example/en/latest/design/overview").parts
    assert f"  {host}/\n" in CACHE
    assert re.search(rf"    {folder.rpartition('-')[0]}-[0-9a-f]{{16}}/", CACHE)
    assert f"{SUFFIX}.damaged" in CACHE


def test_the_repositorys_own_cache_folder_is_marked_alike() -> None:
    folder = DOCS.parent / "cache"
    assert (folder / ".gitignore").read_text() == _IGNORE
    assert (folder / "CACHEDIR.TAG").read_text().splitlines()[0] == _TAG.splitlines()[0]
