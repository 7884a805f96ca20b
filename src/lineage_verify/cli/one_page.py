"""One page, for the commands that look at a single one."""

import asyncio
from dataclasses import dataclass
from pathlib import PurePosixPath

from lineage_verify.cli.exit_codes import ExitCode
from lineage_verify.cli.progress import watch
from lineage_verify.cli.screen import say
from lineage_verify.cli.session import Session
from lineage_verify.errors import SettingsError
from lineage_verify.pages.snapshot import Snapshot, Unreachable
from lineage_verify.sources.address import read_source
from lineage_verify.sources.target import Target
from lineage_verify.spec.addresses import refusal
from lineage_verify.text.extract import extract
from lineage_verify.text.page_text import PageText

__all__ = ["OnePage", "get_page"]


@dataclass(frozen=True, slots=True)
class OnePage:
    """A page that was got and read."""

    target: Target
    snapshot: Snapshot
    text: PageText


def get_page(session: Session, url: str) -> OnePage | int:
    """Get and read one page; where that cannot be, say why and give the exit code.

    Raises:
        SettingsError: the address is of a form that a spec may not have.
    """
    why = refusal(url, "here.json")
    if why is not None:
        raise SettingsError(f"{url}: {why}")
    target = read_source(url, folder=PurePosixPath().as_posix())
    snapshot = asyncio.run(_get(session, target))
    text = snapshot if isinstance(snapshot, Unreachable) else extract(snapshot)
    if isinstance(snapshot, Unreachable) or isinstance(text, Unreachable):
        assert isinstance(text, Unreachable)  # noqa: S101 - an unreadable page has no text
        say(f"{url}: cannot be read ({text.kind}): {text.message}")
        return ExitCode.UNREACHABLE
    return OnePage(target, snapshot, text)


async def _get(session: Session, target: Target) -> Snapshot | Unreachable:
    with watch(session.screen) as observer:
        async with session.pages(observer) as pages:
            return await pages.get(target)
