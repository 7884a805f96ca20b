"""Drift that is let pass is told as such, whatever else fails the run."""

from dataclasses import replace

from lineage_verify.reports.attention import tolerated
from lineage_verify.reports.wording import outcome_sentence
from lineage_verify.verdicts.model import Outcome, Severity, Since
from lineage_verify.verdicts.outcome import mark_tolerated
from lineage_verify.verdicts.tally import totals_of
from tests.reports import samples


def test_only_drift_up_to_the_severity_is_marked() -> None:
    findings = (samples.cosmetic(), samples.reworded(), samples.drifted(), samples.missing())
    assert [one.tolerated for one in mark_tolerated(findings, None)] == [False] * 4
    marked = mark_tolerated(findings, Severity.WORDING)
    assert [one.tolerated for one in marked] == [True, True, False, False]


def test_an_unreachable_page_under_strict_takes_nothing_back() -> None:
    (worded,) = mark_tolerated([samples.reworded()], Severity.WORDING)
    spec = samples.spec(worded, samples.unreachable(), outcome=Outcome.BROKEN)
    assert tolerated(worded, spec)
    totals = totals_of(samples.report(spec))
    assert (totals.broken, totals.tolerated, totals.unknown) == (0, 1, 1)
    sentence = outcome_sentence(totals)
    assert "no quote is broken" in sentence
    assert "1 drifted quote tolerated by --allow-drift" in sentence


def test_another_spec_that_is_broken_counts_its_own() -> None:
    (worded,) = mark_tolerated([samples.reworded()], Severity.WORDING)
    specs = samples.spec(worded, outcome=Outcome.OK), samples.spec(samples.missing())
    totals = totals_of(samples.report(*specs))
    assert (totals.broken, totals.tolerated) == (1, 1)
    assert outcome_sentence(totals).startswith("1 quote does not stand in the source as quoted")


def test_what_is_no_news_is_not_called_tolerated() -> None:
    known = replace(samples.missing(), since=Since.STILL)
    totals = totals_of(samples.report(samples.spec(known, outcome=Outcome.OK)))
    assert (totals.still, totals.tolerated) == (1, 0)
