"""Jupyter notebooks: the cells, in order (nbformat 3 and 4)."""

import json
from collections.abc import Iterator

from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.text.composed import joined
from lineage_verify.text.markdown.read import read_markdown
from lineage_verify.text.page_text import PageText
from lineage_verify.text.plain import read_plain

__all__ = ["read_notebook"]


def read_notebook(text: str, *, notes: tuple[str, ...] = ()) -> PageText | Unreachable:
    """Return the cells of a notebook: Markdown as rendered, code as it is, outputs that are text.

    A file that is no notebook is `DECODE`.
    """
    try:
        document: object = json.loads(text)
    except (ValueError, RecursionError):
        return Unreachable(ErrorKind.DECODE, "the notebook is not valid JSON")
    cells = list(_cells(document))
    if not cells:
        return Unreachable(ErrorKind.NO_TEXT, "the notebook has no cells")
    return joined((part for cell in cells for part in _read_cell(cell) if part.text.strip()), notes)


def _cells(document: object) -> Iterator[dict[str, object]]:
    if not isinstance(document, dict):
        return
    yield from _dicts(document.get("cells"))
    for sheet in _dicts(document.get("worksheets")):
        yield from _dicts(sheet.get("cells"))


def _read_cell(cell: dict[str, object]) -> Iterator[PageText]:
    source = _joined(cell.get("source", cell.get("input")))
    match cell.get("cell_type"):
        case "markdown":
            yield read_markdown(source)
        case "heading":
            level = cell.get("level")
            yield read_markdown(f"{'#' * (level if isinstance(level, int) else 1)} {source}")
        case "code":
            yield read_plain(source, code=True)
            for output in _dicts(cell.get("outputs")):
                yield read_plain(_output(output))
        case _:
            yield read_plain(source)


def _output(output: dict[str, object]) -> str:
    """Return what an output says in plain text: a stream's words, a result's plain form."""
    data = output.get("data")
    if isinstance(data, dict):
        return _joined(data.get("text/plain"))
    return _joined(output.get("text"))


def _dicts(value: object) -> Iterator[dict[str, object]]:
    if isinstance(value, list):
        yield from (one for one in value if isinstance(one, dict))


def _joined(value: object) -> str:
    """Return nbformat's multi-line string: one string, or a list of lines."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(line for line in value if isinstance(line, str))
    return ""
