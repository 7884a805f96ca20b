"""What reports say in words: one place, so that every format says the same."""

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from lineage_verify.matches.model import QuoteWarning
from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.verdicts.model import (
    Finding,
    Outcome,
    OwnerKind,
    Severity,
    SpecReport,
    VerdictKind,
)
from lineage_verify.verdicts.tally import Totals

__all__ = [
    "advice",
    "count_sum",
    "counted",
    "headline",
    "holding",
    "listed",
    "may_be_permitted",
    "nothing_near",
    "outcome_sentence",
    "owner",
    "reason",
    "severity_meaning",
    "short_name",
    "verdict_meaning",
    "warning_sentence",
]


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun: `1 quote`, `3 quotes`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def count_sum(counts: Mapping[VerdictKind, int]) -> str:
    """Counts as a sum: `45 quotes = 44 verbatim + 1 missing`."""
    parts = [f"{counts[kind]} {kind.value}" for kind in VerdictKind if counts[kind]]
    total = counted(sum(counts.values()), "quote")
    return f"{total} = {' + '.join(parts)}" if parts else total


def holding(spec: SpecReport) -> str:
    """What holds of a spec, in a line: `3 of 10 quotes hold (2 verbatim, 1 typographic)`."""
    counts = spec.count()
    kinds = [kind for kind in VerdictKind if kind.holds and counts[kind]]
    number = sum(counts[kind] for kind in kinds)
    total = counts.total()
    of = counted(number, "quote") if number == total else f"{number} of {counted(total, 'quote')}"
    parts = ", ".join(f"{counts[kind]} {kind.value}" for kind in kinds)
    return f"{of} {'holds' if number == 1 else 'hold'}" + (f" ({parts})" if parts else "")


def owner(finding: Finding) -> str:
    """What a piece of evidence stands under: `stage gpu`, `step a -> b`."""
    match finding.owner_kind:
        case OwnerKind.STAGE:
            return f"stage {finding.owner_id}"
        case OwnerKind.STEP:
            return f"step {finding.owner_id.replace('->', ' -> ')}"
        case _:
            assert_never(finding.owner_kind)


def verdict_meaning(kind: VerdictKind) -> str:
    """What a verdict says, in one clause."""
    match kind:
        case VerdictKind.VERBATIM:
            return "the page has the quote word for word"
        case VerdictKind.TYPOGRAPHIC:
            return "the page has the same words; only typography differs"
        case VerdictKind.DRIFTED:
            return "the page has the quote in other words"
        case VerdictKind.MISSING:
            return "the page has nothing that is recognisably the quote"
        case VerdictKind.UNREACHABLE:
            return "the page could not be read, so nothing is known of the quote"
        case _:
            assert_never(kind)


def nothing_near(finding: Finding) -> str | None:
    """What stands where a missing quote's nearest passages would, if there are none."""
    if finding.kind is VerdictKind.MISSING and not finding.nearest:
        return "no passage of the page comes near"
    return None


def severity_meaning(severity: Severity) -> str:
    """What a drift of a severity does to the claim."""
    match severity:
        case Severity.COSMETIC:
            return "only letter case or punctuation changed"
        case Severity.WORDING:
            return "words changed; the claim probably stands"
        case Severity.MEANING:
            return "the claim may be false now"
        case _:
            assert_never(severity)


def short_name(finding: Finding) -> str:
    """A finding's verdict in a word or two: `drifted (meaning)`."""
    severity = finding.verdict.severity
    return f"{finding.kind.value} ({severity.value})" if severity else finding.kind.value


def headline(finding: Finding) -> str:
    """A finding's verdict and what it means: `drifted (meaning): the claim may be false now`."""
    severity = finding.verdict.severity
    if finding.kind is VerdictKind.DRIFTED and severity is not None:
        return f"{short_name(finding)}: {severity_meaning(severity)}"
    return f"{finding.kind.value}: {verdict_meaning(finding.kind)}"


_IMPORT = "save the page in a browser and add it: lineage-verify cache import FILE --url URL"

_ADVICE = {
    ErrorKind.DNS: "check the address and the network connection",
    ErrorKind.CONNECT: "check the network connection, or try again later",
    ErrorKind.TLS: "open the page in a browser to see what is wrong with its certificate",
    ErrorKind.TIMEOUT: "try again later, or allow more time with --timeout",
    ErrorKind.HTTP_STATUS: "open the page in a browser, or try again later",
    ErrorKind.BLOCKED: _IMPORT,
    ErrorKind.TOO_LARGE: "cite a smaller page or file that has the quote",
    ErrorKind.REDIRECT_LOOP: "open the page in a browser, and cite the address it ends at",
    ErrorKind.FORBIDDEN_ADDRESS: "if you trust this spec, allow it with --allow-private-network",
    ErrorKind.UNSUPPORTED_TYPE: "cite a page, a text, Markdown, notebook or PDF file instead",
    ErrorKind.SOFT_404: "find where the page went, and change the source's url",
    ErrorKind.REDIRECTED_AWAY: "find where the page went, and change the source's url",
    ErrorKind.NO_TEXT: _IMPORT,
    ErrorKind.NOT_CACHED: "run once without --offline, or add a copy: lineage-verify cache import",
    ErrorKind.TRUNCATED: "try again later",
    ErrorKind.DECODE: "cite another form of the page, or save it as UTF-8 and import it",
}  # fmt: skip

