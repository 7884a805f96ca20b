"""The issue's text: what it tells, and that words of pages do nothing in it."""

import re
from typing import Any

import pytest
from markdown_it import MarkdownIt

from tests.github.bench import action_module
from tests.github.report import finding, problem, report, source, spec

issue_body = action_module("issue_body")

RUNNER = {
    "GITHUB_SERVER_URL": "https://github.com",
    "GITHUB_REPOSITORY": "owner/pages",
    "GITHUB_RUN_ID": "77",
    "GITHUB_SHA": "a" * 40,
}

HOSTILE = [
    "@octocat and @owner/team please look",
    "fixes #1, closes owner/pages#2, resolves GH-3",
    "<!-- a comment that swallows the rest",
    "--> out of a comment",
    "<!-- lineage-verify evidence " + "0" * 64 + " -->",
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "<details><summary>open</summary>",
    "</code></pre></div>",
    "```\n@octocat\n```",
    "~~~\n@octocat\n~~~",
    "``````````` eleven",
    "`a` ``b`` ```c```",
    "`",
    "text ending in `",
    "``",
    "```",
    "`````",
    "~~~",
    "\n\n# A heading\n\n- [ ] a task",
    "[a link](javascript:alert(1)) ![an image](https://example.org/x.png)",
    "](https://example.org) [",
    "[ref]: https://example.org",
    "| a | b |\n| - | - |",
    "$`x`$ $$x$$",
    ":tada: &lt;b&gt; &#64;octocat",
    "https://example.org/autolink www.example.org a@example.org",
    "::error::a command",
    "\r\n::set-output name=a::b",
    "\x1b[31mred\x1b[0m \x07",
    "\u202ereversed\u2066 isolated\u2069",
    "zero\u200bwidth\u200djoined\ufeff",
    "tag \U000e0041\U000e0042",
    "line\u2028paragraph\u2029separators\u0085next",
    "\x00null \ufffe \udc80",
    "\\`escaped\\`",
    "    indented code",
    "> quote",
    "1. one",
    "***",
    "===\n---",
    "5f3c5f3c5f3c5f3c5f3c5f3c5f3c5f3c5f3c5f3c",
    "",
    "   ",
    "x" * 100_000,
    "`" * 5_000,
]


def body(*specs: Any, outcome: str = "broken") -> str:
    text: str = issue_body.body(report(*specs, outcome=outcome), RUNNER)
    return text


def active(text: str) -> list[str]:
    """What a Markdown reader gets outside of code: text, HTML and the addresses of links.

    Our own first line, which carries the digest, and the links to a spec's line are left out.
    """
    own = re.sub(r"(?m)^(### .*)\]\(https://github\.com/owner/pages/blob/.*\)$", r"\1](PATH)", text)
    found = []
    for token in MarkdownIt("gfm-like", {"linkify": False}).parse(own.partition("\n")[2]):
        if token.type in {"fence", "code_block"}:
            continue
        if token.type == "html_block":
            found.append(token.content)
        for child in token.children or []:
            if child.type != "code_inline":
                found.append(child.content)
                found.append(str(child.attrGet("href") or ""))
    return [part for part in found if part not in {"", "PATH"}]


def everywhere(words: str) -> Any:
    """A spec with the words in every place that a page or an author can write to."""
    known = finding(
        "drifted",
        quote=words,
        found=words,
        pointer=words,
        source=words,
        deep_link=words,
        section={"title": words, "anchor": words},
        waived={"reason": words, "until": "2026-09-01"},
    )
    unread = source(id=words, url=words, error={"kind": "http-status", "message": words})
    return spec(known, path=words, problems=[problem(message=words)], sources=[unread])


def test_tells_what_is_broken_where_and_how() -> None:
    section = {"title": "Boot", "anchor": "boot"}
    text = body(spec(finding("drifted", last_held="2026-02-01", section=section), finding()))
    assert "**Broken: 1** (1 drifted, 0 missing). Not checked: 0. Holding: 1." in text
    assert "Checked on 2026-03-02." in text
    address = f"https://github.com/owner/pages/blob/{'a' * 40}/specs/page.json#L12"
    assert f"### drifted (wording): [`specs/page.json:12`]({address})" in text
    assert "Evidence `/stages/0/evidence/0`, source `docs`, section `Boot`." in text
    assert "[The page](<https://docs.example.org/a#:~:text=The%20engine>)." in text
    assert "It last held on 2026-02-01." in text
    assert "```diff\n- The engine starts one worker.\n+ The engine starts a worker.\n```" in text
    assert "https://github.com/owner/pages/actions/runs/77" in text


