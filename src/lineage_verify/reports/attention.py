"""Which findings of a spec a reader should look at, and in what groups."""

from collections.abc import Iterable
from dataclasses import dataclass

from lineage_verify.pages.snapshot import Unreachable
from lineage_verify.spec.problems import Level, Problem
from lineage_verify.verdicts.model import Finding, SourceResult, SpecReport, VerdictKind
from lineage_verify.verdicts.outcome import is_let_pass

__all__ = ["Attention", "Silence", "attention", "tolerated"]


@dataclass(frozen=True, slots=True)
class Silence:
    """One source that could not be read, with all findings that wait for it."""

    source: SourceResult
    error: Unreachable | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attention:
    """A spec's findings by what they ask of the reader; each finding is in exactly one group.

    `warned` hold and have a warning, `quiet` hold without any; `waived` are broken or unreachable
    and tolerated.
    """

    errors: tuple[Problem, ...]
    cautions: tuple[Problem, ...]
    broken: tuple[Finding, ...]
    silences: tuple[Silence, ...]
    waived: tuple[Finding, ...]
    warned: tuple[Finding, ...]
    quiet: tuple[Finding, ...]

    @property
    def clean(self) -> bool:
        """Whether there is nothing at all to look at."""
        rest = (self.broken, self.silences, self.waived, self.warned)
        return not (self.errors or self.cautions or any(rest))

    @property
    def holding(self) -> int:
        """How many quotes hold."""
        return len(self.warned) + len(self.quiet)


def attention(spec: SpecReport) -> Attention:
    """Sort a spec's findings and problems into groups, each in the spec's own order."""
    holding = [finding for finding in spec.findings if finding.kind.holds]
    failing = [finding for finding in spec.findings if not finding.kind.holds]
    open_ = [finding for finding in failing if finding.waived is None]
    return Attention(
        errors=tuple(p for p in spec.problems if p.level is Level.ERROR),
        cautions=tuple(p for p in spec.problems if p.level is Level.WARNING),
        broken=tuple(finding for finding in open_ if finding.kind.broken),
        silences=tuple(_silences(spec, open_)),
        waived=tuple(finding for finding in failing if finding.waived is not None),
        warned=tuple(finding for finding in holding if finding.verdict.warnings),
        quiet=tuple(finding for finding in holding if not finding.verdict.warnings),
    )


def tolerated(finding: Finding, spec: SpecReport) -> bool:
    """Whether a broken quote fails nobody: `--allow-drift` or `--fail-on new` lets it pass."""
    return is_let_pass(finding, spec.outcome)


def _silences(spec: SpecReport, findings: Iterable[Finding]) -> Iterable[Silence]:
    waiting: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.kind is VerdictKind.UNREACHABLE:
            waiting.setdefault(finding.source, []).append(finding)
    sources = {source.id: source for source in spec.sources}
    for source_id, group in waiting.items():
        source = sources.get(source_id) or SourceResult(id=source_id, url="", title="")
        yield Silence(source, source.error or group[0].verdict.error, tuple(group))
