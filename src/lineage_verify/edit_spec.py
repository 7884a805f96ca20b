"""Write a changed spec back to its file, whole or not at all (DESIGN.md section 4)."""

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from lineage_verify.errors import EditError

__all__ = ["check_writable", "write_spec"]


def write_spec(path: Path, *, before: bytes, after: bytes, root: Path) -> None:
    """Put `after` in place of `before` in a spec's file.

    The bytes go to a temporary file in the same folder, are flushed to the disk, and take the
    file's place in one step; its mode bits stay. A symbolic link stays one: the file that it names
    is written, if that lies under `root`. Nothing is written where nothing changes.

    Raises:
        EditError: the file changed since it was read, is read-only, has a second name, is no
            regular file, lies out of `root`, or cannot be written. Its text is one clear line.
    """
    target, status = _checked(path, before, root)
    if before != after:
        _replace(path, target, before=before, after=after, status=status)


def check_writable(path: Path, *, before: bytes, root: Path) -> None:
    """Refuse what `write_spec` would refuse, and write nothing.

    Raises:
        EditError: as `write_spec`, but for what only the writing tells, such as a full disk.
    """
    _checked(path, before, root)


def _checked(path: Path, before: bytes, root: Path) -> tuple[Path, os.stat_result]:
    target = _target(path, root)
    status = _status(path, target)
    if not os.access(target.parent, os.W_OK):
        raise EditError(f"{path}: its folder is read-only; nothing was written")
    _check_unchanged(path, target, before)
    return target, status


def _target(path: Path, root: Path) -> Path:
    """The file that is really meant, with every symbolic link followed."""
    try:
        target, tree = path.resolve(strict=True), root.resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise EditError(f"{path}: {_reason(error)}; nothing was written") from None
    if path.is_symlink() and not target.is_relative_to(tree):
        raise EditError(f"{path}: a link to a file out of this folder's tree is not written to")
    if not target.is_relative_to(tree):
        raise EditError(f"{path}: lies out of this folder's tree; run the tool from its own folder")
    return target


def _status(path: Path, target: Path) -> os.stat_result:
    try:
        told = target.stat()
    except OSError as error:
        raise EditError(f"{path}: {_reason(error)}; nothing was written") from None
    if not stat.S_ISREG(told.st_mode):
        raise EditError(f"{path}: not a regular file; nothing was written")
    # Asked of the mode as well: an administrator may write where the owner said not to.
    if not told.st_mode & 0o222 or not os.access(target, os.W_OK):
        raise EditError(f"{path}: read-only; nothing was written")
    # In its place comes another file, and the other name would go on naming the old one.
    if told.st_nlink > 1:
        raise EditError(f"{path}: has a second name (a hard link); nothing was written")
    return told


def _check_unchanged(path: Path, target: Path, before: bytes) -> None:
    try:
        now = target.read_bytes()
    except OSError as error:
        raise EditError(f"{path}: {_reason(error)}; nothing was written") from None
    if now != before:
        raise EditError(
            f"{path}: changed on disk since it was read; nothing was written, run again"
        )


def _replace(
    path: Path, target: Path, *, before: bytes, after: bytes, status: os.stat_result
) -> None:
    temporary: Path | None = None
    try:
        temporary = _write_beside(target, after, status)
        _check_unchanged(path, target, before)
        temporary.replace(target)
        temporary = None
        _flush_folder(target.parent)
    except OSError as error:
        raise EditError(f"{path}: {_reason(error)}; nothing was written") from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _write_beside(target: Path, data: bytes, status: os.stat_result) -> Path:
    """A new file in the target's folder with these bytes, on the disk for good."""
    handle, name = tempfile.mkstemp(
        prefix=f".{target.name[:80]}.", suffix=".tmp", dir=target.parent
    )
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            _keep_owner(temporary, status)
            temporary.chmod(stat.S_IMODE(status.st_mode))
            os.fsync(stream.fileno())
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _keep_owner(temporary: Path, status: os.stat_result) -> None:
    """Give a file the owner that another has, where the system has owners and lets one."""
    made = temporary.stat()
    if (made.st_uid, made.st_gid) == (status.st_uid, status.st_gid) or not hasattr(os, "chown"):
        return
    with suppress(OSError):
        os.chown(temporary, status.st_uid, status.st_gid)


def _flush_folder(folder: Path) -> None:
    """Make the new name last through a power cut, where the system can (not on Windows)."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    with suppress(OSError):  # the file is in place; some file systems flush no folders
        os.fsync(handle)
    os.close(handle)


def _reason(error: OSError | RuntimeError) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return "cannot be reached"
