"""What `lineage-verify text` prints."""

from lineage_verify.text.html.read import read_html
from lineage_verify.text.listing import text_listing
from lineage_verify.text.page_text import PageText
from lineage_verify.text.plain import read_plain

PAGE = (
    "<nav>Home</nav><main><h1 id=loop>The loop<a class=headerlink href=#loop>¶</a></h1>"
    "<p>It <i hidden>never </i>waits.<pre>step()</pre></main>"
)


def listed(text: object, *, sections: bool = False, marks: bool = False) -> str:
    assert isinstance(text, PageText)
    return text_listing(text, sections=sections, marks=marks)


def test_the_main_reading_is_printed() -> None:
    assert listed(read_html(PAGE)) == "The loop\nIt waits.\nstep()\n"


def test_sections_stand_before_their_words() -> None:
    assert listed(read_html(PAGE), sections=True).startswith("§ The loop (#loop)\nThe loop\n")


def test_marks_show_everything() -> None:
    shown = listed(read_html(PAGE), marks=True)
    assert shown.splitlines()[0] == "⟦navigation: Home⟧"
    assert "⟦heading: The loop⟧⟦permalink, heading: ¶⟧" in shown
    assert "⟦hidden: never" in shown
    assert "⟦code: step()⟧" in shown


def test_lines_are_numbered_where_they_are_the_sections() -> None:
    text = read_plain("one\n\nthree\n")
    assert listed(text, sections=True) == "1  one\n2  \n3  three\n"
    assert listed(text) == "one\n\nthree\n"


def test_a_section_without_an_anchor_is_named_by_its_title() -> None:
    assert listed(read_html("<h2>Loop</h2>words"), sections=True) == "§ Loop\nLoop\nwords\n"
