"""A digest of everything that a reading depends on besides the page and the question.

It is taken over the very bytes of the rooms that read, match and judge, and over the versions of
the libraries they stand on, so that nobody has to remember to count a version up.
"""

import os
import sys
import unicodedata
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

__all__ = ["fingerprint"]

_ROOMS = ("text", "matches", "verdicts", "verify")
_LIBRARIES = frozenset(
    {
        "charset_normalizer",
        "markdown_it_py",
        "pypdf",
        "rapidfuzz",
        "selectolax",
    }
)


@cache
def fingerprint() -> str:
    """The digest, in hex; the same for the same code on the same libraries."""
    digest = sha256(sys.version.encode())
    digest.update(unicodedata.unidata_version.encode())
    digest.update(repr(_installed()).encode())
    package = Path(__file__).resolve().parents[1]
    for room in _ROOMS:
        for name in _files(package / room):
            file = package / room / name
            digest.update(f"{room}/{name}\0".encode())
            digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _files(folder: Path, below: str = "") -> Iterator[str]:
    """The names of the files below a folder, in an order that is always the same."""
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir() and entry.name != "__pycache__":
                yield from _files(Path(entry.path), f"{below}{entry.name}/")
            elif entry.is_file() and not entry.name.endswith(".pyc"):
                yield f"{below}{entry.name}"


def _installed() -> list[str]:
    """The libraries with their versions, as their metadata folders are named (PEP 376, PEP 427).

    `importlib.metadata` says the same, but reads and parses every file to say it.
    """
    found = set()
    for entry in sys.path:
        try:
            names = os.listdir(entry or ".")  # noqa: PTH208 - several thousand of them
        except OSError:
            continue
        found |= {
            name.lower()
            for name in names
            if name.endswith(".dist-info") and name.partition("-")[0].lower() in _LIBRARIES
        }
    return sorted(found)
