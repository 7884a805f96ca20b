"""Which secret goes to which host, and what of an address is kept out of the archive: pure."""

from collections.abc import Mapping
from urllib.parse import urlsplit, urlunsplit

__all__ = ["authorization", "kept_headers", "without_secrets"]

_GITHUB_HOSTS = frozenset(
    {"api.github.com", "gist.githubusercontent.com", "github.com", "raw.githubusercontent.com"}
)

# Parameters by which a redirect hands out a passing right to read (signed addresses).
_SECRET_PARAMETERS = frozenset(
    {"access_token", "api_key", "apikey", "auth", "authorization", "client_secret", "code"}
    | {"credential", "jwt", "key", "key-pair-id", "password", "policy", "private_token"}
    | {"secret", "session", "sessionid", "sig", "signature", "token"}
    | {"x-amz-credential", "x-amz-security-token", "x-amz-signature"}
    | {"x-goog-credential", "x-goog-signature"}
)

_SECRET_HEADERS = frozenset(
    {"authorization", "cookie", "proxy-authorization", "set-cookie", "set-cookie2"}
)

_REDACTED = "redacted"


def authorization(url: str, environ: Mapping[str, str]) -> str | None:
    """The `Authorization` header for a URL; worked out afresh for every hop of a redirect.

    `GITHUB_TOKEN` goes to GitHub's own hosts, over TLS on the usual port, and nowhere else.
    """
    parts = urlsplit(url)
    token = environ.get("GITHUB_TOKEN", "").strip()
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        return None
    if parts.scheme != "https" or parts.hostname not in _GITHUB_HOSTS or parts.port not in _TLS:
        return None
    return f"Bearer {token}"


_TLS = (None, 443)


def kept_headers(headers: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """An answer's headers without those that carry secrets."""
    return tuple((name, value) for name, value in headers if name not in _SECRET_HEADERS)


def without_secrets(url: str) -> str:
    """A URL with the values of parameters that grant access, and any user-info, taken out."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url  # nobody can be asked with it
    netloc = parts.netloc.rpartition("@")[2]
    query = "&".join(_redacted(field) for field in parts.query.split("&"))
    return urlunsplit((parts.scheme, netloc, parts.path, query, parts.fragment))


def _redacted(field: str) -> str:
    name, equals, _ = field.partition("=")
    return f"{name}={_REDACTED}" if equals and name.lower() in _SECRET_PARAMETERS else field
