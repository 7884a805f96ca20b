"""WARC files made by others, taken into a shelf: wget, crawlers, browsers' archives, our own.

Two passes: the first learns which addresses redirect where and which captures repeat another, the
second keeps the pages, one at a time, so that a large archive needs no more memory than a page.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lineage_verify.errors import SettingsError
from lineage_verify.pages.archive import Record, UnreadableError, records
from lineage_verify.pages.coding import (
    BodyTooLargeError,
    BrokenCodingError,
    CutShortError,
    codings,
    dechunked,
    decoded,
)
from lineage_verify.pages.credentials import kept_headers
from lineage_verify.pages.faults import readable_size
from lineage_verify.pages.shelf import Shelf
from lineage_verify.pages.snapshot import Provenance, Redirect, Rendering, Snapshot
from lineage_verify.settings import Limits
from lineage_verify.sources.address import read_source

__all__ = ["ImportResult", "Imported", "PassedOver", "import_warc"]

_MOST_CHAINS = 50
_MOST_HOPS = 10
_SAMPLE = 4096


@dataclass(frozen=True, slots=True)
class Imported:
    """A page that was taken in, under an address that leads to it."""

    address: str
    url: str
    captured_at: datetime
    rendered: bool = False


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A page of the archive that was left out, and why."""

    url: str
    reason: str


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What came of an import; `damage` tells where the archive could not be read further."""

    pages: tuple[Imported, ...]
    passed_over: tuple[PassedOver, ...] = ()
    damage: str | None = None


@dataclass(slots=True)
class _Index:
    """What the first pass learns."""

    leads_to: dict[str, dict[str, Redirect]] = field(default_factory=dict)
    """By a redirect's target: the addresses that lead to it."""
    repeated: set[str] = field(default_factory=set)
    """Payload digests that a revisit repeats."""
    not_asked: set[str] = field(default_factory=set)
    """Ids of the answers to requests other than GET."""
    rendered: set[str] = field(default_factory=set)
    """Ids of the answers that a browser rendered, and that count as such alone."""


def import_warc(shelf: Shelf, path: Path, *, limits: Limits | None = None) -> ImportResult:
    """Take every page (200) of a WARC file into a shelf, under each address that leads to it.

    Captures count with their own `WARC-Date`. Answers to other requests than GET, cut-short and
    damaged bodies are passed over.

    Raises:
        SettingsError: the file cannot be read, or is no WARC file at all.
        CacheError: the shelf cannot be written.
    """
    most = (limits or Limits()).body_bytes
    index = _Index()
    damage: list[str] = []
    for record in _whole_records(path, most, damage):
        _learn(index, record)
    intake = _Intake(shelf, index, most)
    for record in _whole_records(path, most, []):
        intake.take(record)
    if damage and not (intake.pages or intake.passed_over):
        raise SettingsError(f"{path} cannot be imported: {damage[0]}")
    return ImportResult(tuple(intake.pages), tuple(intake.passed_over), next(iter(damage), None))


def _whole_records(path: Path, most: int, damage: list[str]) -> Iterator[Record]:
    """The records up to the first that cannot be read."""
    try:
        yield from records(path, most=most)
    except UnreadableError as error:
        damage.append(str(error))
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror or error}") from error


def _learn(index: _Index, record: Record) -> None:
    if record.kind == "request" and record.method not in {"GET", None} and record.concurrent_to:
        index.not_asked.add(record.concurrent_to)
    elif record.kind == "resource" and record.concurrent_to:
        index.rendered.add(record.concurrent_to)
    elif record.kind == "revisit" and record.payload_digest:
        index.repeated.add(record.payload_digest)
    elif record.kind == "response" and 300 <= record.status < 400 and record.location:
        redirect = Redirect(record.url, record.status, record.location)
        index.leads_to.setdefault(record.location, {})[record.url] = redirect


