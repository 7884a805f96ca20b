"""Quotes that do not hold: what is an altered form, what is a near miss, what is shown."""

import pytest

from lineage_verify.matches import match_quote
from lineage_verify.matches.model import Difference, Edit, Found, Match

PAGE = """\
The scheduler fills every step with as many queued requests as fit into memory.

Each worker process owns one device, loads its share of the model and answers the scheduler.

A request that waits too long is moved to the front of the queue, so that none of them starves.

The cache is divided into blocks of sixteen tokens, and a block is freed once no request needs it.
"""


def shown(match: Match) -> list[tuple[str, str]]:
    return [(one.edit.value, one.text) for one in match.diff if one.edit is not Edit.EQUAL]


@pytest.mark.parametrize(
    ("quote", "changes"),
    [
        (
            "The scheduler fills every step with as many waiting requests as fit into memory.",
            [("delete", "waiting"), ("insert", "queued")],
        ),
        (
            "The scheduler fills every step with as many queued requests as will fit into memory.",
            [("delete", "will")],
        ),
        (
            "Each worker process owns one device and answers the scheduler.",
            [("delete", "device"), ("insert", "device, loads its share of the model")],
        ),
        (
            "A request that waits too long is moved to the front of the queue.",
            [("delete", "queue."), ("insert", "queue, so that none of them starves.")],
        ),
    ],
)
def test_the_changed_words_are_shown(quote: str, changes: list[tuple[str, str]]) -> None:
    match = match_quote(quote, PAGE)
    assert match.found is Found.ALTERED
    assert shown(match) == changes


def test_a_long_interruption_is_bridged_and_marked() -> None:
    quote = "The cache is divided into blocks of sixteen tokens once no request needs it."
    match = match_quote(quote, PAGE)
    assert match.found is Found.ALTERED
    assert Difference(Edit.INSERT, "and a block is freed", interruption=True) in match.diff or any(
        "and a block is freed" in one.text for one in match.diff if one.edit is Edit.INSERT
    )


def test_an_interruption_alone_is_marked_as_one() -> None:
    text = "The loop runs, as every reader of this page knows by now, without any pause at all."
    match = match_quote("The loop runs, without any pause at all.", text)
    inserted = [one for one in match.diff if one.edit is Edit.INSERT]
    assert [one.interruption for one in inserted] == [True]
    assert inserted[0].text == "as every reader of this page knows by now,"


def test_a_moved_clause_is_found_beside_the_rest() -> None:
    quote = (
        "So that none of them starves, a request that waits too long is moved to the front of the "
        "queue"
    )
    match = match_quote(quote, PAGE)
    assert match.found is Found.ALTERED
    assert match.text is not None
    assert match.text.startswith("A request that waits")
    assert match.text.rstrip(".").endswith("none of them starves")


def test_a_stray_word_far_away_is_not_taken_along() -> None:
    text = f"The first. {'Other words entirely. ' * 30}{PAGE}"
    match = match_quote("The worker process owns two devices and answers the scheduler.", text)
    assert match.place is not None
    assert match.place.start > 500


def test_similarity_is_the_share_of_words_kept_and_never_all() -> None:
    one_of_ten = match_quote(
        "one two three four five six seven eight nine TEN ELEVEN".lower(),
        ("one two three four five six seven eight nine ten twelve"),
    )
    assert one_of_ten.similarity == pytest.approx(10 / 11)
    case_only = match_quote("Each Worker process owns one device", PAGE)
    assert case_only.found is Found.ALTERED
    assert case_only.similarity == 0.99


TEMPLATE = """\
For details on batching, refer to the tuning section of this manual.

For details on sharding, refer to the tuning section of this manual.
"""


def test_a_near_miss_of_a_template_is_absent_with_what_is_nearest() -> None:
    match = match_quote(
        "For details on quantization, refer to the tuning section of this manual.", TEMPLATE
    )
    assert match.found is Found.ABSENT
    assert match.nearest
    assert "refer to the tuning section" in match.nearest[0].text
    assert 0.5 < match.nearest[0].kept < 1


def test_a_spelling_change_within_a_template_is_a_drift() -> None:
    match = match_quote(
        "For details on batchings, refer to the tuning section of this manual.", TEMPLATE
    )
    assert match.found is Found.ALTERED


def test_a_number_changed_within_a_template_is_a_drift() -> None:
    text = "Supported since version 1.2 of the tool. Supported since version 1.4 of the tool."
    assert match_quote("Supported since version 1.3 of the tool.", text).found is Found.ALTERED


