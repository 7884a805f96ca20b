"""Where an address's snapshots lie below the cache folder, and what a snapshot's file is called."""

import hashlib
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import PurePosixPath
from urllib.parse import urlsplit

__all__ = ["SUFFIX", "FileName", "folder_of", "stamp"]

SUFFIX = ".warc.gz"

_STAMP = "%Y%m%dT%H%M%S.%fZ"
_RENDERED = "_rendered"
_NAME = re.compile(rf"(\d{{8}}T\d{{6}}\.\d{{6}}Z)({_RENDERED})?(?:_(\d+))?\.warc\.gz")
_UNSAFE = re.compile(r"[^a-z0-9.-]+")
_LONGEST_HOST = 100
_LONGEST_SLUG = 60
_HASH_DIGITS = 16


@dataclass(frozen=True, slots=True, order=True)
class FileName:
    """A snapshot's file name: when the page was last known to be so, and a number for twins.

    Names are ordered by time, so that the newest snapshot is found without opening any. That of a
    rendered page says so.
    """

    moment: datetime
    number: int = 1
    rendered: bool = False

    def __str__(self) -> str:
        """The name as it stands on disk."""
        twin = f"_{self.number}" if self.number > 1 else ""
        rendered = _RENDERED if self.rendered else ""
        return f"{stamp(self.moment)}{rendered}{twin}{SUFFIX}"

    @classmethod
    def read(cls, name: str) -> "FileName | None":
        """Read a file's name; `None` where it is not a snapshot's."""
        match = _NAME.fullmatch(name)
        if match is None:
            return None
        try:
            moment = datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC)
        except ValueError:
            return None
        return cls(moment, int(match[3] or 1), rendered=match[2] is not None)


def stamp(moment: datetime) -> str:
    """A moment as it stands in a file name, in UTC."""
    return moment.astimezone(UTC).strftime(_STAMP)


def folder_of(address: str) -> PurePosixPath:
    """The folder of an address: `HOST/SLUG-HASH`.

    Host and slug are for people; the hash alone tells addresses apart. A query is in the hash and
    not in the slug, since it may hold what should not be read off a folder's name.
    """
    digest = hashlib.sha256(address.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_DIGITS]
    try:
        parts = urlsplit(address)
    except ValueError:  # not a URL; nothing will be kept of it either
        return PurePosixPath("no-host", f"index-{digest}")
    host = _safe(parts.netloc.rpartition("@")[2], _LONGEST_HOST) or "no-host"
    slug = _safe(parts.path, _LONGEST_SLUG) or "index"
    return PurePosixPath(host, f"{slug}-{digest}")


def _safe(text: str, longest: int) -> str:
    """The end of a text in characters that every file system takes."""
    return _UNSAFE.sub("_", text.lower())[-longest:].strip("._-")
