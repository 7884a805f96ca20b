"""The cache folder: whole files or none, safe beside other runs and under a kill at any moment.

A file is written below `.tmp/`, flushed to the disk, and only then given its name, by a hard link
where the file system has them, so that no two runs can take the same name. While a run writes, it
holds an advisory lock on its temporary file; the system drops that lock however the run ends, so a
later run can tell what a killed one left behind and clear it away.
"""

import errno
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from lineage_verify.errors import CacheError
from lineage_verify.pages.names import SUFFIX, FileName

__all__ = ["Folder", "make_cache"]

_ASIDE = ".damaged"
_TEMPORARY = ".tmp"
_LEFT_BEHIND_S = 3600.0
_TRIES = 5

_TAG = """\
Signature: 8a477f597d28d172789f06886806bc55
# This folder is a cache made by lineage-verify.
# It may be left out of backups: see the Cache Directory Tagging Specification
# (bford.info/cachedir).
"""

_IGNORE = """\
*
!.gitignore
!CACHEDIR.TAG
"""

# A file system without hard links (FAT, some network shares) answers with one of these.
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EXDEV}


def make_cache(root: Path) -> None:
    """Make a cache folder, and mark a new or empty one as what it is.

    Raises:
        OSError: it cannot be made.
    """
    root.mkdir(parents=True, exist_ok=True)
    if not any(root.iterdir()):
        for name, text in (("CACHEDIR.TAG", _TAG), (".gitignore", _IGNORE)):
            with suppress(FileExistsError), (root / name).open("x") as file:
                file.write(text)


class Folder:
    """File work below one root; every error that a user must mend is a `CacheError`."""

    def __init__(self, root: Path) -> None:
        """Touch nothing yet."""
        self.root = root
        self._swept = False
        self._made = False

    def names(self, below: PurePosixPath) -> list[FileName]:
        """The snapshots' names in a folder, oldest first."""
        self.sweep()
        with self._reading():
            try:
                found = [path.name for path in (self.root / below).iterdir()]
            except (FileNotFoundError, NotADirectoryError):
                return []
        return sorted(name for text in found if (name := FileName.read(text)) is not None)

    def folders(self) -> Iterator[PurePosixPath]:
        """Every address's folder, in order."""
        self.sweep()
        for host in self._subfolders(PurePosixPath()):
            yield from self._subfolders(host)

    def damaged(self) -> list[PurePosixPath]:
        """Every file that was set aside."""
        with self._reading():
            return [
                below / path.name
                for below in self.folders()
                for path in (self.root / below).iterdir()
                if path.name.endswith(f"{SUFFIX}{_ASIDE}")
            ]

    def read(self, file: PurePosixPath) -> bytes | None:
        """A file's bytes; `None` where it is gone (another run pruned it)."""
        with self._reading():
            try:
                return (self.root / file).read_bytes()
            except FileNotFoundError:
                return None

    def write(self, below: PurePosixPath, name: FileName, data: bytes) -> FileName | None:
        """Give `data` a name in a folder, whole or not at all.

        Returns `None` where the name is taken; what stands there is left alone.
        """
        with self._writing():
            self._make()
            for _ in range(_TRIES):
                try:
                    return self._write(below, name, data)
                except FileNotFoundError:  # another run cleared a folder or our file away
                    continue
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))

    def set_aside(self, file: PurePosixPath) -> PurePosixPath | None:
        """Rename a damaged file so that it is not read again; `None` where that is not possible."""
        aside = file.with_name(f"{file.name}{_ASIDE}")
        try:
            (self.root / file).replace(self.root / aside)
        except OSError:
            return None
        return aside

    def remove(self, file: PurePosixPath) -> None:
        """Remove a file, and its folders where they are empty then."""
        with self._writing():
            (self.root / file).unlink(missing_ok=True)
            for parent in file.parents[:2]:
                try:
                    (self.root / parent).rmdir()
                except OSError:
                    return

    def sweep(self) -> None:
        """Clear away what killed runs left behind, once."""
        if self._swept:
            return
        self._swept = True
        with suppress(OSError):
            for entry in os.scandir(self.root / _TEMPORARY):
                _clear(Path(entry.path))

    def _write(self, below: PurePosixPath, name: FileName, data: bytes) -> FileName | None:
        folder = self.root / below
        if not folder.resolve().is_relative_to(self.root.resolve()):  # a link that leads away
            raise OSError(errno.ELOOP, f"{below} leads out of it")
        folder.mkdir(parents=True, exist_ok=True)
        with self._temporary(data) as temporary:
            placed = _place(temporary, folder / str(name))
        return name if placed else None

    @contextmanager
    def _temporary(self, data: bytes) -> Iterator[Path]:
        """A flushed temporary file, locked while in use and removed after it."""
        folder = self.root / _TEMPORARY
        folder.mkdir(exist_ok=True)
        path = folder / f"{os.getpid()}-{secrets.token_hex(8)}"
        try:
            with path.open("xb") as file:
                _lock(file.fileno())
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                yield path
        finally:
            with suppress(OSError):
                path.unlink(missing_ok=True)

    def _subfolders(self, below: PurePosixPath) -> list[PurePosixPath]:
        with self._reading():
            try:
                with os.scandir(self.root / below) as entries:
                    return sorted(
                        below / entry.name
                        for entry in entries
                        if not entry.name.startswith(".") and entry.is_dir()
                    )
            except (FileNotFoundError, NotADirectoryError):
                return []

    def _make(self) -> None:
        if not self._made:
            make_cache(self.root)
            self._made = True

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise CacheError(_told(self.root, "read", error)) from error

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise CacheError(_told(self.root, "written", error)) from error


def _told(root: Path, verb: str, error: OSError) -> str:
    full = error.errno in {errno.ENOSPC, errno.EDQUOT}
    mend = "free some space" if full else "mend its permissions"
    why = error.strerror or type(error).__name__
    return (
        f"the cache folder {root} cannot be {verb}: {why}; "
        f"{mend}, or choose another folder with --cache-dir"
    )


def _place(temporary: Path, final: Path) -> bool:
    """Give a finished file its name, unless the name is taken."""
    try:
        os.link(temporary, final)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if final.exists():
            return False
        temporary.replace(final)
    return True


def _lock(descriptor: int) -> bool:
    """Hold a file for this process, if nobody else does; where that cannot be told, say yes."""
    try:
        import fcntl
    except ImportError:  # Windows
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _clear(path: Path) -> None:
    """Remove a temporary file that no living run holds."""
    with suppress(OSError), path.open("rb") as file:
        old = time.time() - os.fstat(file.fileno()).st_mtime > _LEFT_BEHIND_S
        if _lock(file.fileno()) and (old or _locks_tell()):
            path.unlink(missing_ok=True)


def _locks_tell() -> bool:
    """Whether this system's file locks tell living runs from dead ones."""
    return os.name == "posix"
