"""Draw the README's pictures: a real report, as a table and as HTML, on a copy of our own pages.

The copy has one number and one sentence changed, so that the report has something to say.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
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
    """Write `docs/report.svg`, and `docs/report.png` with an installed Chromium."""
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
        _report(tree, "--output", "html=report.html")
        _photograph(tree / "report.html", ROOT / "docs/report.png")


def _report(tree: Path, *words: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "lineage_verify", SPEC, "--offline", "--color", "always", *words],
        cwd=tree,
        env={**os.environ, "COLUMNS": str(COLUMNS)},
        stdout=subprocess.PIPE,
        check=False,
        encoding="utf-8",
    ).stdout


def _photograph(page: Path, picture: Path) -> None:
    """The HTML report as a browser shows it."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        raise SystemExit("the HTML report's picture needs chromium (apt-get install chromium)")
    with sync_playwright() as play:
        window = play.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        tab = window.new_page(viewport={"width": 1440, "height": 1100})
        tab.goto(page.as_uri())
        tab.screenshot(path=picture)
        window.close()


def _svg(report: str) -> str:
    with Path(os.devnull).open("w") as nowhere:
        console = Console(record=True, width=COLUMNS, file=nowhere, force_terminal=True)
        console.print(Text.from_ansi(report))
        drawn = console.export_svg(title=f"lineage-verify {SPEC}", unique_id="report")
    # No reader's browser is sent to another host for a typeface.
    return re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)


if __name__ == "__main__":
    main()
