"""Every member of every enumeration has its words."""

from dataclasses import replace
from datetime import date
from itertools import combinations_with_replacement

import pytest

from lineage_verify.pages.faults import NetworkFaultError
from lineage_verify.pages.permit import check_url
from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.reports import wording
from lineage_verify.verdicts.model import Finding, Outcome, Severity, Since, VerdictKind, Waived
from lineage_verify.verdicts.tally import totals_of
from tests.reports import samples

WAIVED = replace(samples.missing(), waived=Waived("known", date(2026, 12, 24)))


@pytest.mark.parametrize("kind", ErrorKind)
def test_every_error_kind_has_advice(kind: ErrorKind) -> None:
    assert len(wording.advice(Unreachable(kind, "", url="https://a.example/"))) > 10


@pytest.mark.parametrize(
    ("status", "words"),
    [(404, "find where"), (410, "gone"), (403, "cache import"), (429, "--per-host"),
     (500, "trouble of its own"), (503, "trouble of its own"), (418, "open the page")],
)  # fmt: skip
def test_a_status_has_its_own_advice(status: int, words: str) -> None:
    error = Unreachable(ErrorKind.HTTP_STATUS, "", status=status, url="https://a.example/")
    assert words in wording.advice(error)


@pytest.mark.parametrize("kind", [ErrorKind.HTTP_STATUS, ErrorKind.FORBIDDEN_ADDRESS])
def test_a_path_has_the_advice_of_a_path(kind: ErrorKind) -> None:
    said = wording.advice(Unreachable(kind, "", url="docs/missing.md"))
    assert said.startswith("check the path")


@pytest.mark.parametrize(
    ("url", "permitted"),
    [("http://127.0.0.1/", True), ("http://printer.local/", True), ("file:///etc/passwd", False),
     ("http://u:p@127.0.0.1/", False)],
)  # fmt: skip
def test_an_option_is_advised_only_where_it_helps(url: str, *, permitted: bool) -> None:
    with pytest.raises(NetworkFaultError) as refused:
        check_url(url, allow_private=False)
    error = Unreachable(refused.value.kind, str(refused.value), url="https://a.example/")
    assert wording.may_be_permitted(error) is permitted
    assert ("allow it with --allow-private-network" in wording.advice(error)) is permitted


def test_a_reason_without_a_message_is_its_kind() -> None:
    assert wording.reason(Unreachable(ErrorKind.DNS, "")) == "dns"


@pytest.mark.parametrize("kind", VerdictKind)
def test_every_verdict_has_a_meaning(kind: VerdictKind) -> None:
    assert wording.verdict_meaning(kind).startswith("the page")


@pytest.mark.parametrize("severity", Severity)
def test_every_severity_has_a_meaning(severity: Severity) -> None:
    assert wording.severity_meaning(severity)


def test_counts_name_only_what_is_there() -> None:
    report = samples.report(samples.spec(samples.verbatim(), samples.missing()))
    assert wording.count_sum(report.count()) == "2 quotes = 1 verbatim + 1 missing"
    assert wording.count_sum(samples.report().count()) == "0 quotes"


def test_lists_in_sentences() -> None:
    assert [wording.listed(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "", "a", "a and b", "a, b and c",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("findings", "outcome", "sentence"),
    [
        ((samples.verbatim(),), Outcome.OK, "every quote holds"),
        ((), Outcome.OK, "there was nothing to verify"),
        (
            (samples.missing(since=Since.STILL), samples.verbatim()),
            Outcome.OK,
            "1 quote holds, 1 was broken before, too (--fail-on new)",
        ),
        (
            (samples.missing(since=Since.STILL), samples.unreachable(since=Since.NEW)),
            Outcome.UNREACHABLE,
            "1 quote was broken before, too (--fail-on new); 1 quote could not be checked",
        ),
        (
            (samples.unreachable(since=Since.STILL), samples.verbatim()),
            Outcome.OK,
            "1 quote holds, 1 could not be checked",
        ),
        (
            (WAIVED,),
            Outcome.OK,
            "no quote holds, 1 is waived",
        ),
        (
            (samples.verbatim(), samples.typographic(), *(WAIVED,) * 3),
            Outcome.OK,
            "2 quotes hold, 3 are waived",
        ),
        (
            (samples.verbatim(), samples.cosmetic(), samples.reworded(), WAIVED),
            Outcome.OK,
            "1 quote holds, 2 are drifted and tolerated by --allow-drift, 1 is waived",
        ),
        (
            (samples.unreachable(), samples.verbatim(), WAIVED),
            Outcome.UNREACHABLE,
            "nothing else is broken, but 1 quote could not be checked (1 more waived)",
        ),
        (
            (samples.cosmetic(), samples.unreachable()),
            Outcome.UNREACHABLE,
            "1 drifted quote tolerated by --allow-drift; 1 quote could not be checked",
        ),
    ],
)
def test_the_outcome_never_says_that_all_holds_when_it_does_not(
    findings: tuple[Finding, ...], outcome: Outcome, sentence: str
) -> None:
    report = samples.report(samples.spec(*findings, outcome=outcome))
    assert wording.outcome_sentence(totals_of(report)) == sentence


def test_what_a_sound_run_rests_on_adds_up() -> None:
    kinds = (
        samples.verbatim(),
        samples.cosmetic(),
        samples.missing(since=Since.STILL),
        samples.unreachable(),
        WAIVED,
    )
    for findings in combinations_with_replacement(kinds, 4):
        report = samples.report(samples.spec(*findings, outcome=Outcome.OK))
        said = wording.outcome_sentence(totals_of(report))
        if said != "every quote holds":
            words = said.replace("no quote", "0 quotes").split(", ")
            numbers = [int(part.split()[0]) for part in words if part[0].isdigit()]
            assert sum(numbers) == 4, said
