"""Files below the current folder's tree, for sources with a relative path."""

import errno
import os
import stat
from datetime import datetime
from hashlib import sha256
from pathlib import Path, PurePosixPath

from lineage_verify.pages.faults import one_line, readable_size
from lineage_verify.pages.snapshot import ErrorKind, Provenance, Snapshot, Unreachable

__all__ = ["media_type_of", "read_local"]

_TYPES = {
    ".htm": "text/html",
    ".html": "text/html",
    ".ipynb": "application/x-ipynb+json",
    ".json": "application/json",
    ".markdown": "text/markdown",
    ".md": "text/markdown",
    ".pdf": "application/pdf",
    ".rst": "text/x-rst",
    ".txt": "text/plain",
    ".xhtml": "application/xhtml+xml",
    ".xml": "application/xml",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
}


def read_local(root: Path, address: str, *, limit: int, now: datetime) -> Snapshot | Unreachable:
    """Read a file as a snapshot of now.

    `address` is a POSIX path from `root`. No symbolic link may lead out of the tree, and nothing
    but a regular file of at most `limit` bytes is read.
    """
    path = PurePosixPath(address)
    if path.is_absolute() or ".." in path.parts or "\0" in address:
        return _outside(address)
    try:
        real = (root / path).resolve(strict=True)
        if not real.is_relative_to(root.resolve()):
            return _outside(address)
        body = _bytes_of(real, limit + 1)
    except (OSError, RuntimeError) as error:
        return _unreadable(address, error)
    if body is None:
        return Unreachable(
            ErrorKind.UNSUPPORTED_TYPE, f"{one_line(address)} is not a regular file", url=address
        )
    if len(body) > limit:
        message = f"{one_line(address)} is larger than {readable_size(limit)}"
        return Unreachable(ErrorKind.TOO_LARGE, message, url=address)
    return _snapshot(address, body, now)


def media_type_of(name: str) -> str | None:
    """The media type that a file's name tells; the same on every system."""
    return _TYPES.get(PurePosixPath(name).suffix.lower())


def _bytes_of(path: Path, most: int) -> bytes | None:
    """The first bytes of a regular file; `None` for a folder, a pipe or a device.

    It is opened without waiting, so that a pipe without a writer cannot hold the run.
    """
    if path.is_dir():
        return None
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        return file.read(most)


def _snapshot(address: str, body: bytes, now: datetime) -> Snapshot:
    media_type = media_type_of(address)
    return Snapshot(
        address=address,
        url=address,
        status=200,
        headers=(("content-type", media_type),) if media_type else (),
        body=body,
        sha256=sha256(body).hexdigest(),
        fetched_at=now,
        validated_at=now,
        provenance=Provenance.LOCAL,
    )


def _outside(address: str) -> Unreachable:
    message = f"{one_line(address)} leads out of the folder that is checked"
    return Unreachable(ErrorKind.FORBIDDEN_ADDRESS, message, url=address)


def _unreadable(address: str, error: Exception) -> Unreachable:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Unreachable(
            ErrorKind.HTTP_STATUS, f"there is no file {one_line(address)}", url=address
        )
    if isinstance(error, RuntimeError) or getattr(error, "errno", None) == errno.ELOOP:
        return Unreachable(
            ErrorKind.REDIRECT_LOOP, f"{one_line(address)} links to itself", url=address
        )
    why = getattr(error, "strerror", None) or type(error).__name__
    return Unreachable(
        ErrorKind.CONNECT, f"{one_line(address)} cannot be opened: {why}", url=address
    )
