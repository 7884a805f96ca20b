import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.errors import SettingsError
from lineage_verify.pages.proxy import proxy_for

BOTH = {"http_proxy": "http://proxy.example:3128", "https_proxy": "https://tls.example:3129"}


def asked_through(url: str, **environ: str) -> str | None:
    proxy = proxy_for(url, environ)
    return proxy.url if proxy else None


def test_the_scheme_picks_the_variable() -> None:
    assert asked_through("http://docs.example/", **BOTH) == "http://proxy.example:3128"
    assert asked_through("https://docs.example/", **BOTH) == "https://tls.example:3129"
    assert asked_through("https://docs.example/") is None


def test_capitals_and_all_proxy_count() -> None:
    assert asked_through("https://a.example/", HTTPS_PROXY="http://p:1") == "http://p:1"
    assert asked_through("https://a.example/", ALL_PROXY="p:1") == "http://p:1"
    both = {"all_proxy": "http://p:1", "https_proxy": "http://q:2"}
    assert asked_through("https://a.example/", **both) == "http://q:2"


def test_a_proxy_that_a_request_header_could_set_is_ignored() -> None:
    assert asked_through("http://a.example/", HTTP_PROXY="http://p:1", REQUEST_METHOD="GET") is None
    assert asked_through("http://a.example/", HTTP_PROXY="http://p:1") == "http://p:1"


@pytest.mark.parametrize(
    ("no_proxy", "url", "direct"),
    [
        ("*", "http://docs.example/", True),
        ("docs.example", "http://docs.example/", True),
        ("docs.example", "http://deep.docs.example/", True),
        (".docs.example", "http://deep.docs.example/", True),
        ("*.docs.example", "http://deep.docs.example/", True),
        ("docs.example", "http://otherdocs.example/", False),
        ("docs.example:8080", "http://docs.example:8080/", True),
        ("docs.example:8080", "http://docs.example/", False),
        ("docs.example:80", "http://docs.example/", True),
        ("DOCS.example", "http://docs.EXAMPLE/", True),
        ("a.example, docs.example", "http://docs.example/", True),
        ("a.example docs.example", "http://docs.example/", True),
        ("10.0.0.0/8", "http://10.1.2.3/", True),
        ("10.0.0.0/8", "http://0x0a010203/", True),
        ("10.0.0.0/8", "http://11.1.2.3/", False),
        ("127.0.0.1", "http://127.0.0.1:8000/", True),
        ("::1", "http://[::1]:8000/", True),
        ("[::1]", "http://[::1]:8000/", True),
        ("", "http://docs.example/", False),
    ],
)
def test_exceptions(no_proxy: str, url: str, direct: bool) -> None:
    assert (asked_through(url, **BOTH, no_proxy=no_proxy) is None) is direct


@pytest.mark.parametrize("value", ["socks5://p:1", "http://", "http://p:port", "ftp://p:1"])
def test_what_is_no_http_proxy_is_an_error_that_names_the_variable(value: str) -> None:
    with pytest.raises(SettingsError, match="HTTPS_PROXY"):
        proxy_for("https://docs.example/", {"HTTPS_PROXY": value})


def test_a_password_is_never_shown() -> None:
    proxy = proxy_for("http://docs.example/", {"http_proxy": "http://me:secret@p.example:1"})
    assert proxy is not None
    assert proxy.shown == "http://p.example:1"


@given(st.text(max_size=40))
def test_any_exception_list_is_read_without_a_fault(no_proxy: str) -> None:
    asked_through("http://docs.example/", **BOTH, no_proxy=no_proxy)
