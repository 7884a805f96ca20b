"""A painter for one of the standard streams, as the terminal and the options allow."""

import os
from typing import TextIO

from lineage_verify.cli.screen import screen_of
from lineage_verify.cli.session import Session
from lineage_verify.reports.interface import Options
from lineage_verify.reports.paint import Painter

__all__ = ["painter_for"]


def painter_for(stream: TextIO, session: Session) -> Painter:
    """What lays out text for a stream; write what it gives with `write_text`."""
    shown = screen_of(stream, session.screen, session.file.text("color"), os.environ)
    return Painter(
        Options(width=shown.width, color=shown.color, links=shown.links, encoding=shown.encoding)
    )
