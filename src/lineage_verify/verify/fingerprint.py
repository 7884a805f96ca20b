"""A digest of everything that a reading depends on besides the page and the question.

It is taken over the very bytes of the rooms that read, match and judge, and over the versions of
the libraries they stand on, so that nobody has to remember to count a version up.
"""

import sys
import unicodedata
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

__all__ = ["fingerprint"]

_ROOMS = ("text", "matches", "verdicts", "verify")
_LIBRARIES = (
    "selectolax",
    "rapidfuzz",
    "regex",
    "markdown-it-py",
    "charset-normalizer",
    "pypdf",
)


@cache
def fingerprint() -> str:
    """The digest, in hex; the same for the same code on the same libraries."""
    digest = sha256(sys.version.encode())
    digest.update(unicodedata.unidata_version.encode())
    for library in _LIBRARIES:
        digest.update(f"{library}={_version(library)};".encode())
    package = Path(__file__).resolve().parents[1]
    for room in _ROOMS:
        for file in sorted((package / room).rglob("*")):
            if file.is_file() and file.suffix != ".pyc":
                digest.update(f"{file.relative_to(package).as_posix()}\0".encode())
                digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "absent"
