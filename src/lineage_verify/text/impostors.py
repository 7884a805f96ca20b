"""A page that answers 200 and is not the page: a robot wall, a login, a soft 404, a site's front.

Asked only where no quote was found: a page that has the words is the page, whatever else it says.
"""

import re
from collections import Counter
from dataclasses import dataclass
from html import unescape
from typing import Final
from urllib.parse import SplitResult, urljoin, urlsplit

from lineage_verify.pages.snapshot import ErrorKind, Snapshot, Unreachable
from lineage_verify.text.page_text import Mark, PageText
from lineage_verify.text.site_signs import Group, Place, site_signs

__all__ = ["recognise"]

_ENOUGH = 5
_ENOUGH_OF_A_LONG_PAGE = 10
_SHORT = 1_500
"""Characters of the main reading; so little text is a sign by itself."""
_LONG = 3_000
_SHELL = 300
_FIRST_WORDS = 6_000
_FIRST_MARKUP = 200_000
_LONGEST_TITLE = 500
_FIRST_HEADINGS = 3

_BETWEEN = re.compile(r"\s+[|·•»«›‹—–-]+\s+|\s*[|·•»«›‹—–]\s*|(?<=\D):\s+")

_MEANINGS: Final = {
    Group.CHALLENGE: (ErrorKind.BLOCKED, "the site answers with a check for robots"),
    Group.LOGIN: (ErrorKind.BLOCKED, "the site answers with a login page"),
    Group.CONSENT: (ErrorKind.BLOCKED, "the site asks for consent before it shows the page"),
    Group.GONE: (ErrorKind.SOFT_404, "the page says that it is not there, though it answers 200"),
    Group.CLOSED: (ErrorKind.SOFT_404, "the site says that it is closed, though it answers 200"),
    Group.PARKED: (ErrorKind.SOFT_404, "the domain is parked, or its server is not set up"),
    Group.SHELL: (ErrorKind.NO_TEXT, "only a script fills the page; there is next to no text"),
}


def recognise(snapshot: Snapshot, text: PageText) -> Unreachable | None:
    """Return what a page is instead of the page that was asked for; `None` where it is the page.

    Several weak signs together decide (`site_signs.toml`), and more of them where the page has
    much text of its own. Pure, and bounded whatever the page holds.
    """
    seen = _Seen.of(snapshot, text)
    found = _by_signs(seen) or _sent_on(snapshot, seen) or _sent_to_a_front(snapshot)
    if found is None:
        return None
    kind, message = found
    return Unreachable(kind, message, snapshot.status, snapshot.url)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the signs look at, by place, and how much main reading the page has."""

    parts: dict[Place, tuple[str, ...]]
    length: int

    @classmethod
    def of(cls, snapshot: Snapshot, text: PageText) -> "_Seen":
        main = " ".join(_without_asides(text).split())
        markup = snapshot.body[:_FIRST_MARKUP].decode("latin-1").lower()
        is_page = markup.find("<") >= 0 and not text.lines
        headings = tuple(section.title for section in text.sections[:_FIRST_HEADINGS])
        title = text.title or (main if len(main) < _SHELL else "")
        return cls(
            {
                Place.TITLE: _title_parts(title),
                Place.HEADING: headings,
                Place.WORDS: (main[:_FIRST_WORDS],),
                Place.HIDDEN: (_hidden(text),),
                Place.MARKUP: (markup,) if is_page else (),
                Place.HEADER: tuple(f"{name}: {value.lower()}" for name, value in snapshot.headers),
                Place.ADDRESS: _other_address(snapshot),
            },
            len(main),
        )


def _by_signs(seen: _Seen) -> tuple[ErrorKind, str] | None:
    scores: Counter[Group] = Counter()
    for sign in site_signs():
        if any(sign.is_in(words) for words in seen.parts[sign.place]):
            scores[sign.group] += sign.weight
    if seen.length > _SHELL:
        del scores[Group.SHELL]
    if not scores:
        return None
    group, score = max(scores.items(), key=lambda pair: pair[1])
    if seen.length < _SHORT:
        score += 1
    enough = _ENOUGH if seen.length <= _LONG else _ENOUGH_OF_A_LONG_PAGE
    return _MEANINGS[group] if score >= enough else None


def _title_parts(title: str) -> tuple[str, ...]:
    title = title[:_LONGEST_TITLE]
    return (title, *_BETWEEN.split(title))


def _without_asides(text: PageText) -> str:
    parts, at = [], 0
    for stretch in text.stretches:
        if stretch.marks & Mark.aside():
            parts.append(text.text[at : stretch.start])
            at = stretch.end
    return "".join([*parts, text.text[at:]])


def _hidden(text: PageText) -> str:
    words = (text.text[one.start : one.end] for one in text.stretches if one.marks & Mark.HIDDEN)
    return " ".join(" ".join(words).split())[:_FIRST_WORDS]


def _other_address(snapshot: Snapshot) -> tuple[str, ...]:
    asked, came = urlsplit(snapshot.address), urlsplit(snapshot.url)
    if not came.netloc or (asked.netloc, asked.path) == (came.netloc, came.path):
        return ()
    return (came.netloc + came.path,)


_REFRESH = re.compile(
    r"<meta\b(?=[^<>]{0,200}http-equiv\s*=\s*[\"']?refresh)[^<>]{0,200}\bcontent\s*=\s*"
    r"[\"']?\s*(\d{1,4})(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?[\"']?([^\"'<>\s]{1,2000})",
    re.IGNORECASE,
)
_SOON_S = 10


def _sent_on(snapshot: Snapshot, seen: _Seen) -> tuple[ErrorKind, str] | None:
    """Tell of a page that sends its readers on (`meta refresh`) and says little else."""
    if seen.length >= _SHORT or not seen.parts[Place.MARKUP]:
        return None
    found = _REFRESH.search(snapshot.body[:_FIRST_MARKUP].decode("latin-1"))
    if found is None or int(found[1]) > _SOON_S:
        return None
    target = _joined(snapshot.url, unescape(found[2]))
    if target.split("#")[0] == snapshot.url.split("#")[0]:
        return None
    return ErrorKind.REDIRECTED_AWAY, f"the page sends its readers on to {target}"


def _joined(base: str, reference: str) -> str:
    try:
        return urljoin(base, reference)
    except ValueError:
        return reference


_FRONT = re.compile(
    r"(?:index|home|default|welcome|main|start|docs?|documentation|help|latest|stable|main|master|"
    r"current|v?\d+(?:\.\d+|\.x)*|[a-z]{2}(?:[-_][a-z]{2,4})?)(?:\.\w{2,5})?",
    re.IGNORECASE,
)


def _sent_to_a_front(snapshot: Snapshot) -> tuple[ErrorKind, str] | None:
    """Tell of a page whose redirects end at the front of its site, or of another."""
    if not snapshot.redirects:
        return None
    asked, came = urlsplit(snapshot.address), urlsplit(snapshot.url)
    if not _is_front(came) or _is_front(asked) or (came.query and came.query == asked.query):
        return None
    where = "its site's front" if _site(asked) == _site(came) else "the front of another site"
    return ErrorKind.REDIRECTED_AWAY, f"the page redirects to {where}, {snapshot.url}"


def _is_front(address: SplitResult) -> bool:
    """Tell whether a path has nothing but languages, versions and words for a front page."""
    segments = [segment for segment in address.path.split("/") if segment]
    return len(segments) <= 3 and all(_FRONT.fullmatch(segment) for segment in segments)


def _site(address: SplitResult) -> str:
    return address.netloc.lower().removeprefix("www.")
