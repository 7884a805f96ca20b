"""The labelled set and the real pages: the bars that the matcher must not fall under."""

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from lineage_verify.matches import match_quotes
from lineage_verify.verdicts.judge import judge
from lineage_verify.verdicts.model import VerdictKind

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"


def benchmark() -> ModuleType:
    path = ROOT / "benchmarks" / "matching.py"
    spec = importlib.util.spec_from_file_location("benchmark_matching", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def measures() -> dict[str, float]:
    if not (SHARED / "match").is_dir():
        pytest.skip("the labelled set (../shared/match) is not there")
    module = benchmark()
    result: dict[str, float] = module.measures(module.answers(SHARED / "match"))
    return result


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("accuracy of the verdict", 0.995),
        ("right place, of those found or there", 0.97),
        ("listed kinds of changed meaning, flagged", 0.95),
        ("unlisted opposites, flagged", 0.5),
    ],
)
def test_at_least(measures: dict[str, float], name: str, least: float) -> None:
    assert measures[name] >= least


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("not there, called holding", 0.0),
        ("not there, called drifted where no label accepts it", 0.03),
        ("changed meaning, called holding", 0.0),
        ("plain wording changes, called meaning", 0.08),
        ("real drift, called verbatim", 0.0),
    ],
)
def test_at_most(measures: dict[str, float], name: str, most: float) -> None:
    assert measures[name] <= most


def rows(name: str) -> list[dict[str, Any]]:
    path = SHARED / "pages" / name
    if not path.is_file():
        pytest.skip(f"the real pages (../shared/pages/{name}) are not there")
    loaded: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
    return loaded


def inner_text(version: str, source: str) -> str:
    return (SHARED / "pages" / "innertext" / version / f"{source}.txt").read_text("utf-8")


def test_the_quotes_of_real_pages_get_their_verdicts() -> None:
    told = rows("truth.json")
    wrong = []
    for page in {(row["version"], row["source"]) for row in told}:
        group = [row for row in told if (row["version"], row["source"]) == page]
        matches = match_quotes([row["quote"] for row in group], inner_text(*page))
        for row, match in zip(group, matches, strict=True):
            verdict = judge(match)
            if verdict.kind.value != row["verdict"]:
                wrong.append((page, row["quote"], verdict.kind))
            elif row["found"]:
                assert match.text == " ".join(row["found"].split())
    assert wrong == []


def test_real_sentences_that_changed_are_drifted_or_missing() -> None:
    told = []
    for row in rows("drift_pairs.json"):
        [match] = match_quotes([row["0.19.0"]], inner_text("0.33.0", row["source"]))
        told.append((row["verdict_of_0.19.0_text_on_0.33.0"], judge(match)))
    assert all(not verdict.kind.holds for _, verdict in told)
    assert [verdict.kind.value for _, verdict in told] == [wanted for wanted, _ in told]
    assert all(verdict.severity for _, verdict in told if verdict.kind is VerdictKind.DRIFTED)