def test_a_missing_quote_stands_alone() -> None:
    assert "```diff\n- The engine starts one worker.\n```" in body(spec(finding("missing")))


def test_tells_what_could_not_be_read_and_what_is_invalid() -> None:
    unread = source(error={"kind": "timeout", "message": "no answer in 120 s"})
    text = body(spec(finding("unreachable"), problems=[problem()], sources=[unread]))
    assert "### Could not be read: source `docs` of `specs/page.json`" in text
    assert "timeout: no answer in 120 s" in text
    assert "### The spec is invalid: [`specs/page.json:30`]" in text
    assert "stage boot stands here twice" in text


def test_warnings_of_a_spec_are_not_told() -> None:
    assert "The spec is invalid" not in body(spec(finding(), problems=[problem(level="warning")]))


def test_worst_comes_first_and_waived_last() -> None:
    waived = {"reason": "known", "until": "2026-09-01"}
    text = body(
        spec(
            finding("drifted", severity="cosmetic", line=1),
            finding("missing", line=2),
            finding("drifted", severity="meaning", line=3),
            finding("drifted", severity="meaning", line=4, waived=waived),
        )
    )
    assert re.findall(r"specs/page\.json:(\d)`", text) == ["3", "2", "1", "4"]
    assert "Waived until 2026-09-01." in text


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_words_stay_in_code(words: str) -> None:
    assert active(body(everywhere(words))) == active(body(everywhere("harmless")))


@pytest.mark.parametrize("words", HOSTILE)
def test_no_control_or_invisible_character_is_left(words: str) -> None:
    text = body(everywhere(words))
    assert not issue_body.HIDDEN_CATEGORIES & {
        issue_body.unicodedata.category(char) for char in text if char != "\n"
    }


@pytest.mark.parametrize("words", HOSTILE)
def test_the_first_line_is_ours_whatever_the_words(words: str) -> None:
    spec_report = report(everywhere(words), outcome="broken")
    text = issue_body.body(spec_report, RUNNER)
    picked = list(action_module("pick").issues([{"number": 7, "body": text}]))
    assert picked == [f"7 {issue_body.digest(spec_report)}"]


def test_a_page_link_takes_web_addresses_alone() -> None:
    for address in (
        "javascript:alert(1)",
        "https://a.example/> @octocat",
        "https://a b",
        "data:,x",
    ):
        assert "[The page]" not in body(spec(finding("missing", deep_link=address)))


@pytest.mark.parametrize("words", ["x" * 500, "語" * 500, "`" * 500])
def test_a_long_list_stays_under_the_limit_and_counts_the_rest(words: str) -> None:
    evidence = [finding("missing", quote=words, line=line) for line in range(1, 2001)]
    text = body(spec(*evidence))
    assert len(text.encode()) <= 65_000
    shown = text.count("### missing")
    assert 0 < shown < 2000
    assert f"**And {2000 - shown} more**" in text


def test_the_digest_follows_what_is_broken_and_nothing_else() -> None:
    old = report(spec(finding("missing")), outcome="broken")
    later = report(spec(finding("missing", last_held="2026-01-01", line=99)), outcome="broken")
    later["generated_at"] = "2026-04-01T00:00:00Z"
    unread = source(error={"kind": "dns", "message": "no such host"})
    flaky = report(spec(finding("missing"), sources=[unread]), outcome="broken")
    assert issue_body.digest(old) == issue_body.digest(later) == issue_body.digest(flaky)
    worse = report(spec(finding("missing"), finding("drifted")), outcome="broken")
    other = report(spec(finding("drifted")), outcome="broken")
    invalid = report(spec(finding("missing"), problems=[problem()]), outcome="invalid")
    digests = {issue_body.digest(each) for each in (old, worse, other, invalid)}
    assert len(digests) == 4


def test_without_a_runner_there_are_no_links() -> None:
    text = issue_body.body(report(spec(finding("missing")), outcome="broken"), {})
    assert "### missing: `specs/page.json:12`" in text
    assert "actions/runs" not in text
