"""The files that a command is told to write to, checked before the work rather than after it."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from lineage_verify.errors import OutputError
from lineage_verify.spec.document import SpecDocument
from lineage_verify.verify.plan import targets_of

__all__ = ["check_cited", "check_outputs"]


def check_outputs(outputs: Sequence[Path], specs: Iterable[str]) -> None:
    """Refuse outputs that cannot be written, or that would overwrite a spec or one another.

    Raises:
        OutputError: an output is refused.
    """
    for number, path in enumerate(outputs):
        if path.is_dir() or not path.parent.is_dir():
            raise OutputError(f"{path}: no file can be written there")
        if path in outputs[:number]:
            raise OutputError(f"{path}: two reports cannot be written to one file")
    there = [path for path in outputs if path.exists()]
    for spec in specs if there else ():
        for path in there:
            if _same(path, Path(spec)):
                raise OutputError(f"{path}: is a spec of this run; name another file to write")


def check_cited(outputs: Sequence[Path], document: SpecDocument, root: Path) -> None:
    """Refuse outputs that would overwrite a page below `root` that a spec cites.

    Raises:
        OutputError: an output is refused.
    """
    there = [path for path in outputs if path.exists()]
    for target in targets_of(document).values() if there else ():
        for path in there:
            if target.local and _same(path, root / target.address):
                message = f"{path}: is a page that {document.path} cites"
                raise OutputError(f"{message}; name another file to write")


def _same(output: Path, spec: Path) -> bool:
    try:
        return output.samefile(spec)
    except OSError:
        return False
