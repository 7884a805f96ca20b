"""Which forms of a source's address a spec may have (DESIGN.md section 3).

Purely lexical: symbolic links are the reader's business. A spec may come from a stranger's pull
request, so what browsers and file systems read in more than one way is refused rather than read.
"""

import re
from pathlib import PurePath
from typing import Final
from urllib.parse import urlsplit

from lineage_verify.spec.wording import shown

__all__ = ["refusal"]

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_ENCODED = re.compile(r"%(?:2[eEfF]|5[cC]|00)")
_DRIVE = re.compile(r"[A-Za-z]:")
_DOTS = re.compile(r"[. ]*\.[. ]*")
_ALLOWED: Final = frozenset({"http", "https"})


def refusal(url: str, spec_path: str) -> str | None:
    """Why a source's address is refused, as one sentence; `None` where it is not.

    `spec_path` is relative to the current folder; a spec elsewhere has no relative sources.
    """
    if not url.strip():
        return "The address is empty."
    if url != url.strip():
        return "The address begins or ends with white space."
    if _CONTROL.search(url):
        return "The address has a control character in it."
    if _DRIVE.match(url):  # no scheme has one letter only
        return "The address is a path on a drive; use a path relative to the spec's own folder."
    scheme = _SCHEME.match(url)
    if scheme is None:
        return _relative_refusal(url, spec_path)
    if scheme[1].lower() not in _ALLOWED:
        return (
            f"The address has the scheme {shown(scheme[1].lower())}; use http, https or a path "
            "relative to the spec's own folder."
        )
    return _web_refusal(url)


def _web_refusal(url: str) -> str | None:
    if "\\" in url:
        return "The address has a backslash in it; write a slash, or %5C where it is meant."
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "The address has a host or a port that cannot be read."
    if "@" in parts.netloc:
        return "The address has a user name or a password before its host; take it out."
    if not url[len(parts.scheme) + 1 :].startswith("//") or not parts.hostname:
        return f"The address has no host after {shown(parts.scheme + '://')}."
    if port == 0:
        return "The address has port 0, which no server has."
    return None


def _relative_refusal(url: str, spec_path: str) -> str | None:
    path = url.partition("#")[0]
    if url.startswith("//"):
        return 'The address begins with "//" and has no scheme; write https: before it.'
    if path.startswith("/"):
        return "The address is an absolute path; use a path relative to the spec's own folder."
    if "\\" in path:
        return 'The address has a backslash in it; write "/" between folders.'
    if not path:
        return "The address names no file, only a fragment."
    if _ENCODED.search(path):
        return "The address hides a dot, a slash or the like behind a percent sign; write it plain."
    if any(_DRIVE.match(segment) for segment in path.split("/")):
        return "The address has a drive letter in it; use a path relative to the spec's own folder."
    return _leaving(path, spec_path)


def _leaving(path: str, spec_path: str) -> str | None:
    depth = _folders_above(spec_path)
    if depth is None:
        return (
            "The spec lies outside the folder that the tool runs in, so a relative address leaves "
            "it; run the tool in a folder above the spec."
        )
    for segment in path.split("/"):
        if segment in {"", "."}:
            continue
        if segment != ".." and _DOTS.fullmatch(segment):
            return "The address has a folder of dots and spaces only in it."
        depth += -1 if segment == ".." else 1
        if depth < 0:
            return (
                "The address leads out of the folder that the tool runs in; "
                "keep sources within it, or run the tool from a folder above."
            )
    return None


def _folders_above(spec_path: str) -> int | None:
    """How many folders lie between the current folder and the spec; `None` for a spec elsewhere."""
    path = PurePath(spec_path)
    if path.is_absolute() or path.drive:
        return None
    depth = 0
    for part in path.parts[:-1]:
        depth += -1 if part == ".." else 1
        if depth < 0:
            return None
    return depth
