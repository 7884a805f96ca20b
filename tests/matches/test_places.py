"""Which place is meant, and what is warned of."""

from lineage_verify.matches import match_quote
from lineage_verify.matches.model import Match, Rung, Selector, WarningCode
from lineage_verify.text.html.read import read_html
from lineage_verify.text.page_text import Block, Mark, PageText, Section, Stretch

SENTENCE = "The engine runs one busy loop."


def page(*blocks: tuple[str, Mark], sections: tuple[Section, ...] = ()) -> PageText:
    text, spans, stretches = "", [], []
    for words, marks in blocks:
        start = len(text)
        text += words + "\n"
        spans.append(Block(start, start + len(words), main=not marks & Mark.NAVIGATION))
        if marks:
            stretches.append(Stretch(start, start + len(words), marks))
    return PageText(text=text, blocks=tuple(spans), stretches=tuple(stretches), sections=sections)


def codes(match: Match) -> set[WarningCode]:
    return {warning.code for warning in match.warnings}


def test_several_equal_places_are_warned_of() -> None:
    match = match_quote(SENTENCE, f"{SENTENCE} And again: {SENTENCE}")
    assert codes(match) == {WarningCode.SEVERAL_PLACES}
    assert match.place is not None
    assert match.place.start == 0


def test_a_prefix_or_a_suffix_picks_a_place() -> None:
    text = f"First: {SENTENCE} Second: {SENTENCE} End."
    by_prefix = match_quote(Selector(SENTENCE, prefix="Second: "), text)
    by_suffix = match_quote(Selector(SENTENCE, suffix=" End."), text)
    assert by_prefix.place == by_suffix.place
    assert by_prefix.place is not None
    assert by_prefix.place.start == text.rindex("The engine")
    assert codes(by_prefix) == codes(by_suffix) == set()


def test_a_prefix_that_fits_nowhere_is_warned_of() -> None:
    match = match_quote(Selector(SENTENCE, prefix="Third: "), f"First: {SENTENCE}")
    assert codes(match) == {WarningCode.CONTEXT_CHANGED}


def test_a_fragment_breaks_a_tie_between_sections() -> None:
    text = page((SENTENCE, Mark.NONE), ("Next", Mark.HEADING), (SENTENCE, Mark.NONE))
    start = text.text.index("Next")
    text = PageText(
        text=text.text,
        blocks=text.blocks,
        stretches=text.stretches,
        sections=(Section(start, "Next", "next", 2),),
    )
    match = match_quote(Selector(SENTENCE, fragment="next"), text)
    assert match.place is not None
    assert match.place.start > start
    assert codes(match) == set()


def test_a_line_range_breaks_a_tie_and_a_moved_quote_is_told() -> None:
    text = f"# one\n{SENTENCE}\n# two\n{SENTENCE}\n"
    lines = tuple([0] + [at + 1 for at, one in enumerate(text) if one == "\n"])
    source = PageText(text=text, blocks=(Block(0, len(text)),), lines=lines)
    inside = match_quote(Selector(SENTENCE, first_line=4, last_line=4), source)
    outside = match_quote(Selector("# two", first_line=1, last_line=2), source)
    assert inside.place is not None
    assert source.line_at(inside.place.start) == 4
    assert codes(inside) == set()
    moved = [one for one in outside.warnings if one.code is WarningCode.LINES_MOVED]
    assert "line 3" in moved[0].message


def test_main_text_is_taken_before_navigation() -> None:
    text = page((SENTENCE, Mark.NAVIGATION), (SENTENCE, Mark.NONE))
    match = match_quote(SENTENCE, text)
    assert match.place is not None
    assert match.place.start > len(SENTENCE)
    assert codes(match) == set()


def test_what_stands_only_aside_holds_with_a_warning() -> None:
    for mark, code in (
        (Mark.HIDDEN, WarningCode.HIDDEN_TEXT),
        (Mark.DELETED, WarningCode.DELETED_TEXT),
        (Mark.NAVIGATION, WarningCode.NAVIGATION_TEXT),
    ):
        match = match_quote(SENTENCE, page((SENTENCE, mark), ("Other words.", Mark.NONE)))
        assert match.rung is Rung.LITERAL
        assert code in codes(match)


