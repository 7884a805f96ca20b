"""What to write in place of a quote that no longer holds (DESIGN.md section 4).

Pure. A proposal is what a careful author would type: the page's present words, whole sentences
where the quote was one, nothing that a reader does not see, and it holds `verbatim` or it is not
made. Whether it is taken is the author's decision.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby

from lineage_verify.errors import EditError
from lineage_verify.matches import match_quote
from lineage_verify.matches.model import Difference, Edit, Found, Match, Place, Selector
from lineage_verify.rewording import notes_on, reworded, seen, why_not
from lineage_verify.spec.document import EvidenceRef, SpecDocument
from lineage_verify.spec.edit import replace_values
from lineage_verify.text.page_text import PageText
from lineage_verify.verdicts.judge import judge
from lineage_verify.verdicts.model import (
    Finding,
    Nearest,
    SectionRef,
    Severity,
    SpecReport,
    Verdict,
    VerdictKind,
)

__all__ = ["Change", "Proposal", "apply", "propose"]


@dataclass(frozen=True, slots=True)
class Change:
    """What to write at some pieces of evidence: another quote, another source, or both."""

    pointers: tuple[str, ...]
    quote: str | None = None
    source: str | None = None
    meaning: bool = False
    """Whether the claim may have changed with it, so that a person has to say yes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """One broken quote, all the places where the spec uses it, and what could stand there.

    `words` are the page's present ones; `None` where there is nothing to offer, and `obstacle`
    then says why in a sentence. `notes` say what to look at before taking them.
    """

    source: str
    quote: str
    pointers: tuple[str, ...]
    kind: VerdictKind
    prefix: str | None = None
    suffix: str | None = None
    words: str | None = None
    obstacle: str | None = None
    notes: tuple[str, ...] = ()
    severity: Severity | None = None
    reasons: tuple[str, ...] = ()
    diff: tuple[Difference, ...] = ()
    section: SectionRef | None = None
    deep_link: str | None = None
    nearest: tuple[Nearest, ...] = ()
    elsewhere: tuple[str, ...] = ()
    last_held: date | None = None

    @property
    def changes_meaning(self) -> bool:
        """Whether it needs a yes of its own: the claim may be false now."""
        return self.severity is Severity.MEANING

    def taken(self) -> Change:
        """The change that writes the page's words; raises `EditError` where there are none."""
        if self.words is None:
            raise EditError(f"{self.pointers[0]}: {self.obstacle or 'there is nothing to write'}")
        return Change(self.pointers, quote=self.words, meaning=self.changes_meaning)

    def moved(self, source: str) -> Change:
        """The change that names another source, in which the quote holds.

        Raises `EditError` where it is not known to hold there.
        """
        if source not in self.elsewhere:
            raise EditError(f"{self.pointers[0]}: the quote is not known to hold in {source!r}")
        return Change(self.pointers, source=source)

    def with_words(self, words: str, page: PageText) -> "Proposal":
        """An author's own words as the offer, weighed as an offer is.

        Raises `EditError` unless they hold.
        """
        words = seen(words)
        obstacle = why_not(Selector(words), page)
        if obstacle:
            raise EditError(f"{self.pointers[0]}: {obstacle}")
        selector = Selector(self.quote, self.prefix, self.suffix)
        return _weighed(replace(self, words=words, notes=notes_on(selector, words, page)))

    def edited(self, words: str, page: PageText) -> Change:
        """The change that writes an author's own words; raises `EditError` unless they hold."""
        return self.with_words(words, page).taken()


def propose(
    document: SpecDocument, report: SpecReport, texts: Mapping[str, PageText]
) -> tuple[Proposal, ...]:
    """A proposal for each distinct broken quote of a spec, in the spec's order.

    `texts` has the page of each source by its id. A quote whose page could not be read has none:
    nothing is known of it.
    """
    found = {finding.location.pointer: finding for finding in report.findings}
    groups: defaultdict[tuple[str, str, str | None, str | None], list[EvidenceRef]]
    groups = defaultdict(list)
    for ref in document.evidence:
        finding = found.get(ref.location.pointer)
        if finding is not None and finding.kind.broken and finding.quote == ref.quote:
            groups[ref.source, ref.quote, ref.prefix, ref.suffix].append(ref)
    return tuple(
        _proposal(refs, found[refs[0].location.pointer], texts.get(refs[0].source))
        for refs in groups.values()
    )


