"""Pages that are not the page, and living pages that only look like it."""

import pytest

from lineage_verify.pages.snapshot import ErrorKind, Snapshot, Unreachable
from lineage_verify.text.extract import extract
from lineage_verify.text.impostors import recognise
from lineage_verify.text.page_text import PageText
from lineage_verify.text.site_signs import Place, Sign, site_signs
from tests.text.pages import snapshot

WORDS = (
    "The engine keeps a queue of jobs and hands the oldest one to a worker that is free. "
    "A worker tells the engine when it has ended, and the engine writes down how long it took. "
)
"""Some of a living page."""


def told(page: Snapshot) -> ErrorKind | None:
    text = extract(page)
    assert isinstance(text, PageText), text
    found = recognise(page, text)
    return found.kind if found is not None else None


def page(title: str, body: str, head: str = "") -> str:
    return (
        f"<!doctype html><html><head><title>{title}</title>{head}</head><body>{body}</body></html>"
    )


@pytest.mark.parametrize(
    ("sign", "words"), [(sign, words) for sign in site_signs() for words in sign.examples]
)
def test_a_sign_is_found_in_its_examples(sign: Sign, words: str) -> None:
    assert sign.is_in(_as_seen(sign, words))


@pytest.mark.parametrize(
    ("sign", "words"), [(sign, words) for sign in site_signs() for words in sign.others]
)
def test_a_sign_is_not_found_in_its_counter_examples(sign: Sign, words: str) -> None:
    assert not sign.is_in(_as_seen(sign, words))


def test_every_sign_has_examples_and_counter_examples() -> None:
    assert all(sign.examples and sign.others for sign in site_signs())


def _as_seen(sign: Sign, words: str) -> str:
    return words.lower() if sign.place in {Place.MARKUP, Place.HEADER} else words


CHALLENGE = page(
    "Just a moment...",
    "<h1>docs.brook.example</h1><p>Verify you are human by completing the action below.</p>"
    "<noscript>Enable JavaScript and cookies to continue</noscript>"
    "<script>window._cf_chl_opt = {cvId: '3'};</script><p>Ray ID: 8f01</p>",
)
LOGIN = page(
    "Sign in · Brook",
    "<form><label>Name <input name=n></label><label>Password <input type=password name=p></label>"
    "<button>Sign in</button></form><a href=/reset>Forgot your password?</a>",
)
CONSENT = page(
    "Before you continue",
    "<h1>Before you continue to Brook</h1><p>We use cookies.</p><button>Accept all</button>",
)
GONE = page("Page not found | Brook", "<nav>Home</nav><main><h1>Oh dear</h1><p>Try a search.</p>")
GONE_BY_HEADING = page(
    "Brook", "<h1>404</h1><p>We couldn't find the page you were looking for.</p>"
)
CLOSED = page("Maintenance", "<p>The site is currently down for maintenance. Try again later.</p>")
PARKED = page("brook.example", "<h1>brook.example</h1><p>This domain is for sale. Make an offer.")
SHELL = page(
    "Brook",
    '<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript>'
    "<footer>© Brook</footer>",
    '<script type="module" src="/assets/index-3f1a.js"></script>',
)
REFRESH = page(
    "Brook",
    "<p>This page has a new address.</p>",
    '<meta http-equiv="refresh" content="0; url=../two/engine.html">',
)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (CHALLENGE, ErrorKind.BLOCKED),
        (LOGIN, ErrorKind.BLOCKED),
        (CONSENT, ErrorKind.BLOCKED),
        (GONE, ErrorKind.SOFT_404),
        (GONE_BY_HEADING, ErrorKind.SOFT_404),
        (CLOSED, ErrorKind.SOFT_404),
        (PARKED, ErrorKind.SOFT_404),
        (SHELL, ErrorKind.NO_TEXT),
        (REFRESH, ErrorKind.REDIRECTED_AWAY),
    ],
    ids=lambda value: value if isinstance(value, ErrorKind) else "",
)
def test_a_page_that_is_not_the_page_is_told(body: str, kind: ErrorKind) -> None:
    assert told(snapshot(body)) is kind


