"""From the words of the command line to a command's work, by the shortest way."""

import os
import sys
from collections.abc import Sequence

from lineage_verify._version import __version__

__all__ = ["start"]


def start(words: Sequence[str]) -> object:
    """Do what the words say; gives the exit code.

    Plain words are read without typer, whose loading and whose work on every option take longer
    than a check of pages that are known. All others are typer's, as are help and usage errors.
    """
    from lineage_verify.cli.word_checks import asked_for_help, check_words

    if asked_for_help(words):
        words = [*words[1:], "--help"]
    check_words(words)
    if list(words) == ["--version"]:
        sys.stdout.write(f"lineage-verify {__version__}\n")
        return 0
    if list(words) != ["--help"]:
        from lineage_verify.cli.plain_words import read_words

        plain = read_words(words, os.environ)
        if plain is not None:
            return plain()
    from lineage_verify.cli.app import run

    return run(words)
