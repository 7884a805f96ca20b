"""The benchmarks measure what they say: a world of valid specs, the same each time."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from lineage_verify import judge, match_quotes
from lineage_verify.spec.read import read_spec

BENCHMARKS = Path(__file__).resolve().parents[1] / "benchmarks"
PERFORMANCE = BENCHMARKS.parent / "docs" / "performance.md"


@pytest.fixture
def speed(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    before = set(sys.modules)
    monkeypatch.syspath_prepend(BENCHMARKS)
    yield import_module("speed")
    for name in set(sys.modules) - before:
        if getattr(sys.modules[name], "__file__", None) and name in {
            path.stem for path in BENCHMARKS.glob("*.py")
        }:
            del sys.modules[name]


def test_the_world_is_the_same_each_time(speed: ModuleType) -> None:
    world = sys.modules["world"]
    first = world.page(3, 5_000).html
    world.page.cache_clear()
    assert world.page(3, 5_000).html == first


def test_its_quotes_are_what_they_are_called(speed: ModuleType) -> None:
    import random

    page = sys.modules["world"].page(3, 5_000)
    draw = random.Random(1)
    kinds = {
        kind: {judge(match).kind.value for match in match_quotes(quotes, page.text)}
        for kind, quotes in (("exact", page.exact(9, draw)), ("drifted", page.drifted(9, draw)))
    }
    assert kinds == {"exact": {"verbatim"}, "drifted": {"drifted"}}
    assert not any(quote in page.text for quote in page.missing(9, draw))


@pytest.mark.parametrize(("specs", "shared"), [(10, True), (16, True), (3, False)])
def test_its_specs_are_valid(
    speed: ModuleType, tmp_path: Path, specs: int, *, shared: bool
) -> None:
    corpus = sys.modules["world"].Corpus(specs, size=2_000, shared=shared)
    corpus.write(tmp_path, 8000)
    documents = [read_spec(path.read_bytes(), path=path.name) for path in tmp_path.rglob("*.json")]
    assert [len(document.evidence) for document in documents] == [40] * specs
    assert not any(document.problems for document in documents)
    pages = {
        source.url
        for document in documents
        if document.spec is not None
        for source in document.spec.sources.values()
    }
    assert len(pages) == corpus.pages


def test_every_table_has_its_place_in_the_page(speed: ModuleType) -> None:
    page = PERFORMANCE.read_text("utf-8")
    for name in ("machine", *speed.TABLES):
        assert "here" in speed.put(page, name, "here")
