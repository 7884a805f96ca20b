"""`lineage-verify cache`: the kept snapshots."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from lineage_verify.cli.age import parse_age
from lineage_verify.cli.exit_codes import ExitCode
from lineage_verify.cli.intake import Intake
from lineage_verify.cli.options import PageOptions, ScreenOptions
from lineage_verify.cli.output_file import check_cited, check_outputs
from lineage_verify.cli.screen import say, write_text
from lineage_verify.cli.session import Session, open_session
from lineage_verify.cli.streams import delivered
from lineage_verify.errors import CacheError, SettingsError
from lineage_verify.pages.bundle import export
from lineage_verify.pages.capture import CaptureKind
from lineage_verify.pages.history import Moment, at_moment, holdings, prune, timeline
from lineage_verify.pages.import_page import import_page
from lineage_verify.pages.import_warc import ImportResult, import_warc
from lineage_verify.pages.shelf import AllPages, Shelf
from lineage_verify.reports.escape import one_line
from lineage_verify.reports.wording import counted
from lineage_verify.settings import Limits
from lineage_verify.sources.address import read_source
from lineage_verify.verify.plan import targets_of

__all__ = ["export_bundle", "import_files", "list_snapshots", "prune_snapshots", "show_snapshot"]

_HOW = {
    CaptureKind.RESPONSE: "sent in full",
    CaptureKind.SAME_PAYLOAD: "sent in full, the same bytes",
    CaptureKind.NOT_MODIFIED: "304 not modified",
    CaptureKind.RENDERED: "rendered",
}


def list_snapshots(url: str | None, cache_dir: Path | None) -> int:
    """List the pages that are kept, or one page's history, oldest first."""
    session = _session(cache_dir)
    rows = list(_history(session, url) if url else _pages(session))
    if not rows:
        say(f"no snapshot of {url} is kept" if url else "no snapshots are kept")
    _print(rows)
    return ExitCode.OK


def show_snapshot(url: str, at: str | None, *, rendered: bool, cache_dir: Path | None) -> int:
    """Write the bytes of a kept page to standard output: as it was sent, or `rendered`."""
    session = _session(cache_dir)
    moment = _moment(at, end_of_day=True) if at else None
    kept, other = session.shelf(), session.shelf().rendered
    if rendered:
        kept, other = other, kept
    snapshot = at_moment(kept, _address(url), moment)
    if snapshot is None:
        when = f" of {at} or before" if at else ""
        raise CacheError(f"{url}: no {_what(rendered)} is kept{when}{_hint(other, url, rendered)}")
    by = f", rendered by {snapshot.rendering.by}" if snapshot.rendering else ""
    say(f"{snapshot.url}, fetched {_when(snapshot.fetched_at)}, {snapshot.media_type or '?'}{by}")
    with delivered(sys.stdout):
        sys.stdout.buffer.write(snapshot.body)
    return ExitCode.OK


def import_files(
    files: Sequence[Path], *, url: str | None, date: str | None, cache_dir: Path | None
) -> int:
    """Take in WARC files made by others, or with `url` one saved page."""
    session = _session(cache_dir)
    if url is not None:
        return _import_page(session, files, url, date)
    if date is not None:
        raise SettingsError("--date goes with --url: a WARC file has its own dates")
    return max([_import_warc(session, file) for file in files], default=ExitCode.OK)


def export_bundle(specs: Sequence[str], output: Path, cache_dir: Path | None) -> int:
    """Write the newest snapshots that specs rest on into one WARC file."""
    session = _session(cache_dir)
    documents = session.documents(specs)
    check_outputs([output], [document.path for document in documents])
    for document in documents:
        check_cited([output], document, session.root)
    targets = {
        target.address: target
        for document in documents
        for target in targets_of(document).values()
        if not target.local
    }
    shelves = (session.shelf(), session.shelf().rendered)
    lacking = [address for address in targets if not any(one.newest(address) for one in shelves)]
    for address in lacking:
        say(f"{address}: no snapshot is kept")
    code = ExitCode.UNREACHABLE if lacking else ExitCode.OK
    pages = len(targets) - len(lacking)
    if not pages:
        say(f"nothing to write: no page of these specs is kept; {output} was not written")
        return code
    kept = (one.newest(address) for address in targets for one in shelves)
    exported = export((snapshot for snapshot in kept if snapshot is not None), output)
    aside = f", {exported.rendered} of them rendered" if exported.rendered else ""
    if exported.rendered == exported.pages:
        aside = ", as rendered"
    say(f"{_snapshots_of(exported.pages, pages)} written to {output}{aside}")
    return code


def _snapshots_of(snapshots: int, pages: int) -> str:
    return f"{counted(snapshots, 'snapshot')} of {counted(pages, 'page')}"