def test_furniture_and_markup_put_back_are_typography() -> None:
    text = "The **engine** runs[1] one busy loop."
    stars = [Stretch(4, 6, Mark.MARKUP), Stretch(12, 14, Mark.MARKUP)]
    note = Stretch(19, 22, Mark.FOOTNOTE)
    source = PageText(text=text, blocks=(Block(0, len(text)),), stretches=(*stars, note))
    assert match_quote("The engine runs one busy loop.", source).rung is Rung.LITERAL
    assert match_quote("The **engine** runs[1] one busy loop.", source).rung is Rung.FOLDED


def test_a_deleted_negation_does_not_stand() -> None:
    text = "It is not enabled."
    source = PageText(
        text=text, blocks=(Block(0, len(text)),), stretches=(Stretch(6, 10, Mark.DELETED),)
    )
    assert match_quote("It is enabled.", source).rung is Rung.LITERAL
    assert codes(match_quote("It is not enabled.", source)) >= {WarningCode.DELETED_TEXT}


def test_a_heading_is_warned_of() -> None:
    text = page(("How the engine schedules", Mark.HEADING), ("Body text here.", Mark.NONE))
    match = match_quote("How the engine schedules", text)
    assert codes(match) == {WarningCode.HEADING_TEXT}


def test_cells_and_items_of_one_section_are_normal_reading() -> None:
    text = page(("Priority", Mark.TABLE), ("Backend", Mark.TABLE), ("1 FLASH", Mark.TABLE))
    match = match_quote("Priority Backend 1 FLASH", text)
    assert match.rung is Rung.WHITE_SPACE
    assert codes(match) == set()


def test_running_into_another_section_is_warned_of() -> None:
    text = page((SENTENCE, Mark.NONE), ("Next part", Mark.HEADING), ("It starts.", Mark.NONE))
    start = text.text.index("Next part")
    text = PageText(
        text=text.text,
        blocks=text.blocks,
        stretches=text.stretches,
        sections=(Section(start, "Next part", None, 2),),
    )
    match = match_quote(f"{SENTENCE} Next part It starts.", text)
    assert codes(match) == {WarningCode.CROSSES_BLOCKS}


def test_a_short_quote_is_warned_of() -> None:
    assert codes(match_quote("a loop", "It is a loop.")) == {WarningCode.TOO_SHORT}
    assert codes(match_quote("日本", "これは日本です")) == {WarningCode.TOO_SHORT}
    assert codes(match_quote("日本語の文章", "これは日本語の文章です")) == set()


def test_raised_characters_may_be_quoted_plain_or_raised() -> None:
    text = "about 106 requests of H2O"
    source = PageText(
        text=text,
        blocks=(Block(0, len(text)),),
        stretches=(Stretch(8, 9, Mark.RAISED), Stretch(23, 24, Mark.LOWERED)),
    )
    assert match_quote("about 106 requests of H2O", source).rung is Rung.LITERAL
    assert match_quote("about 10⁶ requests of H₂O", source).rung is Rung.FOLDED
    assert match_quote("about 10⁵ requests of H₂O", source).rung is None
    assert match_quote("about 10⁶ requests", "about 106 requests").rung is None


def test_a_raised_character_of_a_page_holds_in_both_spellings() -> None:
    page_text = read_html("<p>It handles about 10<sup>6</sup> requests in all.</p>")
    assert isinstance(page_text, PageText)
    assert match_quote("It handles about 106 requests in all.", page_text).rung is Rung.LITERAL
    assert match_quote("It handles about 10⁶ requests in all.", page_text).rung is Rung.FOLDED


def test_hidden_text_within_a_visible_sentence_is_no_part_of_it() -> None:
    read = read_html(
        "<p>The engine runs <span hidden>not</span> one busy loop, "
        "<del>twice</del> every second.</p>"
    )
    assert isinstance(read, PageText)
    match = match_quote("The engine runs one busy loop, every second.", read)
    assert match.rung is not None
    assert codes(match) == set()
    hidden = match_quote("The engine runs not one busy loop,", read)
    assert hidden.rung is None or WarningCode.HIDDEN_TEXT in codes(hidden)


def shown(markup: str) -> PageText:
    text = read_html(markup)
    assert isinstance(text, PageText)
    return text


def test_a_footnotes_number_is_never_a_part_of_a_number() -> None:
    text = shown('<p>It handles 10<sup><a href="#fn2">2</a></sup> frames per tick.')
    assert match_quote("It handles 10 frames per tick.", text).rung is not None
    assert match_quote("It handles 102 frames per tick.", text).rung is None
    noted = shown('<p>It handles the claim<sup><a href="#fn1">1</a></sup> at each tick.')
    assert match_quote("It handles the claim1 at each tick.", noted).rung is Rung.FOLDED