_STATUS_ADVICE = {
    401: _IMPORT,
    403: _IMPORT,
    404: "find where the page went, and change the source's url",
    410: "the page is gone for good: find another source",
    429: "the server asks for fewer requests: lower --per-host, and try again later",
    451: "the page is withheld here: find another source",
}


def reason(error: Unreachable) -> str:
    """Why a page could not be read."""
    return f"{error.message} ({error.kind.value})" if error.message else error.kind.value


_PERMITTED = "--allow-private-network permits it"
"""How a refusal ends that this option would lift; with it given, no refusal ends so."""


def may_be_permitted(error: Unreachable) -> bool:
    """Whether an option that was not given would let the page be asked."""
    return error.kind is ErrorKind.FORBIDDEN_ADDRESS and error.message.endswith(_PERMITTED)


def advice(error: Unreachable) -> str:
    """What to do about a page that could not be read."""
    if error.url is not None and "://" not in error.url:
        return "check the path: it is relative to the spec's own folder, and may not leave the tree"
    if error.kind is ErrorKind.FORBIDDEN_ADDRESS and not may_be_permitted(error):
        return "no option permits it: cite a page that leads to no such address"
    if error.kind is ErrorKind.HTTP_STATUS and error.status is not None:
        if error.status >= 500:
            return "the server has trouble of its own: try again later"
        return _STATUS_ADVICE.get(error.status, _ADVICE[error.kind])
    return _ADVICE[error.kind]


def outcome_sentence(run: Totals) -> str:
    """The run's outcome in one sentence; what is told of quotes adds up to all of them."""
    if run.outcome is Outcome.OK:
        return ", ".join(_sound(run))
    parts = [*_invalid(run), *_broken(run), *_unknown(run)]
    return "; ".join(parts) + (f" ({run.waived} more waived)" if run.waived else "")


def _sound(run: Totals) -> Iterator[str]:
    """What a run that fails nobody rests on: what holds, and each thing that is let pass."""
    holds = sum(run.counts[kind] for kind in VerdictKind if kind.holds)
    if holds == run.evidence:
        yield "every quote holds" if run.evidence else "there was nothing to verify"
        return
    yield (
        f"{counted(holds, 'quote')} {_agreeing(holds, 'holds', 'hold')}"
        if holds
        else "no quote holds"
    )
    if run.tolerated:
        verb = _agreeing(run.tolerated, "is", "are")
        yield f"{run.tolerated} {verb} drifted and tolerated by --allow-drift"
    if run.still:
        were = _agreeing(run.still, "was", "were")
        yield f"{run.still} {were} broken before, too (--fail-on new)"
    if run.unknown:
        yield f"{run.unknown} could not be checked"
    if run.waived:
        yield f"{run.waived} {_agreeing(run.waived, 'is', 'are')} waived"


def _agreeing(number: int, one: str, more: str) -> str:
    return one if number == 1 else more


def _invalid(run: Totals) -> Iterator[str]:
    if run.invalid:
        verb = _agreeing(run.invalid, "is", "are")
        yield f"{counted(run.invalid, 'spec')} {verb} not verified until mended"


def _broken(run: Totals) -> Iterator[str]:
    if run.outcome is Outcome.UNREACHABLE:
        if run.still:
            verb = _agreeing(run.still, "was", "were")
            yield f"{counted(run.still, 'quote')} {verb} broken before, too (--fail-on new)"
    elif run.broken:
        verb = _agreeing(run.broken, "does", "do")
        yield f"{counted(run.broken, 'quote')} {verb} not stand in the source as quoted"
    elif run.outcome is Outcome.BROKEN:
        yield "no quote is broken, but --strict fails on warnings and unreachable sources"
    if run.tolerated:
        yield f"{counted(run.tolerated, 'drifted quote')} tolerated by --allow-drift"


def _unknown(run: Totals) -> Iterator[str]:
    if run.unknown:
        sound = run.outcome is Outcome.UNREACHABLE and not (run.broken or run.tolerated)
        lead = f"nothing {'else ' if run.waived else ''}is broken, but " if sound else ""
        yield f"{lead}{counted(run.unknown, 'quote')} could not be checked"


def warning_sentence(warning: QuoteWarning) -> str:
    """A warning as a sentence with its code: `the quote is too short ... (too-short)`."""
    return f"{warning.message} ({warning.code.value})"


def listed(words: Iterable[str]) -> str:
    """Words as a list in a sentence: `a, b and c`."""
    items = list(words)
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
