"""What stands in a text and is no part of a sentence: each kind by the markup of real sites.

Each row: the markup, the main reading, and what is set aside with its mark.
"""

import pytest

from lineage_verify.text.html.read import read_html
from lineage_verify.text.page_text import Mark, PageText
from tests.text.pages import collapsed, main_reading

Aside = tuple[Mark, str]


def read(markup: str) -> PageText:
    text = read_html(markup)
    assert isinstance(text, PageText)
    return text


def asides(text: PageText) -> list[Aside]:
    return [
        (one.marks & Mark.aside(), collapsed(text.text[one.start : one.end]))
        for one in text.stretches
        if one.marks & Mark.aside() and text.text[one.start : one.end].strip()
    ]


PERMALINKS = [
    ("<h2 id=a>Start<a class=headerlink href='#a'>¶</a></h2>", "Start", "¶"),
    ("<h2 id=a><a class=anchor href='#a' aria-hidden=true>#</a>Start</h2>", "Start", "#"),
    ("<h2 id=a>Start<a href='#a'>🔗</a></h2>", "Start", "🔗"),
    ("<h2 id=a><a class=doc-anchor href='#a'>§</a>Start</h2>", "Start", "§"),
    ("<h2 class='anchor anchor_x8Yz' id=a>Start<a href='#a' class=hash-link>#</a>", "Start", "#"),
    ("<h2 id=a>Start<a href='#a' class=hashLink_k3Xw>here</a></h2>", "Start", "here"),
    ("<dl><dt id=f>f(a)<a href='#f'>¶</a></dt><dd>Runs.</dl>", "f(a) Runs.", "¶"),
    ("<h3>Start<span class=mw-editsection>[edit]</span></h3>", "Start", "[edit]"),
    ("<dt>f(a)<a href=m.html#f><span class=viewcode-link>[source]</span></a>", "f(a)", "[source]"),
    ("<pre>a = 1\n</pre><button class=copybtn>Copy</button>", "a = 1", "Copy"),
    ("<pre>a = 1\n</pre><button aria-label='Copy to clipboard'>⧉</button>", "a = 1", "⧉"),
    ("<pre>a = 1\n</pre><button data-clipboard-text='a = 1'>Take</button>", "a = 1", "Take"),
    ("<pre>a = 1\n</pre><div role=button title='Copy code'>do</div>", "a = 1", "do"),
    ("<table><tr><th>Name<span>▲▼</span><th>Size<tr><td>a<td>2</table>", "Name Size a 2", "▲▼"),
    ("<table><tr><th>Name <i aria-hidden=true>⇅</i><tr><td>a</table>", "Name a", "⇅"),
    ("<p>The end <a role=doc-backlink href='#r1'>↩</a></p>", "The end", "↩"),
    ("<p>The end <a class=footnote-backref href='#r1'>back</a></p>", "The end", "back"),
    ("<p>Ready <span aria-hidden=true>✓</span> now</p>", "Ready now", "✓"),
]


@pytest.mark.parametrize(("markup", "main", "aside"), PERMALINKS)
def test_furniture_is_set_aside(markup: str, main: str, aside: str) -> None:
    text = read(markup)
    assert collapsed(main_reading(text)) == main
    assert asides(text) == [(Mark.PERMALINK, aside)]


GUTTERS = [
    "<table><tr><td class=linenos><pre>1\n2</pre><td class=code><pre>a = 1\nb = 2</pre></table>",
    "<pre><span class=lineno>1</span>a = 1\n<span class=lineno>2</span>b = 2</pre>",
    "<pre><i><span class=linenos>1 </span></i>a = 1\n<span class=lnt>2 </span>b = 2</pre>",
    "<div class=gutter><div>1</div><div>2</div></div><pre>a = 1\nb = 2</pre>",
    "<table><tr><td class=blob-num>1<td>a = 1<tr><td class=blob-num>2<td>b = 2</table>",
]


@pytest.mark.parametrize("markup", GUTTERS)
def test_line_numbers_beside_code_are_set_aside(markup: str) -> None:
    assert collapsed(main_reading(read(markup))) == "a = 1 b = 2"


FOOTNOTES = [
    ("<p>It stops<sup><a href='#fn1'>1</a></sup>.", "1"),
    ("<p>It stops<sup id=r1><a href='#fn1'>[1]</a></sup>.", "[1]"),
    (
        "<p>It stops<sup class=reference><a href='#n'><b>[</b>note 3<b>]</b></a></sup>.",
        "[note 3]",
    ),
    ("<p>It stops<a class='footnote-reference brackets' href='#n'>[1]</a>.", "[1]"),
    ("<p>It stops<a role=doc-noteref href='#n'>†</a>.", "†"),
    ("<p>It stops<a epub:type=noteref href=notes.xhtml#n>4</a>.", "4"),
]


@pytest.mark.parametrize(("markup", "aside"), FOOTNOTES)
def test_a_footnote_s_marker_is_set_aside(markup: str, aside: str) -> None:
    text = read(markup)
    assert collapsed(main_reading(text)) == "It stops."
    assert asides(text) == [(Mark.FOOTNOTE, aside)]


