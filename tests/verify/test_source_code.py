"""A sentence that runs over the lines of a comment is one sentence to its reader."""

from dataclasses import replace

import pytest

from lineage_verify.matches.model import Selector
from lineage_verify.verdicts.model import VerdictKind
from lineage_verify.verify.examine import examine
from lineage_verify.verify.reading import Inquiry, Question
from tests.verify.conftest import snapshot

CODE = """// The wheel turns the shaft, and the shaft
// turns the stone, unless the river is frozen.
int sacks = 40; // at most
int stones = 2;
"""


@pytest.mark.parametrize(
    ("quote", "kind"),
    [
        ("The wheel turns the shaft, and the shaft", VerdictKind.VERBATIM),
        ("and the shaft turns the stone", VerdictKind.TYPOGRAPHIC),
        ("and the shaft // turns the stone", VerdictKind.VERBATIM),
        ("int sacks = 40; // at most", VerdictKind.VERBATIM),
        ("and the shaft never turns the stone, unless the river is frozen", VerdictKind.DRIFTED),
    ],
)
def test_a_comment_over_two_lines(quote: str, kind: VerdictKind) -> None:
    page = snapshot("https://mill.example/mill.cpp", CODE)
    page = replace(page, headers=(("content-type", "text/plain; charset=utf-8"),))
    inquiry = Inquiry((Question(Selector(quote), page.url),))
    assert examine(page, inquiry).readings[0].verdict.kind is kind
