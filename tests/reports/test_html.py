"""The HTML report as a file: what is in it, and what it may do."""

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256

import pytest
from selectolax.lexbor import LexborHTMLParser

from lineage_verify.reports import Format, Options, writer_for
from lineage_verify.spec.model import Stage
from lineage_verify.verdicts.model import Report, Since
from tests.reports import brook, samples


def html(report: Report) -> str:
    return writer_for(Format.HTML, Options()).render(report)


def tree(report: Report) -> LexborHTMLParser:
    return LexborHTMLParser(html(report))


def words(node: object) -> str:
    return " ".join(node.text().split())  # type: ignore[attr-defined]


def test_nothing_in_it_is_loaded_from_anywhere() -> None:
    page = html(brook.report())
    assert not re.search(
        r"\bsrc=|@import|url\((?!#)|<(iframe|object|embed|form|link rel=.style)", page
    )
    for link in re.findall(r"<link [^>]*>", page):
        assert link == '<link rel="icon" href="data:,">'


def test_the_policy_allows_the_files_own_style_and_script_only() -> None:
    page = html(brook.report())
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    rules = dict(rule.split(" ", 1) for rule in policy.replace("&#39;", "'").split("; "))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    for tag, rule in (("style", "style-src"), ("script", "script-src")):
        (content,) = re.findall(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = b64encode(sha256(content.encode()).digest()).decode()
        assert rules[rule] == f"'sha256-{digest}'"
    assert "unsafe" not in policy


def test_no_element_has_a_style_or_a_handler_of_its_own() -> None:
    for node in tree(brook.report()).root.traverse():  # type: ignore[union-attr]
        for name in node.attributes:
            assert name != "style"
            assert not name.startswith("on")


def test_every_stage_and_step_is_drawn_with_its_worst_verdict() -> None:
    page = tree(brook.report())
    nodes = {node.attributes["data-stage"]: node for node in page.css("a.node")}
    assert list(nodes) == ["client", "scheduler", "pool", "log"]
    assert {stage: node.attributes["class"] for stage, node in nodes.items()} == {
        "client": "node holds", "scheduler": "node broken", "pool": "node warned",
        "log": "node broken",
    }  # fmt: skip
    assert "✗ drifted (meaning)" in words(nodes["scheduler"])
    edges = page.css("a.edge")
    assert [edge.attributes["class"] for edge in edges] == [
        "edge holds", "edge holds", "edge unreachable",
    ]  # fmt: skip
    assert "? reads" in words(edges[2])


def test_each_drawn_thing_leads_to_its_evidence() -> None:
    page = tree(brook.report())
    for link in page.css("a.node, a.edge"):
        target = (link.attributes["href"] or "").removeprefix("#")
        (owner,) = page.css(f'details[id="{target}"]')
        assert owner.css(".piece")


def test_ids_are_unique() -> None:
    ids = [node.attributes["id"] for node in tree(brook.report()).css("[id]")]
    assert len(ids) == len(set(ids))


def test_a_piece_of_evidence_tells_all_that_is_known() -> None:
    (piece,) = tree(brook.report()).css('details[id$="stages-1"] .piece')
    shown = words(piece)
    for part in (
        "drifted (meaning)", "the claim may be false now", "The quote says", "The page says",
        "number: 8 -> 4", "How the pool is filled", "Held last2026-10-02",
        "2026-11-19 07:00 UTC, still the same on 2026-11-20 08:29 UTC",
        "specs/how-brook-runs.json:20:34", "/stages/1/evidence/0",
    ):  # fmt: skip
        assert part in shown
    assert [words(node) for node in piece.css("del")] == ["[removed: 8]", "[removed: shares]"]
    assert [words(node) for node in piece.css("ins")] == ["[added: 4]", "[added: does not share]"]
    links = [node.attributes["href"] for node in piece.css("dd a")]
    assert samples.drifted().deep_link in links


def test_broken_and_unreachable_evidence_is_open_at_first() -> None:
    owners = tree(brook.report()).css('section[id="s1"] details.owner')
    opened = [owner.attributes["id"] for owner in owners if "open" in owner.attributes]
    assert opened == ["s1-stages-1", "s1-stages-3", "s1-steps-2"]


def test_the_status_line_is_filled() -> None:
    (line,) = tree(brook.report()).css(".status .line")
    assert words(line) == "Showing live mode"


def test_sources_have_their_times_and_troubles() -> None:
    rows = [words(row) for row in tree(brook.report()).css('section[id="s1"] tbody tr')]
    assert "2026-11-19 07:00 UTC 2026-11-20 08:29 UTC revalidated" in rows[0]
    assert "unreachable https://old.brook.example/tuning answered 503" in rows[2]


def test_several_specs_have_an_index() -> None:
    page = tree(brook.report())
    assert [words(item) for item in page.css("nav.index li")] == [
        "✗ broken What happens when Brook runs a job? specs/how-brook-runs.json",
        "✓ ok specs/how-creek-runs.json specs/how-creek-runs.json",
        "✗ invalid specs/how-rill-runs.json specs/how-rill-runs.json",
    ]
    assert not tree(samples.report(samples.spec(samples.verbatim()))).css("nav.index")


def test_an_invalid_spec_shows_its_problems() -> None:
    (section,) = tree(brook.report()).css('section[id="s3"]')
    assert "duplicate-key" in words(section)
    assert not section.css("svg")


def test_an_invalid_spec_is_not_drawn_even_where_it_could_be() -> None:
    page = tree(samples.report(replace(samples.invalid(), spec=brook.spec())))
    assert not page.css("svg")


def test_a_spec_checked_in_part_says_what_was_not() -> None:
    only = [finding for finding in brook.findings() if finding.owner_id == "pool"]
    page = tree(samples.report(samples.spec(*only, spec=brook.spec())))
    assert "not checked" in words(page.css('a.node[data-stage="client"]')[0])


def test_new_findings_say_so() -> None:
    page = tree(samples.report(samples.spec(samples.drifted(since=Since.NEW))))
    assert [words(node) for node in page.css(".since")] == ["new"]


def test_a_spec_too_large_to_draw_is_listed() -> None:
    stages = [
        Stage(id=f"s{n}", name="x", kind="k", layer="l", pos=(0, n), summary="") for n in range(400)
    ]
    big = replace(brook.spec(), stages=stages, steps=[])
    page = tree(samples.report(samples.spec(samples.verbatim(), spec=big)))
    assert not page.css("svg")
    assert len(page.css("details.owner")) == 400


def test_a_report_of_nothing_says_so() -> None:
    assert "There was nothing to verify." in words(tree(samples.report()).css("main")[0])


def test_a_cell_of_the_source_table_is_no_formula() -> None:
    source = samples.source("=1+1", title="@SUM(A1)")
    row = words(tree(samples.report(samples.spec(sources=(source,)))).css("tbody tr")[0])
    assert row.startswith("'=1+1 '@SUM(A1)")


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_an_encoding_of_few_characters_gets_references(encoding: str) -> None:
    text = writer_for(Format.HTML, Options(encoding=encoding)).render(brook.report())
    assert text.isascii()
    one, two = LexborHTMLParser(text), tree(brook.report())
    assert words(one.css("main")[0]) == words(two.css("main")[0])
