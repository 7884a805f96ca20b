"""A spec is written whole or not at all, and only where that is meant."""

import os
import stat
from pathlib import Path

import pytest

from lineage_verify.edit_spec import write_spec
from lineage_verify.errors import EditError

OLD, NEW = b'{"a": 1}\r\n', b'{"a": 2}\r\n'


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "tree" / "specs" / "mill.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(OLD)
    return path


def write(path: Path, root: Path, before: bytes = OLD, after: bytes = NEW) -> None:
    write_spec(path, before=before, after=after, root=root)


def only_file(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def test_the_new_bytes_take_the_files_place(spec: Path) -> None:
    write(spec, spec.parents[1])
    assert spec.read_bytes() == NEW
    assert only_file(spec.parent) == spec


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755])
def test_mode_bits_stay(spec: Path, mode: int) -> None:
    spec.chmod(mode)
    write(spec, spec.parents[1])
    assert stat.S_IMODE(spec.stat().st_mode) == mode


def test_what_does_not_change_is_not_written(spec: Path) -> None:
    before = spec.stat()
    write(spec, spec.parents[1], after=OLD)
    assert (spec.stat().st_ino, spec.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_spec_that_changed_meanwhile_is_left(spec: Path) -> None:
    spec.write_bytes(b"{}")
    with pytest.raises(EditError, match="changed on disk"):
        write(spec, spec.parents[1])
    assert spec.read_bytes() == b"{}"
    assert only_file(spec.parent) == spec


def test_a_change_in_the_last_moment_is_seen(spec: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = os.fsync

    def meddling(handle: int) -> None:
        plain(handle)
        spec.write_bytes(b"{}")

    monkeypatch.setattr(os, "fsync", meddling)
    with pytest.raises(EditError, match="changed on disk"):
        write(spec, spec.parents[1])
    assert spec.read_bytes() == b"{}"
    assert only_file(spec.parent) == spec


def test_a_read_only_spec_is_told_and_left(spec: Path) -> None:
    spec.chmod(0o444)
    with pytest.raises(EditError, match="read-only"):
        write(spec, spec.parents[1])
    assert spec.read_bytes() == OLD


def test_a_spec_with_a_second_name_is_told_and_left(spec: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.hardlink_to(spec)
    with pytest.raises(EditError, match="second name"):
        write(spec, spec.parents[1])
    assert spec.samefile(other)
    assert spec.read_bytes() == OLD


def test_a_disk_that_fails_leaves_the_old_file(spec: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(EditError, match="no space left on device; nothing was written"):
        write(spec, spec.parents[1])
    assert spec.read_bytes() == OLD
    assert only_file(spec.parent) == spec


def test_a_killed_write_leaves_the_old_file(spec: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        write(spec, spec.parents[1])
    assert spec.read_bytes() == OLD
    assert only_file(spec.parent) == spec


def test_a_link_stays_a_link_to_the_file_that_is_written(spec: Path) -> None:
    root = spec.parents[1]
    link = root / "link.json"
    link.symlink_to(spec)
    write(link, root)
    assert link.is_symlink()
    assert spec.read_bytes() == NEW


def test_a_link_out_of_the_tree_is_never_written_through(spec: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.write_bytes(OLD)
    link = spec.parent / "link.json"
    link.symlink_to(outside)
    with pytest.raises(EditError, match="link to a file out of this folder's tree"):
        write(link, spec.parents[1])
    assert outside.read_bytes() == OLD


def test_a_linked_folder_out_of_the_tree_is_never_written_through(
    spec: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "mill.json").write_bytes(OLD)
    (spec.parent / "more").symlink_to(outside)
    with pytest.raises(EditError, match="out of this folder's tree"):
        write(spec.parent / "more" / "mill.json", spec.parents[1])
    assert (outside / "mill.json").read_bytes() == OLD


def test_a_tree_that_is_itself_reached_by_a_link_is_the_tree(spec: Path, tmp_path: Path) -> None:
    (tmp_path / "here").symlink_to(spec.parents[1])
    write(tmp_path / "here" / "specs" / "mill.json", tmp_path / "here")
    assert spec.read_bytes() == NEW


@pytest.mark.parametrize("kind", ["missing", "folder", "dangling", "loop"])
def test_what_is_no_file_is_one_clear_line(spec: Path, kind: str) -> None:
    path = spec.parent / "other.json"
    match kind:
        case "folder":
            path.mkdir()
        case "dangling":
            path.symlink_to(spec.parent / "nothing.json")
        case "loop":
            path.symlink_to(path)
    with pytest.raises(EditError) as error:
        write(path, spec.parents[1])
    assert "\n" not in str(error.value)
    assert str(error.value).startswith(f"{path}: ")
