"""A match to its verdict."""

from lineage_verify.matches import match_quote
from lineage_verify.pages.snapshot import ErrorKind, Unreachable
from lineage_verify.verdicts.judge import judge, unreachable
from lineage_verify.verdicts.model import VerdictKind

TEXT = "The engine’s loop runs without any pause at all times."


def test_what_holds_white_space_aside_is_verbatim() -> None:
    verdict = judge(match_quote("loop  runs\nwithout any pause", TEXT))
    assert verdict.kind is VerdictKind.VERBATIM
    assert verdict.found == "loop runs without any pause"
    assert verdict.similarity == 1.0
    assert verdict.severity is None
    assert verdict.diff == ()


def test_what_needed_folding_is_typographic() -> None:
    verdict = judge(match_quote("The engine's loop runs", TEXT))
    assert verdict.kind is VerdictKind.TYPOGRAPHIC
    assert verdict.found == "The engine’s loop runs"


def test_an_altered_form_is_drifted() -> None:
    verdict = judge(match_quote("The engine's loop runs with any pause at all times.", TEXT))
    assert verdict.kind is VerdictKind.DRIFTED
    assert verdict.found is not None
    assert verdict.similarity is not None
    assert 0 < verdict.similarity < 1
    assert verdict.match is not None


def test_nothing_recognisable_is_missing() -> None:
    verdict = judge(match_quote("A wholly different statement about batching.", TEXT))
    assert verdict.kind is VerdictKind.MISSING
    assert verdict.severity is None
    assert verdict.found is None


def test_what_could_not_be_read_is_unreachable() -> None:
    error = Unreachable(kind=ErrorKind.TIMEOUT, message="no answer")
    verdict = unreachable(error)
    assert verdict.kind is VerdictKind.UNREACHABLE
    assert verdict.error is error
