"""Denials and opposites of further languages, and words that deny in one language only."""

import pytest

from lineage_verify.matches import match_quote
from lineage_verify.verdicts.judge import judge
from lineage_verify.verdicts.model import Severity, VerdictKind

FURTHER_LANGUAGES = [
    ("Il telaio è acceso nella sala di notte", "Il telaio non è acceso nella sala di notte"),
    ("Stav je v pořádku a stroj běží dál", "Stav není v pořádku a stroj běží dál"),
    ("A szövőgép éjjel is működik a teremben", "A szövőgép éjjel is nem működik a teremben"),
    ("Războiul este pornit în sală noaptea", "Războiul nu este pornit în sală noaptea"),
    ("Ο αργαλειός είναι ανοιχτός τη νύχτα", "Ο αργαλειός δεν είναι ανοιχτός τη νύχτα"),
    ("Khung cửi được mở vào ban đêm", "Khung cửi không được mở vào ban đêm"),
    ("Mesin tenun dibuka pada malam hari", "Mesin tenun tidak dibuka pada malam hari"),
    ("النول مفتوح في القاعة ليلا دائما", "النول ليس مفتوح في القاعة ليلا دائما"),
    ("הנול פתוח באולם בלילה כרגיל", "הנול אינו פתוח באולם בלילה כרגיל"),
    ("करघा रात में कमरे में खुला रहता है", "करघा रात में कमरे में खुला नहीं रहता है"),
    ("Kutomo on auki salissa yöllä aina", "Kutomo ei ole auki salissa yöllä aina"),
    ("Станок включён ночью в зале ткачей", "Станок отключён ночью в зале ткачей"),
    ("Tezgah geceleri salonda kumaşı dokur", "Tezgah geceleri salonda kumaşı dokumaz"),
    ("Il faut au moins trois fils pour tisser", "Il faut au plus trois fils pour tisser"),
]


@pytest.mark.parametrize(("quote", "page"), FURTHER_LANGUAGES)
def test_a_denial_in_a_further_language_is_meaning(quote: str, page: str) -> None:
    verdict = judge(match_quote(quote, page))
    assert verdict.kind is VerdictKind.DRIFTED
    assert verdict.severity is Severity.MEANING


@pytest.mark.parametrize(
    ("quote", "page"),
    [
        ("The non trivial loom runs in the hall", "The nontrivial loom runs in the hall"),
        ("De molen draait in de hal vannacht", "De molen draait nu in de hal vannacht"),
    ],
)
def test_what_denies_in_another_language_only_is_none(quote: str, page: str) -> None:
    verdict = judge(match_quote(quote, page))
    assert verdict.severity in {Severity.COSMETIC, Severity.WORDING}
