"""What the process's exit code means (DESIGN.md section 3)."""

from enum import IntEnum

__all__ = ["ExitCode"]


class ExitCode(IntEnum):
    """Every exit code of every command."""

    OK = 0
    """Everything holds."""
    BROKEN = 1
    """Some evidence has drifted or is missing."""
    USAGE = 2
    """A usage error, an unreadable or invalid spec, or an output that cannot be written."""
    UNREACHABLE = 3
    """Nothing is broken, but some evidence could not be checked."""
    INTERNAL = 4
    """A fault in this program."""
    INTERRUPTED = 130
    """Stopped by the user."""
