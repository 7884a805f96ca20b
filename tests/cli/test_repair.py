"""Repairing quotes, end to end, with the installed command and a real server."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command
from tests.lineage import lineage_spec
from tests.loopback import Page, Site

WHEEL = "The wheel turns the shaft, and the shaft turns the stone."
STONES = "Each pair of stones grinds at most 40 sacks a day."
SACKS = "The sacks are lifted by a chain hoist driven from the main shaft."
TOLL = "The miller keeps a sixteenth of the flour as a toll for the grinding."
HEAD = '<h1 id="mill">The mill<a class="headerlink" href="#mill">¶</a></h1>'
LOCAL = "--allow-private-network"


def page(*paragraphs: str) -> Page:
    return Page((HEAD + "".join(f"<p>{words}</p>" for words in paragraphs)).encode())


@pytest.fixture
def mill(site: Site, write_spec: Callable[..., str]) -> str:
    """Four stages (one quote each); each step repeats the quote of the stage that it leaves."""
    site.pages["/mill"] = page(WHEEL, STONES, SACKS)
    site.pages["/law"] = page(TOLL)
    return write_spec(
        lineage_spec(
            {"mill": f"{site.address}/mill", "law": f"{site.address}/law"},
            [("mill", WHEEL), ("mill", STONES), ("mill", SACKS), ("law", TOLL)],
        )
    )


def quotes(spec: Path) -> list[str]:
    read: dict[str, Any] = json.loads(spec.read_bytes())
    return [one["quote"] for part in read["stages"] for one in part["evidence"]]


def test_nothing_is_written_unless_it_is_said(
    lineage_verify: Command, mill: str, folder: Path, site: Site
) -> None:
    site.pages["/mill"] = page(WHEEL, STONES, SACKS.replace("chain hoist", "rope hoist"))
    before = (folder / mill).read_bytes()
    result = lineage_verify("repair", mill, LOCAL)
    assert result.code == 1
    assert (folder / mill).read_bytes() == before
    assert "[-chain-]" in result.out
    assert "{+rope+}" in result.out
    assert "The mill" in result.out  # the section
    assert f"{site.address}/mill#" in result.out
    assert "/steps/2/evidence/0" in result.out  # the same quote on a step
    assert "--apply" in result.err


def test_apply_writes_the_same_quote_everywhere_and_nothing_else(
    lineage_verify: Command, mill: str, folder: Path, site: Site
) -> None:
    new = SACKS.replace("chain hoist", "rope hoist")
    site.pages["/mill"] = page(WHEEL, STONES, new)
    before = (folder / mill).read_bytes()
    result = lineage_verify("repair", mill, LOCAL, "--apply")
    assert result.code == 0, result.out + result.err
    assert (folder / mill).read_bytes() == before.replace(SACKS.encode(), new.encode())
    assert "wrote 1 quote in 2 places" in result.out
    assert site.paths().count("/mill") == 1
    assert lineage_verify("check", mill, "--offline").code == 0


def test_a_changed_claim_needs_more_than_apply(
    lineage_verify: Command, mill: str, folder: Path, site: Site
) -> None:
    site.pages["/mill"] = page(
        WHEEL, STONES.replace("40", "60"), SACKS.replace("chain hoist", "rope hoist")
    )
    result = lineage_verify("repair", mill, LOCAL, "--apply")
    assert result.code == 1
    assert quotes(folder / mill)[1:3] == [STONES, SACKS.replace("chain hoist", "rope hoist")]
    assert "left 1 changed meaning; --apply --accept-meaning writes it, too" in result.out
    assert lineage_verify("repair", mill, LOCAL, "--accept-meaning").code == 2
    accepted = lineage_verify("repair", mill, LOCAL, "--apply", "--accept-meaning")
    assert accepted.code == 0
    assert "left" not in accepted.out
    assert quotes(folder / mill)[1] == STONES.replace("40", "60")


def test_a_missing_quote_is_never_repaired(
    lineage_verify: Command, mill: str, folder: Path, site: Site
) -> None:
    lineage_verify("check", mill, LOCAL)
    site.pages["/mill"] = page(WHEEL, STONES, "The cat sleeps on the flour.")
    site.pages["/law"] = page(TOLL, SACKS)
    before = (folder / mill).read_bytes()
    result = lineage_verify("repair", mill, LOCAL, "--refresh", "--apply", "--accept-meaning")
    assert result.code == 1
    assert (folder / mill).read_bytes() == before
    assert "law" in result.out.split("but", 1)[1]
    assert "last on" in result.out


def test_what_could_not_be_read_stays_unknown(
    lineage_verify: Command, mill: str, folder: Path, site: Site
) -> None:
    """An old snapshot must not make the page of a stopped server hold."""
    lineage_verify("check", mill, LOCAL)
    site.pages["/law"] = Page(b"busy", status=503)
    site.pages["/mill"] = page(WHEEL, STONES, SACKS.replace("chain hoist", "rope hoist"))
    words = (LOCAL, "--refresh", "--retries", "0", "--apply")
    result = lineage_verify("repair", mill, *words)
    assert result.code == 3, result.out
    assert quotes(folder / mill)[2] == SACKS.replace("chain hoist", "rope hoist")


def test_a_spec_that_cannot_be_written_is_told(
    lineage_verify: Command, mill: str, folder: Path, site: Site
) -> None:
    site.pages["/mill"] = page(WHEEL, STONES, SACKS.replace("chain hoist", "rope hoist"))
    data = (folder / mill).read_bytes()
    (folder / mill).chmod(0o444)
    result = lineage_verify("repair", mill, LOCAL, "--apply")
    assert result.code == 2
    assert "read-only" in result.err
    assert (folder / mill).read_bytes() == data
    piped = lineage_verify("repair", "-", LOCAL, "--apply", stdin=data)
    assert piped.code == 2
    assert "standard input" in piped.err


def test_a_spec_with_a_second_name_is_told_and_left(
    lineage_verify: Command, mill: str, folder: Path, site: Site
) -> None:
    site.pages["/mill"] = page(WHEEL, STONES, SACKS.replace("chain hoist", "rope hoist"))
    (folder / "other.txt").hardlink_to(folder / mill)
    result = lineage_verify("repair", mill, LOCAL, "--apply")
    assert result.code == 2
    assert "second name" in result.err
    assert quotes(folder / mill)[2] == SACKS


def test_a_page_commands_no_terminal(lineage_verify: Command, mill: str, site: Site) -> None:
    hostile = SACKS.replace("chain hoist", "\x1b]0;title\x07 \u202ehoist")
    site.pages["/mill"] = page(WHEEL, STONES, hostile)
    result = lineage_verify("repair", mill, LOCAL, "--color", "never")
    assert "drifted" in result.out.lower()
    assert not set(result.out + result.err) & {"\x1b", "\x07", "\u202e"}


_QUESTION = re.compile(r"\[q\]uit: |\[1\] cite law instead: |New quote: |yes, \[n\]o: ")


def at_a_terminal(
    folder: Path, answers: Sequence[str], *words: str, columns: int = 100
) -> tuple[int, str]:
    """Run the command at a terminal of its own, and give one answer to each question."""
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "lineage_verify", *words]
    environ = {**os.environ, "TERM": "dumb", "COLUMNS": str(columns)}
    left, shown = list(answers), ""
    with subprocess.Popen(
        command, cwd=folder, env=environ, stdin=theirs, stdout=theirs, stderr=theirs
    ) as running:
        os.close(theirs)
        while piece := _read(ours):
            shown += piece
            # One line each, however often the line editor draws it.
            asked = sum(_QUESTION.search(line) is not None for line in shown.split("\n"))
            if asked > len(answers) - len(left):
                _answer(running, ours, left.pop(0) if left else _BREAK)
        code = running.wait(timeout=120)
    os.close(ours)
    assert not left, shown
    return code, shown


_BREAK = "\x03"


def _answer(running: "subprocess.Popen[bytes]", terminal: int, answer: str) -> None:
    """Type an answer; a break is a signal, for the terminal is nobody's own."""
    if answer == _BREAK:
        running.send_signal(signal.SIGINT)
    else:
        os.write(terminal, answer.encode())


