"""The standard streams, whose other end may be gone or full."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from lineage_verify.errors import OutputError

__all__ = ["delivered", "discard"]


@contextmanager
def delivered(stream: TextIO) -> Iterator[None]:
    """See that what is written within reaches the other end of a stream.

    A reader that has gone is no error, and changes no exit code: the rest goes nowhere. Nor is it
    one where a message on standard error cannot be told.

    Raises:
        OutputError: the stream is full.
    """
    try:
        yield
        stream.flush()
    except BrokenPipeError:
        discard(stream)
    except OSError as error:
        discard(stream)
        if stream is not sys.stderr:
            why = error.strerror or error
            raise OutputError(f"standard output: cannot be written: {why}") from None


def discard(stream: TextIO) -> None:
    """Send what a stream still holds nowhere, or the interpreter complains of it at exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
