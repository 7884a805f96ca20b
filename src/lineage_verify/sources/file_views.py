"""Pages on which a code host shows one file, and the address of the file itself.

One table, one row a form of address; the rows stand beside examples that the tests read from here.
"""

import re
from dataclasses import dataclass
from typing import Final

from lineage_verify.sources.target import LineRange

__all__ = ["FILE_VIEWS", "Example", "FileView", "RawFile", "find_raw_file", "read_lines"]

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
"""A whole SHA-1 or SHA-256 object name; a short one may become ambiguous, or name a branch."""

_LINES = re.compile(r"L(?P<first>\d{1,9})(?:C\d+)?(?:-L?(?P<last>\d{1,9})(?:C\d+)?)?")
_MANGLED_FILE = re.compile(r"file-.+")


@dataclass(frozen=True, slots=True)
class Example:
    """A page's address (`host/path`, and `#fragment` where it matters) and what it is read as.

    `raw` is `None` for a page that the row must leave alone.
    """

    page: str
    raw: str | None
    immutable: bool = False


@dataclass(frozen=True, slots=True)
class FileView:
    """One form of address; both patterns match whole, `raw` is a template over their groups.

    The group `ref` of the path, where it is a commit's hash, makes the content final.
    `not_fragment` names fragments with which the page is meant after all.
    """

    name: str
    host: re.Pattern[str]
    path: re.Pattern[str]
    raw: str
    examples: tuple[Example, ...]
    not_fragment: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class RawFile:
    """The address of a file itself as `host/path`, and whether its content is final."""

    location: str
    immutable: bool


_SHA = "0123456789abcdef0123456789abcdef01234567"

