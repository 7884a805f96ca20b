"""What makes the findings of two runs the same finding."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import PurePosixPath

from lineage_verify.reports.escape import one_line
from lineage_verify.verdicts.model import SpecReport

__all__ = ["Identity", "fingerprints", "identities"]


@dataclass(frozen=True, slots=True)
class Identity:
    """A piece of evidence by what it says, not by where it stands: lines and order may change."""

    spec: str
    owner_kind: str
    owner_id: str
    source: str
    quote: str

    @classmethod
    def of(
        cls, *, slug: str | None, path: str, owner: tuple[str, str], said: tuple[str, str]
    ) -> "Identity":
        """The identity of a spec's evidence: its owner's kind and id, its source and quote."""
        spec = slug or str(PurePosixPath(path.replace("\\", "/")))
        return cls(spec, *owner, said[0], one_line(said[1]))


def identities(spec: SpecReport) -> list[Identity]:
    """The identity of each finding of a spec, in order."""
    return [
        Identity.of(
            slug=spec.slug,
            path=spec.path,
            owner=(finding.owner_kind.value, finding.owner_id),
            said=(finding.source, finding.quote),
        )
        for finding in spec.findings
    ]


def fingerprints(keys: Iterable[Identity]) -> list[str]:
    """One fingerprint for each identity, in hex; equal ones are told apart by their order."""
    seen: Counter[Identity] = Counter()
    marks = []
    for key in keys:
        seen[key] += 1
        parts = (key.spec, key.owner_kind, key.owner_id, key.source, key.quote, str(seen[key]))
        marks.append(sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest())
    return marks
