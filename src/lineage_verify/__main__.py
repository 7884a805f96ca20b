"""`python -m lineage_verify`, and the console script."""

import os
import sys

__all__ = ["main"]


_INTERRUPTED = 130
"""`ExitCode.INTERRUPTED`, before that can be imported."""


def main() -> None:
    """Run the command line and leave with its exit code."""
    try:
        code = _run()
    except KeyboardInterrupt:  # while the rest is being imported, or a second one at the end
        sys.stderr.write("lineage-verify: interrupted\n")
        code = _INTERRUPTED
    sys.exit(code)


def _run() -> int:
    _open_closed_streams()
    from lineage_verify.cli.errors import run_command
    from lineage_verify.cli.start import start

    words = sys.argv[1:]
    return run_command(lambda: start(words), words)


def _open_closed_streams() -> None:
    """Give a stream that the caller has closed (`>&-`) somewhere to go: nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123


if __name__ == "__main__":
    main()
