"""Evidence grouped by page, before anything is fetched."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from lineage_verify.matches.model import Selector
from lineage_verify.sources.address import read_source
from lineage_verify.sources.target import Target
from lineage_verify.spec.document import EvidenceRef, SpecDocument
from lineage_verify.spec.grounding import claims
from lineage_verify.verify.reading import Inquiry, Question

__all__ = ["Ask", "Plan", "is_place", "is_selected", "plan", "targets_of"]


@dataclass(frozen=True, slots=True)
class Ask:
    """One piece of evidence, what its source points at, and what to ask of that page."""

    evidence: EvidenceRef
    target: Target
    question: Question


@dataclass(slots=True)
class Plan:
    """What a window of specs asks: per spec in order, and per page without repeats."""

    asks: list[tuple[Ask, ...]] = field(default_factory=list)
    targets: dict[str, Target] = field(default_factory=dict)
    questions: dict[str, dict[Question, None]] = field(default_factory=dict)
    terms: dict[str, dict[str, None]] = field(default_factory=dict)

    def inquiry(self, address: str) -> Inquiry:
        """All that is asked of one page."""
        return Inquiry(tuple(self.questions[address]), tuple(self.terms.get(address, ())))

    def add(self, asks: Iterable[Ask], terms: Iterable[str]) -> None:
        """Add one spec's evidence, and the terms that its pages should have."""
        taken, shared = tuple(asks), tuple(terms)
        self.asks.append(taken)
        for ask in taken:
            self.targets.setdefault(ask.target.address, ask.target)
            self.questions.setdefault(ask.target.address, {})[ask.question] = None
            asked = self.terms.setdefault(ask.target.address, {})
            asked.update(dict.fromkeys(shared))
            if is_place(ask.target):
                asked[f"#{ask.target.fragment}"] = None


def plan(documents: Sequence[SpecDocument], only: Sequence[str]) -> Plan:
    """Group the evidence of some specs by page; that of an invalid spec is left out."""
    made = Plan()
    for document in documents:
        targets = targets_of(document)
        asks = (
            _ask(evidence, targets[evidence.source])
            for evidence in document.evidence
            if is_selected(evidence, only)
        )
        made.add(asks, () if only else terms_of(document))
    return made


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