def _read(terminal: int) -> str:
    """What the command has written by now; nothing once it has ended."""
    try:
        return os.read(terminal, 65536).decode("utf-8", "replace")
    except OSError:  # the other end is closed
        return ""


def test_a_person_is_asked_for_each_quote(mill: str, folder: Path, site: Site) -> None:
    stones, sacks = STONES.replace("40", "60"), SACKS.replace("chain hoist", "rope hoist")
    site.pages["/mill"] = page(WHEEL, stones, sacks)
    answers = ["y\n", "yes\n", "\x04"]
    code, shown = at_a_terminal(folder, answers, "repair", mill, LOCAL, "--no-progress")
    assert code == 1, shown
    assert "type the whole word yes" in shown
    assert quotes(folder / mill) == [WHEEL, stones, SACKS, TOLL]


def test_who_breaks_off_at_a_question_is_told_what_was_written(
    mill: str, folder: Path, site: Site
) -> None:
    site.pages["/mill"] = page(WHEEL, STONES, SACKS.replace("chain hoist", "rope hoist"))
    code, shown = at_a_terminal(folder, [_BREAK], "repair", mill, LOCAL, "--no-progress")
    assert code == 130, shown
    assert shown.splitlines()[-1] == "lineage-verify: interrupted; nothing was written"
    assert quotes(folder / mill)[2] == SACKS


