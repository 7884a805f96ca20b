"""A spec's file to a document."""

from pathlib import Path

from lineage_verify.errors import SpecError
from lineage_verify.settings import Limits
from lineage_verify.spec.document import SpecDocument
from lineage_verify.spec.read import read_spec

__all__ = ["load_spec", "read_bounded"]


def load_spec(path: str | Path, *, limits: Limits | None = None) -> SpecDocument:
    """Read a spec's file; what is wrong inside it is in the document's `problems`.

    Raises:
        SpecError: the file itself cannot be read.
    """
    bounds = limits or Limits()
    return read_spec(read_bounded(path, bounds), path=str(path), limits=bounds)


def read_bounded(path: str | Path, limits: Limits) -> bytes:
    """A spec's bytes, one more than is allowed at most, so that the reader can say so.

    Raises:
        SpecError: the path names no regular file, or one that cannot be read.
    """
    file = Path(path)
    try:
        if not file.is_file():
            raise SpecError(f"{path}: not a regular file")
        with file.open("rb") as stream:
            return stream.read(limits.spec_bytes + 1)
    except OSError as error:
        raise SpecError(f"{path}: cannot be read: {error.strerror or error}") from None