def apply(
    document: SpecDocument, chosen: Iterable[Change], *, accept_meaning: bool = False
) -> bytes:
    """The spec's bytes with the chosen changes, every other byte as it was.

    Raises:
        EditError: one changes a claim's meaning and `accept_meaning` is not said, or two are of
            one piece of evidence.
    """
    values: dict[str, str] = {}
    for change in chosen:
        if change.meaning and not accept_meaning:
            raise EditError(f"{change.pointers[0]}: the claim may have changed; it needs a yes")
        for pointer in change.pointers:
            for field, value in (("quote", change.quote), ("source", change.source)):
                if value is not None and values.setdefault(f"{pointer}/{field}", value) != value:
                    raise EditError(f"{pointer}: two different changes were chosen")
    return replace_values(document.data, values)


def _proposal(refs: Sequence[EvidenceRef], finding: Finding, page: PageText | None) -> Proposal:
    first = refs[0]
    verdict = finding.verdict
    bare = Proposal(
        source=first.source,
        quote=first.quote,
        pointers=tuple(ref.location.pointer for ref in refs),
        kind=finding.kind,
        prefix=first.prefix,
        suffix=first.suffix,
        severity=verdict.severity,
        reasons=verdict.reasons,
        diff=verdict.diff,
        section=finding.section,
        deep_link=finding.deep_link,
        nearest=finding.nearest,
        elsewhere=finding.elsewhere,
        last_held=finding.last_held,
    )
    if finding.kind is VerdictKind.MISSING:
        return replace(bare, obstacle="nothing on the page is recognisably this quote")
    if page is None:
        return replace(bare, obstacle="the page's text is not at hand")
    return _with_words(bare, first, verdict.match, page)


def _with_words(bare: Proposal, ref: EvidenceRef, match: Match | None, page: PageText) -> Proposal:
    selector = match.selector if match else Selector(ref.quote, ref.prefix, ref.suffix)
    found = reworded(selector, match, page)
    if found.words is None:
        return replace(bare, obstacle=found.obstacle)
    return _weighed(replace(bare, words=found.words, notes=found.notes))


def _weighed(proposal: Proposal) -> Proposal:
    """A proposal with the diff to its own words, and the worse severity of that and the verdict's.

    The words may be more than what was found, such as the rest of the sentence.
    """
    verdict = _against(proposal.quote, proposal.words or "")
    if verdict.kind is VerdictKind.MISSING:
        reasons = (*proposal.reasons, "hardly a word of the quote is left")
        return replace(proposal, severity=Severity.MEANING, reasons=reasons, diff=())
    if verdict.severity is None:
        return proposal
    severities = [severity for severity in (proposal.severity, verdict.severity) if severity]
    return replace(
        proposal,
        diff=verdict.diff,
        severity=max(severities, key=lambda severity: severity.rank),
        reasons=tuple(dict.fromkeys((*proposal.reasons, *verdict.reasons))),
    )


def _against(quote: str, words: str) -> Verdict:
    """What words are to a quote, with all that they add to it and leave out of it."""
    match = match_quote(quote, words)
    if match.place is not None:
        return _with_rest(match, match.diff, words, Edit.INSERT)
    back = match_quote(words, quote)
    if back.place is None:
        return judge(match)
    return _with_rest(back, tuple(_reversed(back.diff)), quote, Edit.DELETE)


def _with_rest(match: Match, diff: Sequence[Difference], whole: str, edit: Edit) -> Verdict:
    """The verdict on a match and on what stands around its place in the whole text."""
    place = match.place or Place(0, len(whole))
    before, after = whole[: place.start].strip(), whole[place.end :].strip()
    if not before and not after and edit is Edit.INSERT:
        return judge(match)
    within = diff or (Difference(Edit.EQUAL, match.text or whole),)
    around = (Difference(edit, before), *within, Difference(edit, after))
    told = tuple(one for one in around if one.text)
    return judge(replace(match, found=Found.ALTERED, diff=told))


def _reversed(diff: Sequence[Difference]) -> Iterator[Difference]:
    """A diff read the other way round; what was lost still comes first."""
    other = {Edit.INSERT: Edit.DELETE, Edit.DELETE: Edit.INSERT, Edit.EQUAL: Edit.EQUAL}
    for _, region in groupby(diff, key=lambda one: one.edit is Edit.EQUAL):
        turned = [Difference(other[one.edit], one.text) for one in region]
        yield from sorted(turned, key=lambda one: one.edit is Edit.INSERT)