def test_a_question_keeps_within_the_terminal(mill: str, folder: Path, site: Site) -> None:
    site.pages["/mill"] = page(WHEEL, STONES.replace("40", "60"), SACKS)
    site.pages["/law"] = page(TOLL, STONES)
    words = ("repair", mill, LOCAL, "--no-progress")
    code, shown = at_a_terminal(folder, ["n\n"], *words, columns=80)
    assert code == 1, shown
    asked = shown[shown.index("Write the offer?") :].splitlines()[:2]
    assert asked[0].endswith("[q]uit,")
    assert asked[1].startswith("[1] cite law instead: ")
    assert max(map(len, asked)) <= 80


def test_a_person_may_write_other_words_that_hold(mill: str, folder: Path, site: Site) -> None:
    site.pages["/mill"] = page(WHEEL, STONES, SACKS.replace("chain hoist", "rope hoist"))
    kill = "\x15"  # the line that is offered for editing goes
    words = ("The sacks fly.", "The sacks are lifted by a rope hoist")
    answers = [answer for one in words for answer in ("e\n", f"{kill}{one}\n")] + ["yes\n"]
    code, shown = at_a_terminal(folder, answers, "repair", mill, LOCAL, "--no-progress")
    assert code == 0, shown
    assert "the page does not have these words" in shown
    assert "clause lost: driven from the main shaft" in shown
    assert quotes(folder / mill)[2] == "The sacks are lifted by a rope hoist"


def test_a_changed_claim_needs_its_yes_also_where_it_is_edited(
    mill: str, folder: Path, site: Site
) -> None:
    site.pages["/mill"] = page(WHEEL, STONES.replace("40", "60"), SACKS)
    answers = ["e\n", "\n", "\n", "n\n"]
    code, shown = at_a_terminal(folder, answers, "repair", mill, LOCAL, "--no-progress")
    assert code == 1, shown
    assert "may be false now: number: 40 -> 60" in shown
    assert quotes(folder / mill)[1] == STONES


def test_nobody_is_asked_about_a_spec_that_cannot_be_written(
    mill: str, folder: Path, site: Site
) -> None:
    site.pages["/mill"] = page(WHEEL, STONES, SACKS.replace("chain hoist", "rope hoist"))
    (folder / mill).chmod(0o444)
    code, shown = at_a_terminal(folder, [], "repair", mill, LOCAL, "--no-progress")
    assert code == 2, shown
    assert "Write the offer?" not in shown
    assert shown.index("read-only; nothing was written") < shown.index("{+rope+}")


def test_a_lost_quote_may_be_cited_from_where_it_stands(
    mill: str, folder: Path, site: Site
) -> None:
    site.pages["/mill"] = page(WHEEL, STONES)
    site.pages["/law"] = page(TOLL, SACKS)
    code, shown = at_a_terminal(folder, ["1\n"], "repair", mill, LOCAL, "--no-progress")
    assert code == 0, shown
    read = json.loads((folder / mill).read_bytes())
    assert read["stages"][2]["evidence"] == [{"source": "law", "quote": SACKS}]
    assert read["steps"][2]["evidence"] == [{"source": "law", "quote": SACKS}]
