"""Evidence grouped by page, before anything is fetched."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from lineage_verify.matches.model import Selector
from lineage_verify.sources.address import read_source
from lineage_verify.sources.target import Target
from lineage_verify.spec.document import EvidenceRef, SpecDocument
from lineage_verify.spec.grounding import claims
from lineage_verify.verify.reading import Inquiry, Question

__all__ = [
    "Ask",
    "Plan",
    "Share",
    "is_place",
    "is_selected",
    "plan",
    "shares_of",
    "targets_of",
    "terms_of",
    "together",
]


@dataclass(frozen=True, slots=True)
class Ask:
    """One piece of evidence, what its source points at, and what to ask of that page."""

    evidence: EvidenceRef
    target: Target
    question: Question


@dataclass(frozen=True, slots=True)
class Share:
    """What one spec asks of one page, without repeats."""

    target: Target
    inquiry: Inquiry


@dataclass(frozen=True, slots=True)
class Plan:
    """What one spec's sources point at, by id, and what its evidence asks of them, in order."""

    targets: Mapping[str, Target]
    asks: tuple[Ask, ...]

    @property
    def addresses(self) -> Iterable[str]:
        """The pages that are asked, in the order of first use."""
        return dict.fromkeys(ask.target.address for ask in self.asks)


def plan(document: SpecDocument, only: Sequence[str] = ()) -> Plan:
    """What a spec asks of which pages; nothing where it is invalid."""
    targets = targets_of(document)
    asks = tuple(
        _ask(evidence, targets[evidence.source])
        for evidence in document.evidence
        if is_selected(evidence, only)
    )
    return Plan(targets, asks)


def shares_of(made: Plan, terms: Iterable[str]) -> dict[str, Share]:
    """A spec's evidence grouped by the address of the page, in the order of first use.

    Each page is also asked for some terms, and for the places on it that the spec's sources name.
    """
    wanted = tuple(terms)
    questions: dict[str, dict[Question, None]] = {address: {} for address in made.addresses}
    for ask in made.asks:
        questions[ask.target.address][ask.question] = None
    places: dict[str, dict[str, None]] = {address: {} for address in questions}
    for target in made.targets.values():
        if is_place(target) and target.address in places:
            places[target.address][f"#{target.fragment}"] = None
    first = {ask.target.address: ask.target for ask in reversed(made.asks)}
    return {
        address: Share(first[address], Inquiry(tuple(asked), (*wanted, *places[address])))
        for address, asked in questions.items()
    }


def together(shares: Iterable[Share]) -> Inquiry:
    """All that some specs ask of one page, without repeats."""
    questions: dict[Question, None] = {}
    terms: dict[str, None] = {}
    for share in shares:
        questions.update(dict.fromkeys(share.inquiry.questions))
        terms.update(dict.fromkeys(share.inquiry.terms))
    return Inquiry(tuple(questions), tuple(terms))


def terms_of(document: SpecDocument) -> list[str]:
    """What a valid spec's own words use that its pages should have."""
    if document.spec is None or not document.valid:
        return []
    return list(dict.fromkeys(term for claim in claims(document.spec) for term in claim.terms))


def is_place(target: Target) -> bool:
    """Whether a target's fragment names a place on the page, and not lines or a text."""
    return bool(target.fragment) and target.lines is None and ":~:" not in str(target.fragment)


def targets_of(document: SpecDocument) -> dict[str, Target]:
    """What each source of a valid spec points at, by source id."""
    if document.spec is None or not document.valid:
        return {}
    folder = PurePosixPath(document.path.replace("\\", "/")).parent.as_posix()
    return {
        source_id: read_source(source.url, folder="" if folder == "." else folder)
        for source_id, source in document.spec.sources.items()
    }


def is_selected(evidence: EvidenceRef, only: Sequence[str]) -> bool:
    """Whether `--only` asks for a piece of evidence: by pointer, source, stage or step."""
    if not only:
        return True
    ends = evidence.owner_id.split("->")
    pointer = evidence.location.pointer
    return any(
        wanted in {evidence.source, evidence.owner_id, *ends}
        or pointer == wanted
        or pointer.startswith(wanted.rstrip("/") + "/")
        for wanted in only
    )


def _ask(evidence: EvidenceRef, target: Target) -> Ask:
    selector = Selector(
        exact=evidence.quote,
        prefix=evidence.prefix,
        suffix=evidence.suffix,
        fragment=target.fragment,
        first_line=target.lines.first if target.lines else None,
        last_line=target.lines.last if target.lines else None,
    )
    return Ask(evidence, target, Question(selector, target.url))
