"""Evidence grouped by page, before anything is fetched."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from lineage_verify.matches.model import Selector
from lineage_verify.sources.address import read_source
from lineage_verify.sources.target import Target
from lineage_verify.spec.document import EvidenceRef, SpecDocument
from lineage_verify.verify.reading import Question

__all__ = ["Ask", "Plan", "is_selected", "plan", "targets_of"]


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

    def add(self, asks: Iterable[Ask]) -> None:
        """Add one spec's evidence."""
        taken = tuple(asks)
        self.asks.append(taken)
        for ask in taken:
            self.targets.setdefault(ask.target.address, ask.target)
            self.questions.setdefault(ask.target.address, {})[ask.question] = None


def plan(documents: Sequence[SpecDocument], only: Sequence[str]) -> Plan:
    """Group the evidence of some specs by page; that of an invalid spec is left out."""
    made = Plan()
    for document in documents:
        targets = targets_of(document)
        made.add(
            _ask(evidence, targets[evidence.source])
            for evidence in document.evidence
            if is_selected(evidence, only)
        )
    return made


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
