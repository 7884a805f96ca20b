"""The JSON Schema of a spec, and the page that documents the rules."""

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from lineage_verify.spec.rules import OF_A_RUN, RULES
from lineage_verify.spec.schema import spec_schema
from tests.lineage import lineage_spec

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared/specs/how-vllm-runs.json"
SPECS = sorted((ROOT / "specs").glob("*.json"))
GOOD = lineage_spec({"mill": "https://mill.example/"}, [("mill", "The wheel turns.")])
VALIDATOR = Draft202012Validator(spec_schema())


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(spec_schema())


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_our_own_specs_fit_it(path: Path) -> None:
    VALIDATOR.validate(json.loads(path.read_text("utf-8")))


@pytest.mark.skipif(not SHARED.is_file(), reason="../shared/specs is not here")
def test_the_real_spec_fits_it() -> None:
    VALIDATOR.validate(json.loads(SHARED.read_text("utf-8")))


@pytest.mark.parametrize(
    "change",
    [{"stages": {}}, {"slug": 7}, {"sources": {"mill": {"url": "x"}}}, {"stages": [{"id": "a"}]}],
)
def test_what_is_no_spec_does_not_fit_it(change: dict[str, object]) -> None:
    assert VALIDATOR.is_valid(GOOD)
    assert not VALIDATOR.is_valid(GOOD | change)


def test_a_spec_may_name_its_schema_and_have_more_fields() -> None:
    assert VALIDATOR.is_valid(GOOD | {"$schema": "lineage-spec.json", "more": 1})


def test_every_field_is_described() -> None:
    schema = spec_schema()
    definitions = schema["$defs"]
    assert isinstance(definitions, dict)
    for part in (schema, *definitions.values()):
        for name, field in part["properties"].items():
            assert field.get("description"), name


def test_every_rule_is_documented_and_no_other() -> None:
    text = (ROOT / "docs/spec.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| (error|warning) \|", text, flags=re.MULTILINE)
    assert dict(rows) == {code: rule.level.value for code, rule in RULES.items()}


def test_the_page_says_which_codes_take_a_run() -> None:
    text = (ROOT / "docs/spec.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| (?:error|warning) \|", text, flags=re.MULTILINE)
    assert rows[-len(OF_A_RUN) :] == list(OF_A_RUN)
    said = f"for the last {len(OF_A_RUN)}, from `{OF_A_RUN[0]}` to `{OF_A_RUN[-1]}`"
    assert said in " ".join(text.split())


def test_the_codes_that_take_a_run_are_told_by_no_other_part() -> None:
    folder = ROOT / "src/lineage_verify"
    run = (folder / "verify/assemble.py", folder / "spec/grounding.py")
    alone = set((folder / "spec").glob("*.py")) - {folder / "spec/rules.py", *run}
    assert _told_in(run) == set(OF_A_RUN)
    assert not _told_in(alone) & set(OF_A_RUN)


def _told_in(files: Iterable[Path]) -> set[str]:
    """The codes that some files of the program name."""
    told = (re.findall(r'"([a-z0-9]+(?:-[a-z0-9]+)*)"', file.read_text("utf-8")) for file in files)
    return {code for codes in told for code in codes} & RULES.keys() - {"short-quote"}