@pytest.mark.parametrize(
    ("head", "kind", "words"),
    [
        ("<script src=/a.js></script>", ErrorKind.NO_TEXT, "script"),
        ("<meta http-equiv=refresh content='0;url=/b/'>", ErrorKind.REDIRECTED_AWAY, "/b/"),
        ("<script>var _cf_chl_opt={};</script>", ErrorKind.BLOCKED, "robots"),
    ],
)
def test_a_page_without_any_word_is_told_as_what_it_is(
    head: str, kind: ErrorKind, words: str
) -> None:
    text = extract(snapshot(page("Just a moment..." if "_cf" in head else "Brook", "", head)))
    assert isinstance(text, Unreachable)
    assert text.kind is kind
    assert words in text.message


def test_a_header_alone_tells_a_challenge() -> None:
    body = page("Brook", "<p>Wait.</p>")
    assert told(snapshot(body)) is None
    challenged = snapshot(body, headers=(("cf-mitigated", "challenge"),))
    assert told(challenged) is ErrorKind.BLOCKED


def test_a_plain_answer_that_it_is_not_found_is_told() -> None:
    assert told(snapshot("404: Not Found\n", content_type="text/plain")) is ErrorKind.SOFT_404


def test_the_message_names_where_a_page_sends_its_readers() -> None:
    sent = snapshot(REFRESH)
    text = extract(sent)
    assert isinstance(text, PageText)
    found = recognise(sent, text)
    assert found is not None
    assert "https://docs.brook.example/two/engine.html" in found.message
    assert found.status == 200
    assert found.url == sent.url


@pytest.mark.parametrize(
    "body",
    [
        page("Errors | Brook", f"<h1>Errors</h1><p>{WORDS}</p><p>An unknown job gives 404.</p>"),
        page("404 Not Found - HTTP | Brook", f"<h1>404 Not Found</h1><p>{WORDS * 30}</p>"),
        page("What a 404 is", f"<h1>What a 404 is</h1><p>The page you requested was gone. {WORDS}"),
        page("Login flow", f"<h1>Login flow</h1><p>{WORDS}</p><input type=password>"),
        page("Robot walls", f"<p>Such a wall says: verify you are human. {WORDS * 4}</p>"),
        page("Maintenance of indexes", f"<h1>Maintenance</h1><p>{WORDS}</p>"),
        page("Brook", '<div id="root"></div><script src=/assets/a.js></script>' + WORDS * 3),
        page("Short", "<p>Eight workers.</p>"),
        page(
            "Engine",
            f"<p>{WORDS * 10}</p>",
            '<meta http-equiv="refresh" content="0; url=/elsewhere">',
        ),
        page("Engine", "<p>Eight.</p>", '<meta http-equiv="refresh" content="600; url=/e">'),
        page("Engine", "<p>Eight.</p>", '<meta http-equiv="refresh" content="5">'),
    ],
)
def test_a_living_page_stays_a_page(body: str) -> None:
    assert told(snapshot(body)) is None


@pytest.mark.parametrize(
    ("asked", "came", "kind"),
    [
        ("https://a.example/design/loop", "https://a.example/", ErrorKind.REDIRECTED_AWAY),
        (
            "https://a.example/design/loop",
            "https://a.example/en/latest/",
            ErrorKind.REDIRECTED_AWAY,
        ),
        (
            "https://a.example/design/loop",
            "https://b.example/index.html",
            ErrorKind.REDIRECTED_AWAY,
        ),
        ("https://a.example/design/loop.html", "https://a.example/design/loop/", None),
        ("https://a.example/loop", "https://a.example/design/loop", None),
        ("https://a.example/", "https://a.example/en/latest/", None),
        (
            "https://a.example/design/loop",
            "https://a.example/?topic=loop",
            ErrorKind.REDIRECTED_AWAY,
        ),
    ],
)
def test_a_redirect_to_a_front_is_told(asked: str, came: str, kind: ErrorKind | None) -> None:
    assert told(snapshot(page("Brook", f"<p>{WORDS}"), url=came, asked=asked)) is kind


def test_a_redirect_to_a_login_is_told_with_less() -> None:
    body = page("Brook", "<form><input type=password></form><p>Welcome</p>")
    asked = "https://docs.brook.example/engine"
    assert told(snapshot(body)) is None
    assert (
        told(snapshot(body, asked=asked, url="https://sso.brook.example/idp/login"))
        is ErrorKind.BLOCKED
    )


def test_hostile_markup_is_looked_at_within_a_bound() -> None:
    for piece in ("<div id=", "<noscript>javascript ", "<meta http-equiv=refresh ", "<input "):
        text = PageText.plain("words")
        assert recognise(snapshot(piece * 40_000), text) is None
