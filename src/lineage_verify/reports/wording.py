"""What reports say in words: one place, so that every format says the same."""

from collections.abc import Iterable, Mapping
from typing import assert_never

from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.verdicts.model import (
    Finding,
    Outcome,
    OwnerKind,
    Report,
    Severity,
    VerdictKind,
)

__all__ = [
    "advice",
    "count_sum",
    "counted",
    "headline",
    "owner",
    "reason",
    "severity_meaning",
    "verdict_meaning",
]


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun: `1 quote`, `3 quotes`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def count_sum(counts: Mapping[VerdictKind, int]) -> str:
    """Counts as a sum: `45 quotes = 44 verbatim + 1 missing`."""
    parts = [f"{counts[kind]} {kind.value}" for kind in VerdictKind if counts[kind]]
    total = counted(sum(counts.values()), "quote")
    return f"{total} = {' + '.join(parts)}" if parts else total


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
            return "the page has nothing like the quote"
        case VerdictKind.UNREACHABLE:
            return "the page could not be read, so nothing is known of the quote"
        case _:
            assert_never(kind)


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


def headline(finding: Finding) -> str:
    """A finding's verdict and what it means: `drifted (meaning): the claim may be false now`."""
    severity = finding.verdict.severity
    if finding.kind is VerdictKind.DRIFTED and severity is not None:
        return f"drifted ({severity.value}): {severity_meaning(severity)}"
    return f"{finding.kind.value}: {verdict_meaning(finding.kind)}"


_REASONS = {
    ErrorKind.DNS: "the host's name was not found",
    ErrorKind.CONNECT: "no connection could be made",
    ErrorKind.TLS: "no secure connection could be made",
    ErrorKind.TIMEOUT: "the page took too long",
    ErrorKind.HTTP_STATUS: "the server answered with an error",
    ErrorKind.BLOCKED: "a robot wall, a login or a consent page answered in its place",
    ErrorKind.TOO_LARGE: "the page is larger than is read",
    ErrorKind.REDIRECT_LOOP: "the redirects do not end",
    ErrorKind.FORBIDDEN_ADDRESS: "the address lies in a private network",
    ErrorKind.UNSUPPORTED_TYPE: "this kind of file is not read",
    ErrorKind.SOFT_404: "the page itself says that it is not there",
    ErrorKind.REDIRECTED_AWAY: "the address now leads to another page",
    ErrorKind.NO_TEXT: "the page has no text until a script fills it",
    ErrorKind.NOT_CACHED: "no snapshot of the page is in the cache",
    ErrorKind.TRUNCATED: "the page broke off before its end",
    ErrorKind.DECODE: "the page's bytes could not be decoded",
}

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
    """Why a page could not be read, in plain words."""
    if error.kind is ErrorKind.HTTP_STATUS and error.status is not None:
        return f"the server answered {error.status}"
    return _REASONS[error.kind]


def advice(error: Unreachable) -> str:
    """What to do about a page that could not be read."""
    if error.kind is ErrorKind.HTTP_STATUS and error.status is not None:
        if error.status >= 500:
            return "the server has trouble of its own: try again later"
        return _STATUS_ADVICE.get(error.status, _ADVICE[error.kind])
    return _ADVICE[error.kind]


def outcome_sentence(report: Report) -> str:
    """The run's outcome in one sentence."""
    counts = report.count()
    broken = counts[VerdictKind.DRIFTED] + counts[VerdictKind.MISSING]
    unknown = counts[VerdictKind.UNREACHABLE]
    match report.outcome:
        case Outcome.OK if not broken and not unknown:
            return "everything holds" if sum(counts.values()) else "there was nothing to verify"
        case Outcome.OK:
            return f"nothing that counts is broken ({_tolerated(report)})"
        case Outcome.UNREACHABLE:
            return f"nothing is broken, but {counted(unknown, 'quote')} could not be checked"
        case Outcome.BROKEN if broken:
            verb = "does" if broken == 1 else "do"
            return f"{counted(broken, 'quote')} {verb} not stand in the source as quoted"
        case Outcome.BROKEN:
            return "no quote is broken, but --strict fails on warnings and unreachable sources"
        case Outcome.INVALID:
            invalid = sum(spec.outcome is Outcome.INVALID for spec in report.specs)
            return f"{counted(invalid, 'spec')} cannot be verified until mended"
        case _:
            assert_never(report.outcome)


def _tolerated(report: Report) -> str:
    broken = [f for spec in report.specs for f in spec.findings if f.kind.broken]
    waived = sum(finding.waived is not None for finding in broken)
    parts = [f"{waived} waived"] if waived else []
    if len(broken) > waived:
        parts.append(f"{len(broken) - waived} tolerated by --allow-drift")
    return ", ".join(parts)


def listed(words: Iterable[str]) -> str:
    """Words as a list in a sentence: `a, b and c`."""
    items = list(words)
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
