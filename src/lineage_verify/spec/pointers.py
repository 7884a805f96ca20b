"""JSON Pointers (RFC 6901)."""

__all__ = ["escape_token", "split_pointer"]


def escape_token(token: str) -> str:
    """A member's name as it stands in a JSON Pointer (RFC 6901, 3)."""
    return token.replace("~", "~0").replace("/", "~1")


def split_pointer(pointer: str) -> list[str]:
    """The member names and indexes that a JSON Pointer goes through (RFC 6901, 4).

    Raises `KeyError` for what is no pointer.
    """
    if not pointer:
        return []
    if not pointer.startswith("/"):
        raise KeyError(pointer)
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer[1:].split("/")]
