"""Draw the README's picture: a real report, in colour, on a copy of this repository's own pages.

The copy has one number and one sentence changed, so that the report has something to say.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parents[1]
SPEC = "specs/how-lineage-verify-runs.json"
COLUMNS = 100
CHANGES = (
    ("so `16` is not found in `160`", "so `16` is not found in `1600`"),
    ("Every problem is told in one run.", "The first problem is told, and the run stops."),
)


def main() -> None:
    """Write `docs/report.svg`."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        for name in ("docs", "specs", "src"):
            shutil.copytree(ROOT / name, tree / name)
        guide = tree / "docs/how-it-works.md"
        text = guide.read_text(encoding="utf-8")
        for old, new in CHANGES:
            if old not in text:
                raise SystemExit(f"{guide.name} has no more: {old}")
            text = text.replace(old, new)
        guide.write_text(text, encoding="utf-8")
        (ROOT / "docs/report.svg").write_text(_svg(_report(tree)), encoding="utf-8")


def _report(tree: Path) -> str:
    return subprocess.run(
        [sys.executable, "-m", "lineage_verify", SPEC, "--offline", "--color", "always"],
        cwd=tree,
        env={**os.environ, "COLUMNS": str(COLUMNS)},
        stdout=subprocess.PIPE,
        check=False,
        encoding="utf-8",
    ).stdout


def _svg(report: str) -> str:
    with Path(os.devnull).open("w") as nowhere:
        console = Console(record=True, width=COLUMNS, file=nowhere, force_terminal=True)
        console.print(Text.from_ansi(report))
        drawn = console.export_svg(title=f"lineage-verify {SPEC}", unique_id="report")
    # No reader's browser is sent to another host for a typeface.
    return re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)


if __name__ == "__main__":
    main()
