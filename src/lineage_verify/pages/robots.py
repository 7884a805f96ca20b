"""What a site's robots.txt allows: pure (RFC 9309).

Heeded for rendering alone, where scripts of the page ask for addresses that no person wrote down.
"""

import re
from dataclasses import dataclass
from urllib.parse import quote, unquote_to_bytes, urlsplit

__all__ = ["LARGEST", "Robots", "read_robots"]

LARGEST = 500 * 1024
"""How many bytes of a robots.txt count (2.5)."""

_LINE = re.compile(r"[ \t]*([A-Za-z-]+)[ \t]*:[ \t]*([^#\r\n]*)")
_TOKEN = re.compile(r"[A-Za-z_-]+|\*")
_MOST_STARS = 20


@dataclass(frozen=True, slots=True)
class _Rule:
    allows: bool
    path: str

    def fits(self, path: str) -> bool:
        """Whether a path begins as the rule says, `*` for anything and a last `$` for its end."""
        parts = self.path.removesuffix("$").split("*")
        if len(parts) > _MOST_STARS:
            return not self.allows  # in doubt, do not
        if not path.startswith(parts[0]):
            return False
        at = len(parts[0])
        for part in parts[1:-1]:
            found = path.find(part, at)
            if found < 0:
                return False
            at = found + len(part)
        return self._ends(path, at, parts)

    def _ends(self, path: str, at: int, parts: list[str]) -> bool:
        closed = self.path.endswith("$")
        if len(parts) == 1:
            return not closed or at == len(path)
        if closed:
            return path.endswith(parts[-1]) and len(path) - len(parts[-1]) >= at
        return path.find(parts[-1], at) >= 0


@dataclass(frozen=True, slots=True)
class Robots:
    """The rules that hold for one agent."""

    rules: tuple[_Rule, ...] = ()

    def allow(self, url: str) -> bool:
        """Whether a URL may be asked for: the longest rule decides, and `allow` where two tie."""
        parts = urlsplit(url)
        path = _encoded(parts.path or "/") + (f"?{_encoded(parts.query)}" if parts.query else "")
        if path == "/robots.txt":
            return True
        fitting = [rule for rule in self.rules if rule.fits(path)]
        best = max(fitting, key=lambda rule: (len(rule.path), rule.allows), default=None)
        return best is None or best.allows


def read_robots(data: bytes, agent: str) -> Robots:
    """The rules of a robots.txt for an agent: of the groups that name it, else of those for `*`."""
    groups: dict[str, list[_Rule]] = {}
    named: list[str] = []
    in_rules = False
    for line in data[:LARGEST].decode("utf-8", "replace").lstrip("\ufeff").splitlines():
        match = _LINE.match(line)
        key, value = (match[1].lower(), match[2].strip()) if match else ("", "")
        if key == "user-agent":
            named = [] if in_rules else named
            in_rules = False
            token = _TOKEN.match(value)
            named.append(token[0].lower() if token else "")
            groups.setdefault(named[-1], [])
        elif key in {"allow", "disallow"}:
            in_rules = True
            for name in named if value else ():
                groups[name].append(_Rule(key == "allow", _encoded(value)))
    return Robots(tuple(groups.get(agent.lower(), groups.get("*", []))))


def _encoded(path: str) -> str:
    """A path in one spelling: what need not be percent-encoded is not, the rest is (2.2.2)."""
    return quote(unquote_to_bytes(path), safe="/*$?&=;:@+,!~'()")