def test_sentences_of_light_words_alone_are_absent() -> None:
    match = match_quote("it is not the same as that of the others there", PAGE)
    assert match.found is Found.ABSENT


def test_nearest_passages_are_at_most_three_best_first() -> None:
    text = PAGE + "\n".join(
        f"The scheduler of part {one} fills its own step with what stays queued." for one in "abcd"
    )
    match = match_quote("The scheduler never fills a step whose queued work is empty here", text)
    assert match.found is Found.ABSENT
    kept = [passage.kept for passage in match.nearest]
    assert kept == sorted(kept, reverse=True)
    assert 0 < len(kept) <= 3


def test_an_address_that_changed_in_part_is_a_drift() -> None:
    match = match_quote(
        "pip install https://example.org/wheels/tool-1.2.3-py3-none-any.whl",
        "Run: pip install https://example.org/wheels/tool-1.2.4-py3-none-any.whl now.",
    )
    assert match.found is Found.ALTERED


def test_a_lengthy_quote_is_compared_whole() -> None:
    numbered = [f"Sentence number {at} says its own thing about item {at}." for at in range(400)]
    text = " ".join(numbered)
    changed = text.replace("thing about item 200.", "thing about item 999.")
    match = match_quote(changed, f"Before. {text} After.")
    assert match.found is Found.ALTERED
    assert shown(match) == [("delete", "999."), ("insert", "200.")]


def test_spacing_within_words_is_no_loss() -> None:
    match = match_quote(
        "The option key=value is read before all the others.",
        "The option key = value is read before all the others.",
    )
    assert match.found is Found.ALTERED
    assert match.similarity == 0.99


def test_what_begins_a_sentence_is_told_when_the_page_puts_words_before_it() -> None:
    match = match_quote(
        "The backend is selected at runtime based on hardware.",
        "Text. Otherwise, the backend is selected automatically at runtime based on hardware.",
    )
    assert match.text is not None
    assert match.text.startswith("Otherwise,")


def test_code_with_one_name_replaced_throughout_is_altered() -> None:
    quote = '@Valve.register("inlet") class Inlet(Valve):'
    page = 'For instance: @Sluice.register("inlet") class Inlet(Sluice): """Lets the water in."""'
    match = match_quote(quote, page)
    assert match.found is Found.ALTERED
    assert match.text == '@Sluice.register("inlet") class Inlet(Sluice):'


def test_code_with_its_name_replaced_by_two_others_is_another_thing() -> None:
    quote = '@Valve.register("inlet") class Inlet(Valve):'
    page = 'For instance: @Sluice.register("inlet") class Inlet(Gate): """Lets the water in."""'
    assert match_quote(quote, page).found is Found.ABSENT


def test_code_that_fits_many_names_is_about_none_of_them() -> None:
    quote = '@Valve.register("inlet") class Inlet(Valve):'
    each = '@{0}.register("inlet") class Inlet({0}): pass. '
    page = "".join(each.format(name) for name in ("Sluice", "Gate", "Weir"))
    assert match_quote(quote, page).found is Found.ABSENT


def test_a_list_of_other_names_is_another_list() -> None:
    quote = "Order of the mills: 1 WIND_MILL_A 2 WATER_MILL_B 3 TIDE_MILL_C 4 HAND_MILL_D"
    page = "Order of the mills: 1 STEAM_PRESS 2 OIL_PRESS 3 WINE_PRESS 4 DRILL_PRESS, each named."
    kept = page.replace("STEAM_PRESS", "WIND_MILL_A").replace("OIL_PRESS", "WATER_MILL_B")
    kept = kept.replace("WINE_PRESS", "TIDE_MILL_C")
    assert match_quote(quote, page).found is Found.ABSENT
    assert match_quote(quote, kept).found is Found.ALTERED


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("It is all set up here. This includes WindMillGearPass. Then it turns.", Found.ALTERED),
        ("All of it is set up here. This includes HandPumpPass. Then it turns.", Found.ABSENT),
        (
            "Here this includes WindMillGearPass and whatever else the miller asks for.",
            Found.ABSENT,
        ),
    ],
    ids=["nearly that name", "another name", "a longer sentence"],
)
def test_a_short_sentence_about_names_is_found_by_one_that_is_nearly_the_same(
    page: str, found: Found
) -> None:
    match = match_quote("This includes WindMillPass and WaterWheelPass.", page)
    assert match.found is found
    if found is Found.ALTERED:
        assert match.text == "This includes WindMillGearPass."
