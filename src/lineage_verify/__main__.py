"""`python -m lineage_verify`, and the console script."""

import os
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line and leave with its exit code."""
    _open_closed_streams()
    from lineage_verify.cli.errors import run_command
    from lineage_verify.cli.start import start

    words = sys.argv[1:]
    sys.exit(run_command(lambda: start(words), words))


def _open_closed_streams() -> None:
    """Give a stream that the caller has closed (`>&-`) somewhere to go: nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123


if __name__ == "__main__":
    main()
