import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
from rich.cells import cell_len

from lineage_verify.matches.model import Difference, Edit
from lineage_verify.pages.snapshot import ErrorKind
from lineage_verify.reports import Format, Options, writer_for
from lineage_verify.reports.hints import with_hints
from lineage_verify.verdicts.model import Finding, Outcome, Report, Since, Waived
from tests.reports import samples


def table(report: Report, **options: object) -> str:
    return writer_for(Format.TABLE, Options(**options)).render(report)  # type: ignore[arg-type]


def one(finding: Finding, **options: object) -> str:
    return table(samples.report(samples.spec(finding)), **options)


def squeezed(text: str) -> str:
    return " ".join(text.split())


def test_a_drift_shows_both_sides_with_the_changes_marked_by_signs() -> None:
    shown = squeezed(one(samples.drifted()))
    assert "quote By default the scheduler starts [-8-] workers and [-shares-] the queue" in shown
    assert "page By default the scheduler starts {+4+} workers and {+does not share+} the" in shown


def test_a_drift_tells_severity_reasons_section_place_and_link() -> None:
    shown = one(samples.drifted())
    assert "✗ Drifted (meaning): the claim may be false now" in shown
    assert 'number: 8 -> 4; negation: "not" was added' in shown
    assert "How the pool is filled" in shown
    assert "specs/how-brook-runs.json:12:34" in shown
    assert "/stages/12/evidence/0" in shown
    assert "stage scheduler" in shown
    assert "#:~:text=By%20default%20the%20scheduler,queue%20with%20them." in shown
    assert "last on 2026-10-02" in shown


def test_a_wide_page_has_the_sides_beside_each_other() -> None:
    (line,) = [line for line in one(samples.drifted(), width=120).splitlines() if "[-8-]" in line]
    assert "{+4+}" in line


def test_a_missing_quote_tells_what_is_near_and_where_it_stands() -> None:
    shown = squeezed(one(samples.missing()))
    assert "✗ Missing: the page has nothing that is recognisably the quote" in shown
    assert "nearest in “Health”, with 42% of the quote's words: A watcher restarts any" in shown
    assert "the quote stands in guide: The guide (Brook documentation)" in shown
    assert "step client -> scheduler" in shown


@pytest.mark.parametrize("kind", ErrorKind)
def test_an_unreachable_page_tells_why_and_what_to_do(kind: ErrorKind) -> None:
    spec = samples.spec(samples.unreachable(kind), sources=(samples.unread(kind),))
    shown = squeezed(table(samples.report(spec)))
    assert "? Unreachable: 1 quote could not be checked" in shown
    assert f"({kind.value})" in shown
    assert re.search(r" do \w+", shown)


def test_quotes_of_one_unreachable_page_are_told_together() -> None:
    quotes = [samples.unreachable(line=line) for line in range(30, 40)]
    shown = table(samples.report(samples.spec(*quotes)))
    assert shown.count("? Unreachable: 10 quotes could not be checked") == 1
    assert all(f":{line}:34" in shown for line in range(30, 40))


def test_a_quote_that_is_broken_twice_the_same_way_is_shown_once() -> None:
    shown = table(samples.report(samples.spec(samples.drifted(12), samples.drifted(40))))
    assert shown.count("{+4+}") == 1
    assert "specs/how-brook-runs.json:40:34" in shown
    assert "the same quote, and the same verdict, as on line 12" in squeezed(shown)


def test_warnings_on_what_holds_are_told_briefly() -> None:
    shown = one(samples.warned())
    assert "! Holds, but the quote stands in 3 places of the page (several-places)" in shown
    assert "✓ 1 quote holds (1 verbatim)" in shown


def test_waived_findings_are_told_aloud_with_reason_and_date() -> None:
    waived = replace(samples.reworded(), waived=Waived("mended upstream", date(2026, 12, 24)))
    shown = squeezed(one(waived))
    assert "~ Waived until 2026-12-24, drifted (wording)" in shown
    assert "because mended upstream" in shown
    assert "✓ Ok: no quote holds, 1 is waived" in shown


def test_problems_have_place_code_and_message() -> None:
    shown = squeezed(table(samples.report(samples.invalid())))
    assert '✗ Error in the spec: the key "quote" is there twice (duplicate-key)' in shown
    assert "specs/how-rill-runs.json:31:9 /stages/0/evidence/0/quote" in shown
    assert '! Warning in the spec: unknown field "sumary" (unknown-field)' in shown


