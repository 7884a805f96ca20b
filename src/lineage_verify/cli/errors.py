"""What stops a command, to one line and an exit code; the only place that does so."""

import errno
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from lineage_verify._version import __version__
from lineage_verify.cli.exit_codes import ExitCode
from lineage_verify.cli.streams import delivered, discard
from lineage_verify.errors import LineageError

__all__ = ["StoppedError", "run_command"]

ISSUES = "https://github.com/lineage-verify/lineage-verify/issues"
_UNFETCHING = frozenset({"lint", "schema", "cache", "help", "--help", "-h", "--version"})
"""First words of what asks for no page."""
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


class StoppedError(Exception):
    """The user broke off at a question; the text says what was written by then."""


def run_command(command: Callable[[], object], words: Sequence[str]) -> int:
    """Run a command and give the process's exit code; never raises, never shows a traceback."""
    try:
        code = command()
        with delivered(sys.stdout):
            pass
    except KeyboardInterrupt:
        return _interrupted(words)
    except StoppedError as error:
        return _tell(str(error), ExitCode.INTERRUPTED)
    except LineageError as error:
        return _tell(str(error), ExitCode.USAGE)
    except OSError as error:
        return _disk(error, words)
    except Exception as error:
        return _fault(error, verbose=_is_verbose(words))
    if code == ExitCode.INTERRUPTED:  # typer makes an exit of an interrupt
        return _interrupted(words)
    return code if isinstance(code, int) else ExitCode.OK


def _fault(error: Exception, *, verbose: bool) -> int:
    if verbose:
        from traceback import format_exc

        from lineage_verify.reports.escape import visible

        sys.stderr.write(visible(format_exc()))
    return _tell(
        f"a fault in lineage-verify {__version__}: {type(error).__name__}: {error}."
        f" Please report it at {ISSUES} with the output of the same command and --verbose",
        ExitCode.INTERNAL,
    )


def _interrupted(words: Sequence[str]) -> int:
    fetches = not words or words[0] not in _UNFETCHING
    kept = "; what was fetched stays in the cache" if fetches else ""
    return _tell(f"interrupted{kept}", ExitCode.INTERRUPTED)


def _disk(error: OSError, words: Sequence[str]) -> int:
    if error.errno not in {errno.EPIPE, *_FULL}:
        return _fault(error, verbose=_is_verbose(words))
    discard(sys.stdout)
    if error.errno == errno.EPIPE:
        return ExitCode.OK
    return _tell(f"no more can be written: {error.strerror}", ExitCode.USAGE)


def _tell(message: str, code: ExitCode) -> int:
    with suppress(OSError, ValueError):
        sys.stderr.write(f"lineage-verify: {_printable(message)}\n")
    return code


def _printable(text: str) -> str:
    from lineage_verify.reports.escape import one_line

    return one_line(text)


def _is_verbose(words: Sequence[str]) -> bool:
    return "--verbose" in words or "-v" in words
