"""What holds for every format."""

import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from lineage_verify.reports import Format, Options, writer_for
from tests.reports import brook, samples

LATER = datetime(2027, 1, 2, 3, 4, tzinfo=UTC)
STAMPS = ("generated_at", "endTimeUtc", "timestamp=", "Made by")


@pytest.mark.parametrize("form", Format)
def test_every_format_has_a_writer(form: Format) -> None:
    text = writer_for(form, Options()).render(samples.everything())
    assert text.endswith("\n")
    assert "how-brook-runs" in text


@pytest.mark.parametrize("form", Format)
def test_the_same_report_gives_the_same_bytes(form: Format) -> None:
    options = Options(color=True, links=True)
    first = writer_for(form, options).render(brook.report())
    assert writer_for(form, options).render(brook.report()) == first


@pytest.mark.parametrize("form", Format)
def test_only_the_time_stamp_tells_two_runs_apart(form: Format) -> None:
    report = samples.everything()
    one = writer_for(form, Options()).render(report).splitlines()
    two = writer_for(form, Options()).render(replace(report, generated_at=LATER)).splitlines()
    assert len(one) == len(two)
    for line, other in zip(one, two, strict=True):
        assert line == other or any(stamp in line for stamp in STAMPS)


@pytest.mark.parametrize("form", Format)
def test_every_format_names_all_that_is_broken(form: Format) -> None:
    text = writer_for(form, Options(width=200)).render(samples.everything())
    for word in ("drifted", "missing", "unreachable"):
        assert word in text.lower()
    for line in (12, 14, 15, 20, 25, 26):
        assert f":{line}:34" in text or f"line={line}" in text or f'ine": {line}' in text or (
            f'line="{line}"' in text
        )  # fmt: skip


def test_asking_for_the_formats_loads_no_library() -> None:
    script = (
        "import sys, lineage_verify.reports\n"
        "heavy = {'rich', 'jinja2', 'markdown_it', 'httpx', 'pydantic'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
