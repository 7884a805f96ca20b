"""What is offered in place of a drifted quote is what a careful author would type."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from lineage_verify.errors import EditError
from lineage_verify.matches import match_quote
from lineage_verify.matches.model import Selector
from lineage_verify.pages.snapshot import ErrorKind, Provenance, Snapshot, Unreachable
from lineage_verify.repair import Change, Proposal, apply, propose
from lineage_verify.rewording import reworded
from lineage_verify.spec.document import SpecDocument
from lineage_verify.spec.read import read_spec
from lineage_verify.text.extract import extract
from lineage_verify.text.page_text import PageText
from lineage_verify.verdicts.judge import judge, unreachable
from lineage_verify.verdicts.model import Finding, Outcome, Severity, SpecReport, VerdictKind
from tests.lineage import lineage_spec, spec_bytes

SHARED = Path(__file__).resolve().parents[1].parent / "shared/pages"
NOW = datetime(2026, 3, 1, tzinfo=UTC)
HEADING = '<h2 id="wheel">The wheel<a class="headerlink" href="#wheel">¶</a></h2>'
STROKES = "<p>It lifts forty litres a stroke, enough for two.</p>"
FOOTNOTE = '<sup id="fnref:1"><a class="footnote-ref" href="#fn:1">1</a></sup>'


def snapshot(url: str, body: bytes, media_type: str = "text/html; charset=utf-8") -> Snapshot:
    return Snapshot(
        address=url, url=url, status=200, headers=(("content-type", media_type),), body=body,
        sha256="", fetched_at=NOW, validated_at=NOW, provenance=Provenance.FETCHED,
    )  # fmt: skip


def page(html: str) -> PageText:
    text = extract(snapshot("https://mill.example/", f"<main>{html}</main>".encode()))
    assert isinstance(text, PageText)
    return text


def document(*quotes: str, **extra: str) -> SpecDocument:
    spec = lineage_spec({"mill": "https://mill.example/"}, [("mill", quote) for quote in quotes])
    for part in (*spec["stages"], *spec["steps"]):
        part["evidence"][0].update(extra)
    return read_spec(spec_bytes(spec), path="mill.json")


def report(spec: SpecDocument, texts: Mapping[str, PageText], **extra: Any) -> SpecReport:
    findings = tuple(
        Finding(
            location=ref.location, owner_kind=ref.owner_kind, owner_id=ref.owner_id,
            source=ref.source, quote=ref.quote,
            verdict=judge(
                match_quote(Selector(ref.quote, ref.prefix, ref.suffix), texts[ref.source])
            ),
            **extra,
        )
        for ref in spec.evidence
    )  # fmt: skip
    return SpecReport(
        path=spec.path, slug=None, verified_on=None, outcome=Outcome.BROKEN, findings=findings
    )


def proposals(html: str, *quotes: str, **extra: str) -> tuple[Proposal, ...]:
    spec, texts = document(*quotes, **extra), {"mill": page(html)}
    return propose(spec, report(spec, texts), texts)


OFFERS = {
    "a changed word": (
        "<p>It is old. The wheel turns a broad oak shaft. It creaks.</p>",
        "The wheel turns a broad iron shaft.",
        "The wheel turns a broad oak shaft.",
    ),
    "a longer sentence": (
        "<p>The wheel turns a broad oak shaft, and with it both pairs of stones. It creaks.</p>",
        "The wheel turns a broad iron shaft.",
        "The wheel turns a broad oak shaft, and with it both pairs of stones.",
    ),
    "a clause stays a clause": (
        "<p>The wheel turns a broad oak shaft, and with it both pairs of stones. It creaks.</p>",
        "wheel turns a broad iron shaft, and with it both",
        "wheel turns a broad oak shaft, and with it both",
    ),
    "a new beginning": (
        "<p>It is old. In most winters, the wheel turns a broad oak shaft. It creaks.</p>",
        "The wheel turns a broad iron shaft.",
        "In most winters, the wheel turns a broad oak shaft.",
    ),
    "no heading and no permalink": (
        f"{HEADING}<p>The wheel turns a broad oak shaft every day.</p>",
        "The wheel turns a broad iron shaft every day.",
        "The wheel turns a broad oak shaft every day.",
    ),
    "no hidden words": (
        "<p>The wheel turns a broad <span hidden>and very secret</span> oak shaft every day.</p>",
        "The wheel turns a broad iron shaft every day.",
        "The wheel turns a broad oak shaft every day.",
    ),
    "no struck words": (
        "<p>The wheel turns a broad <del>iron</del> oak shaft on every day but one.</p>",
        "The wheel turns a broad iron shaft on every day but one.",
        "The wheel turns a broad oak shaft on every day but one.",
    ),
    "no footnote mark": (
        f"<p>The wheel turns a broad oak shaft{FOOTNOTE} every day of the week.</p>",
        "The wheel turns a broad iron shaft every day of the week.",
        "The wheel turns a broad oak shaft every day of the week.",
    ),
    "an abbreviation ends no sentence": (
        "<p>Stones (e.g. Granite ones) grind at most 40 sacks of grain a day. Few do.</p>",
        "Stones (e.g. Granite ones) grind at most 40 bags of grain a day.",
        "Stones (e.g. Granite ones) grind at most 40 sacks of grain a day.",
    ),
    "the page's own typography": (
        "<p>The miller’s wheel turns a broad oak shaft – every day.</p>",
        "The miller's wheel turns a broad iron shaft - every day.",
        "The miller’s wheel turns a broad oak shaft – every day.",
    ),
    "words left out stay left out": (
        "<p>The wheel, built by hand of elm long ago, turns a broad oak shaft every day.</p>",
        "The wheel, built by hand ... turns a broad iron shaft every day.",
        "The wheel, built by hand ... turns a broad oak shaft every day.",
    ),
    "a heading between is left out": (
        f"<p>A pump lifts water to the tank.</p>{HEADING}{STROKES}",
        "A pump lifts water to the tank. It lifts forty litres a stroke, plenty for two.",
        "A pump lifts water to the tank. [...] It lifts forty litres a stroke, enough for two.",
    ),
    "two headings between": (
        f"<p>A pump lifts water to the tank.</p>{HEADING}<h3>How <i>it</i> lifts</h3>{STROKES}",
        "lifts water to the tank. It lifts forty litres a stroke, plenty for",
        "lifts water to the tank. [...] It lifts forty litres a stroke, enough for",
    ),
    "a heading that the quote has": (
        f"<p>A pump lifts water to the tank.</p>{HEADING}{STROKES}",
        "A pump lifts water to the tank. The wheel It lifts forty litres a stroke, plenty for two.",
        "A pump lifts water to the tank. The wheel It lifts forty litres a stroke, enough for two.",
    ),
    "no lonely quote mark": (
        "<p>The miller said: “The wheel turns a broad oak shaft every day.”</p>",
        "The wheel turns a broad iron shaft every day",
        "The wheel turns a broad oak shaft every day",
    ),
    "words around inline code": (
        "<p>Set <code>mill.speed</code>, then the wheel turns at the given speed.</p>",
        "Set mill.pace, then the wheel turns at the given speed.",
        "Set mill.speed, then the wheel turns at the given speed.",
    ),
}


@pytest.mark.parametrize(("html", "old", "new"), OFFERS.values(), ids=OFFERS)
def test_the_offer(html: str, old: str, new: str) -> None:
    (proposal,) = proposals(html, old)
    assert proposal.words == new
    assert proposal.kind is VerdictKind.DRIFTED


@pytest.mark.parametrize(("html", "old", "new"), OFFERS.values(), ids=OFFERS)
def test_after_it_the_quote_holds_and_nothing_else_changed(html: str, old: str, new: str) -> None:
    texts = {"mill": page(html)}
    spec = document(old)
    offered = propose(spec, report(spec, texts), texts)
    data = apply(spec, [one.taken() for one in offered], accept_meaning=True)
    assert json.loads(data) == json.loads(spec.data.replace(_spelt(old), _spelt(new)))
    mended = read_spec(data, path="mill.json")
    told = report(mended, texts)
    assert {finding.kind for finding in told.findings} == {VerdictKind.VERBATIM}
    assert propose(mended, told, texts) == ()


def _spelt(text: str) -> bytes:
    return json.dumps(text, ensure_ascii=False).encode()


def test_the_same_quote_is_one_proposal_for_all_its_places() -> None:
    html = "<p>The wheel turns a broad oak shaft.</p><p>The stone is cut by hand each year.</p>"
    one, other = "The wheel turns a broad iron shaft.", "The stone is cut by hand each month."
    first, second = proposals(html, one, other, one)
    assert first.quote == one
    assert first.pointers == (
        "/stages/0/evidence/0", "/stages/2/evidence/0", "/steps/0/evidence/0",
    )  # fmt: skip
    assert second.pointers == ("/stages/1/evidence/0", "/steps/1/evidence/0")


def test_what_holds_needs_no_proposal() -> None:
    assert proposals("<p>The wheel turns a broad oak shaft.</p>", "turns a broad oak shaft") == ()


def test_a_missing_quote_is_never_repaired() -> None:
    html = "<p>Bread is sold on the market square.</p>"
    spec, texts = document("The wheel turns a broad iron shaft."), {"mill": page(html)}
    told = report(spec, texts, elsewhere=("law",), last_held=date(2026, 1, 2))
    (proposal,) = propose(spec, told, texts)
    assert proposal.kind is VerdictKind.MISSING
    assert proposal.words is None
    assert proposal.obstacle
    assert (proposal.elsewhere, proposal.last_held) == (("law",), date(2026, 1, 2))
    with pytest.raises(EditError, match="/stages/0/evidence/0"):
        proposal.taken()


def test_a_missing_quote_may_move_to_a_source_that_has_it() -> None:
    html = "<p>Bread is sold on the market square.</p>"
    spec, texts = document("The wheel turns a broad iron shaft."), {"mill": page(html)}
    (proposal,) = propose(spec, report(spec, texts, elsewhere=("law",)), texts)
    data = apply(spec, [proposal.moved("law")])
    assert data == spec.data.replace(b'"source": "mill"', b'"source": "law"')
    with pytest.raises(EditError, match="not known to hold"):
        proposal.moved("other")


def test_a_changed_meaning_needs_a_yes_of_its_own() -> None:
    html = "<p>Each pair of stones grinds at most 20 sacks a day.</p>"
    spec, texts = (
        document("Each pair of stones grinds at most 40 sacks a day."),
        {"mill": page(html)},
    )
    (proposal,) = propose(spec, report(spec, texts), texts)
    assert proposal.changes_meaning
    assert proposal.words is not None
    with pytest.raises(EditError, match="needs a yes"):
        apply(spec, [proposal.taken()])
    assert b"20 sacks" in apply(spec, [proposal.taken()], accept_meaning=True)


def test_words_that_the_offer_adds_are_weighed_too() -> None:
    """The rest of the sentence may take back what the quote says."""
    html = "<p>The wheel turns a broad oak shaft every day, but never on a Sunday. Fine.</p>"
    (proposal,) = proposals(html, "The wheel turns a broad iron shaft every day.")
    assert proposal.words is not None
    assert proposal.words.endswith("never on a Sunday.")
    assert proposal.severity is Severity.MEANING
    assert "".join(one.text for one in proposal.diff).count("never") == 1


def test_a_reworded_page_is_no_change_of_meaning() -> None:
    html = "<p>The wheel always turns a very broad shaft of oak.</p>"
    (proposal,) = proposals(html, "The wheel turns a very broad shaft of oak.")
    assert proposal.severity is not None
    assert not proposal.changes_meaning or proposal.reasons


def test_an_offer_over_several_blocks_says_so() -> None:
    cells = ("Stones of the mill", "two pairs", "cut from hard granite", "every year")
    html = f"<table><tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr></table>"
    (proposal,) = proposals(html, "Stones of the mill two pairs cut from hard basalt every year")
    assert proposal.words == " ".join(cells)
    assert any("4 blocks" in note for note in proposal.notes)


def test_a_heading_is_never_offered_as_words_of_the_quote() -> None:
    html = "<p>It is so.</p><h3>The pump</h3><p>It lifts forty litres a stroke.</p>"
    (proposal,) = proposals(html, "It is so. It lifts fifty litres a stroke.")
    assert "The pump" not in (proposal.words or "")
    first = "The pump lifts rain to the tank of the house."
    html = f"<p>{first}</p><h3>The pump</h3><p>So.</p><p>And it is painted green each year.</p>"
    html = html.replace("<p>So.</p>", "<p>So.</p><h3>Painting</h3>")
    (split,) = proposals(html, f"{first} So. And it is painted grey each year.")
    assert split.words is None
    assert split.obstacle == "a heading of the page stands amid these words"


@pytest.mark.parametrize("mark", ["\u202e", "\u200b", "\u2069", "\x85", "\u2028", "\xad"])
@pytest.mark.parametrize("between", [", and creaks,", " ..."])
def test_what_no_reader_sees_is_not_written(mark: str, between: str) -> None:
    old = f"The wheel turns a broad iron shaft{between} on every single day."
    new = old.replace("iron", "oak")
    said = f"The wheel turns a broad {mark}oak shaft, and creaks, on every single day."
    text = PageText.plain(f"It is old. {said} It is.")
    spec, texts = document(old), {"mill": text}
    (proposal,) = propose(spec, report(spec, texts), texts)
    assert proposal.words == new
    mended = read_spec(apply(spec, [proposal.taken()]), path="mill.json")
    assert all(finding.kind.holds for finding in report(mended, texts).findings)


@pytest.mark.parametrize("mark", ["\x1b[31m", "\x9b", "\x07", "\U000e0041", "\u3164"])
def test_an_offer_with_a_control_character_is_not_made(mark: str) -> None:
    text = PageText.plain(f"It is old. The wheel turns a broad oak{mark} shaft. It creaks.")
    spec, texts = document("The wheel turns a broad iron shaft."), {"mill": text}
    (proposal,) = propose(spec, report(spec, texts), texts)
    assert proposal.words is None
    assert "cannot be seen" in (proposal.obstacle or "")
    with pytest.raises(EditError, match="cannot be seen: oak<U"):
        proposal.edited(f"oak{mark} shaft", text)


def test_joiners_stay() -> None:
    text = PageText.plain("It is old. The wheel turns a mi\u200cravam shaft. It creaks.")
    spec, texts = document("The wheel turns a broad shaft."), {"mill": text}
    (proposal,) = propose(spec, report(spec, texts), texts)
    assert proposal.words == "The wheel turns a mi\u200cravam shaft."


def test_an_offer_at_several_places_says_so() -> None:
    html = "<p>The wheel turns a broad oak shaft.</p><p>So: The wheel turns a broad oak shaft.</p>"
    (proposal,) = proposals(html, "The wheel turns a broad iron shaft.")
    assert any("several places" in note for note in proposal.notes)


def test_a_prefix_that_stands_no_longer_before_it_is_told() -> None:
    html = "<p>It is old. The wheel turns a broad oak shaft.</p>"
    (proposal,) = proposals(html, "The wheel turns a broad iron shaft.", prefix="It is new. ")
    assert proposal.words == "The wheel turns a broad oak shaft."
    assert any("prefix" in note for note in proposal.notes)


def test_quotes_with_other_context_are_other_quotes() -> None:
    spec = lineage_spec({"mill": "https://mill.example/"}, [("mill", "turns an iron shaft")] * 2)
    spec["stages"][0]["evidence"][0]["prefix"] = "The wheel "
    made = read_spec(spec_bytes(spec), path="mill.json")
    texts = {"mill": page("<p>The wheel turns an oak shaft, and so on.</p>")}
    assert len(propose(made, report(made, texts), texts)) == 2


def test_nothing_is_proposed_for_a_page_that_could_not_be_read() -> None:
    spec = document("The wheel turns a broad iron shaft.")
    texts = {"mill": page("<p>x</p>")}
    gone = unreachable(Unreachable(ErrorKind.TIMEOUT, "it took too long"))
    told = report(spec, texts)
    findings = tuple(replace(finding, verdict=gone) for finding in told.findings)
    assert propose(spec, replace(told, findings=findings), {}) == ()


def test_without_the_pages_text_there_is_an_obstacle() -> None:
    spec = document("The wheel turns a broad iron shaft.")
    texts = {"mill": page("<p>The wheel turns a broad oak shaft.</p>")}
    (proposal,) = propose(spec, report(spec, texts), {})
    assert proposal.words is None
    assert proposal.obstacle == "the page's text is not at hand"


def test_a_verdict_from_memory_is_enough() -> None:
    """A remembered verdict has no match with it; the page is looked at again."""
    spec = document("The wheel turns a broad iron shaft.")
    texts = {"mill": page("<p>The wheel turns a broad oak shaft.</p>")}
    told = report(spec, texts)
    findings = tuple(replace(f, verdict=replace(f.verdict, match=None)) for f in told.findings)
    (proposal,) = propose(spec, replace(told, findings=findings), texts)
    assert proposal.words == "The wheel turns a broad oak shaft."


def test_an_authors_own_words_must_hold() -> None:
    text = page("<p>The wheel turns a broad oak shaft. It creaks.</p><p hidden>And it sings.</p>")
    (proposal,) = proposals(
        "<p>The wheel turns a broad oak shaft. It creaks.</p>",
        "The wheel turns a broad iron shaft.",
    )
    assert proposal.edited("a broad oak shaft. It creaks.", text).quote is not None
    for words in ("a broad iron shaft", "", "  ", "A broad oak shaft", "And it sings."):
        with pytest.raises(EditError, match="/stages/0/evidence/0: "):
            proposal.edited(words, text)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("The wheel turns a broad oak shaft every day. It never rests.", "never"),
        ("It never rests. The wheel turns a broad oak shaft every day.", "never"),
        ("every day", "clause lost"),
        ("Bread is sold on the market square.", "hardly a word"),
    ],
)
def test_an_authors_own_words_are_weighed_whole(words: str, reason: str) -> None:
    said = "The wheel turns a broad oak shaft every day."
    html = f"<p>It never rests. {said} It never rests. Bread is sold on the market square.</p>"
    (proposal,) = proposals(html, said.replace("oak", "iron"))
    assert not proposal.changes_meaning
    mine = proposal.with_words(words, page(html))
    assert mine.changes_meaning
    assert any(reason in one for one in mine.reasons)
    with pytest.raises(EditError, match="needs a yes"):
        apply(document(said.replace("oak", "iron")), [proposal.edited(words, page(html))])


def test_two_different_changes_of_one_place_are_refused() -> None:
    spec = document("The wheel turns a broad iron shaft.")
    pointers = ("/stages/0/evidence/0",)
    one, other = Change(pointers, quote="a b c"), Change(pointers, quote="d e f")
    with pytest.raises(EditError, match="two different changes"):
        apply(spec, [one, other])
    both = apply(spec, [one, Change(pointers, source="law")])
    assert read_spec(both, path="mill.json").spec is not None
    assert apply(spec, []) == spec.data


def _pages(version: str) -> dict[str, PageText]:
    archiveiterator = pytest.importorskip("warcio.archiveiterator")
    path = SHARED / f"vllm-docs-{version}.warc.gz"
    if not path.is_file():
        pytest.skip("../shared/pages is not here")
    pages = {}
    with path.open("rb") as stream:
        for record in archiveiterator.ArchiveIterator(stream):
            if record.rec_type != "response" or record.http_headers.get_statuscode() != "200":
                continue
            url = record.rec_headers.get_header("WARC-Target-URI")
            text = extract(snapshot(url, record.content_stream().read()))
            assert isinstance(text, PageText)
            pages[url] = text
    return pages


@pytest.fixture(scope="module")
def real_pages() -> dict[str, PageText]:
    """The real pages of the newer release, by the source ids of the shared spec."""
    pages = _pages("0.33.0")
    spec = json.loads((SHARED.parent / "specs/how-vllm-runs.json").read_text("utf-8"))
    return {source: pages[entry["url"]] for source, entry in spec["sources"].items()}


def test_real_sentences_that_changed_are_repaired_as_an_author_would(
    real_pages: dict[str, PageText],
) -> None:
    offered, wrong = 0, []
    for pair in json.loads((SHARED / "drift_pairs.json").read_text("utf-8")):
        found = reworded(Selector(pair["0.19.0"]), None, real_pages[pair["source"]])
        if found.words is not None and pair["0.33.0"] is not None:
            offered += 1
            if found.words != pair["0.33.0"]:
                wrong.append((found.words, pair["0.33.0"]))
    assert wrong == []
    assert offered >= 12