HIDDEN = [
    "<p>One <span hidden>two </span>three",
    "<p>One <span style='display:none'>two</span> three",
    "<p>One <span style='color: red; DISPLAY : NONE !important; display: block'>two</span> three",
    "<p>One <span style='visibility:hidden'>two</span> three",
    "<p>One <span style='font-size:0'>two</span> three",
    "<p>One <span style='position:absolute;left:-9999px'>two</span> three",
    "<p>One <span style='position:absolute; clip: rect(0, 0, 0, 0)'>two</span> three",
    "<p>One <span class='x sr-only'>two</span> three",
    "<p>One <noscript>two</noscript> three",
    "<p>One <dialog>two</dialog>three",
    "<p>One <span popover>two</span> three",
    "<p>One <textarea>two</textarea> three",
    "<p>One <video>two</video> three",
]


@pytest.mark.parametrize("markup", HIDDEN)
def test_what_no_reader_sees_is_kept_and_set_aside(markup: str) -> None:
    text = read(markup)
    assert collapsed(main_reading(text)) == "One three"
    assert asides(text) == [(Mark.HIDDEN, "two")]


@pytest.mark.parametrize(
    "style", ["text-decoration: line-through", "text-decoration-line:underline line-through"]
)
def test_a_line_through_words_strikes_them_out(style: str) -> None:
    text = read(f"<p>One <span style='{style}'>two</span> three")
    assert asides(text) == [(Mark.DELETED, "two")]


SHOWN = [
    "<details><summary>One</summary>two</details>",
    "<div role=tablist>One</div><div role=tabpanel hidden>two</div>",
    "<button aria-controls=p>One</button> <div id=p hidden>two</div>",
    "<p>One</p><p hidden=until-found>two</p>",
    "<p style='visibility:hidden'><span style='visibility:visible'>One two</span>",
    "<p hidden style='display:block'>One two",
    "<dialog open>One two</dialog>",
    "<p>One <span aria-hidden=true>two</span>",
    "<p style='opacity:0'>One two",
    "<p>One <del></del>two",
]


@pytest.mark.parametrize("markup", SHOWN)
def test_what_a_reader_can_open_or_see_is_read(markup: str) -> None:
    text = read(markup)
    assert collapsed(main_reading(text)) == "One two"
    assert not asides(text)


CONTENT = [
    (
        "<p>It costs 10<sup>6</sup> and 2<sup><a href=units.html>nd</a></sup>",
        "It costs 106 and 2nd",
    ),
    ("<p>Written in C<a href='#sharp'>#</a> only", "Written in C# only"),
    ("<p>See <a href='#a'>start</a>", "See start"),
    ("<h2>See <a href='#a'>start</a></h2>", "See start"),
    ("<button>Start</button>", "Start"),
    ("<button>Copying data around takes long</button>", "Copying data around takes long"),
    ("<table><tr><th>Score <span>↑</span></table>", "Score ↑"),
    ("<table><tr><td><span>▲</span> 3</table>", "▲ 3"),
    ("<p class=nav-like>Go on", "Go on"),
]


@pytest.mark.parametrize(("markup", "main"), CONTENT)
def test_what_only_looks_like_furniture_is_read(markup: str, main: str) -> None:
    text = read(markup)
    assert collapsed(main_reading(text)) == main
    assert not asides(text)


def test_what_is_struck_through_is_set_aside() -> None:
    text = read("<p>It takes <del>4</del> <ins>8</ins> workers, not <s>9</s>.")
    assert collapsed(main_reading(text)) == "It takes 8 workers, not ."
    assert asides(text) == [(Mark.DELETED, "4"), (Mark.DELETED, "9")]


KATEX = (
    "<span class=katex><span class=katex-mathml><math><mi>x</mi><mo>=</mo><mn>2</mn>"
    "<annotation>x=2</annotation></math></span><span class=katex-html aria-hidden=true>"
    "<span>x</span><span>=</span><span>2</span></span></span>"
)
MATHJAX = (
    "<span class=MathJax><nobr aria-hidden=true><span>x</span>=<span>2</span></nobr>"
    "<span class=MJX_Assistive_MathML><math><mi>x</mi><mo>=</mo><mn>2</mn></math></span></span>"
    "<script type='math/tex'>x=2</script>"
)


@pytest.mark.parametrize("markup", [KATEX, MATHJAX])
def test_a_formula_is_read_once(markup: str) -> None:
    assert collapsed(main_reading(read(f"<p>Let {markup}, so"))) == "Let x=2, so"


def test_a_formula_in_markup_keeps_its_numbers_apart() -> None:
    text = read("<p>At <math><msup><mn>10</mn><mn>6</mn></msup></math>, it stops.")
    assert collapsed(main_reading(text)) == "At 10 6, it stops."
    assert len(text.blocks) == 1


def test_only_written_text_of_a_drawing_is_read() -> None:
    text = read(
        "<p>See</p><svg><title>icon</title><g>lost<text>Job<tspan>s</tspan></text></g></svg>"
    )
    assert collapsed(main_reading(text)) == "See Jobs"
    assert asides(text) == [(Mark.HIDDEN, "lost")]


def test_a_reading_above_the_line_is_no_part_of_it() -> None:
    text = read("<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字</ruby>")
    assert main_reading(text) == "漢字"
    assert (Mark.FOOTNOTE, "かん") in asides(text)
