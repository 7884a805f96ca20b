"""Specs named in other ways than by their plain path."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lineage_verify.cli.spec_files import spec_paths
from lineage_verify.errors import SpecError
from tests.cli.conftest import Command
from tests.lineage import lineage_spec


@pytest.fixture
def spec(write_spec: Callable[..., str], folder: Path) -> str:
    (folder / "mill.txt").write_text("The wheel turns.", encoding="utf-8")
    return write_spec(lineage_spec({"mill": "mill.txt"}, [("mill", "The wheel turns.")]))


def test_every_way_to_name_a_spec_is_the_same_spec(
    lineage_verify: Command, spec: str, folder: Path
) -> None:
    (folder / "sub").mkdir()
    names = (spec, f"./{spec}", str(folder / spec), f"sub/../{spec}")
    result = lineage_verify(*names, "--format", "json")
    assert result.code == 0
    assert [each["path"] for each in result.json["specs"]] == [spec]


@pytest.mark.parametrize("absolute", [False, True])
def test_a_spec_outside_the_tree_has_no_relative_sources(
    lineage_verify: Command, spec: str, folder: Path, *, absolute: bool
) -> None:
    (folder / "spec.json").write_bytes((folder / spec).read_bytes())
    inner = folder / "inner"
    inner.mkdir()
    outside = str(folder / "spec.json") if absolute else "../spec.json"
    result = lineage_verify(outside, cwd=inner)
    assert result.code == 2
    assert "outside the folder" in " ".join(result.out.split())


def test_a_current_folder_that_is_gone_is_told(folder: Path) -> None:
    command = f'mkdir gone && cd gone && rmdir ../gone && "{sys.executable}" -m lineage_verify a b'
    done = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr.decode().startswith("lineage-verify: the current folder cannot be read")


def test_a_file_with_two_names_is_written_under_one(
    lineage_verify: Command, spec: str, folder: Path
) -> None:
    """Whichever comes first, the file's own name is taken."""
    (folder / "a.json").symlink_to(spec)
    (folder / "z.json").symlink_to(spec)
    checked = lineage_verify("check", ".", "--format", "json")
    assert [each["path"] for each in checked.json["specs"]] == ["a.json", spec, "z.json"]
    result = lineage_verify("renew", ".")
    assert result.code == 0, result.out + result.err
    assert "1 spec = 1 renewed" in result.out
    assert [line.split(",")[0] for line in result.err.splitlines()] == [
        f"a.json: the same file as {spec}",
        f"z.json: the same file as {spec}",
    ]
    (folder / "mill.txt").write_text("The wheel still turns.", encoding="utf-8")
    repaired = lineage_verify("repair", "z.json", "a.json", "--apply")
    assert repaired.code == 0, repaired.out + repaired.err
    assert b"still" in (folder / spec).read_bytes()
    assert (folder / "z.json").is_symlink()
    assert "a.json: the same file as z.json" in repaired.err


def test_a_folder_that_cannot_be_looked_into_is_told(
    lineage_verify: Command, spec: str, folder: Path
) -> None:
    inner = folder / "specs" / "inner"
    inner.mkdir(parents=True)
    (folder / "specs" / "good.json").write_bytes((folder / spec).read_bytes())
    inner.chmod(0)
    try:
        if os.access(inner, os.R_OK):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(os, "scandir", _refusing(inner))
                with pytest.raises(SpecError, match="inner: Permission denied"):
                    spec_paths([str(folder / "specs")])
            return
        result = lineage_verify("specs")
    finally:
        inner.chmod(0o700)
    assert result.code == 2
    assert "inner: Permission denied" in result.err


def _refusing(place: Path) -> Callable[[str], object]:
    """A `scandir` for those whom no permission binds: it refuses one folder all the same."""
    own = os.scandir

    def scandir(folder: str) -> object:
        if os.fspath(folder) == str(place):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(place))
        return own(folder)

    return scandir


def test_the_cache_is_marked_whatever_is_kept_in_it_first(
    lineage_verify: Command, spec: str, folder: Path
) -> None:
    assert lineage_verify(spec).code == 0
    assert (folder / "cache" / ".verdicts").is_dir()
    assert (folder / "cache" / "CACHEDIR.TAG").is_file()
    assert (folder / "cache" / ".gitignore").is_file()
