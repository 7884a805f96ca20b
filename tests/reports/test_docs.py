"""What docs/reports.md shows is what the program prints."""

import re
from pathlib import Path

from lineage_verify.reports import Format, Options, writer_for
from tests.reports import samples

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "reports.md").read_text("utf-8")


def test_the_table_is_a_real_one() -> None:
    found = (samples.verbatim(), samples.drifted(), samples.missing(), samples.unreachable())
    table = writer_for(Format.TABLE, Options()).render(samples.report(samples.spec(*found)))
    (shown,) = re.findall(r"<!-- table -->\n```text\n(.*?)```", PAGE, re.DOTALL)
    assert shown.strip("\n") == table.strip("\n")


def test_every_format_is_described() -> None:
    for form in Format:
        assert f"| `{form.value}` |" in PAGE