class _Intake:
    """The second pass: keeps pages as they come."""

    def __init__(self, shelf: Shelf, index: _Index, most: int) -> None:
        self.pages: list[Imported] = []
        self.passed_over: list[PassedOver] = []
        self._shelf = shelf
        self._index = index
        self._most = most
        self._bodies: dict[str, Snapshot] = {}
        self._to_render: dict[str, Snapshot] = {}

    def take(self, record: Record) -> None:
        if record.kind == "response" and record.status == 200:
            self._take_page(record)
        elif record.kind == "resource":
            self._take_rendered(record)
        elif record.kind == "revisit" and record.payload_digest in self._bodies:
            self._take_revisit(record, self._bodies[record.payload_digest])

    def _take_page(self, record: Record) -> None:
        if record.id in self._index.not_asked:
            self._pass_over(record, "it answers another request than GET")
            return
        page = _page(record, self._most)
        if isinstance(page, str):
            self._pass_over(record, page)
            return
        if record.id in self._index.rendered:
            self._to_render[record.id or ""] = page
            return
        if record.payload_digest in self._index.repeated:
            self._bodies[record.payload_digest or ""] = page
        self._keep(page)

    def _take_revisit(self, record: Record, page: Snapshot) -> None:
        """A page sent again, or confirmed by a 304."""
        if record.date is None or record.url != page.url:
            return
        if record.status == 304:
            self._keep(replace(page, validated_at=record.date, confirmation=record.headers))
        else:
            self._keep(replace(page, fetched_at=record.date, validated_at=record.date))

    def _take_rendered(self, record: Record) -> None:
        page = self._to_render.pop(record.concurrent_to or "", None)
        if page is None or record.date is None or record.url != page.url:
            self._pass_over(record, "the page that a browser rendered is not there")
        elif record.fault is not None:
            self._pass_over(record, record.fault)
        else:
            self._keep(_rendered(page, record, record.date))

    def _keep(self, page: Snapshot) -> None:
        shelf = self._shelf if page.rendering is None else self._shelf.rendered
        for chain in _chains(page.url, self._index.leads_to):
            address = _address(chain[0].url if chain else page.url)
            if address is None:
                continue
            shelf.keep(replace(page, address=address, redirects=chain))
            is_rendered = page.rendering is not None
            self.pages.append(Imported(address, page.url, page.validated_at, is_rendered))

    def _pass_over(self, record: Record, reason: str) -> None:
        self.passed_over.append(PassedOver(record.url, reason))


def _address(url: str) -> str | None:
    """The address that a source with this very URL has; `None` where no source may have it.

    A code host's file view keeps its own URL, since its bytes are not those of the raw file.
    """
    try:
        address = read_source(url).address
        parts, whole = urlsplit(url), urlsplit(address)
    except ValueError:
        return None
    if unquote(parts.path or "/") != unquote(whole.path):
        return url
    return address


def _chains(url: str, leads_to: dict[str, dict[str, Redirect]]) -> list[tuple[Redirect, ...]]:
    """Every way to a page: the direct one, and each run of redirects that ends at it."""
    chains: list[tuple[Redirect, ...]] = [()]
    for chain in chains:  # grows while it is walked
        begins = chain[0].url if chain else url
        passed = {url, *(hop.url for hop in chain)}
        for hop in leads_to.get(begins, {}).values():
            if hop.url not in passed and len(chain) < _MOST_HOPS and len(chains) < _MOST_CHAINS:
                chains.append((hop, *chain))
    return chains


def _page(record: Record, most: int) -> Snapshot | str:
    """The snapshot that a record holds, or why it cannot be one."""
    if record.date is None:
        return "its date cannot be read"
    if record.fault is not None:
        return record.fault
    body = _body(record, most)
    if isinstance(body, str):
        return body
    plain, encoded = body
    return Snapshot(
        address=record.url,
        url=record.url,
        status=200,
        headers=_headers(record, coded=encoded is not None),
        body=plain,
        sha256=sha256(plain).hexdigest(),
        fetched_at=record.date,
        validated_at=record.date,
        provenance=Provenance.FETCHED,
        encoded=encoded,
    )


def _rendered(page: Snapshot, record: Record, moment: datetime) -> Snapshot:
    """What a browser made of a page, as one of our own bundles has it."""
    by, without = record.rendered_by or "", record.rendered_without
    return replace(
        page,
        headers=record.headers,
        body=record.payload,
        sha256=sha256(record.payload).hexdigest(),
        fetched_at=moment,
        validated_at=moment,
        encoded=None,
        rendering=Rendering(by=by, without=without, page=page),
    )


def _body(record: Record, most: int) -> tuple[bytes, bytes | None] | str:
    """A record's body with its codings undone, and the body as sent where it has a content coding.

    Browsers' archives often keep headers of codings that they have undone already; such a header
    is taken for a leftover where the bytes do not bear it out.
    """
    sent = record.payload
    try:
        if "chunked" in (record.header("transfer-encoding") or "").lower():
            unchunked = dechunked(sent)
            sent = sent if unchunked is None else unchunked
        elif _shorter_than_declared(record):
            return "its body is shorter than its Content-Length says"
        names = codings(record.headers)
        try:
            return decoded(sent, names, limit=most), sent if names else None
        except BrokenCodingError as error:
            return (sent, None) if _looks_like_text(sent) else f"its body is damaged ({error})"
    except CutShortError:
        return "its body is cut short"
    except BodyTooLargeError:
        return f"its body is larger than {readable_size(most)}"


def _shorter_than_declared(record: Record) -> bool:
    declared = record.header("content-length") or ""
    coded = codings(record.headers)
    return not coded and declared.isdigit() and len(record.payload) < int(declared[:20])


def _looks_like_text(body: bytes) -> bool:
    return b"\0" not in body[:_SAMPLE] and b"<" in body[:_SAMPLE]


def _headers(record: Record, *, coded: bool) -> tuple[tuple[str, str], ...]:
    gone = {"transfer-encoding"} | (set() if coded else {"content-encoding"})
    return tuple((name, value) for name, value in kept_headers(record.headers) if name not in gone)