FILE_VIEWS: Final = (
    FileView(
        "GitHub",
        re.compile(r"(?:www\.)?github\.com"),
        re.compile(
            r"/(?P<owner>[^/]+)/(?P<repo>[^/]+)/(?:blob|raw|blame)/(?P<ref>[^/]+)/(?P<file>.+)"
        ),
        "raw.githubusercontent.com/{owner}/{repo}/{ref}/{file}",
        (
            Example(
                "github.com/brook/brook/blob/v2.1/src/engine.py",
                "raw.githubusercontent.com/brook/brook/v2.1/src/engine.py",
            ),
            Example(
                f"github.com/brook/brook/blob/{_SHA}/a.md#L3",
                f"raw.githubusercontent.com/brook/brook/{_SHA}/a.md",
                immutable=True,
            ),
            Example("github.com/brook/brook/pull/12", None),
            Example("github.com/brook/brook/wiki/blob", None),
            Example("github.com/brook/brook/tree/main/src", None),
            Example("github.com.example/brook/brook/blob/main/a.py", None),
        ),
    ),
    FileView(
        "GitHub, raw",
        re.compile(r"raw\.githubusercontent\.com"),
        re.compile(r"/(?P<owner>[^/]+)/(?P<repo>[^/]+)/(?P<ref>[^/]+)/(?P<file>.+)"),
        "raw.githubusercontent.com/{owner}/{repo}/{ref}/{file}",
        (
            Example(
                f"raw.githubusercontent.com/brook/brook/{_SHA}/a.py",
                f"raw.githubusercontent.com/brook/brook/{_SHA}/a.py",
                immutable=True,
            ),
            Example(
                "raw.githubusercontent.com/brook/brook/main/a.py",
                "raw.githubusercontent.com/brook/brook/main/a.py",
            ),
        ),
    ),
    FileView(
        "Gist",
        re.compile(r"gist\.github\.com"),
        re.compile(r"/(?P<owner>[^/]+)/(?P<gist>[0-9a-f]{16,64})(?:/(?P<ref>[0-9a-f]{40}))?/?"),
        "gist.githubusercontent.com/{owner}/{gist}/raw{ref}",
        (
            Example(
                "gist.github.com/mira/9f8e7d6c5b4a39281706",
                "gist.githubusercontent.com/mira/9f8e7d6c5b4a39281706/raw",
            ),
            Example(
                f"gist.github.com/mira/9f8e7d6c5b4a39281706/{_SHA}#L2",
                f"gist.githubusercontent.com/mira/9f8e7d6c5b4a39281706/raw/{_SHA}",
                immutable=True,
            ),
            # The fragment names one of several files in a spelling that cannot be undone.
            Example("gist.github.com/mira/9f8e7d6c5b4a39281706#file-setup-py-L3", None),
            Example("gist.github.com/mira", None),
            Example("gist.github.com/discover", None),
        ),
        not_fragment=_MANGLED_FILE,
    ),
    FileView(
        "GitLab",
        re.compile(r"[^/]+"),
        re.compile(
            r"/(?P<project>[^/]+(?:/[^/]+)+)/-/(?:blob|raw|blame)/(?P<ref>[^/]+)/(?P<file>.+)"
        ),
        "{host}/{project}/-/raw/{ref}/{file}",
        (
            Example(
                "gitlab.com/group/sub/brook/-/blob/main/doc/a.md#L4-9",
                "gitlab.com/group/sub/brook/-/raw/main/doc/a.md",
            ),
            Example(
                f"git.brook.example/team/brook/-/blob/{_SHA}/a.c",
                f"git.brook.example/team/brook/-/raw/{_SHA}/a.c",
                immutable=True,
            ),
            Example("gitlab.com/group/brook/-/issues/4", None),
            Example("gitlab.com/group/brook/-/tree/main/doc", None),
        ),
    ),
    FileView(
        "Codeberg, Gitea, Forgejo",
        re.compile(r"[^/]+"),
        re.compile(
            r"/(?P<owner>[^/]+)/(?P<repo>[^/]+)/(?:src|raw)/(?P<kind>branch|commit|tag)"
            r"/(?P<ref>[^/]+)/(?P<file>.+)"
        ),
        "{host}/{owner}/{repo}/raw/{kind}/{ref}/{file}",
        (
            Example(
                "codeberg.org/brook/brook/src/branch/main/README.md",
                "codeberg.org/brook/brook/raw/branch/main/README.md",
            ),
            Example(
                f"git.brook.example/brook/brook/src/commit/{_SHA}/a.go#L7",
                f"git.brook.example/brook/brook/raw/commit/{_SHA}/a.go",
                immutable=True,
            ),
            Example(
                "codeberg.org/brook/brook/src/tag/v1/a.go",
                "codeberg.org/brook/brook/raw/tag/v1/a.go",
            ),
            Example("codeberg.org/brook/brook/issues/3", None),
            Example("codeberg.org/brook/src/branch", None),
        ),
    ),
)


def find_raw_file(host: str, path: str, fragment: str | None) -> RawFile | None:
    """Return the file that a page at a code host shows; `None` for any other page.

    `host` is in lower case and may carry a port.
    """
    for view in FILE_VIEWS:
        found = view.path.fullmatch(path) if view.host.fullmatch(host) else None
        if found and not (view.not_fragment and view.not_fragment.fullmatch(fragment or "")):
            return _raw(view, host, found)
    return None


def _raw(view: FileView, host: str, found: re.Match[str]) -> RawFile:
    groups = found.groupdict(default="")
    ref = groups["ref"]
    if "gist" in groups and ref:
        groups["ref"] = f"/{ref}"
    return RawFile(view.raw.format(host=host, **groups), _COMMIT.fullmatch(ref) is not None)


def read_lines(fragment: str | None) -> LineRange | None:
    """Return the lines that a fragment names: `L10`, `L10-L20`, GitLab's `L10-20`.

    GitHub's columns (`L10C4-L12C9`) are left aside. Ends in the wrong order are swapped, as the
    sites do.
    """
    found = _LINES.fullmatch(fragment or "")
    if not found:
        return None
    first = int(found["first"])
    last = int(found["last"] or first)
    return LineRange(min(first, last), max(first, last)) if first and last else None