def test_totals_add_up() -> None:
    shown = table(samples.everything(), width=120)
    match = re.search(r"(\d+) quotes = (.*)", shown)
    assert match is not None
    parts = re.findall(r"\d+", match[2])
    assert int(match[1]) == sum(map(int, parts)) == 11
    rows = re.findall(r"^(\S+) +" + r"(\d+) *" * 6 + "$", shown, re.MULTILINE)
    *specs, total = [list(map(int, numbers)) for _, *numbers in rows]
    assert total == [sum(column) for column in zip(*specs, strict=True)]
    assert all(row[0] == sum(row[1:]) for row in [*specs, total])


def test_when_all_holds_a_few_lines_say_so() -> None:
    shown = table(samples.report(samples.spec(samples.verbatim(), samples.typographic())))
    assert shown.splitlines() == [
        "✓ specs/how-brook-runs.json: 2 quotes hold (1 verbatim, 1 typographic)",
        "",
        "2 quotes = 1 verbatim + 1 typographic",
        "✓ Ok: every quote holds (exit code 0)",
    ]


def test_many_specs_in_which_all_holds_are_one_line() -> None:
    specs = [samples.spec(samples.verbatim(), path=f"specs/{n}.json") for n in range(1000)]
    shown = table(samples.report(*specs, samples.spec(samples.drifted(), path="specs/x.json")))
    assert "✓ 1000 specs: all 1000 quotes hold" in shown
    assert len(shown.splitlines()) < 80
    assert "1001 quotes = 1000 verbatim + 1 drifted" in shown


def test_quiet_prints_only_what_is_broken() -> None:
    assert table(samples.report(samples.spec(samples.verbatim())), quiet=True) == ""
    assert table(samples.report(samples.spec(samples.warned())), quiet=True) == ""
    shown = table(with_hints(samples.everything()), quiet=True)
    assert "Drifted (meaning)" in shown
    assert "duplicate-key" in shown
    assert "2 quotes could not be checked" in shown
    assert not re.search("hint|hold|Waived|unknown-field|quotes =", shown)


def test_verbose_lists_what_holds() -> None:
    shown = one(samples.verbatim(), verbose=True)
    assert "✓ Verbatim" in shown
    assert "specs/how-brook-runs.json:5:34" in shown


@pytest.mark.parametrize("width", [24, 40, 80, 120, 200])
def test_only_addresses_and_places_may_be_wider_than_the_page(width: int) -> None:
    shown = table(with_hints(samples.everything()), width=width)
    for line in shown.splitlines():
        if "https://" in line or ".json" in line or "/evidence/" in line:
            continue
        assert cell_len(line) <= width, line


@pytest.mark.parametrize("width", [40, 80, 120])
def test_addresses_are_never_broken(width: int) -> None:
    shown = one(samples.drifted(), width=width)
    assert (
        f"{samples.MANUAL}#:~:text=By%20default%20the%20scheduler,queue%20with%20them.\n" in shown
    )


def test_wide_characters_keep_to_the_width() -> None:
    diff = (Difference(Edit.EQUAL, "調度器" * 20), Difference(Edit.DELETE, "八个"),
            Difference(Edit.INSERT, "👩‍👩‍👧 四个"))  # fmt: skip
    drift = samples.drifted(deep_link=None)
    finding = replace(drift, verdict=replace(drift.verdict, diff=diff))
    shown = one(finding, width=60)
    assert "[-八个-]" in shown
    assert all(cell_len(line) <= 60 for line in shown.splitlines() if "://" not in line)


def test_without_colour_there_is_no_escape_sequence() -> None:
    assert "\x1b" not in table(samples.everything())


def test_colour_says_nothing_that_signs_do_not() -> None:
    colourful = table(samples.everything(), color=True)
    assert "\x1b[" in colourful
    lines = re.sub(r"\x1b\[[0-9;]*m", "", colourful).splitlines()
    assert [line.rstrip() for line in lines] == table(samples.everything()).splitlines()