def prune_snapshots(keep: int | None, older_than: str | None, cache_dir: Path | None) -> int:
    """Take old snapshots out of the cache; the newest of each page stays."""
    if keep is None and older_than is None:
        raise SettingsError("say what may go: --keep N, --older-than AGE, or both")
    session = _session(cache_dir)
    age: timedelta | None = parse_age(older_than) if older_than else None
    result = prune(session.shelf(), now=session.now, keep=keep, older_than=age)
    damaged = f"{counted(result.damaged, 'damaged file')} removed; " if result.damaged else ""
    removed = counted(len(result.removed), "snapshot")
    say(f"{damaged}{removed} removed, {result.left} left")
    return ExitCode.OK


def _what(rendered: bool) -> str:  # noqa: FBT001 - the word that it stands for
    return "rendered snapshot" if rendered else "snapshot"


def _hint(other: Shelf, url: str, rendered: bool) -> str:  # noqa: FBT001 - likewise
    """That the other shelf has the page, where it does."""
    if other.newest(_address(url)) is None:
        return ""
    return "; only as it was sent" if rendered else "; a rendered one is: add --rendered"


def _session(cache_dir: Path | None) -> Session:
    return open_session(PageOptions(cache_dir=cache_dir), ScreenOptions())


def _pages(session: Session) -> Iterator[str]:
    for holding in holdings(AllPages(session.shelf())):
        newest = holding.newest
        rendered = "  (rendered)" if newest.rendered_by else ""
        yield (
            f"{_when(newest.validated_at)}  {newest.size:>11,} bytes"
            f"  {counted(holding.captures, 'snapshot'):>13}"
            f"  {counted(holding.versions, 'version'):>11}  {one_line(holding.address)}{rendered}"
        )


def _history(session: Session, url: str) -> Iterator[str]:
    for moment in timeline(AllPages(session.shelf()).history(_address(url))):
        yield _row(moment)


def _row(moment: Moment) -> str:
    capture = moment.capture
    by = f" by {one_line(capture.rendered_by)}" if capture.rendered_by else ""
    return (
        f"{_when(capture.validated_at)}  {'changed' if moment.changed else '       '}"
        f"  {capture.size:>11,} bytes  {capture.sha256[:12]}  {_HOW[capture.kind]}{by}"
        f" (fetched {_when(capture.fetched_at)})"
    )


def _import_page(session: Session, files: Sequence[Path], url: str, date: str | None) -> int:
    if len(files) != 1:
        raise SettingsError("--url takes one saved page")
    saved = _moment(date) if date else _modified(files[0])
    intake = Intake(session.shelf())
    snapshot = import_page(intake, files[0], _address(url), saved)
    what = "taken in" if intake.added else "there already"
    say(
        f"{files[0]}: {what} as {snapshot.address} of {_when(saved)}"
        + ("" if date else ", when the file was last changed; --date says otherwise")
    )
    return ExitCode.OK


def _import_warc(session: Session, file: Path) -> int:
    intake = Intake(session.shelf())
    result = _read_warc(intake, file)
    _print(
        f"{_when(page.captured_at)}  {one_line(page.address)}"
        + ("  (rendered)" if page.rendered else "")
        for page in result.pages
    )
    for left in result.passed_over:
        say(f"{file}: left out {left.url}: {left.reason}")
    if result.damage is not None:
        say(f"{file}: damaged, and read only up to there: {result.damage}")
    say(f"{file}: {_taken_in(result, intake)}")
    return _import_code(result)


def _read_warc(intake: Intake, file: Path) -> ImportResult:
    """`import_warc`, whose error tells how a saved page is taken in."""
    try:
        return import_warc(intake, file, limits=Limits())
    except SettingsError as error:
        if file.is_file() and os.access(file, os.R_OK):
            raise SettingsError(f"{error}; {_SAVED_PAGE}") from None
        raise


_SAVED_PAGE = "for a saved page, add --url URL"


def _taken_in(result: ImportResult, intake: Intake) -> str:
    """`3 snapshots of 2 pages: 1 added, 2 there already`."""
    if not result.pages:
        aside = "" if result.passed_over else f"; {_SAVED_PAGE}"
        return f"no page of it was taken in{aside}"
    pages = len({page.address for page in result.pages})
    both = _snapshots_of(len(result.pages), pages)
    return f"{both}: {intake.added} added, {intake.there} there already"


def _import_code(result: ImportResult) -> int:
    return ExitCode.OK if result.pages and result.damage is None else ExitCode.USAGE


def _address(url: str) -> str:
    try:
        target = read_source(url)
    except ValueError as error:
        raise SettingsError(f"{url}: {error}") from None
    if target.local:
        raise SettingsError(f"{url}: only pages with an http(s) address are kept")
    return target.address


def _moment(text: str, *, end_of_day: bool = False) -> datetime:
    """A date or a date and time (RFC 3339); without an offset it is in UTC."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise SettingsError(f"{text!r} is no date: write for instance 2026-11-29") from None
    if end_of_day and len(text) == len("2026-11-29"):
        moment += timedelta(days=1, microseconds=-1)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _modified(file: Path) -> datetime:
    try:
        return datetime.fromtimestamp(file.stat().st_mtime, UTC)
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror or error}") from None


def _when(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S}Z"


def _print(rows: Iterable[str]) -> None:
    write_text(sys.stdout, "".join(f"{row}\n" for row in rows))
