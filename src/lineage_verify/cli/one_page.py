"""One page, for the commands that look at a single one."""

import asyncio
from dataclasses import dataclass
from pathlib import PurePosixPath

from lineage_verify.cli.exit_codes import ExitCode
from lineage_verify.cli.progress import watch
from lineage_verify.cli.screen import say
from lineage_verify.cli.session import Session
from lineage_verify.errors import SettingsError
from lineage_verify.matches.model import Selector
from lineage_verify.pages.fetch import Screen
from lineage_verify.pages.snapshot import ErrorKind, Snapshot, Unreachable
from lineage_verify.reports.wording import advice, reason
from lineage_verify.sources.address import read_source
from lineage_verify.sources.target import Target
from lineage_verify.spec.addresses import refusal
from lineage_verify.text.extract import extract
from lineage_verify.text.impostors import recognise
from lineage_verify.text.page_text import PageText
from lineage_verify.verify.examine import examine
from lineage_verify.verify.reading import Inquiry, Question

__all__ = ["OnePage", "get_page", "question_of"]


@dataclass(frozen=True, slots=True)
class OnePage:
    """A page that was got and read."""

    target: Target
    snapshot: Snapshot
    text: PageText


def get_page(session: Session, url: str, quote: str | None = None) -> OnePage | int:
    """Get and read one page; where that cannot be, say why and give the exit code.

    A page that is known for another than the one asked for is not kept. Without a quote that tells
    it for sure, it is shown all the same.

    Raises:
        SettingsError: the address is of a form that a spec may not have.
    """
    why = refusal(url, "here.json")
    if why is not None:
        raise SettingsError(f"{url}: {why}")
    target = read_source(url, folder=PurePosixPath().as_posix())
    look = _Look(Inquiry((question_of(target, url, quote),)) if quote is not None else None)
    snapshot = asyncio.run(_get(session, target, look.screen))
    if isinstance(snapshot, Unreachable) and look.doubted is not None:
        say(f"{url}: not kept, for it may be no page ({snapshot.kind}): {snapshot.message}")
        snapshot = look.doubted
    text = snapshot if isinstance(snapshot, Unreachable) else extract(snapshot)
    if isinstance(snapshot, Unreachable) or isinstance(text, Unreachable):
        assert isinstance(text, Unreachable)  # noqa: S101 - an unreadable page has no text
        say(f"lineage-verify: {url}: cannot be read: {reason(text)}; {advice(text)}")
        return ExitCode.UNREACHABLE
    if snapshot.unrendered is not None:
        say(f"{url}: read as it was sent, and not rendered: {snapshot.unrendered}")
    return OnePage(target, snapshot, text)


def question_of(target: Target, url: str, quote: str) -> Question:
    """A quote as it is asked of a page."""
    lines = target.lines
    selector = Selector(
        quote,
        fragment=target.fragment,
        first_line=lines.first if lines else None,
        last_line=lines.last if lines else None,
    )
    return Question(selector, url)


@dataclass(slots=True)
class _Look:
    """Looks at a page before it is kept, as a run does, and holds on to one that is in doubt."""

    inquiry: Inquiry | None
    doubted: Snapshot | None = None

    async def screen(self, snapshot: Snapshot) -> Unreachable | None:
        if self.inquiry is not None:
            return examine(snapshot, self.inquiry).error
        text = extract(snapshot)
        if isinstance(text, Unreachable):
            return text
        why = recognise(snapshot, text)
        if why is None or why.kind is not ErrorKind.NO_TEXT:
            self.doubted = snapshot if why else None
            return why
        return why if snapshot.rendering is None else None  # the little that it has is shown


async def _get(session: Session, target: Target, screen: Screen) -> Snapshot | Unreachable:
    with watch(session.screen, session.file.text("color")) as observer:
        async with session.pages(observer, screen) as pages:
            return await pages.get(target)