def test_links_are_hyperlinks_where_the_terminal_can() -> None:
    shown = one(samples.drifted(), links=True)
    target = f"{samples.MANUAL}#:~:text=By%20default%20the%20scheduler,queue%20with%20them."
    assert f"\x1b]8;;{target}\x1b\\{samples.MANUAL}" in shown
    assert shown == one(samples.drifted(), links=True)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_terminal_of_few_characters_gets_plain_signs(encoding: str) -> None:
    shown = table(samples.everything(), encoding=encoding)
    shown.encode(encoding)
    assert "x Drifted (meaning)" in shown
    assert "hint:" not in shown


def test_a_terminal_that_cannot_show_the_words_is_told_so() -> None:
    finding = replace(samples.missing(), quote="Запрос → очередь ✓")
    shown = one(finding, encoding="cp1252")
    assert "?????? -> ??????? ok" in shown
    assert "hint: cp1252 cannot show every character; set PYTHONUTF8=1" in shown


def test_left_out_words_of_a_long_passage_are_counted_out() -> None:
    words = " ".join(f"word{n}" for n in range(200))
    diff = (Difference(Edit.DELETE, "old"), Difference(Edit.EQUAL, words),
            Difference(Edit.INSERT, "new"))  # fmt: skip
    drift = samples.drifted()
    finding = replace(drift, verdict=replace(drift.verdict, diff=diff))
    assert "word100" not in one(finding)
    assert "word11 … word188" in squeezed(one(finding))
    assert "word100" in one(finding, verbose=True)


def test_findings_are_marked_against_an_earlier_report() -> None:
    shown = table(
        samples.report(
            samples.spec(
                samples.drifted(since=Since.NEW),
                samples.missing(since=Since.STILL),
                samples.verbatim(since=Since.RECOVERED),
            )
        )
    )
    assert "the claim may be false now [new]" in shown
    assert "that is recognisably the quote [still]" in shown
    assert "✓ Verbatim [recovered]" in shown


@pytest.mark.parametrize(
    ("make", "ending"),
    [
        (samples.report, "Ok: there was nothing to verify (exit code 0)"),
        (
            lambda: samples.report(samples.spec(samples.unreachable())),
            "Unreachable: nothing is broken, but 1 quote could not be checked (exit code 3)",
        ),
        (
            lambda: samples.report(samples.spec(samples.missing(), samples.cosmetic())),
            "Broken: 2 quotes do not stand in the source as quoted (exit code 1)",
        ),
        (
            lambda: samples.report(samples.spec(samples.cosmetic(), outcome=Outcome.OK)),
            "Ok: no quote holds, 1 is drifted and tolerated by --allow-drift (exit code 0)",
        ),
        (
            lambda: samples.report(samples.spec(samples.warned(), outcome=Outcome.BROKEN)),
            (
                "Broken: no quote is broken, but --strict fails on warnings and unreachable sources"
                " (exit code 1)"
            ),
        ),
        (
            lambda: samples.report(samples.invalid(), samples.invalid()),
            "Invalid: 2 specs are not verified until mended (exit code 2)",
        ),
    ],
)
def test_the_last_line_is_the_outcome(make: Callable[[], Report], ending: str) -> None:
    assert squeezed(table(make())).endswith(ending)


def elided() -> Finding:
    held = samples.warned()
    found = "The queue is emptied at once. Nothing is lost. Then the pool sleeps."
    verdict = replace(held.verdict, found=found)
    return replace(held, quote="The queue is emptied at once ... the pool sleeps.", verdict=verdict)


def test_words_that_a_quote_leaves_out_are_shown() -> None:
    assert "page The queue is emptied at once. Nothing is lost. Then" in squeezed(one(elided()))


def test_a_passage_that_reads_as_the_quote_is_not_repeated() -> None:
    assert not re.search("^ +page ", one(samples.warned()), re.MULTILINE)


def test_verbose_tells_how_each_source_was_read() -> None:
    shown = squeezed(one(samples.verbatim(), verbose=True))
    manual = "manual: The manual (Brook documentation)"
    assert f"· {manual}, revalidated, 200, as of 2026-11-20 08:29 UTC" in shown
    assert "· tuning: Tuning (Brook blog), not read link https://old.brook.example/tuning" in shown


def test_a_missing_quote_with_nothing_near_says_so() -> None:
    assert "nearest no passage of the page comes near" in squeezed(one(samples.missing(nearest=())))
