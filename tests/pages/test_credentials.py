import pytest

from lineage_verify.pages.credentials import authorization, kept_headers, without_secrets

TOKEN = {"GITHUB_TOKEN": "gho_example"}


@pytest.mark.parametrize(
    "host",
    ["github.com", "api.github.com", "raw.githubusercontent.com", "gist.githubusercontent.com"],
)
def test_the_token_goes_to_githubs_own_hosts(host: str) -> None:
    assert authorization(f"https://{host}/a/b", TOKEN) == "Bearer gho_example"


@pytest.mark.parametrize(
    "url",
    [
        "http://github.com/a/b",
        "https://github.com:8443/a/b",
        "https://github.com.example/a",
        "https://evilgithub.com/a",
        "https://user.github.io/a",
        "https://docs.example/github.com",
        "https://objects.githubusercontent.com/a",
    ],
)
def test_and_nowhere_else(url: str) -> None:
    assert authorization(url, TOKEN) is None


@pytest.mark.parametrize("token", ["", "  ", "a b", "a\r\nX-Evil: 1", "tökén"])
def test_a_token_that_cannot_be_one_is_not_sent(token: str) -> None:
    assert authorization("https://github.com/a", {"GITHUB_TOKEN": token}) is None


def test_no_token_no_header() -> None:
    assert authorization("https://github.com/a", {}) is None


def test_cookies_are_not_kept() -> None:
    headers = (("set-cookie", "id=secret"), ("content-type", "text/html"), ("set-cookie", "b=c"))
    assert kept_headers(headers) == (("content-type", "text/html"),)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.example/p?page=2", "https://a.example/p?page=2"),
        ("https://a.example/p?token=ABC&page=2", "https://a.example/p?token=redacted&page=2"),
        ("https://a.example/p?X-Amz-Signature=AB%3D", "https://a.example/p?X-Amz-Signature=redacted"),
        ("https://a.example/p?token", "https://a.example/p?token"),
        ("https://me:word@a.example/p", "https://a.example/p"),
        ("https://a.example/p", "https://a.example/p"),
    ],
)  # fmt: skip
def test_secrets_are_taken_out_of_addresses(url: str, expected: str) -> None:
    assert without_secrets(url) == expected
