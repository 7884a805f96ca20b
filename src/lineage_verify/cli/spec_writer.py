"""Changed specs back to their files."""

import os
from pathlib import Path

from lineage_verify.cli.spec_files import STDIN
from lineage_verify.edit_spec import check_writable, write_spec
from lineage_verify.errors import EditError
from lineage_verify.spec.document import SpecDocument

__all__ = ["check_save", "save"]


def save(document: SpecDocument, after: bytes, *, root: Path) -> None:
    """Write a spec's new bytes, unless its file is another by now.

    Raises:
        EditError: they cannot be written; nothing was.
    """
    path = _file(document)
    write_spec(path, before=document.data, after=after, root=_tree(path, root))


def check_save(document: SpecDocument, *, root: Path) -> None:
    """Refuse what `save` would refuse, before any work or promise.

    Raises:
        EditError: the spec cannot be written to.
    """
    path = _file(document)
    check_writable(path, before=document.data, root=_tree(path, root))


def _file(document: SpecDocument) -> Path:
    if document.path == STDIN:
        raise EditError("-: standard input cannot be written to; name the spec's file")
    return Path(document.path)


def _tree(path: Path, root: Path) -> Path:
    """The folder that no link may lead out of: the current one, or else the spec's own.

    By the words of the path: a link within the tree is no reason to write where it leads.
    """
    named = Path(os.path.abspath(root / path))  # noqa: PTH100 - resolve() would follow links
    return root if named.is_relative_to(root) else named.parent
