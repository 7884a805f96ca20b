"""A quote and a text to the place where the quote stands.

Pure. May import the rooms before it.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lineage_verify.matches.search import (
        MATCHER_VERSION,
        match_quote,
        match_quotes,
        standing_quotes,
    )

__all__ = ["MATCHER_VERSION", "match_quote", "match_quotes", "standing_quotes"]


def __getattr__(name: str) -> Any:
    """Load the search when it is first asked for."""
    if name in __all__:
        from lineage_verify.matches import search

        return getattr(search, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
