"""Forms of HTML other than the usual: XHTML, shadow roots, frames, what a parser mends."""

import pytest

from lineage_verify.text.extract import extract
from lineage_verify.text.html.read import read_html
from lineage_verify.text.page_text import PageText
from tests.text.pages import collapsed, main_reading, snapshot

XHTML = (
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head>'
    '<script src="a.js"/><title>Brook</title><style/></head><body><a id="top"/>'
    "<p>The <i class='x'/>engine<br/>runs.</p><textarea/></body></html>"
)


@pytest.mark.parametrize("content_type", ["application/xhtml+xml", "application/xml", "text/xml"])
def test_empty_elements_of_xhtml_hold_nothing(content_type: str) -> None:
    text = extract(snapshot(XHTML, content_type=content_type))
    assert isinstance(text, PageText)
    assert collapsed(main_reading(text)) == "The engine runs."
    assert text.title == "Brook"


def test_what_is_sent_as_html_is_read_as_browsers_read_html() -> None:
    text = read_html("<p>The <script/>engine</script>runs")
    assert isinstance(text, PageText)
    assert collapsed(main_reading(text)) == "The runs"


def test_a_declared_shadow_root_is_shown_and_a_template_is_not() -> None:
    text = read_html(
        "<a-box><template shadowrootmode=open><p>The <b>engine</b></p></template>runs</a-box>"
        "<template><p>never</p></template>."
    )
    assert isinstance(text, PageText)
    assert collapsed(main_reading(text)) == "The engine runs."
    assert "never" not in text.text


@pytest.mark.parametrize(
    ("markup", "main"),
    [
        ("The engine", "The engine"),
        ("<b><p>The</b> engine", "The engine"),
        ("<table><b>The</b><tr><td>engine</table>", "The engine"),
        ("<p>The<p>engine</p></p>", "The engine"),
        ("<p>The &lt;b&gt; engine &notit; &#x41;", "The <b> engine ¬it; A"),
        ("<p>The engine<!-- stops -->", "The engine"),
        ("<p>The engine</p></body></html>runs", "The engine runs"),
        ("<p>The engine < runs", "The engine < runs"),
        ("<iframe>The</iframe>engine<iframe srcdoc='x'></iframe>", "engine"),
        ("<p>The\x00engine", "Theengine"),
    ],
)
def test_markup_is_mended_as_browsers_mend_it(markup: str, main: str) -> None:
    text = read_html(markup)
    assert isinstance(text, PageText)
    assert collapsed(main_reading(text)) == main


@pytest.mark.parametrize(
    ("markup", "lines"),
    [
        ("<p>one<br>two<br/><br>three", ["one", "two", "three"]),
        ("<pre>one\n  two\n</pre>", ["one", "  two"]),
        ("<pre>\n\none</pre>", ["", "one"]),
        ("<p style='white-space:pre-line'>one\n  two  two", ["one", "two two"]),
        ("<div>one</div>two<div>three</div>", ["one", "two", "three"]),
        ("<ul><li>one<ul><li>two</ul><li>three</ul>", ["one", "two", "three"]),
        ("<dl><dt>one<dd>two</dl>", ["one", "two"]),
        ("<p>one<hr>two", ["one", "two"]),
        ("<select><option>one<option>two</select>", ["one", "two"]),
        ("<fieldset><legend>one</legend>two</fieldset>", ["one", "two"]),
        ("<figure>one<figcaption>two</figcaption></figure>", ["one", "two"]),
        ("<div style='display:flex'><span>one</span><span>two</span></div>", ["one", "two"]),
        ("<p>one<span style='float:right'>two</span>", ["one", "two"]),
        ("<table><caption>one</caption><tr><td>two<td>three</table>", ["one", "two\tthree"]),
        ("<table><tr><td>one<td><td>two<tr><td><td>three</table>", ["one\t\ttwo", "\tthree"]),
        ("<table><tr><td><p>one</p><p>two</p><td>three</table>", ["one", "two\tthree"]),
        (
            "<table><tr><td>one<td><table><tr><td>two<td>three</table></table>",
            ["one", "two\tthree"],
        ),
        (
            "<i style='display:table-cell'>one</i><i style='display:table-cell'>two</i><p>three",
            ["one\ttwo", "three"],
        ),
    ],
)
def test_lines_rows_and_cells(markup: str, lines: list[str]) -> None:
    text = read_html(markup)
    assert isinstance(text, PageText)
    assert text.text.rstrip("\n").split("\n") == lines
