"""Markup that would exhaust the parser is refused; large honest pages are not."""

import pytest

from lineage_verify.text.html.guard import refusal

MANY = 60_000

HONEST = {
    "a long table": "<table>" + "<tr><td>a<td>b" * MANY + "</table>",
    "closed cells": "<table>" + "<tr><td>a</td><td>b</td></tr>" * MANY + "</table>",
    "paragraphs left open": "<p>words" * MANY,
    "items left open": "<ul>" + "<li>words" * MANY + "</ul>",
    "inline elements": "<p>" + "<b>a</b> <i>b</i> " * MANY,
    "void elements": "<p>" + "a<br>b<img src=x><wbr>" * MANY,
    "void elements closed": "<p>" + "a<br/>b<img src=x />" * MANY,
    "a drawing": "<svg>" + "<g><path d='M0'/><rect/></g>" * MANY + "</svg>",
    "a drawing with words": "<svg>"
    + "<g><foreignObject><div>a</div></foreignObject><path/></g>" * MANY
    + "</svg>",
    "upper and lower case": "<P>" + "<B>a</b><I>b</I>" * MANY,
    "misnested": "<p>" + "<b><i>a</b></i>" * MANY,
    "a bit deep": "<div>" * 200 + "<p>words</p>" * MANY + "</div>" * 200,
    "tags in a script": "<script>let a = '" + "<div>" * MANY + "'</script>",
    "tags in a comment": "<!--" + "<div>" * MANY + "-->",
    "tags in values": "<p>" + '<a title="<div><div>">a</a>' * MANY,
    "a large picture": "<img src='data:image/png;base64," + "Ab/+" * 200_000 + "'>" + "<p>a" * MANY,
    "many attributes": "<p " + " ".join(f"data-{number}='1'" for number in range(3_000)) + ">",
    "less-than signs": "a < b " * MANY,
}


@pytest.mark.parametrize("markup", HONEST.values(), ids=HONEST.keys())
def test_an_honest_page_is_not_refused(markup: str) -> None:
    assert refusal(markup) is None


NAMES = " ".join(f"a{number}" for number in range(100_000))
VALUES = " ".join(f"a{number}='>'" for number in range(60_000))

HOSTILE = {
    "deep": "<div>" * MANY,
    "deep and closed": "<div>" * MANY + "</div>" * MANY,
    "deep lists": "<ul><li>" * MANY,
    "deep tables": "<table><tr><td>" * MANY,
    "closed only in a script": "<div><script></div></script>" * MANY,
    "closed only in a comment": "<div><!--</div>-->" * MANY,
    "closed only in a value": "<div><a title='</div>'></a>" * MANY,
    "closed only in a text area": "<div><textarea></div></textarea>" * MANY,
    "closed only within a table": "<div><table></div></table>" * MANY,
    "closed only within a choice": "<div><select></div></select>" * MANY,
    "not closed by a slash": "<div/>" * MANY,
    "not closed by a slash in a drawing": "<svg><foreignObject>" + "<div/>" * MANY,
    "closed by another name": "<div></span>" * MANY,
    "in upper case": "<DIV>" * MANY,
    "attributes": f"<p {NAMES}>",
    "attributes and ends": f"<p {VALUES}>",
    "attributes by slashes": f"<p/{NAMES.replace(' ', '/')}>",
    "attributes without an end": f"<p {NAMES}",
    "attributes of a script": f"<script {NAMES}></script>",
    "more tags than any page has": "<b></b>" * 1_100_000,
}


@pytest.mark.parametrize("markup", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_page_is_refused(markup: str) -> None:
    assert refusal(markup)


LEFT_OPEN = {
    "comments": ("<!--" * 500_000, False),
    "values": ('<a b="' * 300_000, True),
    "values in values": ("<a b='<a b=\"" * 200_000, True),
    "scripts": ("<script>" * 300_000, False),
    "ends": ("</" * 500_000, False),
    "starts": ("<" * 1_000_000, False),
    "names": ("<a" * 500_000, False),
    "equals signs": ("<a " + "= " * 500_000, True),
}


@pytest.mark.parametrize(("markup", "refused"), LEFT_OPEN.values(), ids=LEFT_OPEN.keys())
def test_the_scan_takes_what_is_left_open_to_the_page_s_end(markup: str, *, refused: bool) -> None:
    """A scan that began again at each of these would not end within the test run."""
    assert (refusal(markup) is not None) is refused
