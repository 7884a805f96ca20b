"""`python -m lineage_verify`, and the console script."""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line and leave with its exit code."""
    from lineage_verify.cli.app import app
    from lineage_verify.cli.errors import run_command

    words = sys.argv[1:]
    sys.exit(
        run_command(
            lambda: app(args=words, prog_name="lineage-verify", standalone_mode=False), words
        )
    )


if __name__ == "__main__":
    main()
