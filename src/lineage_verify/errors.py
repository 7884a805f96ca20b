"""The errors a user must mend.

What the *world* does (a page that is gone, a server that stalls) is a value, not an exception: see
`lineage_verify.pages.snapshot.Unreachable`. Only the command line turns an error into an exit code.

    LineageError
    ├── SpecError          a spec cannot be read or is invalid
    ├── SettingsError      an option or a settings file is wrong
    ├── CacheError         the cache folder cannot be read or written
    ├── OutputError        a report cannot be written
    ├── EditError          a spec cannot be changed in place
    └── MissingExtraError  an optional part is not installed
"""

__all__ = [
    "CacheError",
    "EditError",
    "LineageError",
    "MissingExtraError",
    "OutputError",
    "SettingsError",
    "SpecError",
]


class LineageError(Exception):
    """The base of every error this package raises on purpose; its text is one clear line."""


class SpecError(LineageError):
    """A spec cannot be read at all, or what was asked needs a valid one."""


class SettingsError(LineageError):
    """An option, an environment variable or a settings file has a wrong value."""


class CacheError(LineageError):
    """The cache folder cannot be read or written."""


class OutputError(LineageError):
    """A report cannot be written where it should go."""


class EditError(LineageError):
    """A spec cannot be changed: it is read-only, changed meanwhile, or the value is not there."""


class MissingExtraError(LineageError):
    """An optional part is not installed; the text names the command that installs it."""
