"""Readings that are already known, kept beside the snapshots: nothing is read twice.

A reading depends on the page's bytes, on what tells their kind, on the question, and on this
program's own code and libraries (`fingerprint`); all four name it. It may be deleted at any time.
JSON and not pickle, since a cache folder may come from somewhere else.
"""

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from lineage_verify.matches.model import Selector
from lineage_verify.pages.folder import make_cache
from lineage_verify.pages.snapshot import Snapshot
from lineage_verify.verify.reading import Examined, Inquiry, Question, Reading
from lineage_verify.verify.reading_json import (
    MalformedError,
    decode_notes,
    decode_reading,
    encode_reading,
)

__all__ = ["DiskMemo", "Memo", "NoMemo"]

PAGES_KEPT = 20_000
"""How many pages' readings are kept; the ones unused for longest go first."""
QUESTIONS_KEPT = 2_000
"""How many readings of one page are kept, or as many as are asked for at once; the oldest go."""


class Memo(Protocol):
    """Remembers what pages said."""

    def recall(self, snapshot: Snapshot, inquiry: Inquiry) -> Examined | None:
        """What a page says to the whole of an inquiry, where that is known."""
        ...

    def remember(self, snapshot: Snapshot, inquiry: Inquiry, examined: Examined) -> None:
        """Keep what a page said."""
        ...


class NoMemo:
    """Remembers nothing."""

    def recall(self, snapshot: Snapshot, inquiry: Inquiry) -> Examined | None:
        """Nothing is known."""

    def remember(self, snapshot: Snapshot, inquiry: Inquiry, examined: Examined) -> None:
        """Nothing is kept."""


class DiskMemo:
    """One JSON file a page, below a folder named by the program's fingerprint.

    Trouble with the disk is no error: what is not remembered is read again.
    """

    def __init__(self, root: Path, version: str) -> None:
        """Keep readings of program `version` below `root`; those of other versions are removed.

        `root` lies in the cache folder, which is made with it.
        """
        self._root = root
        self._folder = root / version[:16]
        self._swept = False

    @property
    def folder(self) -> Path:
        """Where this version of the program remembers; swept as a whole."""
        return self._folder

    def recall(self, snapshot: Snapshot, inquiry: Inquiry) -> Examined | None:
        """What a page says to the whole of an inquiry, where that is known."""
        path = self._path(snapshot)
        page = _load(path)
        found = [page.get(_key(question)) for question in inquiry.questions]
        known = {term: page.get(f"term {term}") for term in inquiry.terms}
        stands = {quote: page.get(f"stands {_name(quote)}") for quote in inquiry.standing}
        if not inquiry.asks_for_quotes or any(
            entry is None for entry in (*found, *known.values(), *stands.values())
        ):
            return None
        try:
            readings = tuple(decode_reading(entry) for entry in found)
            notes = decode_notes(page.get("notes"))
        except MalformedError:
            return None
        standing = frozenset(quote for quote, there in stands.items() if there is True)
        if not page.get("genuine") and not standing and not _any_holds(readings):
            return None  # whether it is the page at all was never asked of these questions
        with suppress(OSError):
            os.utime(path)
        present = frozenset(term for term, there in known.items() if there is True)
        return Examined(readings=readings, notes=notes, terms=present, standing=standing)

    def remember(self, snapshot: Snapshot, inquiry: Inquiry, examined: Examined) -> None:
        """Keep what a page said; a page that is not one is not kept."""
        if examined.error is not None or not inquiry.asks_for_quotes:
            return
        path = self._path(snapshot)
        page = _load(path)
        none_held = not examined.standing and not _any_holds(examined.readings)
        genuine = bool(page.pop("genuine", False)) or none_held
        page.pop("notes", None)
        for question, reading in zip(inquiry.questions, examined.readings, strict=True):
            page.pop(_key(question), None)
            page[_key(question)] = encode_reading(reading)
        for term in inquiry.terms:
            page.pop(f"term {term}", None)
            page[f"term {term}"] = term in examined.terms
        for quote in inquiry.standing:
            page.pop(f"stands {_name(quote)}", None)
            page[f"stands {_name(quote)}"] = quote in examined.standing
        asked = len(inquiry.questions) + len(inquiry.terms) + len(inquiry.standing)
        most = max(QUESTIONS_KEPT, asked)
        newest = dict(list(page.items())[-most:])
        with suppress(OSError):
            self._sweep()
            _save(path, {**newest, "genuine": genuine, "notes": list(examined.notes)})

    def _path(self, snapshot: Snapshot) -> Path:
        told = [snapshot.sha256, snapshot.url, snapshot.header("content-type")]
        name = sha256(json.dumps(told).encode()).hexdigest()
        return self._folder / name[:2] / f"{name[2:40]}.json"

    def _sweep(self) -> None:
        """Once a run: other versions go, and the pages unused for longest beyond the bound."""
        if self._swept:
            return
        self._swept = True
        make_cache(self._root.parent)
        self._folder.mkdir(parents=True, exist_ok=True)
        for other in self._root.iterdir():
            if other != self._folder and other.is_dir():
                _remove_tree(other)
        files = sorted(self._folder.glob("??/*"), key=lambda file: file.stat().st_mtime)
        for file in files[:-PAGES_KEPT]:
            file.unlink(missing_ok=True)


def _any_holds(readings: Sequence[Reading]) -> bool:
    return any(reading.holds for reading in readings)


def _key(question: Question) -> str:
    """A question's name; the matcher's hints count as part of it."""
    return _digest([*_told(question.selector), question.page_url])


def _name(quote: Selector) -> str:
    return _digest(_told(quote))


def _told(selector: Selector) -> list[object]:
    return [
        selector.exact,
        selector.prefix,
        selector.suffix,
        selector.fragment,
        selector.first_line,
        selector.last_line,
    ]


def _digest(told: list[object]) -> str:
    return sha256(json.dumps(told).encode()).hexdigest()[:32]


def _load(path: Path) -> dict[str, object]:
    try:
        read = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


def _save(path: Path, page: dict[str, object]) -> None:
    from secrets import token_hex

    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{token_hex(8)}.tmp")
    try:
        temporary.write_bytes(json.dumps(page, separators=(",", ":")).encode())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _remove_tree(folder: Path) -> None:
    for file in folder.glob("??/*"):
        file.unlink(missing_ok=True)
    for below in (*folder.glob("??"), folder):
        with suppress(OSError):
            below.rmdir()
