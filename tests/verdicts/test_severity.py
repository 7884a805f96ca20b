"""How much a drift matters, with the reason that a person reads."""

import pytest

from lineage_verify.matches import match_quote
from lineage_verify.verdicts.judge import judge
from lineage_verify.verdicts.model import Severity, VerdictKind

MEANING = [
    ("it runs 8 workers on each node", "it runs 4 workers on each node", "number: 8 -> 4"),
    (
        "needs tool 1.2.3 to build the docs",
        "needs tool 1.2.4 to build the docs",
        "version: 1.2.3 -> 1.2.4",
    ),
    ("the offset of -1 is the tail here", "the offset of 1 is the tail here", "number: -1 -> 1"),
    (
        "the loop is enabled by default now",
        "the loop is not enabled by default now",
        "negation added: not",
    ),
    (
        "the loop isn't enabled by default now",
        "the loop is enabled by default now",
        "negation lost: not",
    ),
    (
        "pass --foo to the engine at startup",
        "pass --bar to the engine at startup",
        "flag renamed: --foo -> --bar",
    ),
    (
        "callers must close the handle here",
        "callers should close the handle here",
        "modal: must -> should",
    ),
    (
        "the cache is enabled on all nodes",
        "the cache is disabled on all nodes",
        "opposite: enabled -> disabled",
    ),
    ("the timeout is 10 ms for each try", "the timeout is 10 s for each try", "unit: ms -> s"),
    (
        "the timeout in seconds for each try",
        "the timeout in minutes for each try",
        "unit: seconds -> minutes",
    ),
    (
        "all workers share one queue of jobs",
        "some workers share one queue of jobs",
        "opposite: all -> some",
    ),
    ("it only reads the file at startup", "it reads the file at startup", "condition lost: only"),
    (
        "it holds when x <= 5 on the device",
        "it holds when x >= 5 on the device",
        "operator: <= -> >=",
    ),
    (
        "call load_model to start the engine",
        "call init_model to start the engine",
        "identifier: load_model -> init_model",
    ),
    (
        "the request waits in the queue here",
        "the response waits in the queue here",
        "opposite: request -> response",
    ),
    ("the share lies in [0, 1) here", "the share lies in (0, 1) here", "interval: [0, -> (0,"),
    ("the share lies in [0, 1) here", "the share lies in [0, 1] here", "interval: 1) -> 1]"),
    (
        "it takes paths and globs as input",
        "it takes paths or globs as input",
        "connective: and -> or",
    ),
    (
        "the load dropped after the release",
        "the load rose after the release",
        "opposite: dropped -> rose",
    ),
    ("the API is stable.", "the API is stable, except for two calls.", "condition added: except"),
    (
        "the engine starts the loop on every node of the cluster and keeps the device busy",
        "the engine starts the loop on every node of the cluster",
        "clause changed: and keeps the device busy -> After it.",
    ),
]


@pytest.mark.parametrize(("quote", "text", "reason"), MEANING)
def test_meaning_with_its_reason(quote: str, text: str, reason: str) -> None:
    verdict = judge(match_quote(quote, f"Before it. {text} After it."))
    assert verdict.kind is VerdictKind.DRIFTED
    assert verdict.severity is Severity.MEANING
    assert reason in verdict.reasons


WORDING = [
    ("the loop usually fills each step", "the loop fills each step"),
    ("the loop fills each step", "the loop currently fills each step"),
    ("because the loop fills each step", "since the loop fills each step"),
    ("the loop fills each step", "the loops fill each step"),
    ("the scheduler fills each step", "the schedulr fills each step"),
    ("it does not start the loop", "it doesn't start the loop"),
]


@pytest.mark.parametrize(("quote", "text"), WORDING)
def test_wording(quote: str, text: str) -> None:
    verdict = judge(match_quote(f"Here {quote} by itself", f"Here {text} by itself"))
    assert verdict.severity is Severity.WORDING
    assert verdict.reasons


COSMETIC = [
    ("Each Worker owns one device.", "each worker owns one device."),
    ("Each worker owns one device:", "Each worker owns one device."),
    ("Each worker, then owns one device", "Each worker then owns one device"),
    ("Each work flow owns one device", "Each workflow owns one device"),
    ("Each worker takes 16KB", "Each worker takes 16 KB"),
    ("Each worker has key=value set", "Each worker has key = value set"),
]


@pytest.mark.parametrize(("quote", "text"), COSMETIC)
def test_cosmetic(quote: str, text: str) -> None:
    verdict = judge(match_quote(f"Here: {quote}", f"Before. Here: {text} After."))
    assert verdict.kind is VerdictKind.DRIFTED
    assert verdict.severity is Severity.COSMETIC


NOT_COSMETIC = [
    ("Each worker has 10 5 of them", "Each worker has 105 of them"),
    ("Each worker has fast_path set", "Each worker has fast-path set"),
    ("Each worker has maxBatch.size set", "Each worker has maxbatch.size set"),
    ("Each worker has -x set", "Each worker has x set"),
    ("Each worker has ≤16 of them", "Each worker has 16 of them"),
]


@pytest.mark.parametrize(("quote", "text"), NOT_COSMETIC)
def test_values_are_never_cosmetic(quote: str, text: str) -> None:
    verdict = judge(match_quote(quote, text))
    assert not verdict.kind.holds
    assert verdict.severity in {Severity.MEANING, Severity.WORDING}


def test_a_moved_clause_is_wording() -> None:
    verdict = judge(
        match_quote(
            "When memory permits it, the engine starts the loop for each device.",
            "The engine starts the loop for each device when memory permits it.",
        )
    )
    assert verdict.severity is Severity.WORDING
    assert any(reason.startswith("clause moved: ") for reason in verdict.reasons)


def test_a_left_out_negation_is_the_only_reason() -> None:
    verdict = judge(match_quote("The loop is ... enabled here.", "The loop is not enabled here."))
    assert verdict.severity is Severity.MEANING
    assert verdict.reasons == ("negation left out: not",)


def test_parts_too_far_apart_are_told() -> None:
    text = f"The first part stands here. {'x ' * 700}The second part stands there."
    verdict = judge(
        match_quote("The first part stands here. ... The second part stands there.", text)
    )
    assert verdict.severity is Severity.MEANING
    assert verdict.reasons[0].startswith("parts far apart: 1,4")
