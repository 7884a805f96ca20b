"""The specs that this repository keeps: sound, complete, and in our own words."""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

import pytest

from lineage_verify.spec.document import SpecDocument
from lineage_verify.spec.model import Spec, Stage, Step
from lineage_verify.spec.read import read_spec

ROOT = Path(__file__).resolve().parents[2]
SPECS = sorted((ROOT / "specs").glob("*.json"))
SHARED = ROOT.parent / "shared" / "specs" / "how-vllm-runs.json"
VLLM = [path for path in SPECS if path.stem in {"how-vllm-boots", "how-vllm-compiles"}]

needs_shared = pytest.mark.skipif(
    not SHARED.is_file(), reason="../shared/specs/how-vllm-runs.json is not here"
)
every_spec = pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
each_new_spec = pytest.mark.parametrize("path", VLLM, ids=lambda path: path.stem)


def document(path: Path) -> SpecDocument:
    # Relative sources start from the spec's folder, within the current folder's tree.
    return read_spec(path.read_bytes(), path=f"specs/{path.name}")


def spec_of(path: Path) -> Spec:
    spec = document(path).spec
    assert spec is not None
    return spec


def test_the_vllm_pages_are_here() -> None:
    assert {"how-vllm-boots", "how-vllm-compiles", "how-vllm-runs"} <= {p.stem for p in SPECS}
    assert len(VLLM) == 2


@every_spec
def test_has_no_problem(path: Path) -> None:
    assert [f"{p.code} {p.location.pointer}" for p in document(path).problems] == []


@every_spec
def test_is_named_after_its_slug(path: Path) -> None:
    assert spec_of(path).slug == path.stem


@every_spec
def test_every_stage_and_step_has_evidence(path: Path) -> None:
    spec = spec_of(path)
    bare = [stage.id for stage in spec.stages if not stage.evidence]
    bare += [f"{step.from_}->{step.to}" for step in spec.steps if not step.evidence]
    assert bare == []


@every_spec
def test_no_two_boxes_lie_on_each_other(path: Path) -> None:
    places = [stage.pos for stage in spec_of(path).stages]
    assert len(set(places)) == len(places)


@every_spec
def test_every_choice_leads_from_a_first_stage_to_an_end(path: Path) -> None:
    spec = spec_of(path)
    first, last = ends((step.from_, step.to) for step in spec.steps)
    for choice in choices(spec):
        begins, stops = ends_of(spec, choice)
        assert begins, (choice, "has no beginning")
        assert stops, (choice, "has no end")
        assert begins <= first, (choice, "begins in the middle")
        assert stops <= last, (choice, "stops in the middle")


@pytest.mark.parametrize(
    "path", [path for path in SPECS if path.stem.startswith("how-vllm-")], ids=lambda p: p.stem
)
def test_every_choice_has_one_beginning_and_the_page_one_end(path: Path) -> None:
    spec = spec_of(path)
    found = [ends_of(spec, choice) for choice in choices(spec)]
    assert [len(begins) for begins, _ in found] == [1] * len(found)
    assert len(set().union(*(stops for _, stops in found))) == 1


def ends_of(spec: Spec, choice: dict[str, str]) -> tuple[set[str], set[str]]:
    return ends((step.from_, step.to) for step in spec.steps if shown(step, choice))


def ends(ways: Iterable[tuple[str, str]]) -> tuple[set[str], set[str]]:
    """The stages that nothing leads to, and those that lead nowhere."""
    pairs = list(ways)
    left, reached = {a for a, _ in pairs}, {b for _, b in pairs}
    return left - reached, reached - left


@every_spec
def test_every_stage_is_on_some_way(path: Path) -> None:
    spec = spec_of(path)
    shown_ones = {
        stage
        for choice in choices(spec)
        for step in spec.steps
        if shown(step, choice)
        for stage in (step.from_, step.to)
    }
    assert shown_ones == {stage.id for stage in spec.stages}


def choices(spec: Spec) -> Iterator[dict[str, str]]:
    names = [dimension.id for dimension in spec.dimensions]
    values = [[option.value for option in dimension.options] for dimension in spec.dimensions]
    for picked in product(*values):
        yield dict(zip(names, picked, strict=True))


def shown(step: Step, choice: dict[str, str]) -> bool:
    return all(choice[name] in values for name, values in step.when.items())


@each_new_spec
def test_source_code_is_cited_at_a_tag_and_only_briefly(path: Path) -> None:
    spec = spec_of(path)
    views = {name: source.url for name, source in spec.sources.items() if "/blob/" in source.url}
    assert len(views) > 10
    assert [
        url for url in views.values() if not re.search(r"/blob/v\d+\.\d+\.\d+/vllm/", url)
    ] == []
    owners: list[Stage | Step] = [*spec.stages, *spec.steps]
    quotes = [e.quote for owner in owners for e in owner.evidence if e.source in views]
    assert max(len(quote) for quote in quotes) <= 200


@each_new_spec
def test_quotes_are_written_on_one_line(path: Path) -> None:
    quotes = [found.quote for found in document(path).evidence]
    assert [quote for quote in quotes if quote != " ".join(quote.split())] == []


@needs_shared
def test_the_request_page_has_the_owners_bones() -> None:
    assert bones(ROOT / "specs" / SHARED.name) == bones(SHARED)


@needs_shared
def test_the_request_page_has_no_sentence_of_the_owners() -> None:
    ours, theirs = (list(prose(spec_of(p))) for p in (ROOT / "specs" / SHARED.name, SHARED))
    assert sentences(ours) & sentences(theirs) == set()
    assert runs_of_words(ours) & runs_of_words(theirs) == set()


def bones(path: Path) -> object:
    """All that is not prose: ids, places, sources, evidence, choices."""
    data = json.loads(path.read_text(encoding="utf-8"))
    for stage in data["stages"]:
        del stage["summary"]
    for step in data["steps"]:
        del step["label"], step["explanation"]
    for dimension in data["dimensions"]:
        for option in dimension["options"]:
            del option["phrase"]
    kept = ("sources", "stages", "steps", "dimensions", "link_from", "slug", "name", "version")
    return {name: data[name] for name in kept}


def prose(spec: Spec) -> Iterator[str]:
    """All that an author words freely."""
    yield from (spec.title, spec.h1, spec.description, spec.og_subtitle, spec.verified_against)
    yield from (spec.scope, spec.answer, spec.status_template)
    for section in spec.sections:
        yield from (section.heading, *section.paragraphs)
    yield from (stage.summary for stage in spec.stages)
    for step in spec.steps:
        yield from (step.label, step.explanation)
    for dimension in spec.dimensions:
        yield from (option.phrase for option in dimension.options)


def sentences(texts: list[str]) -> set[str]:
    parts = (part for text in texts for part in re.split(r"(?<=[.!?:;])\s+", text))
    return {" ".join(words(part)) for part in parts}


def runs_of_words(texts: list[str], length: int = 6) -> set[tuple[str, ...]]:
    """Every run of six words: a light paraphrase shares some."""
    lists = [words(text) for text in texts]
    return {tuple(w[i : i + length]) for w in lists for i in range(len(w) - length + 1)}


def words(text: str) -> list[str]:
    # A link's address is no wording of ours.
    return re.findall(r"\w+", re.sub(r"\]\([^)]*\)", "]", text).lower())
