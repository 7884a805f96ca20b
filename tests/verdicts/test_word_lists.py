"""Every entry of every word list does what its list is for."""

from importlib.resources import files
from itertools import combinations

import pytest

from lineage_verify.matches import match_quote
from lineage_verify.matches.lexicon import unit_of
from lineage_verify.matches.negation import bears_on_claim, negations_in
from lineage_verify.matches.opposites import are_opposite, base_forms
from lineage_verify.matches.weights import telling
from lineage_verify.verdicts.judge import judge
from lineage_verify.verdicts.model import Severity


def lines(room: str, name: str) -> list[list[str]]:
    text = files(f"lineage_verify.{room}").joinpath("data", name).read_text("utf-8")
    kept = (line.partition("#")[0].split() for line in text.splitlines())
    return [line for line in kept if line]


def words(room: str, name: str) -> list[str]:
    return [word for line in lines(room, name) for word in line]


def severity(quote: str, text: str) -> Severity | None:
    return judge(match_quote(quote, text)).severity


FRAME = "The busy engine of the second hall {} starts the grey loom by itself"


@pytest.mark.parametrize("word", words("matches", "negations.txt"))
def test_a_negation_that_comes_or_goes_is_meaning(word: str) -> None:
    with_it, without = FRAME.format(word), FRAME.format("")
    assert negations_in(word) == (word,)
    assert severity(" ".join(without.split()), with_it) is Severity.MEANING
    assert severity(with_it, " ".join(without.split())) is Severity.MEANING


@pytest.mark.parametrize("word", words("matches", "modals.txt"))
def test_a_modal_verb_that_comes_is_meaning(word: str) -> None:
    assert bears_on_claim(word)
    assert severity(" ".join(FRAME.format("").split()), FRAME.format(word)) is Severity.MEANING


@pytest.mark.parametrize("word", words("matches", "claims.txt"))
def test_an_editor_may_not_bring_in_a_claim(word: str) -> None:
    assert bears_on_claim(word)


@pytest.mark.parametrize("word", words("matches", "quantities.txt"))
def test_a_quantity_that_comes_is_meaning(word: str) -> None:
    assert severity(" ".join(FRAME.format("").split()), FRAME.format(word)) is Severity.MEANING


@pytest.mark.parametrize("line", lines("matches", "restrictors.txt"), ids=" ".join)
def test_a_condition_that_comes_is_meaning(line: list[str]) -> None:
    changed = FRAME.format(" ".join(line))
    assert severity(" ".join(FRAME.format("").split()), changed) is Severity.MEANING


@pytest.mark.parametrize("line", lines("matches", "contrasts.txt"), ids=" ".join)
def test_words_of_one_set_exclude_each_other(line: list[str]) -> None:
    assert len(line) > 1
    assert line == [word.lower() for word in line]
    for one, two in combinations(line, 2):
        assert are_opposite(one, two)
        assert are_opposite(two, one)


def test_no_pair_of_the_sets_is_a_word_and_its_own_form() -> None:
    for line in lines("matches", "contrasts.txt"):
        assert len(set(line)) == len(line)


def test_every_unit_names_one_unit() -> None:
    spelled = words("matches", "units.txt")
    assert len(spelled) == len(set(spelled))
    for line in lines("matches", "units.txt"):
        assert {unit_of(word) for word in line} == {line[0]}


def test_every_antonym_of_the_lexicon_is_found() -> None:
    pairs = lines("matches", "wordnet-antonyms.tsv")
    assert len(pairs) > 3000
    assert all(are_opposite(one, two) for one, two in pairs)


AFFIXED = [
    ("stable", "unstable"), ("valid", "invalid"), ("possible", "impossible"), ("legal", "illegal"),
    ("regular", "irregular"), ("allow", "disallow"), ("blocking", "non-blocking"),
    ("match", "mismatch"), ("activate", "deactivate"), ("pattern", "antipattern"),
    ("example", "counterexample"), ("preprocess", "postprocess"), ("prefix", "suffix"),
    ("upload", "download"), ("upgrade", "undergrade"), ("overflow", "underflow"),
    ("outflow", "inflow"), ("outperform", "underperform"), ("include", "exclude"),
    ("import", "export"), ("encode", "decode"), ("enable", "disable"), ("internode", "intranode"),
    ("macrobatch", "microbatch"), ("maximize", "minimize"), ("maxsize", "minsize"),
    ("submodule", "supermodule"), ("antemortem", "postmortem"), ("hyperactive", "hypoactive"),
    ("ascending", "descending"), ("homogeneous", "heterogeneous"), ("monomodal", "multimodal"),
    ("single-node", "multi-node"), ("proactive", "antiactive"), ("introvert", "extrovert"),
    ("adduct", "abduct"), ("backend", "frontend"), ("foreground", "background"),
    ("header", "footer"), ("half-duplex", "full-duplex"), ("useful", "useless"),
    ("trainer", "trainee"), ("donor", "donee"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "two"), AFFIXED)
def test_affixes_turn_a_word_into_its_opposite(one: str, two: str) -> None:
    assert are_opposite(one, two)


ALIKE = [
    ("stable", "stably"), ("use", "uses"), ("run", "running"), ("copy", "copies"),
    ("since", "because"), ("thing", "object"), ("unit", "it"),
    ("under", "der"), ("deal", "al"), ("index", "dex"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "two"), ALIKE)
def test_other_pairs_are_no_opposites(one: str, two: str) -> None:
    assert not are_opposite(one, two)


@pytest.mark.parametrize(
    ("word", "base"),
    [("copies", "copy"), ("running", "run"), ("used", "use"), ("written", "write"), ("A", "a")],
)
def test_base_forms(word: str, base: str) -> None:
    assert base in base_forms(word)


@pytest.mark.parametrize("word", words("matches", "light.txt"))
def test_light_words_weigh_nothing(word: str) -> None:
    assert telling(word) == 0


def test_weak_words_weigh_little() -> None:
    weak = set(words("matches", "weak.txt")) - set(words("matches", "light.txt"))
    assert {telling(word) for word in weak} == {0.3}
    assert telling("scheduler") == 1
    assert telling("2.5") == telling("v1.2") == telling("10⁶") == 0
