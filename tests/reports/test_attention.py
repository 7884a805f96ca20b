from dataclasses import replace
from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from lineage_verify.reports.attention import attention
from lineage_verify.verdicts.model import Finding, Waived
from tests.reports import samples

waived = Waived("known", date(2026, 12, 24))
makers = st.sampled_from(
    [samples.verbatim, samples.typographic, samples.warned, samples.drifted, samples.missing,
     lambda line: samples.unreachable(line=line),
     lambda line: samples.unreachable(line=line, source="elsewhere"),
     lambda line: replace(samples.missing(line), waived=waived),
     lambda line: replace(samples.unreachable(line=line), waived=waived)]
)  # fmt: skip


@settings(max_examples=60)
@given(st.lists(makers, max_size=8))
def test_every_finding_is_in_exactly_one_group(chosen: list[object]) -> None:
    findings: list[Finding] = [make(line) for line, make in enumerate(chosen, 1)]  # type: ignore[operator]
    seen = attention(samples.spec(*findings))
    groups = [*seen.broken, *seen.waived, *seen.warned, *seen.quiet]
    groups += [finding for silence in seen.silences for finding in silence.findings]
    assert sorted(f.location.line for f in groups) == [f.location.line for f in findings]
    assert seen.holding == sum(finding.kind.holds for finding in findings)


def test_a_finding_of_an_unknown_source_is_not_lost() -> None:
    seen = attention(samples.spec(samples.unreachable(source="nowhere"), sources=()))
    assert [silence.source.id for silence in seen.silences] == ["nowhere"]


def test_a_spec_is_clean_when_nothing_asks_for_a_look() -> None:
    assert attention(samples.spec(samples.verbatim(), samples.typographic())).clean
    assert not attention(samples.spec(samples.warned())).clean
    assert not attention(samples.invalid()).clean
