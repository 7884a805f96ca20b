"""The HTML report in a real browser: what it does, and what hostile text in it does not."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lineage_verify.reports import Format, Options, writer_for
from lineage_verify.verdicts.model import Report
from tests.reports import brook
from tests.reports.hostile import STRINGS, encodable, report_with

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WIDTHS = {"phone": 390, "tablet": 900, "desktop": 1440}


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("there is no Chromium on this machine")
    with api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


@dataclass
class Watch:
    """What a page asked for, said and did beside showing itself."""

    asked: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def over(self, page: "Page") -> None:
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("popup", lambda popup: self.said.append(popup.url))
        page.on("dialog", self._dismiss)

    def _dismiss(self, dialog: object) -> None:
        self.said.append("dialog")
        dialog.dismiss()  # type: ignore[attr-defined]


def saved(report: Report, folder: Path) -> str:
    path = folder / "report.html"
    path.write_text(writer_for(Format.HTML, Options()).render(report), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def page(browser: "Browser", tmp_path: Path) -> Iterator["Page"]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    opened = context.new_page()
    watch = Watch()
    watch.over(opened)
    opened.goto(saved(brook.report(), tmp_path))
    yield opened
    assert watch.said == []
    context.close()


def shown(page: "Page", selector: str) -> list[str]:
    """The stages or labels that can be seen."""
    found = page.locator(selector)
    return [
        found.nth(index).get_attribute("aria-label") or ""
        for index in range(found.count())
        if found.nth(index).is_visible()
    ]


def test_hostile_text_does_nothing(browser: "Browser", tmp_path: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    watch = Watch()
    watch.over(page)
    url = saved(report_with(*filter(encodable, STRINGS)), tmp_path)
    page.goto(url)
    page.locator("#unfold").click()
    for state in ("broken", "holds", ""):
        page.locator(f'.filters input[value="{state}"]').check()
    page.wait_for_timeout(200)
    assert watch.asked == [url]
    assert watch.said == []
    assert page.evaluate("document.scripts.length") == 1
    assert page.evaluate("Object.keys(window).filter((key) => key.startsWith('pwned'))") == []
    context.close()


def test_a_script_that_got_in_would_not_run(browser: "Browser", tmp_path: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(saved(brook.report(), tmp_path))
    ran = page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.forged = true";
            document.body.append(script);
            return window.forged === true;
        }"""
    )
    assert ran is False
    context.close()


def test_stages_and_steps_follow_the_picked_values(page: "Page") -> None:
    assert shown(page, "a.node") == [
        "Stage: Client: verbatim", "Stage: Scheduler: drifted (meaning)",
        "Stage: Pool: verbatim, warned",
    ]  # fmt: skip
    page.get_by_label("Replay").check()
    assert shown(page, "a.node") == [
        "Stage: Client: verbatim", "Stage: Scheduler: drifted (meaning)", "Stage: Log: missing",
    ]  # fmt: skip
    assert [label.split(":")[1].strip() for label in shown(page, "a.edge")] == [
        "Client hands a job to Scheduler", "Scheduler reads Log",
    ]  # fmt: skip
    assert page.locator(".status .line").inner_text() == "Showing a replay of yesterday"


def test_what_is_broken_off_the_shown_path_is_told(page: "Page") -> None:
    note = page.locator(".hidden-broken")
    assert note.inner_text() == "Not on the path shown: 1 broken quote."
    page.get_by_label("Replay").check()
    assert note.inner_text() == ""


def test_a_click_on_a_stage_opens_its_evidence(page: "Page") -> None:
    owner = page.locator("#s1-stages-0")
    assert owner.get_attribute("open") is None
    page.locator('a.node[data-stage="client"]').click()
    assert owner.get_attribute("open") is not None
    assert owner.locator(".piece").is_visible()
    assert page.evaluate("document.activeElement.closest('details').id") == "s1-stages-0"


def test_a_click_on_a_step_opens_its_evidence(page: "Page") -> None:
    page.locator("a.edge text").first.click()
    assert page.locator("#s1-steps-0").get_attribute("open") is not None


def test_the_keyboard_reaches_every_stage_and_opens_it(page: "Page") -> None:
    page.get_by_role("link", name="Stage: Pool").focus()
    page.keyboard.press("Enter")
    assert page.locator("#s1-stages-2").get_attribute("open") is not None


def test_filters_show_one_kind_of_evidence(page: "Page") -> None:
    page.get_by_label("Broken (2)").check()
    visible = [piece for piece in page.locator(".piece").all() if piece.is_visible()]
    assert [piece.get_attribute("data-state") for piece in visible] == ["broken", "broken"]
    assert page.locator("#s2 .nothing").is_visible()
    page.get_by_label("All").check()
    assert page.locator(".owner:visible").count() == page.locator(".owner").count()


def test_a_click_shows_evidence_that_a_filter_hides(page: "Page") -> None:
    page.get_by_label("Warnings (1)").check()
    page.locator('a.node[data-stage="client"]').click()
    assert page.locator("#s1-stages-0 .piece").is_visible()


def test_on_paper_everything_is_open(page: "Page") -> None:
    before = page.locator("details.owner[open]").count()
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details.owner:not([open])").count() == 0
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.locator("details.owner[open]").count() == before


def test_a_link_to_a_piece_opens_it(page: "Page") -> None:
    page.goto(f"{page.url.split('#')[0]}#s1-steps-1")
    page.reload()
    assert page.locator("#s1-steps-1 .piece").is_visible()


@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
def test_no_width_makes_the_page_scroll_sideways(page: "Page", width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.get_by_role("button", name="Open all").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_without_scripts_all_evidence_is_there(browser: "Browser", tmp_path: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(saved(brook.report(), tmp_path))
    assert page.locator("a.node:visible").count() == 4
    assert page.locator("details.owner:visible").count() == 8
    assert not page.locator(".tools").is_visible()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
def test_axe_finds_nothing(browser: "Browser", tmp_path: Path, width: int, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    context = browser.new_context(
        viewport={"width": width, "height": 844},
        color_scheme=scheme,  # type: ignore[arg-type]
        bypass_csp=True,
    )
    page = context.new_page()
    page.goto(saved(brook.report(), tmp_path))
    page.get_by_role("button", name="Open all").click()
    page.get_by_label("Replay").check()
    found = axe.Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    context.close()
