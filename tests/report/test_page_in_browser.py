"""The demo's report in a real browser: offline, on a phone, in both languages."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from anaphor.collection import load
from anaphor.report.html.page import html_of
from anaphor.section import Report
from tests.looking import CHROMIUM, chromium, look_at
from tests.once import demonstration
from tests.report.test_latex import sections
from tests.web.test_accessibility import findings

pytestmark = [
    pytest.mark.waiting,
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: the pages were not looked at"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, headless."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module", params=["en", "fr"])
def report(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the demo in one language."""
    made = demonstration(tmp_path_factory, request.param)
    assert made.code == 0, made.stderr
    return made.folder / "anaphor-demo" / "report.html"


@pytest.mark.parametrize("width", [320, 1000, 1280])
@pytest.mark.parametrize("dark", [False, True])
def test_the_report_opens_offline_without_a_request_and_without_sideways_scrolling(
    browser: Browser, report: Path, width: int, dark: bool
) -> None:
    page = look_at(browser, report, width, dark)
    assert page.locator("h1").count() == 1
    assert page.locator("article").count() >= 12
    page.close()


def test_the_report_of_the_demo_begins_with_what_each_step_found(browser: Browser, report: Path) -> None:
    page = browser.new_page()
    page.goto(report.as_uri())
    points = page.locator("header li").all_inner_texts()
    # two collections checked, audited and put to systems; a study, its agreement, what is decided by it, a challenge
    assert len(points) == 13
    assert [point for point in points if "anaphor-fr" in point and load("anaphor-fr").fingerprint in point]
    assert all("simul" in point for point in (*points[4:6], points[8], *points[10:])), "made-up people are stamped"
    assert "Krippendorff α (interval)" not in page.inner_text("body"), "candidates have no order"
    page.close()


def test_at_1000_pixels_no_table_needs_scrolling(browser: Browser, report: Path) -> None:
    page = browser.new_page(viewport={"width": 1000, "height": 800})
    page.goto(report.as_uri())
    wide = page.evaluate(
        "[...document.querySelectorAll('section > .wide')].filter(each => each.scrollWidth > each.clientWidth + 1)"
        ".map(each => each.getAttribute('aria-label'))"
    )
    assert wide == []
    page.close()


def test_on_a_phone_tables_and_figures_scroll_in_their_boxes_and_names_stay(browser: Browser, report: Path) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 800})
    page.goto(report.as_uri())
    assert page.locator("figure svg").first.evaluate("each => each.getBoundingClientRect().width") >= 480
    table = page.locator("section > .wide", has=page.locator("table.dense")).first
    table.evaluate("each => { each.scrollLeft = 200; }")
    name = table.locator("tbody th").first
    left = name.evaluate(
        "each => each.getBoundingClientRect().left - each.closest('.wide').getBoundingClientRect().left"
    )
    assert left == pytest.approx(0, abs=1)
    page.close()


@pytest.mark.parametrize(("interface", "width", "dark"), [("en", 1280, False), ("fr", 390, True)])
def test_no_kind_of_section_has_a_finding_of_axe(
    browser: Browser, tmp_path: Path, interface: str, width: int, dark: bool
) -> None:
    path = tmp_path / "r.html"
    made = Report(title="Report", interface=interface, sections=sections(interface))
    path.write_text(html_of(made, version="0", made="test"), "utf-8")
    page = look_at(browser, path, width, dark)
    for each in page.locator("details").all():
        each.evaluate("details => { details.open = true; }")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert findings(page) == []
    page.close()


def test_every_example_shows_exactly_one_right_reading(browser: Browser, report: Path) -> None:
    page = browser.new_page()
    page.goto(report.as_uri())
    twins = page.locator(".twin:has(ul.readings)")  # what an audit shows has pairs, and no readings
    assert twins.count() > 0
    assert page.locator(".twin:has(li.right)").count() == twins.count()
    page.close()
